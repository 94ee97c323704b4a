import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** Diffs and migrates a project to another schema. */
async function migrated(cwd: string, schema: string, ...options: readonly string[]): Promise<void> {
  change(cwd, schema);
  expect(await orm(cwd, 'migration:diff', '--name', 'next', ...options)).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
}

async function started(database: TestDatabase, schema: string): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema });
  await migrated(cwd, schema);
  return cwd;
}

const undone = async (cwd: string): Promise<void> =>
  expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });

const COLUMNS =
  '<column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100" required="true"/>';
const table = (name: string): string => `<table name="${name}">${COLUMNS}</table>`;
const view = (name: string, from: string): string =>
  `<table name="${name}" phpName="${name}s" readOnly="true" viewSql="SELECT id, title FROM ${from}">${COLUMNS}</table>`;
const shop = (...tables: readonly string[]): string => `<database name="shop">${tables.join('')}</database>`;

describe.each(ENGINES)('views on %s', (engine) => {
  test('are made after views that are newer and that they read now', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database, shop(table('book'), view('a_view', 'book')));
    await database.query("INSERT INTO book (id, title) VALUES (1, 'Emma')");
    const rows = [['1', 'Emma']];

    await migrated(cwd, shop(table('book'), view('b_view', 'book'), view('a_view', 'b_view')));
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);

    const novels = shop(table('novel'), view('b_view', 'novel'), view('a_view', 'b_view'));
    await migrated(cwd, novels, '--rename', 'book=novel');
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);

    await undone(cwd);
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);
    await undone(cwd);
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);
    await expect(database.query('SELECT id FROM b_view')).rejects.toThrow();
  });

  test('keep the order of the schema where a name is part of another one', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database, shop(table('book')));
    await migrated(cwd, shop(table('book'), view('boo', 'book'), view('bo', 'boo'), view('b', 'bo')));
    await migrated(cwd, shop(table('book')));
    await undone(cwd);
    expect(await database.query('SELECT id FROM b')).toEqual([]);
  });
});
