import { expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

/** Runs a file of statements on a protected connection; what it refused, statement by statement. */
async function refusals(database: TestDatabase, statements: readonly string[]): Promise<readonly string[]> {
  const cwd = project({
    'orm.json': configuration({ app: { ...database.connection, protected: true } }),
    'generated-sql/sqldb.map': 'own.sql=app\n',
    'generated-sql/own.sql': statements.map((sql) => `${sql};\n`).join(''),
  });
  const { code, stderr } = await orm(['sql:insert', '--yes'], { cwd });
  const said = [...stderr.matchAll(/is protected, and (.*) could destroy what is there\n +--> .*own\.sql:(\d+):/g)];
  expect({ code, stderr: said.length > 0 ? '' : stderr }).toEqual({ code: said.length > 0 ? 1 : 0, stderr: '' });
  return said.map(([, danger = '', line = '']) => `${line}: ${danger}`);
}

async function prepared(
  engine: Parameters<typeof freshDatabase>[0],
  context: Parameters<typeof freshDatabase>[1],
  ...statements: readonly string[]
): Promise<TestDatabase> {
  const database = await freshDatabase(engine, context);
  for (const sql of ['CREATE TABLE kept (id INTEGER)', 'INSERT INTO kept VALUES (1), (2)', ...statements]) {
    await database.query(sql);
  }
  return database;
}

const rows = async (database: TestDatabase): Promise<number> =>
  Number((await database.query('SELECT count(*) FROM kept'))[0]?.[0]);

test.for(['pgsql15', 'pgsql18'] as const)('a call in disguise changes nothing on %s', async (engine, context) => {
  const wipes = 'RETURNS int LANGUAGE sql AS $$ DELETE FROM public.kept; SELECT 1 $$';
  const database = await prepared(
    engine,
    context,
    `CREATE FUNCTION wipe_all() ${wipes}`,
    'CREATE SCHEMA sh',
    `CREATE FUNCTION sh.lower(text) ${wipes}`,
    `CREATE FUNCTION public.upper(integer) ${wipes}`,
    'CREATE SEQUENCE counter START 7',
  );
  const refused = await refusals(database, [
    'SELECT wipe_all() AS n',
    "SELECT sh.lower('a')",
    'SELECT sh."lower"(\'a\') AS n',
    'INSERT INTO kept SELECT n FROM (SELECT wipe_all() AS n) s WHERE n > 5',
    'CREATE TABLE made AS SELECT wipe_all() AS n',
    'SELECT pg_catalog.lo_create(0) AS x',
    'SELECT pg_terminate_backend(0) AS x',
    "SELECT setval('counter', 1)",
    'SELECT pg_catalog.upper(title::text) FROM (SELECT 1 AS title) AS s',
    'SELECT upper(1)',
    'SELECT sum(1)',
  ]);
  expect(refused).toEqual([
    '1: a call of wipe_all()',
    '2: a call of sh.lower()',
    '3: a call of sh."lower"()',
    '4: a call of wipe_all()',
    '5: a call of wipe_all()',
    '6: a call of pg_catalog.lo_create()',
    '7: a call of pg_terminate_backend()',
    '8: a call of setval()',
    '10: a call of upper(), also the name of a function of your own,',
  ]);
  expect(await rows(database)).toBe(2);
  expect((await database.query("SELECT nextval('counter')"))[0]?.map(String)).toEqual(['7']);
});

test.for(['mariadb', 'mysql9'] as const)('a call in disguise changes nothing on %s', async (engine, context) => {
  const wipes = 'RETURNS INT DETERMINISTIC BEGIN DELETE FROM kept; RETURN 1; END';
  const database = await prepared(
    engine,
    context,
    `CREATE FUNCTION wipe_all() ${wipes}`,
    `CREATE FUNCTION \`now\` () ${wipes}`,
  );
  const [[schema] = []] = await database.query('SELECT DATABASE()');
  const refused = await refusals(database, [
    'SELECT wipe_all() AS n',
    `SELECT ${String(schema)}.wipe_all()`,
    `SELECT ${String(schema)}.now()`,
    'SELECT `now`()',
    'SELECT now ()',
    'CREATE TABLE made SELECT wipe_all() AS n',
    // The password that it has already: should this ever run, the server is as before.
    engine === 'mariadb' ? "SET PASSWORD = PASSWORD('orm')" : "SET PASSWORD = 'orm'",
    'SET @a = 1',
  ]);
  expect(refused).toEqual([
    '1: a call of wipe_all()',
    `2: a call of ${String(schema)}.wipe_all()`,
    `3: a call of ${String(schema)}.now()`,
    '4: a call of `now`()',
    '5: a call of now(), also the name of a function of your own,',
    '6: a call of wipe_all()',
    '7: SET PASSWORD',
  ]);
  expect(await rows(database)).toBe(2);
});

test('a plain INSERT does not replace rows on SQLite', async (context) => {
  const database = await prepared(
    'sqlite',
    context,
    'CREATE TABLE tricky (id INTEGER PRIMARY KEY ON CONFLICT REPLACE, a TEXT)',
    "INSERT INTO tricky VALUES (1, 'old')",
  );
  const refused = await refusals(database, [
    "INSERT INTO tricky VALUES (1, 'new')",
    "INSERT INTO [Tricky] (id, a) SELECT 1, 'new'",
    "WITH n AS (SELECT 1) INSERT INTO main.tricky SELECT 1, 'new'",
    'CREATE TABLE made (a TEXT UNIQUE ON CONFLICT REPLACE)',
    'WITH n AS (SELECT 1) REPLACE INTO kept SELECT * FROM n',
    'INSERT INTO kept VALUES (3)',
  ]);
  const inserts = 'INSERT into a table with ON CONFLICT REPLACE';
  expect(refused).toEqual([`1: ${inserts}`, `2: ${inserts}`, `3: ${inserts}`, '4: ON CONFLICT REPLACE', '5: REPLACE']);
  expect(await database.query('SELECT a FROM tricky')).toEqual([['old']]);
  expect(await rows(database)).toBe(2);
});

test.for(['pgsql15', 'mariadb', 'sqlite'] as const)('what is harmless runs on %s', async (engine, context) => {
  const database = await prepared(engine, context);
  const refused = await refusals(database, [
    "SELECT upper('a') AS n, count(*) AS m FROM kept",
    'WITH x (a) AS (SELECT 3) SELECT a FROM x',
    'INSERT INTO kept (id) SELECT max(id) + 1 FROM kept',
    'CREATE TABLE made AS SELECT count(*) AS n FROM kept',
    'CREATE INDEX by_id ON kept (id)',
    'ALTER TABLE kept ADD title VARCHAR(10)',
  ]);
  expect(refused).toEqual([]);
  expect(await rows(database)).toBe(3);
});
