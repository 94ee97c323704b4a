import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { erasedBy } from '../../src/platforms/sql-drops.js';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const table = (columns: string): string =>
  `<database name="shop"><table name="note"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`;
const WITH = table('<column name="x" type="INTEGER" required="true"/>');

/** A project whose table has been made, and has a row. */
async function withRow(database: TestDatabase): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': WITH });
  await orm(cwd, 'migration:diff', '--name', 'start');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  await database.query('INSERT INTO note (id, x) VALUES (1, 7)');
  return cwd;
}

const file = (cwd: string, name: string): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', name);

describe.each(ENGINES)('SQL of your own on %s', (engine) => {
  test.for([
    ['DROP TABLE note', 'drop table'],
    ['ALTER TABLE note DROP COLUMN x', 'drop columns of'],
  ] as const)('%s wants --yes where there are rows', async ([sql, words], context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    await orm(cwd, 'migration:create', '--name', 'own');
    writeFileSync(file(cwd, 'up.sql'), `${sql};\n`);
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('values would be erased on "shop", and there is no terminal to ask on');
    expect(refused.stderr).toMatch(
      new RegExp(`${words} (?:\\S*\\.)?note, in generated-migrations/shop/\\d+_own/up\\.sql\n`),
    );
    expect(await database.query('SELECT id, x FROM note')).toEqual([['1', '7']]);
    expect((await orm(cwd, 'migration:migrate', '--yes')).code).toBe(0);
    await expect(database.query('SELECT x FROM note')).rejects.toThrow();
  });

  test('runs without a question where nothing is lost', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    await database.query('DELETE FROM note');
    await orm(cwd, 'migration:create', '--name', 'own');
    writeFileSync(file(cwd, 'up.sql'), 'DROP TABLE note;\n');
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
  });
});

describe.each(ENGINES)('a required column that was dropped, on %s', (engine) => {
  test('comes back only where no row lacks a value', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    change(cwd, table(''));
    await orm(cwd, 'migration:diff', '--name', 'drop', '--drop', 'note.x');
    expect((await orm(cwd, 'migration:migrate', '--yes')).code).toBe(0);
    const refused = await orm(cwd, 'migration:down', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `_drop" cannot be undone while "note" has rows: they have no value for note.x, which is required\n`,
    );
    expect(refused.stderr).toContain('nothing was changed; change "generated-migrations/shop/');
    expect(await database.query('SELECT * FROM note')).toEqual([['1']]);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);

    // Somebody who knows a value says so.
    const path = file(cwd, 'down.sql');
    const own = database.adapter === 'sqlite' ? 'ALTER TABLE note ADD COLUMN x INTEGER NOT NULL DEFAULT 3' : undefined;
    const sql = readFileSync(path, 'utf8');
    if (own !== undefined) writeFileSync(path, `${own};\n`);
    else writeFileSync(path, `${sql.replace(' NOT NULL', '')}\nUPDATE note SET x = 3;\n`);
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT id, x FROM note')).toEqual([['1', '3']]);
  });

  test('comes back where the table is empty', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    change(cwd, table(''));
    await orm(cwd, 'migration:diff', '--name', 'drop', '--drop', 'note.x');
    await orm(cwd, 'migration:migrate', '--yes');
    await database.query('DELETE FROM note');
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(2);
    await database.query('INSERT INTO note (id, x) VALUES (1, 7)');
  });
});

test('a protected SQLite database makes a table anew without a question', async (context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = await withRow(database);
  writeFileSync(join(cwd, 'orm.json'), configuration({ shop: { ...database.connection, protected: true } }));
  change(cwd, table('<column name="x" type="INTEGER"/>'));
  await orm(cwd, 'migration:diff', '--name', 'optional');
  expect(readFileSync(file(cwd, 'up.sql'), 'utf8')).toContain('DROP TABLE "note"');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT id, x FROM note')).toEqual([['1', '7']]);
});

test('what a statement erases is read from its words', () => {
  const shown = (sql: string, dialect = pgsql): string[] =>
    erasedBy(sql, dialect).map(({ what, table: name }) => `${what} ${name.map(({ text }) => text).join('.')}`);
  expect(shown('DROP TABLE IF EXISTS a, "b c".d CASCADE')).toEqual(['drop table a', 'drop table b c.d']);
  expect(shown('ALTER TABLE ONLY shop.a DROP COLUMN IF EXISTS b, ADD c INT')).toEqual(['drop columns of shop.a']);
  expect(shown('ALTER TABLE a DROP b, DROP INDEX c', mysql)).toEqual(['drop columns of a']);
  expect(shown('TRUNCATE TABLE a, b')).toEqual(['truncate a', 'truncate b']);
  for (const sql of [
    'ALTER TABLE a DROP CONSTRAINT b',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
    'ALTER TABLE a ALTER b DROP DEFAULT',
    'DROP INDEX a',
    'DROP VIEW a',
    "INSERT INTO a VALUES ('DROP TABLE b')",
    'CREATE TABLE drop_a (id INT)',
  ]) {
    expect(shown(sql), sql).toEqual([]);
  }
});
