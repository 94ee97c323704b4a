import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { START } from '../cli/support/migrations.js';
import { configuration } from '../cli/support/project.js';
import { differencesFrom } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, type Engine, type EngineDatabase, openDatabase } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';

/** Each kind of statement that a migration has: new, other, renamed and dropped things, and rows. */
const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER" required="true" defaultValue="7"/><index name="book_pages"><index-column name="pages"/></index><check name="book_long" expression="pages > 0"/>',
).replace('</database>', '<table name="tally"><column name="n" type="INTEGER" primaryKey="true"/></table></database>');
const WRITER = PAGES.replace('<table name="author">', '<table name="writer" renamedFrom="author">')
  .replace('foreignTable="author" onDelete="cascade"', 'foreignTable="writer" onDelete="setnull"')
  .replace('name="title" type="VARCHAR" size="100"', 'name="headline" renamedFrom="title" type="VARCHAR" size="150"')
  .replace(
    '<index name="book_pages"><index-column name="pages"/></index>',
    '<unique name="book_headline"><unique-column name="headline"/></unique>',
  );

/** A project with a database in which the first migration has run, and some rows. */
export interface Shop {
  readonly cwd: string;
  readonly database: EngineDatabase;
  readonly platform: Platform;
  readonly quote: (sql: string) => string;
}

export async function openShop(engine: Engine): Promise<Shop> {
  const database = await openDatabase(engine);
  const cwd = mkdtempSync(join(tmpdir(), 'orm-kills-'));
  const quote = (sql: string): string => (database.adapter === 'mysql' ? sql.replaceAll('"', '`') : sql);
  writeFileSync(join(cwd, 'orm.json'), configuration({ shop: database.connection }));
  for (const [name, schema] of [
    ['start', START],
    ['pages', PAGES],
    ['writer', WRITER],
  ] as const) {
    writeFileSync(join(cwd, 'schema.xml'), schema);
    expect(await orm(cwd, 'migration:diff', '--name', name)).toMatchObject({ code: 0 });
  }
  const folder = join(cwd, 'generated-migrations/shop');
  const pages = readdirSync(folder).sort()[1] ?? '';
  // Rows that must be changed exactly once.
  appendFileSync(join(folder, pages, 'up.sql'), quote('\nINSERT INTO "tally" SELECT COUNT(*) FROM "tally";\n'));
  expect(await orm(cwd, 'migration:migrate', '--to', 'start')).toMatchObject({ code: 0 });
  await database.query(quote(`INSERT INTO "author" ("id", "name") VALUES (4, 'Leo'), (9, 'Jane')`));
  await database.query(quote(`INSERT INTO "book" ("id", "title", "author_id") VALUES (1, 'War', 4), (2, 'Emma', 9)`));
  return { cwd, database, platform: await loadPlatform(adapterOf(engine)), quote };
}

export type Direction = 'up' | 'down';

export const commandOf = (direction: Direction): string[] =>
  direction === 'up' ? ['migration:migrate'] : ['migration:down', '--to', 'start', '--yes'];

/** That everything is as if nobody had been killed. */
export async function expectWhole({ database, platform, quote }: Shop, direction: Direction): Promise<void> {
  const isUp = direction === 'up';
  const schema = (isUp ? WRITER : START).replace('name="shop"', 'name="app"');
  const { database: model } = compileSchema(schema, platform);
  if (model === undefined) throw new Error('the schema does not build');
  const found = await differencesFrom(database, model);
  expect(found.filter((each) => !JSON.stringify(each).includes('orm_migration'))).toEqual([]);
  const [title, table] = isUp ? ['headline', 'writer'] : ['title', 'author'];
  const rows = await database.query(
    quote(
      `SELECT b."${title}" AS t, w."name" AS n FROM "book" b JOIN "${table}" w ON w."id" = b."author_id" ORDER BY b."id"`,
    ),
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['War', 'Leo'],
    ['Emma', 'Jane'],
  ]);
  const history = await database.query('SELECT state, in_flight FROM orm_migration');
  expect(history).toEqual(Array.from({ length: isUp ? 3 : 1 }, () => ({ state: 'done', in_flight: null })));
  if (isUp) expect(await database.query(quote('SELECT "n" FROM "tally"'))).toEqual([{ n: '0' }]);
}

export async function closeShop({ cwd, database }: Shop): Promise<void> {
  await database.drop();
  rmSync(cwd, { recursive: true, force: true });
}
