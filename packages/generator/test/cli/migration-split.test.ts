import { describe, expect, test } from 'vitest';
import { ENGINES, type Engine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

type Run = (...args: string[]) => Promise<void>;

const pages = (rest: string, more = ''): string => `<database name="shop">
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${rest}</table>${more}</database>`;

/** A project whose first migration has run, and whose change of the schema is written as two. */
async function split(
  engine: Engine,
  context: Parameters<typeof freshDatabase>[1],
  [before, after]: readonly [string, string],
): Promise<{ cwd: string; database: TestDatabase; run: Run; first: () => Promise<void> }> {
  const database = await freshDatabase(engine, context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': before });
  const run: Run = async (...args) => {
    const { code, stderr } = await orm(cwd, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  };
  await run('migration:diff', '--name', 'start');
  await run('migration:migrate');
  change(cwd, after);
  await run('migration:diff', '--name', 'both', '--split');
  expect(migrationsIn(cwd)).toHaveLength(3);
  await run('migration:diff', '--check');
  return { cwd, database, run, first: () => run('migration:migrate', '--to', migrationsIn(cwd)[1] ?? '') };
}

describe.each(ENGINES)('the first part of --split on %s', (engine) => {
  test('has no unique that old code can break', async (context) => {
    const { cwd, database, run, first } = await split(engine, context, [
      pages('<column name="isbn" type="VARCHAR" size="20"/>'),
      pages(
        '<column name="isbn" type="VARCHAR" size="20"/><column name="code" type="INTEGER"/><unique name="one_isbn"><unique-column name="isbn"/></unique><unique name="one_code"><unique-column name="code"/></unique>',
        '<table name="label"><column name="id" type="INTEGER" primaryKey="true"/><column name="isbn" type="VARCHAR" size="20"/><unique name="one_label"><unique-column name="isbn"/></unique><foreign-key foreignTable="book"><reference local="isbn" foreign="isbn"/></foreign-key></table>',
      ),
    ]);
    await first();
    await database.query("INSERT INTO book (id, isbn) VALUES (1, 'a'), (2, 'a')"); // old code
    await expect(database.query("INSERT INTO book (id, isbn, code) VALUES (3, 'b', 1), (4, 'c', 1)")).rejects.toThrow();
    await database.query("INSERT INTO label (id, isbn) VALUES (1, 'a')");
    await expect(database.query("INSERT INTO label (id, isbn) VALUES (2, 'a')")).rejects.toThrow();
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.stderr).toContain('unique book.one_isbn is added (migration/adds-unique)');
    await database.query('DELETE FROM book WHERE id = 2');
    await run('migration:migrate');
    await expect(database.query("INSERT INTO book (id, isbn) VALUES (5, 'a')")).rejects.toThrow();
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
    await run('migration:down', '--to', 'start', '--yes');
  });

  test('has neither of two uniques where one becomes the other', async (context) => {
    const one = pages(
      '<column name="a" type="INTEGER"/><column name="b" type="INTEGER"/><unique name="one"><unique-column name="a"/></unique>',
    );
    const { database, run, first } = await split(engine, context, [
      one,
      one
        .replace('</table>', '<column name="c" type="INTEGER"/></table>')
        .replace('<unique-column name="a"/>', '<unique-column name="a"/><unique-column name="b"/>'),
    ]);
    await first();
    await database.query('INSERT INTO book (id, a, b) VALUES (1, 1, 1), (2, 1, 2)'); // new code
    await run('migration:migrate');
    await expect(database.query('INSERT INTO book (id, a, b) VALUES (3, 1, 2)')).rejects.toThrow();
  });

  test('has the labels that go, and those that come', async (context) => {
    const labels = (list: string): string =>
      pages(`<column name="kind" type="ENUM" enumStorage="label" valueSet="${list}"/>`);
    const { cwd, database, run, first } = await split(engine, context, [
      labels('old, kept'),
      labels('kept, new').replace('</table>', '<column name="c" type="INTEGER"/></table>'),
    ]);
    await first();
    await database.query("INSERT INTO book (id, kind) VALUES (1, 'old'), (2, 'kept'), (3, 'new')");
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.stderr).toMatch(/1 row stands in the way: /);
    await database.query("UPDATE book SET kind = 'new' WHERE kind = 'old'");
    await run('migration:migrate');
    await expect(database.query("INSERT INTO book (id, kind) VALUES (4, 'old')")).rejects.toThrow();
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
  });
});

test.for(['pgsql15', 'pgsql18'] as const)('types have the labels that go on %s', async (engine, context) => {
  const type = (labels: string, more = ''): string =>
    pages(`<column name="kind" nativeType="mood" type="ENUM"/>${more}`).replace(
      '<table',
      `<enum-type name="mood" valueSet="${labels}"/><table`,
    );
  const { cwd, database, run, first } = await split(engine, context, [
    type('old, kept'),
    type('first, kept, new', '<column name="c" type="INTEGER"/>'),
  ]);
  await first();
  await database.query("INSERT INTO book (id, kind) VALUES (1, 'old'), (2, 'kept'), (3, 'new'), (4, 'first')");
  expect((await orm(cwd, 'migration:migrate')).stderr).toContain('1 row stands in the way: ');
  await database.query("UPDATE book SET kind = 'new' WHERE kind = 'old'");
  await run('migration:migrate');
  expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
});
