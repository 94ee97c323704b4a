import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, newest, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const UNIQUE = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><unique name="book_title_once"><unique-column name="title"/></unique>',
);

async function started(database: TestDatabase, more: object = {}): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }, more), 'schema.xml': START });
  await orm(cwd, 'migration:diff', '--name', 'start');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  return cwd;
}

const validity = (database: TestDatabase): Promise<readonly (readonly unknown[])[]> =>
  database.query("SELECT indisvalid::text FROM pg_index WHERE indexrelid = to_regclass('book_title_once')");

describe.each(['pgsql15', 'pgsql18'] as const)('online migrations on %s', (engine) => {
  test('an index that failed is taken away, and the next run goes on', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    change(cwd, UNIQUE);
    expect(await orm(cwd, 'migration:diff', '--name', 'unique')).toMatchObject({ code: 0, stderr: '' });
    expect(newest(cwd, 'up.sql')).toContain(
      '-- orm: alone\n-- orm: add index book.book_title_once\nCREATE UNIQUE INDEX CONCURRENTLY "book_title_once" ON "book" ("title");',
    );
    // Rows that came behind checks.sql: nobody looks.
    writeFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'checks.sql'), '');
    await database.query("INSERT INTO book (title) VALUES ('War'), ('War')");
    const failed = await orm(cwd, 'migration:migrate');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('could not create unique index "book_title_once"');
    expect(failed.stderr).toContain('nothing of this migration was done');
    expect(await validity(database)).toEqual([]);

    // A runner that died left one: it is neither taken as done nor in the way.
    await expect(
      database.query('CREATE UNIQUE INDEX CONCURRENTLY "book_title_once" ON "book" ("title")'),
    ).rejects.toThrow();
    expect(await validity(database)).toEqual([['false']]);
    await database.query("UPDATE orm_migration SET in_flight = 0 WHERE name LIKE '%_unique'");
    await database.query('DELETE FROM book WHERE id = 2');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await validity(database)).toEqual([['true']]);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query("SELECT contype::text FROM pg_constraint WHERE conname = 'book_title_once'")).toEqual([
      ['u'],
    ]);
    expect(await orm(cwd, 'migration:down')).toMatchObject({ code: 0, stderr: '' });
    expect(await validity(database)).toEqual([]);
  });

  test('a label is added by itself where the migration uses it, in both forms', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = (labels: string, more = ''): string =>
      `<database name="shop"><enum-type name="mood" valueSet="${labels}"/><table name="author"><column name="id" type="INTEGER" primaryKey="true"/><column name="mood" type="ENUM" enumStorage="native" nativeType="mood"${more}/></table></database>`;
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }),
      'schema.xml': schema('sad, happy'),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, schema('sad, calm, happy', ' default="calm"'));
    await orm(cwd, 'migration:diff', '--name', 'calm');
    change(cwd, schema('sad, calm, happy, bored', ' default="bored"'));
    await orm(cwd, 'migration:diff', '--name', 'bored', '--offline');
    expect(newest(cwd, 'up.sql')).toContain("ALTER TYPE \"mood\" ADD VALUE IF NOT EXISTS 'bored' AFTER 'happy';");
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query('INSERT INTO author (id) VALUES (1)');
    expect(await database.query('SELECT mood::text FROM author')).toEqual([['bored']]);
  });
});

test('--offline and migrations.online: false write the plain statements', async (context) => {
  const database = await freshDatabase('pgsql15', context);
  const plain = 'ALTER TABLE "book" ADD CONSTRAINT "book_title_once" UNIQUE ("title");';
  const cwd = await started(database);
  change(cwd, UNIQUE);
  const planned = await orm(cwd, 'migration:diff', '--name', 'unique', '--offline');
  expect(planned.stdout).toContain('  add index book.book_title_once   scans under lock\n');
  expect(newest(cwd, 'up.sql')).toContain(plain);
  expect(newest(cwd, 'up.sql')).not.toContain('alone');

  const other = await started(await freshDatabase('pgsql15', context), { migrations: { online: false } });
  change(other, UNIQUE);
  const { stdout } = await orm(other, 'migration:diff', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    databases: [{ changes: [{ kind: 'index', effects: ['scans under lock'], lock: 'ACCESS EXCLUSIVE' }] }],
  });
  expect(newest(other, 'up.sql')).toContain(plain);
  // What was written in one form can be amended in the other.
  const text = readFileSync(join(other, 'orm.json'), 'utf8');
  writeFileSync(join(other, 'orm.json'), text.replace('"online": false', '"online": true'));
  change(other, UNIQUE.replace('size="100"', 'size="120"'));
  expect(await orm(other, 'migration:diff', '--amend')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(other, 'up.sql')).toContain('CONCURRENTLY');
});
