import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { orm } from './support/orm.js';
import { configuration, project, type TestConnection } from './support/project.js';

const ENGINES = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'] as const;
const PGSQL = ['pgsql15', 'pgsql18'] as const;

/** As `sql:build` writes it, and a file of the user's. */
const GENERATED = (cascade: string): string =>
  `DROP TABLE IF EXISTS book${cascade};\nCREATE TABLE book (id INTEGER PRIMARY KEY, title VARCHAR(50));\n` +
  `DROP TABLE IF EXISTS page${cascade};\nCREATE TABLE page (id INTEGER PRIMARY KEY, book_id INTEGER, FOREIGN KEY (book_id) REFERENCES book (id));\n`;

function files(connection: TestConnection, generated: string, own = ''): string {
  return project({
    'orm.json': configuration({ app: connection }),
    'generated-sql/sqldb.map': `app.sql=app\n${own === '' ? '' : 'own.sql=app\n'}`,
    'generated-sql/app.sql': generated,
    'generated-sql/own.sql': own,
  });
}

const protectedOne = ({ connection }: TestDatabase): TestConnection => ({ ...connection, protected: true });
const count = async (database: TestDatabase, table: string): Promise<number> =>
  Number((await database.query(`SELECT count(*) FROM ${table}`))[0]?.[0]);

describe.each(ENGINES)('a protected connection on %s', (engine) => {
  const risky: readonly (readonly [danger: string, statement: string])[] = [
    ['DELETE', 'DELETE FROM kept'],
    ['UPDATE', 'UPDATE kept SET id = id + 1'],
    ['ALTER TABLE … DROP', 'ALTER TABLE kept DROP COLUMN id'],
    ['ALTER TABLE … RENAME', 'ALTER TABLE kept RENAME TO lost'],
    ['DROP VIEW', 'DROP VIEW seen'],
    ...(engine === 'sqlite' ? [] : [['TRUNCATE', 'TRUNCATE TABLE kept'] as const]),
    ...(engine.startsWith('pgsql')
      ? [
          ['DELETE', 'WITH gone AS (DELETE FROM kept RETURNING *) SELECT * FROM gone'] as const,
          ['DO with code in it', 'DO $$ BEGIN DELETE FROM kept; END $$'] as const,
          ['a call of wipe()', 'SELECT wipe()'] as const,
        ]
      : []),
    ...(engine === 'mariadb' || engine === 'mysql9'
      ? [
          ['REPLACE', 'REPLACE INTO kept VALUES (1)'] as const,
          ['DELETE', '/*!50000 DELETE FROM kept */'] as const,
          ['CALL wipe', 'CALL wipe()'] as const,
        ]
      : []),
  ];

  test('refuses every statement of a file that could destroy something, and says which', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE TABLE kept (id INTEGER PRIMARY KEY)');
    await database.query('CREATE TABLE other (id INTEGER)');
    await database.query('INSERT INTO kept VALUES (1)');
    await database.query('CREATE VIEW seen AS SELECT * FROM other');
    const own = risky.map(([, statement]) => `SELECT 1; ${statement};\n`).join('');
    const cwd = files(protectedOne(database), 'SELECT 1;\n', own);
    const { code, stdout, stderr } = await orm(['sql:insert', '--yes'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const said = [...stderr.matchAll(/is protected, and (.*) could destroy what is there\n {2}--> (.*)\n/g)];
    expect(said.map(([, danger, place]) => [danger, place])).toEqual(
      risky.map(([danger], i) => [danger, `generated-sql/own.sql:${i + 1}:11`]),
    );
    expect(await count(database, 'kept')).toBe(1);
    expect(await count(database, 'seen')).toBe(0);
  });

  if (engine !== 'sqlite') {
    test('refuses to drop by a name that means another table by then', async (context) => {
      const database = await freshDatabase(engine, context);
      await database.query('CREATE SCHEMA IF NOT EXISTS orm_elsewhere');
      context.onTestFinished(async () => {
        if (database.adapter === 'mysql') await database.query('DROP SCHEMA orm_elsewhere');
      });
      await database.query('CREATE TABLE orm_elsewhere.kept (id INTEGER PRIMARY KEY)');
      await database.query('INSERT INTO orm_elsewhere.kept VALUES (1)');
      const move = database.adapter === 'mysql' ? 'USE orm_elsewhere' : 'SET search_path = orm_elsewhere';
      const cwd = files(protectedOne(database), `${move};\nDROP TABLE kept;\n`);
      const { code, stderr } = await orm(['sql:insert', '--yes'], { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain('DROP TABLE without a schema, behind a change of the schema, could destroy');
      expect(await count(database, 'orm_elsewhere.kept')).toBe(1);
    });
  }

  test('refuses to replace what is not the same when it is created again', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = files(protectedOne(database), 'DROP USER nobody;\nCREATE USER nobody;\n');
    const { code, stderr } = await orm(['sql:insert', '--yes'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('DROP USER could destroy what is there');
  });

  test('runs what only adds, and the generated SQL while its tables are empty', async (context) => {
    const database = await freshDatabase(engine, context);
    const generated = GENERATED(database.adapter === 'pgsql' ? ' CASCADE' : '');
    const keys = database.adapter === 'mysql' ? 'SET FOREIGN_KEY_CHECKS = 0;\n' : '';
    const own =
      'CREATE TABLE IF NOT EXISTS log (id INTEGER);\nINSERT INTO log VALUES (1);\n' +
      'DROP VIEW IF EXISTS seen;\nCREATE VIEW seen AS SELECT * FROM book;\nALTER TABLE log ADD note VARCHAR(10);\n' +
      'ALTER TABLE log ADD more VARCHAR(10);\n';
    const cwd = files(protectedOne(database), keys + generated, own);
    expect(await orm(['sql:insert'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const again = files(
      protectedOne(database),
      keys + generated,
      'DROP VIEW IF EXISTS seen;\nCREATE VIEW seen AS SELECT * FROM book;\n',
    );
    expect(await orm(['sql:insert'], { cwd: again })).toMatchObject({ code: 0, stderr: '' });
    expect(await count(database, 'log')).toBe(1);
  });

  test('--force does it all the same', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE TABLE kept (id INTEGER PRIMARY KEY)');
    await database.query('INSERT INTO kept VALUES (1)');
    const cwd = files(protectedOne(database), 'DELETE FROM kept;\n');
    expect((await orm(['sql:insert', '--force'], { cwd })).code).toBe(0);
    expect(await count(database, 'kept')).toBe(0);
  });
});

describe.each(PGSQL)('CASCADE on %s', (engine) => {
  /** Tables of the schema, empty, and what others built on them. */
  async function prepared(context: Parameters<typeof freshDatabase>[1]): Promise<TestDatabase> {
    const database = await freshDatabase(engine, context);
    const run = async (...statements: readonly string[]): Promise<void> => {
      for (const statement of statements) await database.query(statement);
    };
    await run(
      'CREATE TABLE book (id SERIAL PRIMARY KEY, title TEXT)',
      'CREATE TABLE page (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book (id))',
      'CREATE INDEX by_title ON book (title)',
      'CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER CONSTRAINT loan_of REFERENCES book (id))',
      'CREATE VIEW titles AS SELECT title FROM book',
      'CREATE VIEW long_titles AS SELECT * FROM titles WHERE length(title) > 9',
      'CREATE MATERIALIZED VIEW sums AS SELECT 7 AS n, count(*) FROM book',
      'CREATE TABLE shelf (id INTEGER, favourite book)',
      'CREATE FUNCTION price(book) RETURNS INTEGER LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE TABLE audiobook (minutes INTEGER) INHERITS (book)',
    );
    return database;
  }

  const TAKEN = [
    'foreign key loan_of on public.loan',
    'function public.price(public.book)',
    'materialized view public.sums (',
    'table public.audiobook (',
    'table column public.shelf.favourite',
    'view public.titles',
    'view public.long_titles',
  ];

  test('a protected connection refuses, and names all that would be dropped along', async (context) => {
    const database = await prepared(context);
    const cwd = files(protectedOne(database), GENERATED(' CASCADE'));
    const { code, stdout, stderr } = await orm(['sql:insert', '--yes'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('the connection "app" is protected, and the SQL drops what other things depend on');
    for (const line of TAKEN) expect(stderr).toContain(`= ${line}`);
    // What belongs to the tables themselves, or to what is named already, is not.
    expect(stderr.match(/would be dropped along/g)).toHaveLength(TAKEN.length);
    expect(await count(database, 'sums')).toBe(1);
  });

  test('another one says what will be dropped along', async (context) => {
    const database = await prepared(context);
    const cwd = files(database.connection, GENERATED(' CASCADE'));
    const preview = await orm(['sql:insert', '--dry-run'], { cwd });
    for (const line of TAKEN) expect(preview.stdout).toContain(line);
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: these will be dropped along with them on "app": /);
    for (const line of TAKEN) expect(stderr).toContain(line);
  });

  test('--json has them as data', async (context) => {
    const database = await prepared(context);
    const cwd = files(database.connection, GENERATED(' CASCADE'));
    const { stdout } = await orm(['sql:insert', '--dry-run', '--json'], { cwd });
    const { connections } = JSON.parse(stdout) as { connections: readonly { dependents: readonly unknown[] }[] };
    expect(connections[0]?.dependents).toHaveLength(TAKEN.length);
    expect(connections[0]?.dependents).toContainEqual({ kind: 'view', name: 'public.titles', fate: 'goes' });
  });

  test('nothing is said of a view that the files make again, nor without CASCADE, where the server refuses', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE TABLE book (id INTEGER PRIMARY KEY)');
    await database.query('CREATE VIEW titles AS SELECT * FROM book');
    const again = files(protectedOne(database), GENERATED(' CASCADE'), 'CREATE VIEW titles AS SELECT * FROM book;\n');
    expect(await orm(['sql:insert'], { cwd: again })).toMatchObject({ code: 0, stderr: '' });
    const plain = await orm(['sql:insert'], { cwd: files(database.connection, GENERATED('')) });
    expect(plain.code).toBe(1);
    expect(plain.stderr).toContain('cannot drop table book because other objects depend on it');
  });

  test('what cannot be asked for is announced as such', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = files(database.connection, 'DROP FUNCTION IF EXISTS price CASCADE;\n');
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('will be dropped along with them on "app": all that depends on function price');
  });

  test('DROP SCHEMA names what is in it', async (context) => {
    const database = await freshDatabase(engine, context);
    for (const sql of [
      'CREATE SCHEMA old',
      'CREATE TABLE old.a (id INTEGER)',
      'CREATE VIEW old.v AS SELECT 1 AS one',
    ]) {
      await database.query(sql);
    }
    const { stdout } = await orm(['sql:insert', '--dry-run'], {
      cwd: files(database.connection, 'DROP SCHEMA old CASCADE;\n'),
    });
    expect(stdout).toContain('-- would be dropped along: table old.a (no rows), view old.v');
  });
});

describe.each(['mariadb', 'mysql9', 'sqlite'] as const)('what breaks on %s', (engine) => {
  async function prepared(context: Parameters<typeof freshDatabase>[1]): Promise<TestDatabase> {
    const database = await freshDatabase(engine, context);
    for (const sql of [
      'CREATE TABLE book (id INTEGER PRIMARY KEY, title VARCHAR(50))',
      'CREATE TABLE page (id INTEGER PRIMARY KEY, book_id INTEGER, CONSTRAINT page_of FOREIGN KEY (book_id) REFERENCES book (id))',
      'CREATE VIEW titles AS SELECT title FROM book',
      'CREATE VIEW pages AS SELECT id FROM page',
    ]) {
      await database.query(sql);
    }
    return database;
  }
  const off = engine === 'sqlite' ? '' : 'SET FOREIGN_KEY_CHECKS = 0;\n';
  const key = engine === 'sqlite' ? 'foreign key page → book' : 'foreign key page_of of page';

  test('a protected connection refuses to drop what views and keys of others need', async (context) => {
    const database = await prepared(context);
    const cwd = files(protectedOne(database), `${off}DROP TABLE book;\n`);
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`= ${key} would stop working`);
    expect(stderr).toContain('= view titles would stop working');
    expect(stderr.match(/would stop working/g)).toHaveLength(2);
  });

  test('another one says so; a table that is made again breaks nothing', async (context) => {
    const database = await prepared(context);
    const again = files(
      protectedOne(database),
      `${off}DROP TABLE book;\nCREATE TABLE book (id INTEGER PRIMARY KEY, title VARCHAR(50));\n`,
    );
    expect(await orm(['sql:insert'], { cwd: again })).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await orm(['sql:insert'], { cwd: files(database.connection, `${off}DROP TABLE book;\n`) });
    expect(code).toBe(0);
    expect(stderr).toContain(`these will stop working on "app": ${key}, view titles`);
  });
});
