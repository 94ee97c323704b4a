import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { change, newest, shop } from './support/migrations.js';

const table = (schema: string, name: string, column = 'title'): string =>
  `<table name="${name}" schema="${schema}" phpName="${schema === '' ? 'Plain' : schema}${name}"><column name="id" type="INTEGER" primaryKey="true"/><column name="${column}" type="INTEGER"/></table>`;
const database = (...tables: string[]): string => `<database name="shop">${tables.join('\n')}</database>`;

/** A project with a first migration, and another schema since then. */
async function changed(before: string, after: string): Promise<string> {
  const cwd = shop(before, 'pgsql');
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
  change(cwd, after);
  return cwd;
}

const BOTH = database(table('east', 'book'), table('west', 'book'));

test('an option names the table of one schema', async () => {
  const cwd = await changed(BOTH, database(table('east', 'book'), table('west', 'volume')));
  const doubt = await orm(cwd, 'migration:diff');
  expect(doubt.stderr).toContain('--rename west.book=volume');
  const ambiguous = await orm(cwd, 'migration:diff', '--rename', 'book=volume');
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.stderr).toContain(
    'error: --rename "book" can mean "east.book" or "west.book"\n  = name the schema too, such as --rename east.book=new\n',
  );
  expect(ambiguous.stderr).not.toContain('no such table');
  const dropped = await orm(cwd, 'migration:diff', '--drop', 'book');
  expect(dropped.stderr).toContain('--drop "book" can mean "east.book" or "west.book"');
  expect(await orm(cwd, 'migration:diff', '--rename', 'west.book=volume')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "west"."book" RENAME TO "volume"');
  expect(newest(cwd, 'up.sql')).not.toContain('"east"');
});

test('and the column of one schema', async () => {
  const cwd = await changed(BOTH, database(table('east', 'book'), table('west', 'book', 'headline')));
  const ambiguous = await orm(cwd, 'migration:diff', '--rename', 'book.title=headline');
  expect(ambiguous.stderr).toContain('--rename "book.title" can mean "east.book.title" or "west.book.title"');
  expect(await orm(cwd, 'migration:diff', '--rename', 'west.book.title=headline')).toMatchObject({ code: 0 });
  expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "west"."book" RENAME COLUMN "title" TO "headline"');
});

test('the schema may be left out where one has such a table', async () => {
  const cwd = await changed(database(table('east', 'book')), database(table('east', 'volume')));
  expect(await orm(cwd, 'migration:diff', '--rename', 'book=volume')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "east"."book" RENAME TO "volume"');
});

test('a table of the other schema with the new name keeps its columns', async () => {
  const cwd = await changed(
    database(table('east', 'book'), table('west', 'book', 'old'), table('west', 'volume', 'label')),
    database(
      table('east', 'volume'),
      table('west', 'book', 'old'),
      table('west', 'volume', 'caption" renamedFrom="label'),
    ),
  );
  expect(await orm(cwd, 'migration:diff', '--rename', 'east.book=volume')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "west"."volume" RENAME COLUMN "label" TO "caption"');
});

test('a schema and a table of one name: what goes is meant', async () => {
  const plain = table('', 'east', 'book').replace(' schema=""', '');
  const cwd = await changed(
    database(table('east', 'book'), plain),
    database(table('east', 'book'), plain.replace('name="book"', 'name="tome"')),
  );
  expect(await orm(cwd, 'migration:diff', '--rename', 'east.book=tome')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "east" RENAME COLUMN "book" TO "tome"');
});
