import { describe, expect, test } from 'vitest';
import { freshDatabase } from './support/database.js';
import { orm } from './support/orm.js';
import { bookstore } from './support/project.js';
import { TABLES, timeless } from './support/tables.js';

const ENGINES = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9'] as const;

describe.each(ENGINES)('sql:insert on %s', (engine) => {
  test('runs the files, reports each, and does so again', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(database.connection, TABLES);
    for (let i = 0; i < 2; i++) {
      const { code, stdout, stderr } = await orm(['sql:insert'], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(timeless(stdout)).toBe(
        'bookstore.sql → bookstore: 4 statements in 0 ms\n4 statements from 1 file in 0 ms\n',
      );
    }
    await database.query("INSERT INTO author VALUES (1, 'Ann')");
  });

  test('without a terminal it says which tables with rows go, and drops them', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(database.connection, TABLES);
    await orm(['sql:insert'], { cwd });
    await database.query("INSERT INTO author VALUES (1, 'Ann')");
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning: tables with rows will be dropped on "bookstore": author \((some rows|about 1 row)\)\n/,
    );
    expect(await database.query('SELECT count(*) FROM author')).toEqual([[expect.toSatisfy((n) => Number(n) === 0)]]);
  });

  test('a protected connection refuses, also with --yes; --force drops', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore({ ...database.connection, protected: true }, TABLES);
    expect((await orm(['sql:insert'], { cwd })).code).toBe(0);
    await database.query("INSERT INTO author VALUES (1, 'Ann')");
    for (const args of [[], ['--yes']]) {
      const { code, stdout, stderr } = await orm(['sql:insert', ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        'error: the connection "bookstore" is protected, and the SQL drops tables that hold rows',
      );
      expect(stderr).toContain('"protected": true');
      expect(stderr).toMatch(/= author {2}(some rows|about 1 row)\n/);
    }
    expect(Number((await database.query('SELECT count(*) FROM author'))[0]?.[0])).toBe(1);
    const forced = await orm(['sql:insert', '--force'], { cwd });
    expect(forced.code).toBe(0);
    expect(forced.stdout).toContain('tables with rows will be dropped on "bookstore": author');
    expect(Number((await database.query('SELECT count(*) FROM author'))[0]?.[0])).toBe(0);
  });

  test('a failed DROP of something that is not there is a note', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(database.connection, `DROP TABLE nowhere;\nDROP VIEW nowhere;\n${TABLES}`);
    const { code, stderr, stdout } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^note: nothing to drop: .*nowhere.*\n {2}--> generated-sql\/bookstore.sql:1:1\n/);
    expect(stderr.match(/note: nothing to drop/g)).toHaveLength(2);
    expect(stdout).toContain('4 statements from 1 file');
    const quiet = await orm(['sql:insert', '--quiet'], { cwd });
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('a DROP that fails for another reason is an error', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(
      database.connection,
      `${TABLES}DROP TABLE author;\n`.replace(
        'REFERENCES author (id)',
        ', FOREIGN KEY (author_id) REFERENCES author (id)',
      ),
    );
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('--> generated-sql/bookstore.sql:6:1');
  });

  test('a wrong password is told without the password', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore({ ...database.connection, password: 'wr0ng-s3cret!' }, TABLES);
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await orm(['sql:insert', ...args], { cwd });
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('cannot connect to');
      expect(stdout + stderr).not.toContain('wr0ng');
    }
  });

  test('a database that does not exist is told', async (context) => {
    const database = await freshDatabase(engine, context);
    const dsn = database.connection.dsn?.replace(database.name, 'orm_cli_no_such_db') ?? '';
    const { code, stderr } = await orm(['sql:insert'], { cwd: bookstore({ ...database.connection, dsn }, TABLES) });
    expect(code).toBe(1);
    // MySQL's test user may only reach its own databases, and is told no more than that.
    expect(stderr).toMatch(/create the database first|Access denied/);
  });

  test('settings.queries run on connecting; a failing one is told', async (context) => {
    const database = await freshDatabase(engine, context);
    const set = database.adapter === 'pgsql' ? "SET orm.test = 'hello'" : "SET @test = 'hello'";
    const get = database.adapter === 'pgsql' ? "current_setting('orm.test')" : '@test';
    const connection = { ...database.connection, settings: { queries: { own: set } } };
    const done = await orm(['sql:insert'], { cwd: bookstore(connection, `CREATE TABLE seen AS SELECT ${get} AS it;`) });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect((await database.query('SELECT it FROM seen')).map(String)).toEqual(['hello']);
    const broken = { ...database.connection, settings: { queries: { own: 'SET nonsense' } } };
    const failed = await orm(['sql:insert'], { cwd: bookstore(broken, TABLES) });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('in settings.queries: SET nonsense');
  });

  test('text goes in as UTF-8', async (context) => {
    const database = await freshDatabase(engine, context);
    const sql = "CREATE TABLE t (a VARCHAR(50));\nINSERT INTO t VALUES ('naïve ☃ 😀');";
    expect((await orm(['sql:insert'], { cwd: bookstore(database.connection, sql) })).code).toBe(0);
    expect(await database.query('SELECT a FROM t')).toEqual([['naïve ☃ 😀']]);
  });

  test('ATTR_TIMEOUT ends the wait for a server that does not answer', async (context) => {
    const database = await freshDatabase(engine, context);
    const { createServer } = await import('node:net');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const dsn = database.connection.dsn?.replace(/port=\d+/, `port=${String(port)}`) ?? '';
    const cwd = bookstore({ ...database.connection, dsn, attributes: { ATTR_TIMEOUT: 1 } }, TABLES);
    const started = performance.now();
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    silent.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot connect to "bookstore": .*(timeout|ETIMEDOUT)/i);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test('--dry-run prints and changes nothing', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(database.connection, TABLES);
    await orm(['sql:insert'], { cwd });
    await database.query("INSERT INTO author VALUES (1, 'Ann')");
    const { code, stdout, stderr } = await orm(['sql:insert', '--dry-run'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^-- generated-sql\/bookstore.sql → bookstore\nDROP TABLE IF EXISTS book;\n/);
    expect(stdout).toMatch(/-- would drop tables with rows: author \(.*\)\n$/);
    expect(Number((await database.query('SELECT count(*) FROM author'))[0]?.[0])).toBe(1);
  });

  test('--json is one document', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = bookstore(database.connection, TABLES);
    await orm(['sql:insert'], { cwd });
    await database.query("INSERT INTO author VALUES (1, 'Ann')");
    const { code, stdout, stderr } = await orm(['sql:insert', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      command: 'sql:insert',
      connections: [
        {
          connection: 'bookstore',
          adapter: database.adapter,
          status: 'done',
          tablesWithRows: [{ table: 'author' }],
          files: [{ file: 'generated-sql/bookstore.sql', statements: 4 }],
        },
      ],
      diagnostics: [{ severity: 'warning', code: 'insert/erases' }],
    });
  });
});
