import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/>',
);

/** SQL with the quotes of the engine. */
const sql = ({ adapter }: TestDatabase, text: string): string =>
  adapter === 'mysql' ? text.replaceAll('"', '`') : text;

async function started(database: TestDatabase): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  return cwd;
}

async function diff(cwd: string, schema: string, name: string): Promise<string> {
  change(cwd, schema);
  expect(await orm(cwd, 'migration:diff', '--name', name)).toMatchObject({ code: 0, stderr: '' });
  return migrationsIn(cwd).at(-1) ?? '';
}

const stray = (database: TestDatabase, table: string): Promise<unknown> =>
  database.query(sql(database, `CREATE INDEX "stray" ON "${table}" ("id")`));

describe.each(ENGINES)('drift on %s', (engine) => {
  test('is in the way only of what changes the same table', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0, stderr: '' });
    await stray(database, 'author');
    const pages = await diff(cwd, PAGES, 'pages');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:down')).toMatchObject({ code: 0 });

    await database.query(sql(database, `ALTER TABLE "book" ADD COLUMN "shelf" INTEGER`));
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      [
        'error: "shop" is not what its migrations made: 1 difference in what is to be changed',
        '  = column shelf of book: the migrations do not have it',
        '  = nothing was changed; change the database back, or run with --allow-drift if the SQL works all the same',
      ].join('\n'),
    );
    expect(await database.query('SELECT count(*) FROM orm_migration')).toEqual([['1']]);

    const status = await orm(cwd, 'migration:status');
    expect(status.code).toBe(0);
    expect(status.stdout).toContain(`  pending  ${pages}\n`);
    expect(
      status.stdout
        .split('\n')
        .filter((line) => line.includes('drift'))
        .sort(),
    ).toEqual([
      '  drift    column shelf of book: the migrations do not have it',
      '  drift    index stray of author: the migrations do not have it',
    ]);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(1);
    const { connections } = JSON.parse((await orm(cwd, 'migration:status', '--json')).stdout) as {
      connections: { drift: { kind: string; status: string; name: string }[] }[];
    };
    expect(connections[0]?.drift.map(({ kind, status: state, name }) => `${kind} ${state} ${name}`).sort()).toEqual([
      'column extra shelf',
      'index extra stray',
    ]);

    const allowed = await orm(cwd, 'migration:migrate', '--allow-drift');
    expect(allowed).toMatchObject({ code: 0 });
    expect(allowed.stderr).toContain('warning: "shop" is not what its migrations made: 1 difference');
    expect(await database.query(sql(database, 'SELECT "pages", "shelf" FROM "book"'))).toEqual([]);
  });

  test('is a table that is to be made, and nobody else’s', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    await database.query(sql(database, 'CREATE TABLE "others" ("id" INTEGER)'));
    await database.query(sql(database, 'CREATE TABLE "extra" ("id" INTEGER)'));
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    const table = '<table name="extra"><column name="id" type="INTEGER" primaryKey="true"/></table></database>';
    await diff(cwd, START.replace('</database>', table), 'extra');
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('  = table extra: the database has it, the migrations do not\n');
    expect(refused.stderr).not.toContain('others');
  });

  test('counts names of keys, which later migrations use', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = START.replace('</database>', '').concat(
      '<table name="tag"><column name="id" type="INTEGER" primaryKey="true"/><column name="word" type="VARCHAR" size="20"/>',
      '<index name="tag_word"><index-column name="word"/></index></table></database>',
    );
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    await database.query(
      sql(database, database.adapter === 'mysql' ? 'DROP INDEX "tag_word" ON "tag"' : 'DROP INDEX "tag_word"'),
    );
    await database.query(sql(database, 'CREATE INDEX "by_word" ON "tag" ("word")'));
    expect((await orm(cwd, 'migration:status')).stdout).toContain(
      '  drift    index tag_word of tag: the migrations name it tag_word, the database by_word\n',
    );
  });

  test('is left to the next ones by a baseline up to a migration', async (context) => {
    const database = await freshDatabase(engine, context);
    const first = await started(database);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    await database.query('DROP TABLE orm_migration');
    const start = await diff(cwd, START, 'start');
    const pages = await diff(cwd, PAGES, 'pages');
    expect(first).not.toBe(cwd);
    expect((await orm(cwd, 'migration:baseline')).stderr).toContain(
      'column pages of book: the database does not have it',
    );
    expect(await orm(cwd, 'migration:baseline', '--to', 'start')).toMatchObject({
      code: 0,
      stdout: `recorded as done: ${start} → shop\n`,
    });
    expect((await orm(cwd, 'migration:migrate')).stdout).toContain(`${pages} → shop`);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
  });
});

const WORKED_OUT = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  `<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER" defaultValue="1"/>
   <column name="kind" type="ENUM" enumStorage="label" valueSet="new, used"/>
   <check name="book_pages" expression="pages BETWEEN 1 AND 9000 OR pages IN (0, -1)"/>`,
).replace(
  '</database>',
  '<table name="seen" readOnly="true" viewSql="SELECT id, title FROM book WHERE id > 3"><column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100"/></table></database>',
);

describe.each(ENGINES)('migration:status --exact on %s', (engine) => {
  test('builds what should be beside it, and compares every text', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    await diff(cwd, START, 'start');
    await diff(cwd, WORKED_OUT, 'more');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    const databases = (): Promise<readonly (readonly unknown[])[]> =>
      database.adapter === 'sqlite'
        ? Promise.resolve([])
        : database.query(
            database.adapter === 'mysql'
              ? "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'orm\\_exact\\_%'"
              : "SELECT datname FROM pg_database WHERE datname LIKE 'orm\\_exact\\_%'",
          );
    expect((await orm(cwd, 'migration:status', '--check', '--exact')).stdout).not.toContain('drift');
    await database.query('DROP VIEW seen');
    await database.query('CREATE VIEW seen AS SELECT id, title FROM book WHERE id > 2 + 1');
    const found = await orm(cwd, 'migration:status', '--check', '--exact');
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('  drift    view seen of seen: ');
    // Others of this server, of tests beside this one, go on their own.
    const seen = new Set((await databases()).flat());
    await expect
      .poll(async () => (await databases()).flat().filter((name) => seen.has(name)), { timeout: 60_000 })
      .toEqual([]);
  });
});

describe.each(ENGINES)('migration:diff --from-database on %s', (engine) => {
  test('makes a migration of what somebody did by hand', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    await stray(database, 'author');
    await database.query(sql(database, 'ALTER TABLE "book" ADD COLUMN "shelf" INTEGER'));
    const written = await orm(cwd, 'migration:diff', '--from-database', '--name', 'by hand');
    expect(written.stdout).toMatch(/^shop: 2 changes\n {2}add index author.stray .*\n {2}add column book.shelf .*\n/);
    expect(written.stderr).toBe('on the database that was read it is done: "orm migration:baseline" records that\n');
    const name = migrationsIn(cwd).at(-1) ?? '';
    expect(await orm(cwd, 'migration:baseline')).toMatchObject({
      code: 0,
      stdout: `recorded as done: ${name} → shop\n`,
    });
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    expect((await orm(cwd, 'migration:diff', '--from-database')).stdout).toBe('shop: no changes\n');
    // The schema knows nothing of it: the next migration takes it back.
    const back = await orm(cwd, 'migration:diff', '--name', 'back', '--drop', 'book.shelf');
    expect(back.stdout).toMatch(/ {2}drop index author.stray .*\n {2}drop column book.shelf .*erases data/);

    const other = await freshDatabase(engine, context);
    const elsewhere = project({ 'orm.json': configuration({ shop: other.connection }), 'schema.xml': START });
    cpSync(join(cwd, 'generated-migrations'), join(elsewhere, 'generated-migrations'), { recursive: true });
    expect(await orm(elsewhere, 'migration:migrate', '--to', name)).toMatchObject({ code: 0, stderr: '' });
    expect(await other.query(sql(other, 'SELECT "shelf" FROM "book"'))).toEqual([]);
    expect(await orm(elsewhere, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect((await orm(elsewhere, 'migration:status', '--check')).code).toBe(0);
  });

  test('begins with a database that is there', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query(sql(database, 'CREATE TABLE "author" ("id" INTEGER NOT NULL, "name" VARCHAR(50) NOT NULL)'));
    await database.query(sql(database, 'CREATE TABLE "others" ("id" INTEGER)'));
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    expect((await orm(cwd, 'migration:diff', '--from-database', '--name', 'start')).stdout).toMatch(
      /^shop: 1 change\n {2}add table author/,
    );
    expect(await orm(cwd, 'migration:baseline')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:diff', '--split', '--amend', '--from-database')).toMatchObject({ code: 1 });
  });
});

describe('a UNIQUE in the text of a table of SQLite', () => {
  const UNIQUE = `<database name="shop"><table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="email" type="VARCHAR" size="50"/>
    <unique><unique-column name="email"/></unique></table></database>`;
  const PLAIN = UNIQUE.replace(/<unique>.*<\/unique>/, '');

  test('is no index that could be dropped, and a migration from it makes the table anew', async (context) => {
    const database = await freshDatabase('sqlite', context);
    await database.query(
      'CREATE TABLE author (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, email VARCHAR(50), UNIQUE (email), UNIQUE (id))',
    );
    await database.query("INSERT INTO author (email) VALUES ('a@example.org')");
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': UNIQUE });
    const first = await diff(cwd, UNIQUE, 'start');
    const refused = await orm(cwd, 'migration:baseline');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      '  = unique author_u_ce4c89 of author: the migrations have an index, the database a constraint of the table\n' +
        '  = unique author_u_db2f7c of author: the migrations do not have it\n',
    );
    expect(refused.stderr).toContain('and run "orm migration:diff --from-database --name start"\n');
    expect((await orm(cwd, 'doctor')).stdout).not.toContain('author_u_ce4c89');

    rmSync(join(cwd, 'generated-migrations/shop', first), { recursive: true });
    expect((await orm(cwd, 'migration:diff', '--from-database', '--name', 'start')).code).toBe(0);
    expect((await orm(cwd, 'migration:baseline')).code).toBe(0);
    expect(await orm(cwd, 'migration:status', '--check', '--exact')).toMatchObject({ code: 0, stderr: '' });
    await diff(cwd, UNIQUE, 'as the schema');
    await diff(cwd, PLAIN, 'no unique');
    const isUnique = async (): Promise<boolean> =>
      database.query("INSERT INTO author (email) VALUES ('a@example.org')").then(
        () => false,
        () => true,
      );
    expect((await orm(cwd, 'migration:up')).code).toBe(0);
    expect(await database.query("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'author'")).toEqual(
      [['author_u_ce4c89']],
    );
    expect(await isUnique()).toBe(true);
    expect((await orm(cwd, 'migration:up')).code).toBe(0);
    expect(await orm(cwd, 'migration:status', '--check', '--exact')).toMatchObject({ code: 0, stderr: '' });
    expect((await orm(cwd, 'migration:down', '--to', 'start')).code).toBe(0);
    expect(await orm(cwd, 'migration:status', '--exact')).toMatchObject({ code: 0, stderr: '' });
    expect(await isUnique()).toBe(true);
    expect(await database.query('SELECT id, email FROM author')).toEqual([['1', 'a@example.org']]);
  });
});

describe.each(['mysql9', 'mariadb'] as const)(
  'checks with numbers that %s works out when a table is altered',
  (engine) => {
    test('are no drift, and another number is', async (context) => {
      const database = await freshDatabase(engine, context);
      const checks = (more: string): string => `<database name="shop"><table name="t">
      <column name="id" type="INTEGER" primaryKey="true"/>
      <column name="a" type="BIGINT"/>
      <check name="ck" expression="a > -100 OR a IS NULL"/>
      <check name="sums" expression="a &lt;> - - 5 AND a &lt;> -(5 + 1) AND a > 2 - 300 AND 'x' &lt;> '-(100)'"/>${more}
    </table></database>`;
      const cwd = project({
        'orm.json': configuration({ shop: database.connection }),
        'schema.xml': checks('<check name="c2" expression="id > 0"/>'),
      });
      const run = async (...args: string[]): Promise<void> =>
        expect(await orm(cwd, ...args)).toMatchObject({ code: 0, stderr: '' });
      await run('migration:diff', '--name', 'start');
      await run('migration:migrate');
      await run('migration:status', '--check', '--exact');
      change(cwd, checks(''));
      await run('migration:diff', '--name', 'without');
      await run('migration:migrate');
      await run('migration:status', '--check', '--exact');
      await database.query('ALTER TABLE t DROP CONSTRAINT ck');
      await database.query('ALTER TABLE t ADD CONSTRAINT ck CHECK (a > -101 OR a IS NULL)');
      const found = await orm(cwd, 'migration:status', '--check', '--exact');
      expect(found.code).toBe(1);
      expect(found.stdout + found.stderr).toContain('check ck');
    });
  },
);

describe.each(['mysql9', 'mariadb', 'mariadb11'] as const)('another collation of a column on %s', (engine) => {
  test.for(['', '--exact'])('is named once with status %s', async (option, context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    await database.query('ALTER TABLE book MODIFY title VARCHAR(100) COLLATE utf8mb4_danish_ci NOT NULL');
    const found = await orm(cwd, 'migration:status', '--check', ...(option === '' ? [] : [option]));
    expect(found.code).toBe(1);
    expect(found.stdout.split('\n').filter((line) => line.includes('drift'))).toEqual([
      expect.stringMatching(
        /^ {2}drift {4}collation title of book: the migrations make it utf8mb4_\w+, the database has utf8mb4_danish_ci$/,
      ),
    ]);
  });
});

describe.each(['pgsql15', 'pgsql18'] as const)('foreign keys between schemas on %s', (engine) => {
  test('are no drift where the tables of one schema change alone', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = (changed: string): string => {
      const table = (name: string, of: string, target: string, targetOf: string): string =>
        `<table name="${name}"${of}><column name="id" type="INTEGER" primaryKey="true"/><column name="at" type="INTEGER"/>
        ${changed === name ? '<column name="more" type="INTEGER"/>' : ''}
        <foreign-key name="key_of_${name}" foreignTable="${target}"${targetOf}><reference local="at" foreign="id"/></foreign-key></table>`;
      return `<database name="shop">
      ${table('note', '', 'shelf', ' foreignSchema="near"')}
      ${table('shelf', ' schema="near"', 'room', ' foreignSchema="far"')}
      ${table('room', ' schema="far"', 'town', '')}
      <table name="town"><column name="id" type="INTEGER" primaryKey="true"/></table>
    </database>`;
    };
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema('') });
    const run = async (...args: string[]): Promise<void> =>
      expect(await orm(cwd, ...args)).toMatchObject({ code: 0, stderr: '' });
    for (const changed of ['', 'note', '', 'shelf', '', 'room', '']) {
      change(cwd, schema(changed));
      const drops =
        changed === '' ? ['note', 'near.shelf', 'far.room'].flatMap((name) => ['--drop', `${name}.more`]) : [];
      const asked = await orm(cwd, 'migration:diff', '--name', 'change');
      if (asked.code !== 0) await orm(cwd, 'migration:diff', '--name', 'change', ...drops);
      await run('migration:migrate', '--yes');
    }
    await run('migration:status', '--check');
    // One that is missing is still found.
    await database.query('ALTER TABLE near.shelf DROP CONSTRAINT key_of_shelf');
    change(cwd, schema('shelf'));
    await run('migration:diff', '--name', 'again');
    const refused = await orm(cwd, 'migration:migrate', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('  = foreign key key_of_shelf of near.shelf: the database does not have it\n');
  });
});

describe.each(['mariadb', 'mariadb11', 'mysql9'] as const)('a default beyond U+FFFF on %s', (engine) => {
  test('is no drift, though an empty table shows it as a question mark', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = `<database name="shop"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/>
      <column name="a" type="VARCHAR" size="20" required="true" defaultValue="é😀日本"/></table></database>`;
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema });
    await diff(cwd, schema, 'start');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect((await orm(cwd, 'migration:status', '--check', '--exact')).code).toBe(0);
    await database.query('INSERT INTO t (id) VALUES (1)');
    expect(await database.query('SELECT a FROM t')).toEqual([['é😀日本']]);
    expect((await orm(cwd, 'migration:status', '--check', '--exact')).code).toBe(0);
    await database.query("ALTER TABLE t ALTER a SET DEFAULT 'other'");
    expect((await orm(cwd, 'migration:status', '--check', '--exact')).stdout).toContain('drift    default a of t: ');
  });
});
