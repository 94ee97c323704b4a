import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { dialect as sqlite } from '../../src/platforms/sqlite/script.js';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { startOrm } from '../support/orm-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';
import { timeless } from './support/tables.js';

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER" required="true" defaultValue="7"/><index name="book_pages"><index-column name="pages"/></index>',
);
const WRITER = PAGES.replace('<table name="author">', '<table name="writer" renamedFrom="author">').replace(
  'foreignTable="author"',
  'foreignTable="writer"',
);

const shop = (database: TestDatabase, more: object = {}): string =>
  project({ 'orm.json': configuration({ shop: database.connection }, more), 'schema.xml': START });

async function diff(cwd: string, schema: string, name: string, ...more: readonly string[]): Promise<string> {
  change(cwd, schema);
  const { code, stderr } = await orm(cwd, 'migration:diff', '--name', name, ...more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return migrationsIn(cwd).at(-1) ?? '';
}

/** SQL with the quotes of the engine. */
const sql = ({ adapter }: TestDatabase, text: string): string =>
  adapter === 'mysql' ? text.replaceAll('"', '`') : text;

const history = (database: TestDatabase): Promise<readonly (readonly (string | null)[])[]> =>
  database.query('SELECT name, state, steps = done, in_flight, error FROM orm_migration ORDER BY name');

const TRUE: unknown = expect.toSatisfy((value) => ['1', 't', 'true'].includes(String(value)));

describe.each(ENGINES)('migration:migrate on %s', (engine) => {
  test('runs what has not run, once, keeps the rows, and undoes it', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    const start = await diff(cwd, START, 'start');
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({
      code: 2,
      stdout: `shop\n  pending  ${start}\n`,
    });
    const first = await orm(cwd, 'migration:migrate');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(timeless(first.stdout)).toMatch(
      new RegExp(`^${start} → shop: \\d statements in 0 ms\\n1 migration in 0 ms\\n$`),
    );
    await database.query(sql(database, `INSERT INTO "author" ("id", "name") VALUES (4, 'Leo')`));
    await database.query(sql(database, `INSERT INTO "book" ("id", "title", "author_id") VALUES (1, 'War', 4)`));

    const pages = await diff(cwd, PAGES, 'pages');
    const writer = await diff(cwd, WRITER, 'writer');
    expect((await orm(cwd, 'migration:up')).stdout).toContain(`${pages} → shop:`);
    expect((await orm(cwd, 'migration:status')).stdout).toBe(
      `shop\n  done     ${start}\n  done     ${pages}\n  pending  ${writer}\n`,
    );
    expect((await orm(cwd, 'migration:migrate')).stdout).toContain(`${writer} → shop:`);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({
      code: 0,
      stdout: 'shop: nothing to do, 3 migrations done\n',
    });
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0 });
    expect(await history(database)).toEqual([start, pages, writer].map((name) => [name, 'done', TRUE, null, null]));
    const rows = `SELECT b."title", b."pages", w."name" FROM "book" b JOIN "writer" w ON w."id" = b."author_id"`;
    expect(await database.query(sql(database, rows))).toEqual([['War', '7', 'Leo']]);

    expect((await orm(cwd, 'migration:down')).stdout).toContain(`undone: ${writer} → shop:`);
    const refused = await orm(cwd, 'migration:down');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error: values would be erased on "shop", and there is no terminal to ask on');
    expect(refused.stderr).toContain('drop column book.pages');
    const undone = await orm(cwd, 'migration:down', '--yes');
    expect({ code: undone.code, stderr: undone.stderr }).toEqual({ code: 0, stderr: '' });
    expect(undone.stdout).toContain('values will be erased on "shop": drop column book.pages\n');
    expect(await database.query(sql(database, 'SELECT "title", "author_id" FROM "book"'))).toEqual([['War', '4']]);
    expect(await history(database)).toEqual([[start, 'done', TRUE, null, null]]);
    expect((await orm(cwd, 'migration:migrate', '--to', 'pages')).stdout).toContain(`${pages} → shop:`);
    expect((await history(database)).map(([name]) => name)).toEqual([start, pages]);
  });

  test('an error says where, leaves a state that is known, and the next run goes on', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    await diff(cwd, START, 'start');
    await orm(cwd, 'migration:migrate');
    await diff(cwd, PAGES, 'pages', '--offline');
    const own = join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'up.sql');
    const text = readFileSync(own, 'utf8');
    const more = `${text}\nINSERT INTO nowhere VALUES (1);\n`;
    writeFileSync(own, more);
    const failed = await orm(cwd, 'migration:migrate');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/--> generated-migrations\/shop\/\d+_pages\/up\.sql:\d+:\d+\n/);
    const isTransactional = database.adapter !== 'mysql';
    expect(failed.stderr).toContain(
      isTransactional
        ? 'everything of this migration was rolled back: the database is as it was'
        : 'run "orm migration:migrate" again: it goes on here',
    );
    const status = await orm(cwd, 'migration:status', '--check');
    expect(status.code).toBe(2);
    expect(status.stdout).toMatch(isTransactional ? /pending {2}\d+_pages\n/ : /stopped {2}\d+_pages {2}1 of 2 steps/);

    writeFileSync(own, `${text}\nINSERT INTO author (name) VALUES ('Ann');\n`);
    const second = await orm(cwd, 'migration:migrate');
    expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await database.query('SELECT name FROM author')).toEqual([['Ann']]);
    expect((await history(database)).at(-1)?.slice(1)).toEqual(['done', TRUE, null, null]);

    writeFileSync(own, `${more} -- another`);
    const edited = await orm(cwd, 'migration:migrate');
    expect(edited.code).toBe(1);
    expect(edited.stderr).toMatch(
      /error: "generated-migrations\/shop\/\d+_pages\/up\.sql" was edited after it ran on "shop"/,
    );
    const outdated = await orm(cwd, 'migration:status', '--check');
    expect(outdated.code).toBe(2);
    expect(outdated.stdout).toContain('edited');
    expect((await orm(cwd, 'migration:migrate', '--fake')).stdout).toContain('recorded as done: ');
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
  });

  test('several runners at once: each migration runs once, and all of them end well', {}, async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    await diff(cwd, START, 'start');
    await diff(cwd, PAGES, 'pages');
    await diff(cwd, WRITER, 'writer');
    const runs = await Promise.all(Array.from({ length: 4 }, () => orm(cwd, 'migration:migrate')));
    expect(runs.map(({ code, stderr }) => [code, stderr.replaceAll(/waiting for .*\n/g, '')])).toEqual(
      runs.map(() => [0, '']),
    );
    const ran = runs.flatMap(({ stdout }) => [...stdout.matchAll(/_(\w+) → shop: [1-9]/g)].map(([, name]) => name));
    expect(ran.sort()).toEqual(['pages', 'start', 'writer']);
    for (const { stdout } of runs) expect(stdout).not.toContain(': 0 statements');
    expect((await history(database)).map(([, state]) => state)).toEqual(['done', 'done', 'done']);
  });
});

describe.each(ENGINES)('migrations and other commands on %s', (engine) => {
  test('sql:insert records the migrations that make the same tables, and refuses others', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    const start = await diff(cwd, START, 'start');
    await orm(cwd, 'sql:build');
    const inserted = await orm(cwd, 'sql:insert');
    expect({ code: inserted.code, stderr: inserted.stderr }).toEqual({ code: 0, stderr: '' });
    expect(inserted.stdout).toContain('shop: 1 migration recorded as done\n');
    expect(await history(database)).toEqual([[start, 'done', TRUE, null, null]]);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ stdout: 'shop: nothing to do, 1 migration done\n' });

    change(cwd, PAGES);
    await orm(cwd, 'sql:build');
    const refused = await orm(cwd, 'sql:insert');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error: the schema of "shop" has 2 changes that no migration makes\n');
    expect(refused.stderr).toContain('run "orm migration:diff" first\n');
    await diff(cwd, PAGES, 'pages');
    expect((await orm(cwd, 'sql:insert')).stdout).toContain('shop: 2 migrations recorded as done\n');
    expect(await database.query(sql(database, 'SELECT "pages" FROM "book"'))).toEqual([]);
  });

  test('the history is no table of the schema', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    await diff(cwd, START, 'start');
    await orm(cwd, 'migration:migrate');
    const doctor = await orm(cwd, 'doctor');
    expect(doctor.stdout).toContain('"shop" is as the schema says');
    expect(doctor.stdout).not.toContain('orm_migration');
    const reversed = await orm(cwd, 'database:reverse', '--dry-run');
    expect(reversed.stdout).toContain('<table name="book"');
    expect(reversed.stdout).not.toContain('orm_migration');
  });
});

describe.each(ENGINES)('migration:baseline on %s', (engine) => {
  test('adopts a database that is what the migrations make, and no other', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    await orm(cwd, 'sql:build');
    await orm(cwd, 'sql:insert');
    expect((await orm(cwd, 'migration:baseline')).stderr).toContain('error: there is no migration of "shop"\n');
    const start = await diff(cwd, START, 'start');
    const failed = await orm(cwd, 'migration:migrate');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('"orm migration:baseline" adopts it');
    await database.query(sql(database, 'ALTER TABLE "author" ADD COLUMN "born" INTEGER'));
    const refused = await orm(cwd, 'migration:baseline');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error: "shop" is not what the migrations make: 1 difference\n');
    expect(refused.stderr).toContain('column born of author');
    await database.query(sql(database, 'ALTER TABLE "author" DROP COLUMN "born"'));
    expect(await orm(cwd, 'migration:baseline')).toMatchObject({
      code: 0,
      stdout: `recorded as done: ${start} → shop\n`,
    });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ stdout: 'shop: nothing to do, 1 migration done\n' });
    expect(await history(database)).toEqual([[start, 'done', TRUE, null, null]]);
  });
});

describe.each(['pgsql15', 'mariadb', 'mysql9'] as const)('locks of others on %s', (engine) => {
  test('are waited for a little, and again', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database, { migrations: { lockTimeout: 1, lockTries: 1000 } });
    await diff(cwd, START, 'start');
    await orm(cwd, 'migration:migrate');
    await diff(cwd, PAGES, 'pages');
    const isMysql = database.adapter === 'mysql';
    await database.query(isMysql ? 'START TRANSACTION' : 'BEGIN');
    await database.query('SELECT COUNT(*) FROM book');
    const { child, ended } = startOrm(cwd, ['migration:migrate']);
    await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()));
    await database.query('COMMIT');
    const { code, stderr } = await ended;
    expect(stderr).toMatch(
      /^"shop": a lock was waited for in vain; trying again \(2 of 1000; waited for session \d+ of "orm".*\)\n/,
    );
    expect(code).toBe(0);
    expect((await history(database)).map(([, state, , , error]) => [state, error])).toEqual([
      ['done', null],
      ['done', null],
    ]);
  });
});

describe.each(ENGINES)('migration:migrate --script on %s', (engine) => {
  test('writes SQL that another client runs once, with its history', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = shop(database);
    await diff(cwd, START, 'start');
    await diff(cwd, PAGES, 'pages');
    await diff(cwd, WRITER, 'writer');
    expect(await orm(cwd, 'migration:migrate', '--script', 'all.sql')).toMatchObject({
      code: 0,
      stdout: 'written: all.sql (3 migrations of shop)\n',
    });
    const script = readFileSync(join(cwd, 'all.sql'), 'utf8');
    for (const statement of statementsOf(script, database.adapter)) await database.query(statement);
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ stdout: 'shop: nothing to do, 3 migrations done\n' });
    expect(await database.query(sql(database, 'SELECT "pages" FROM "book"'))).toEqual([]);
    // The first statement of a migration that ran is refused.
    const [, again = ''] = statementsOf(script, database.adapter).filter((each) => /orm_migration/.test(each));
    await expect(database.query(again)).rejects.toThrow();
  });
});

describe('the command line of migration:migrate', () => {
  const started = async (): Promise<string> => {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.sqlite' } }),
      'schema.xml': START,
    });
    await diff(cwd, START, 'start');
    return cwd;
  };

  test.each([
    ['migration:migrate', ['--fake', '--script', 'all.sql'], '--fake and --script'],
    ['migration:migrate', ['--dry-run', '--script', 'all.sql'], '--script and --dry-run'],
    ['migration:migrate', ['--script', 'all.sql', '--resume-at', '1'], '--script and --resume-at'],
    ['migration:migrate', ['--dry-run', '--fake'], '--fake and --dry-run'],
    ['migration:up', ['--dry-run', '--fake'], '--fake and --dry-run'],
    ['migration:down', ['--fake', '--resume-at', '1'], '--fake and --resume-at'],
  ])('refuses options that contradict each other: %s %j', async (command, args, both) => {
    const cwd = await started();
    expect(await orm(cwd, command, ...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${both} do not go together\n  = leave one of them out\n\n1 error\n`,
    });
    expect(existsSync(join(cwd, 'all.sql'))).toBe(false);
    expect(existsSync(join(cwd, 'shop.sqlite'))).toBe(false);
  });

  test('names each connection once when one is not known', async () => {
    const { code, stderr } = await orm(await started(), 'migration:migrate', '--connection', 'nowhere');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: there is no connection "nowhere"\n  = known here: shop\n\n1 error\n',
    });
  });
});

const statementsOf = (script: string, adapter: TestDatabase['adapter']): string[] =>
  splitScript(script, { pgsql, mysql, sqlite }[adapter]).statements.map(({ text }) => text);

describe.each(['pgsql15', 'pgsql18'] as const)('a view that orm knows nothing of, on %s', (engine) => {
  const TITLE = '<column name="title" type="VARCHAR" size="100" required="true"/>';
  for (const [what, title] of [
    ['gets another type', TITLE.replace('100', '200')],
    ['is dropped', ''],
  ] as const) {
    test(`where a column that it reads ${what}, the error says what to do`, async (context) => {
      const database = await freshDatabase(engine, context);
      const cwd = shop(database);
      await diff(cwd, START, 'start');
      expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
      const view = 'CREATE VIEW titles AS SELECT title AS t FROM book';
      await database.query(view);
      const name = await diff(cwd, START.replace(TITLE, title), 'title');
      const refused = await orm(cwd, 'migration:migrate', '--yes');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        '  = drop the view before this statement in up.sql and create it again behind it, and the same in down.sql\n',
      );
      const path = join(cwd, 'generated-migrations/shop', name, 'up.sql');
      const up = readFileSync(path, 'utf8');
      writeFileSync(path, up.replace(/^ALTER/m, 'DROP VIEW titles;\nALTER') + (title === '' ? '' : `${view};\n`));
      expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    });
  }
});
