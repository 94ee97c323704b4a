import { readFileSync, writeFileSync } from 'node:fs';
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
