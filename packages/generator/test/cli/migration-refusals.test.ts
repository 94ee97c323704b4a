import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const book = (columns = ''): string =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100" required="true"/>${columns}</table></database>`;
const PAGES = book('<column name="pages" type="INTEGER"/>');

/** A project whose table has been made, and has two rows. */
async function started(database: TestDatabase): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': book() });
  await orm(cwd, 'migration:diff', '--name', 'start');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  await database.query("INSERT INTO book (id, title) VALUES (1, 'War'), (2, 'Peace')");
  return cwd;
}

/** A migration that has not run. */
async function pending(cwd: string, name: string, schema = PAGES): Promise<void> {
  change(cwd, schema);
  expect(await orm(cwd, 'migration:diff', '--name', name)).toMatchObject({ code: 0 });
}

const folder = (cwd: string, at: number): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(at) ?? '');

const edit = (path: string, by: (text: string) => string): void => writeFileSync(path, by(readFileSync(path, 'utf8')));

test('--fake for an edited file leaves what is pending', async (context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = await started(database);
  await pending(cwd, 'pages');
  edit(join(folder(cwd, 0), 'up.sql'), (sql) => `${sql}\nDELETE FROM book WHERE id = 3;\n`);
  expect((await orm(cwd, 'migration:migrate')).stderr).toContain(
    '"orm migration:migrate --fake" records it as it is now',
  );
  const faked = await orm(cwd, 'migration:migrate', '--fake');
  expect(faked.code).toBe(0);
  expect(faked.stdout).toMatch(
    /^recorded as done: \d+_start → shop\nleft as it was: \d+_pages → shop, because only edited files are recorded\n1 migration recorded as done/,
  );
  expect((await orm(cwd, 'migration:status')).stdout).toMatch(/ {2}done {5}\d+_start\n {2}pending {2}\d+_pages\n/);
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT id, pages FROM book')).toEqual([
    ['1', null],
    ['2', null],
  ]);
});

test('--fake with --to records an edited file and what is pending', async (context) => {
  const cwd = await started(await freshDatabase('sqlite', context));
  await pending(cwd, 'pages');
  edit(join(folder(cwd, 0), 'up.sql'), (sql) => `${sql}\nDELETE FROM book WHERE id = 3;\n`);
  const faked = await orm(cwd, 'migration:migrate', '--fake', '--to', 'pages');
  expect(faked.stdout).toMatch(/^recorded as done: \d+_start → shop\nrecorded as done: \d+_pages → shop\n2 migrations/);
});

test.for(['migrate', 'up', 'down'])('%s --resume-at is refused where nothing has stopped', async (command, context) => {
  const cwd = await started(await freshDatabase('sqlite', context));
  const message =
    'error: --resume-at is for a migration that stopped, and none has stopped on "shop"\n  = nothing was changed; run it without --resume-at\n';
  const refused = await orm(cwd, `migration:${command}`, '--resume-at', '1', '--yes');
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(message);
  await pending(cwd, 'pages');
  expect((await orm(cwd, `migration:${command}`, '--resume-at', '1', '--yes')).stderr).toContain(message);
});

test('--resume-at goes to the migration that stopped, behind one that has not begun', async (context) => {
  const database = await freshDatabase('mariadb', context);
  const cwd = await started(database);
  await orm(cwd, 'migration:create', '--name', 'own');
  edit(join(folder(cwd, 1), 'up.sql'), () => 'CREATE TABLE one (id INT);\nCREATE TABLE two (id INT);\n');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
  await database.query("UPDATE orm_migration SET state = 'running', done = 1, in_flight = 1 WHERE name LIKE '%own'");
  await database.query("UPDATE orm_migration SET checksum = 'other' WHERE name LIKE '%own'");
  const earlier = join(cwd, 'generated-migrations/shop/20200101000000_merged');
  cpSync(folder(cwd, 1), earlier, { recursive: true });
  edit(join(earlier, 'up.sql'), () => 'CREATE TABLE zero (id INT);\n');
  const { stdout, stderr } = await orm(cwd, 'migration:migrate', '--resume-at', '3');
  expect(stdout).toContain('20200101000000_merged → shop: 1 statement');
  // The step was taken for the one that stopped.
  expect(stderr).toContain('own/up.sql" was edited in what has run already: 1 of its steps');
});

test('--resume-at is refused for more than one database', async () => {
  const cwd = project({
    'orm.json': configuration(
      { shop: { adapter: 'sqlite', dsn: 'sqlite:@DB@.db' } },
      { migrations: { connections: { shop: ['one', 'two'] } } },
    ),
    'schema.xml': book(),
  });
  await orm(cwd, 'migration:diff', '--name', 'start');
  const refused = await orm(cwd, 'migration:migrate', '--resume-at', '1');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'error: --resume-at is about one database, and there are 2 connections\n  = name one of them with --connection\n',
  );
  expect((await orm(cwd, 'migration:migrate', '--resume-at', '1', '--connection', 'two')).stderr).toContain(
    'none has stopped on "two"',
  );
});

test('a migration that stopped is not done when its folder is gone', async (context) => {
  const database = await freshDatabase('mariadb', context);
  const cwd = await started(database);
  await orm(cwd, 'migration:create', '--name', 'own');
  edit(join(folder(cwd, 1), 'up.sql'), () => 'CREATE TABLE one (id INT);\nCREATE TABLE book (id INT);\n');
  expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
  const kept = join(cwd, 'kept');
  const gone = folder(cwd, 1);
  renameSync(gone, kept);
  const status = await orm(cwd, 'migration:status', '--check');
  expect(status.code).toBe(2);
  expect(status.stdout).toMatch(
    / {2}stopped {2}\d+_own {4}1 of 2 steps; its folder is gone: restore it; Table 'book' already/,
  );
  await pending(cwd, 'pages');
  for (const command of ['migrate', 'migrate --dry-run', 'up', 'down', 'baseline --force']) {
    const refused = await orm(cwd, ...`migration:${command}`.split(' '));
    expect({ command, code: refused.code, stdout: refused.stdout }).toEqual({ command, code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error: migration "\d+_own" has begun on "shop" and not ended, 1 of 2 steps are done, and its folder is gone\n {2}= nothing was changed; restore the folder/,
    );
  }
  rmSync(folder(cwd, 1), { recursive: true });
  expect((await orm(cwd, 'migration:diff', '--from-database')).stderr).toMatch(/pending there: "\d+_own"\n/);

  renameSync(kept, gone);
  edit(join(gone, 'up.sql'), (sql) => sql.replace('TABLE book ', 'TABLE two '));
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
});

test('where there is nothing to do, what is done is counted', async (context) => {
  const cwd = await started(await freshDatabase('sqlite', context));
  await pending(cwd, 'pages');
  await pending(cwd, 'shelf', book('<column name="pages" type="INTEGER"/><column name="shelf" type="INTEGER"/>'));
  for (const more of [[], ['--dry-run'], ['--script', 'all.sql']]) {
    expect(await orm(cwd, 'migration:migrate', '--to', 'start', ...more)).toMatchObject({
      code: 0,
      stdout: 'shop: nothing to do, 1 migration done, 2 pending\n',
    });
  }
  expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
  expect((await orm(cwd, 'migration:migrate')).stdout).toBe('shop: nothing to do, 3 migrations done\n');
});

test.for(['down', 'down --dry-run'])('%s without a history has nothing to undo', async (command, context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': book() });
  await orm(cwd, 'migration:diff', '--name', 'start');
  const { code, stdout } = await orm(cwd, ...`migration:${command}`.split(' '));
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'shop: no migration is left to undo\n' });
});
