import { describe, expect, test } from 'vitest';
import { adapterOf, ENGINES, type Engine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const library = (book: string, title: string, more = ''): string => `<database name="shop">
  <table ${book}>
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column ${title} type="VARCHAR" size="100"/>${more}
    <index><index-column name="${/name="(\w+)"/.exec(title)?.[1] ?? ''}"/></index>
  </table>
  <table name="page">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="book_id" type="INTEGER"/>
    <foreign-key foreignTable="${/name="(\w+)"/.exec(book)?.[1] ?? ''}" onDelete="cascade"><reference local="book_id" foreign="id"/></foreign-key>
  </table>
</database>`;

const SHEETS = '<column name="sheets" type="INTEGER" required="true" defaultValue="3"/>';

const quoting =
  (engine: Engine) =>
  (name: string): string =>
    adapterOf(engine) === 'mysql' ? `\`${name}\`` : `"${name}"`;

/** A project whose tables have been made, and have rows. */
async function withRows(database: TestDatabase, quote: (name: string) => string): Promise<string> {
  const cwd = project({
    'orm.json': configuration({ shop: database.connection }),
    'schema.xml': library('name="Book"', 'name="Title"'),
  });
  await orm(cwd, 'migration:diff', '--name', 'start');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  await database.query(`INSERT INTO ${quote('Book')} (id, ${quote('Title')}) VALUES (1, 'Emma')`);
  await database.query('INSERT INTO page (id, book_id) VALUES (1, 1)');
  return cwd;
}

describe.each(ENGINES)('names that differ in capital letters only, on %s', (engine) => {
  test.for([
    ['a table', library('name="book" renamedFrom="Book"', 'name="Title"'), 'book', 'Title'],
    ['a column', library('name="Book"', 'name="title" renamedFrom="Title"'), 'Book', 'title'],
    ['both', library('name="book" renamedFrom="Book"', 'name="title" renamedFrom="Title"'), 'book', 'title'],
    [
      'both, with more columns',
      library('name="book" renamedFrom="Book"', 'name="title" renamedFrom="Title"', SHEETS),
      'book',
      'title',
    ],
  ] as const)('%s', async ([, after, table, column], context) => {
    const database = await freshDatabase(engine, context);
    const quote = quoting(engine);
    const cwd = await withRows(database, quote);
    change(cwd, after);
    expect(await orm(cwd, 'migration:diff', '--name', 'capitals')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'doctor')).toMatchObject({ code: 0 });
    expect(await database.query(`SELECT ${quote(column)} FROM ${quote(table)}`)).toEqual([['Emma']]);
    expect(await database.query('SELECT book_id FROM page')).toEqual([['1']]);
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query(`SELECT ${quote('Title')} FROM ${quote('Book')}`)).toEqual([['Emma']]);
    expect(await database.query('SELECT book_id FROM page')).toEqual([['1']]);
  });
});

/** Others do all of it in one transaction. */
describe.each(['mariadb', 'mysql9'] as const)('a runner that is killed at such a name, on %s', (engine) => {
  const quote = quoting(engine);
  test.for([
    ['a table', 'RENAME TABLE `Book` TO `book`', library('name="book" renamedFrom="Book"', 'name="Title"')],
    [
      'a column',
      'ALTER TABLE `Book` RENAME COLUMN `Title` TO `title`',
      library('name="Book"', 'name="title" renamedFrom="Title"'),
    ],
  ] as const)('%s', async ([, rename, after], context) => {
    for (const hasRun of [true, false]) {
      const database = await freshDatabase(engine, context);
      const cwd = await withRows(database, quote);
      change(cwd, after);
      expect(await orm(cwd, 'migration:diff', '--name', 'capitals')).toMatchObject({ code: 0, stderr: '' });
      // What stops the runner right before the statement.
      await database.query('RENAME TABLE `Book` TO `away`');
      expect((await orm(cwd, 'migration:migrate', '--allow-drift')).code).toBe(1);
      await database.query('RENAME TABLE `away` TO `Book`');
      await database.query("UPDATE orm_migration SET in_flight = done WHERE name LIKE '%capitals'");
      expect(await database.query("SELECT state FROM orm_migration WHERE name LIKE '%capitals'")).toEqual([
        ['running'],
      ]);
      if (hasRun) await database.query(rename);
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
      expect(await orm(cwd, 'doctor')).toMatchObject({ code: 0 });
      expect(await database.query('SELECT book_id FROM page')).toEqual([['1']]);
    }
  });
});
