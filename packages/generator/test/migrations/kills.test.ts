import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { START } from '../cli/support/migrations.js';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { differencesFrom } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import {
  adapterOf,
  ENGINES,
  type Engine,
  type EngineDatabase,
  missingEngine,
  openDatabase,
} from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { startOrm } from '../support/orm-process.js';
import { type Cut, KillingProxy } from './killing-proxy.js';

const RUNS = numberOfRuns(12);
const MINUTES = randomMinutes();

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
interface Shop {
  readonly cwd: string;
  readonly database: EngineDatabase;
  readonly platform: Platform;
  readonly quote: (sql: string) => string;
}

async function openShop(engine: Engine): Promise<Shop> {
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

type Direction = 'up' | 'down';

const commandOf = (direction: Direction): string[] =>
  direction === 'up' ? ['migration:migrate'] : ['migration:down', '--to', 'start', '--yes'];

/** That everything is as if nobody had been killed. */
async function expectWhole({ database, platform, quote }: Shop, direction: Direction): Promise<void> {
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

/** Kills a runner somewhere in its work. Answers how many messages it had sent, and whether it was killed. */
async function kill(
  shop: Shop,
  direction: Direction,
  at: number,
  cut: Cut,
): Promise<{ sent: number; killed: boolean }> {
  if (shop.database.adapter === 'sqlite') {
    const { child, ended } = startOrm(shop.cwd, commandOf(direction));
    const timer = setTimeout(() => child.kill('SIGKILL'), at);
    const { signal } = await ended;
    clearTimeout(timer);
    return { sent: 0, killed: signal === 'SIGKILL' };
  }
  const proxy = await KillingProxy.open(shop.database.connection.dsn ?? '', at, cut);
  const config = join(shop.cwd, 'orm.json');
  writeFileSync(config, configuration({ shop: { ...shop.database.connection, dsn: proxy.dsn } }));
  const { child, ended } = startOrm(shop.cwd, commandOf(direction));
  proxy.onCut = () => child.kill('SIGKILL');
  const { signal } = await ended;
  await proxy.close();
  writeFileSync(config, configuration({ shop: shop.database.connection }));
  return { sent: proxy.sent, killed: signal === 'SIGKILL' };
}

describe('a runner that is killed', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'is carried on with on %s',
    { timeout: 7_200_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`killed runners: ${RUNS} on ${engine} with seed ${seed}`);
      const random = numbers(seed);
      const end = Date.now() + MINUTES * 60_000;
      const shop = await openShop(engine);
      try {
        // What a whole run sends, or how many milliseconds it takes.
        const began = Date.now();
        const whole = await kill(shop, 'up', 2 ** 31 - 1, 'before');
        const length = engine === 'sqlite' ? Date.now() - began : whole.sent;
        expect(whole.killed).toBe(false);
        await expectWhole(shop, 'up');
        let killed = 0;
        for (let turn = 0; killed < RUNS && Date.now() < end && turn < RUNS * 4; turn++) {
          const direction = turn % 2 === 0 ? 'down' : 'up';
          const at =
            engine === 'sqlite' ? Math.ceil(length * (0.4 + random() * 0.6)) : 1 + Math.floor(random() * length);
          const cut = (['before', 'after', 'during'] as const)[Math.floor(random() * 3)] ?? 'before';
          if ((await kill(shop, direction, at, cut)).killed) killed++;
          const again = await orm(shop.cwd, ...commandOf(direction));
          const place = `${cut} message ${at}, ${direction}`;
          expect({ place, code: again.code, stderr: again.stderr.replaceAll(/waiting for .*\n/g, '') }).toEqual({
            place,
            code: 0,
            stderr: '',
          });
          await expectWhole(shop, direction);
        }
        if (Date.now() < end) expect(killed).toBe(RUNS);
        const report = process.env['ORM_RANDOM_REPORT'];
        if (report !== undefined) appendFileSync(report, `${engine}: ${killed} killed runners, seed ${seed}\n`);
      } finally {
        await shop.database.drop();
        rmSync(shop.cwd, { recursive: true, force: true });
      }
    },
  );
});

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
