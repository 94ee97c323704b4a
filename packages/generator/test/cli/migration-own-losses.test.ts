import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { erasedBy } from '../../src/platforms/sql-drops.js';
import { copyIn, renamingsIn } from '../../src/platforms/sql-moves.js';
import type { TableName } from '../../src/platforms/sql-words.js';
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

describe.each(['pgsql15', 'mariadb', 'sqlite'] as const)('a DROP TABLE with a rename beside it, on %s', (engine) => {
  test.for([
    ['ALTER TABLE note RENAME TO old;\nDROP TABLE old'],
    ['ALTER TABLE note RENAME TO between_them;\nALTER TABLE between_them RENAME TO old;\nDROP TABLE old'],
    ['CREATE TABLE note2 (id INT, x INT);\nDROP TABLE note;\nALTER TABLE note2 RENAME TO note'],
    [
      'CREATE TABLE note2 (id INT, x INT);\nALTER TABLE note RENAME TO old;\nALTER TABLE note2 RENAME TO note;\nDROP TABLE old',
    ],
    [
      'CREATE TABLE note2 (id INT, x INT);\nINSERT INTO note2 SELECT id, x FROM note WHERE id = 5;\nDROP TABLE note;\nALTER TABLE note2 RENAME TO note',
    ],
    [
      'CREATE TABLE note2 (id INT, x INT);\nCREATE TABLE copy (id INT, x INT);\nINSERT INTO copy SELECT id, x FROM note;\nDROP TABLE note;\nALTER TABLE note2 RENAME TO note',
    ],
  ])('SQL %# wants --yes, whatever the table is called by then', async ([sql], context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    await orm(cwd, 'migration:create', '--name', 'own');
    writeFileSync(file(cwd, 'up.sql'), `${sql};\n`);
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      / {2}= drop table (?:\S*\.)?note, in generated-migrations\/shop\/\d+_own\/up\.sql\n/,
    );
    expect(await database.query('SELECT id, x FROM note')).toEqual([['1', '7']]);
    expect((await orm(cwd, 'migration:migrate', '--yes')).code).toBe(0);
  });

  test('a rename in one migration and the drop in the next want --yes', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    await orm(cwd, 'migration:create', '--name', 'first');
    writeFileSync(file(cwd, 'up.sql'), 'ALTER TABLE note RENAME TO old;\n');
    await orm(cwd, 'migration:create', '--name', 'then');
    writeFileSync(file(cwd, 'up.sql'), 'DROP TABLE old;\n');
    expect((await orm(cwd, 'migration:migrate')).stderr).toMatch(/drop table (?:\S*\.)?note, in .*_then\/up\.sql\n/);
    // By itself the first one loses nothing.
    expect((await orm(cwd, 'migration:up')).code).toBe(0);
    expect((await orm(cwd, 'migration:migrate')).stderr).toMatch(/drop table (?:\S*\.)?old, in .*_then\/up\.sql\n/);
  });

  test.for([
    [
      'CREATE TABLE note2 (id INT, x INT);\nINSERT INTO note2 (id, x) SELECT id, x FROM note;\nDROP TABLE note;\nALTER TABLE note2 RENAME TO note',
    ],
    [
      'ALTER TABLE note RENAME TO old;\nCREATE TABLE note (id INT, x INT);\nINSERT INTO note (id, x) SELECT id, x FROM old;\nDROP TABLE old',
    ],
    [
      'CREATE TABLE note2 AS SELECT id, x FROM note;\nALTER TABLE note RENAME TO old;\nALTER TABLE note2 RENAME TO note;\nDROP TABLE old',
    ],
    ['ALTER TABLE note RENAME TO old;\nCREATE TABLE note (id INT);\nDROP TABLE note;\nALTER TABLE old RENAME TO note'],
  ])('SQL %# makes a table anew without a question', async ([sql], context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRow(database);
    await orm(cwd, 'migration:create', '--name', 'own');
    writeFileSync(file(cwd, 'up.sql'), `${sql};\n`);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT id, x FROM note')).toEqual([['1', '7']]);
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

test('what a statement renames and copies is read from its words', () => {
  const shown = (sql: string, dialect = pgsql): string[] =>
    renamingsIn(sql, dialect).map(({ from, to }) => `${text(from)} → ${text(to)}`);
  const text = (name: TableName): string => name.map((part) => part.text).join('.');
  expect(shown('ALTER TABLE IF EXISTS ONLY shop.a RENAME TO b')).toEqual(['shop.a → shop.b']);
  expect(shown('ALTER TABLE a SET SCHEMA attic')).toEqual(['a → attic.a']);
  expect(shown('ALTER TABLE a RENAME b TO c')).toEqual([]);
  expect(shown('ALTER TABLE a RENAME COLUMN b TO c')).toEqual([]);
  expect(shown('RENAME TABLE a TO b, shop.c TO attic.c', mysql)).toEqual(['a → b', 'shop.c → attic.c']);
  expect(shown('ALTER TABLE a ADD x INT, RENAME AS `b c`', mysql)).toEqual(['a → b c']);
  expect(shown('ALTER TABLE a RENAME b', mysql)).toEqual(['a → b']);
  expect(shown('ALTER TABLE a RENAME INDEX b TO c, RENAME COLUMN d TO e', mysql)).toEqual([]);
  const copied = (sql: string): string | undefined => {
    const copy = copyIn(sql, pgsql);
    return copy && `${text(copy.from)} → ${text(copy.into)}`;
  };
  expect(copied('INSERT INTO b (id) SELECT id FROM ONLY shop.a ORDER BY id')).toBe('shop.a → b');
  expect(copied('CREATE TABLE b AS SELECT * FROM a')).toBe('a → b');
  for (const sql of [
    'INSERT INTO b SELECT 1',
    'INSERT INTO b VALUES ((SELECT max(id) FROM a))',
    'INSERT INTO b SELECT * FROM a WHERE false',
    'INSERT INTO b SELECT * FROM a LIMIT 0',
    'SELECT * FROM a',
    'CREATE VIEW b AS SELECT * FROM a',
  ]) {
    expect(copied(sql), sql).toBeUndefined();
  }
});
