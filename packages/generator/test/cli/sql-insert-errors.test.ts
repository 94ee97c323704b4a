import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from './support/database.js';
import { orm } from './support/orm.js';
import { bookstore } from './support/project.js';
import { sqliteFile } from './support/sqlite.js';
import { TABLES } from './support/tables.js';

const PGSQL = ['pgsql15', 'pgsql18'] as const;
const MYSQL = ['mariadb', 'mysql9'] as const;

const BROKEN = 'CREATE TABLE good (id INTEGER);\nCREATE TABLE\n  bad (id INTEGR);\nCREATE TABLE later (id INTEGER);\n';

describe.each(PGSQL)('an error in the middle on %s', (engine) => {
  test('rolls everything back, and shows where', async (context) => {
    const database = await freshDatabase(engine, context);
    const { code, stdout, stderr } = await orm(['sql:insert'], { cwd: bookstore(database.connection, BROKEN) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    await expect(stderr).toMatchFileSnapshot('golden/sql-insert/error-pgsql.txt');
    expect(await database.query("SELECT to_regclass('good')")).toEqual([[null]]);
  });

  test('after characters that count twice the caret is still right', async (context) => {
    const database = await freshDatabase(engine, context);
    const { stderr } = await orm(['sql:insert'], { cwd: bookstore(database.connection, "SELECT '😀é', nope;") });
    expect(stderr).toContain(" 1 | SELECT '😀é', nope;\n   |               ^^^^\n");
  });

  test('transactions of the file are left out, ROLLBACK is refused', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(
      database.connection,
      'BEGIN;\nCREATE TABLE a (id INTEGER);\nCOMMIT;\nCREATE TABLE b (id INTEGR);',
    );
    expect((await orm(['sql:insert'], { cwd })).code).toBe(1);
    expect(await database.query("SELECT to_regclass('a')")).toEqual([[null]]);
    const refused = await orm(['sql:insert'], {
      cwd: bookstore(database.connection, 'CREATE TABLE a (id INTEGER);\nROLLBACK;'),
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'error: ROLLBACK would undo the files that ran before it\n  --> generated-sql/bookstore.sql:2:1',
    );
  });

  test('what cannot run in a transaction is told so', async (context) => {
    const database = await freshDatabase(engine, context);
    const sql = 'CREATE TABLE a (id INTEGER);\nCREATE INDEX CONCURRENTLY i ON a (id);';
    const { code, stderr } = await orm(['sql:insert'], { cwd: bookstore(database.connection, sql) });
    expect(code).toBe(1);
    expect(stderr).toContain('= all files of a connection run in one transaction: run this statement by hand');
  });

  test('a lost connection in the middle is an error, not a crash', async (context) => {
    const database = await freshDatabase(engine, context);
    const sql =
      'CREATE TABLE a (id INTEGER);\nSELECT pg_terminate_backend(pg_backend_pid());\nCREATE TABLE b (id INTEGER);';
    const { code, stderr } = await orm(['sql:insert'], { cwd: bookstore(database.connection, sql) });
    expect(code).toBe(1);
    expect(stderr).toContain('terminating connection');
    expect(stderr).toContain('--> generated-sql/bookstore.sql:2:1');
    expect(await database.query("SELECT to_regclass('a')")).toEqual([[null]]);
  });

  test('the catalog’s estimate is shown once there is one, schemas and quotes included', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE SCHEMA "S;1"');
    await database.query('CREATE TABLE "S;1"."a""b" AS SELECT generate_series(1, 1234) AS id');
    await database.query('ANALYZE "S;1"."a""b"');
    await database.query('CREATE TABLE "S;1".empty (id INTEGER)');
    const cwd = bookstore(
      database.connection,
      'DROP TABLE IF EXISTS "S;1"."a""b", "S;1".EMPTY, "S;1".nowhere CASCADE;',
    );
    const { stderr } = await orm(['sql:insert'], { cwd });
    expect(stderr).toContain('tables with rows will be dropped on "bookstore": S;1.ab (about 1,234 rows)\n');
  });
});

describe.each([...PGSQL, ...MYSQL])('a schema that is dropped on %s', (engine) => {
  test('counts with all its tables', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = database.adapter === 'pgsql' ? 'inner_schema' : database.name;
    if (database.adapter === 'pgsql') await database.query(`CREATE SCHEMA ${schema}`);
    await database.query(`CREATE TABLE ${schema}.kept (id INTEGER)`);
    await database.query(`INSERT INTO ${schema}.kept VALUES (1)`);
    const cwd = bookstore(
      { ...database.connection, protected: true },
      `DROP SCHEMA IF EXISTS ${schema}${database.adapter === 'pgsql' ? ' CASCADE' : ''};`,
    );
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/= (inner_schema\.)?kept {2}(some rows|about 1 row)\n/);
    expect(await database.query(`SELECT id FROM ${schema}.kept`)).toHaveLength(1);
  });
});

describe.each(MYSQL)('an error in the middle on %s', (engine) => {
  test('says what had been done', async (context) => {
    const database = await freshDatabase(engine, context);
    const sql = BROKEN.replace('TABLE\n  bad', '\n  TABEL bad');
    const { code, stdout, stderr } = await orm(['sql:insert'], { cwd: bookstore(database.connection, sql) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      ' 3 |   TABEL bad (id INTEGR);\n   |   ^^^^^\n   =   CREATE \n   =     TABEL bad (id INTEGR)\n' +
        '   = statement 2 of 3 on "bookstore"\n' +
        '   = the statement before it was run; this database cannot roll back CREATE and DROP, so that stays\n',
    );
    expect(await database.query("SHOW TABLES LIKE 'good'")).toHaveLength(1);
    expect(await database.query("SHOW TABLES LIKE 'later'")).toHaveLength(0);
  });

  test('MYSQL_ATTR_INIT_COMMAND and DELIMITER take effect', async (context) => {
    const database = await freshDatabase(engine, context);
    const connection = { ...database.connection, attributes: { MYSQL_ATTR_INIT_COMMAND: 'SET @first = 7' } };
    const sql = `CREATE TABLE t (id INTEGER);
DELIMITER $$
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.id = @first; SET @x = 1; END$$
DELIMITER ;
INSERT INTO t VALUES (1);`;
    expect(await orm(['sql:insert'], { cwd: bookstore(connection, sql) })).toMatchObject({ code: 0, stderr: '' });
    expect((await database.query('SELECT id FROM t')).map(Number)).toEqual([7]);
  });
});

describe('sql:insert on SQLite', () => {
  const connection = { adapter: 'sqlite', dsn: 'sqlite:data.sqlite' };

  test('runs twice; rows are told; an error rolls back', async () => {
    const cwd = bookstore(connection, TABLES);
    expect((await orm(['sql:insert'], { cwd })).code).toBe(0);
    sqliteFile(join(cwd, 'data.sqlite'), (run) => run("INSERT INTO author VALUES (1, 'Ann')"));
    const broken = bookstore(
      { ...connection, dsn: `sqlite:${join(cwd, 'data.sqlite')}` },
      `${TABLES}${BROKEN}CREATE TABEL x;\n`,
    );
    const failed = await orm(['sql:insert'], { cwd: broken });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('everything was rolled back: the database is as it was');
    sqliteFile(join(cwd, 'data.sqlite'), (_, rows) =>
      expect(rows('SELECT name FROM author')).toEqual([{ name: 'Ann' }]),
    );
    const again = await orm(['sql:insert'], { cwd });
    expect(again.stderr).toContain('tables with rows will be dropped on "bookstore": author (some rows)');
  });

  test('rows that would point at nothing roll everything back', async () => {
    const cwd = bookstore(connection, TABLES);
    await orm(['sql:insert'], { cwd });
    sqliteFile(join(cwd, 'data.sqlite'), (run) => {
      run("INSERT INTO author VALUES (1, 'Ann')");
      run("INSERT INTO book VALUES (1, 'B', 1)");
    });
    const other = bookstore(
      { ...connection, dsn: `sqlite:${join(cwd, 'data.sqlite')}` },
      'DROP TABLE author;\nCREATE TABLE author (id INTEGER PRIMARY KEY, name VARCHAR(50));',
    );
    const { code, stderr } = await orm(['sql:insert'], { cwd: other });
    expect(code).toBe(1);
    expect(stderr).toContain('error: rows would point at nothing: book → author (1)');
    sqliteFile(join(cwd, 'data.sqlite'), (_, rows) =>
      expect(rows('SELECT name FROM author')).toEqual([{ name: 'Ann' }]),
    );
  });

  test('--dry-run does not create the file', async () => {
    const cwd = bookstore(connection, TABLES);
    expect((await orm(['sql:insert', '--dry-run'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'data.sqlite'))).toBe(false);
  });

  test('ATTR_TIMEOUT is how long it waits for a lock', async () => {
    const cwd = bookstore({ ...connection, attributes: { ATTR_TIMEOUT: 1 } }, TABLES);
    await orm(['sql:insert'], { cwd });
    const { default: Database } = await import('better-sqlite3');
    const lock = new Database(join(cwd, 'data.sqlite'));
    lock.exec('BEGIN IMMEDIATE');
    const started = performance.now();
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    lock.close();
    expect(code).toBe(1);
    expect(stderr).toContain('database is locked');
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
