import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { orm } from './support/orm.js';
import { configuration, project, type TestConnection } from './support/project.js';
import { ormInTerminal } from './support/pty.js';

/** Ways to lose a table that no list of `DROP TABLE` and its name shows. */
const WAYS: readonly (readonly [engine: Parameters<typeof freshDatabase>[0], sql: string])[] = [
  ['sqlite', "DROP TABLE 'book'"],
  ['sqlite', 'ALTER TABLE book RENAME TO old; DROP TABLE old'],
  ['sqlite', 'DELETE FROM book'],
  ['pgsql15', 'DROP TABLE U&"\\0062ook"'],
  ['pgsql15', 'DROP TABLE U&"!0062ook" UESCAPE \'!\' CASCADE'],
  ['pgsql15', 'ALTER TABLE book RENAME TO old; DROP TABLE old'],
  ['pgsql15', 'CREATE SCHEMA other; ALTER TABLE book SET SCHEMA other; DROP TABLE other.book'],
  ['pgsql15', 'TRUNCATE book'],
  ['mariadb', 'DROP TABLES book'],
  ['mariadb', 'RENAME TABLE book TO old; DROP TABLE old'],
  ['mariadb', "PREPARE s FROM 'DROP TABLE book'; EXECUTE s"],
  ['mariadb', 'CREATE OR REPLACE TABLE book (id INT)'],
  ['mysql9', 'DROP TABLES book'],
];

const books = async (database: TestDatabase): Promise<unknown> => {
  const [[count] = []] = await database.query('SELECT count(*) FROM book');
  return Number(count);
};

const folder = (connection: TestConnection, sql: string, rows: string): string =>
  project({
    'orm.json': configuration({ app: connection }, { generator: { sqlInsert: { rows } } }),
    'generated-sql/sqldb.map': 'own.sql=app\n',
    'generated-sql/own.sql': `${sql};\n`,
  });

const insert = (connection: TestConnection, sql: string, rows: string, ...options: readonly string[]) =>
  orm(['sql:insert', ...options], { cwd: folder(connection, sql, rows) });

describe('what a file of your own could destroy', () => {
  test.for(WAYS)('%s: %s is refused in a script', async ([engine, sql], context) => {
    const database = await freshDatabase(engine, context);
    for (const text of ['CREATE TABLE book (id INTEGER)', 'INSERT INTO book VALUES (1)']) await database.query(text);
    const refused = await insert(database.connection, sql, 'refuse');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /(could destroy what is there|drops tables that hold rows).*, and there is no terminal/,
    );
    expect(refused.stderr).toContain('nothing was changed; "orm sql:insert --yes"');
    const kept = await insert({ ...database.connection, protected: true }, sql, 'erase', '--yes');
    expect(kept).toMatchObject({ code: 1, stdout: '' });
    expect(await books(database)).toBe(1);
    const shown = await insert(database.connection, sql, 'refuse', '--dry-run');
    expect(shown.stdout).toMatch(
      /^-- (could destroy what is there: .* \(.*own\.sql:1\)|would drop tables with rows: .*book)/m,
    );
    expect(shown.stdout).toContain('this is refused without --yes');
    const ran = await insert(database.connection, sql, 'refuse', '--yes');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(
      /^(these could destroy what is on "app": .* \(.*own\.sql:1\)|tables with rows will be dropped on "app": .*book)/m,
    );
    await expect(books(database).catch(() => 0)).resolves.toBe(0);
  });

  test('somebody at a terminal is asked, and no means no', async (context) => {
    const database = await freshDatabase('sqlite', context);
    for (const text of ['CREATE TABLE book (id INTEGER)', 'INSERT INTO book VALUES (1)']) await database.query(text);
    const cwd = folder(database.connection, 'DELETE FROM book', 'refuse');
    const ask = (answer: string) => ormInTerminal(['sql:insert'], cwd, [{ when: /Run all of it\?/, type: answer }]);
    const declined = await ask('n\r');
    expect(declined).toMatchObject({ code: 1, answered: 1 });
    expect(stripVTControlCharacters(declined.text)).toMatch(
      /These statements could destroy what is on "app":\s+DELETE \(.*own\.sql:1\)/,
    );
    expect(await books(database)).toBe(1);
    expect(await ask('y\r')).toMatchObject({ code: 0, answered: 1 });
    expect(await books(database)).toBe(0);
  });

  test('without the setting it runs, and with it --force lists it on a protected connection', async (context) => {
    const database = await freshDatabase('sqlite', context);
    for (const text of ['CREATE TABLE book (id INTEGER)', 'INSERT INTO book VALUES (1)']) await database.query(text);
    const forced = await insert({ ...database.connection, protected: true }, 'DELETE FROM book', 'erase', '--force');
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(forced.stdout).toMatch(/^these could destroy what is on "app": DELETE \(.*own\.sql:1\)$/m);
    const erased = await insert(database.connection, 'DELETE FROM book', 'erase');
    expect(erased).toMatchObject({ code: 0, stderr: '' });
    expect(erased.stdout).not.toContain('could destroy');
  });

  test('a harmless file runs', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const made = await insert(
      database.connection,
      'CREATE TABLE book (id INTEGER); INSERT INTO book VALUES (1)',
      'refuse',
    );
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await books(database)).toBe(1);
  });
});

describe('triggers of tables that are dropped', () => {
  const CREATE: Readonly<Record<string, readonly string[]>> = {
    sqlite: ['CREATE TRIGGER audit AFTER INSERT ON book BEGIN SELECT 1; END'],
    mariadb: ['CREATE TRIGGER audit AFTER INSERT ON book FOR EACH ROW SET @seen = 1'],
    mysql9: ['CREATE TRIGGER audit AFTER INSERT ON book FOR EACH ROW SET @seen = 1'],
    pgsql15: [
      'CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'CREATE TRIGGER audit AFTER INSERT ON book FOR EACH ROW EXECUTE FUNCTION seen()',
    ],
  };

  test.for(Object.keys(CREATE))('are named on %s, and refused like rows', async (engine, context) => {
    const database = await freshDatabase(engine as Parameters<typeof freshDatabase>[0], context);
    for (const text of ['CREATE TABLE book (id INTEGER)', ...(CREATE[engine] ?? [])]) await database.query(text);
    const sql = 'DROP TABLE book; CREATE TABLE book (id INTEGER)';
    for (const [connection, rows] of [
      [database.connection, 'refuse'],
      [{ ...database.connection, protected: true }, 'erase'],
    ] as const) {
      const refused = await insert(connection, sql, rows);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('trigger audit of book would be dropped along');
    }
    const warned = await insert(database.connection, sql, 'erase');
    expect(warned.code).toBe(0);
    expect(warned.stderr).toContain('trigger audit of book');
  });
});
