import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, newest } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const schema = (title: number, more = ''): string => `<database name="shop"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true"/>
  <column name="title" type="VARCHAR" size="${title}"/>${more}</table></database>`;
const column = (name: string): string => `<column name="${name}" type="INTEGER"/>`;

const folder = (cwd: string, name: string): string => join(cwd, 'generated-migrations/shop', name);

/** Two migrations of two branches, of which neither knows the other. */
async function branches(database: TestDatabase, one: string, other: string): Promise<{ cwd: string; first: string }> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema(100) });
  const diff = async (text: string, name: string): Promise<string> => {
    change(cwd, text);
    expect(await orm(cwd, 'migration:diff', '--name', name)).toMatchObject({ code: 0 });
    return migrationsIn(cwd).at(-1) ?? '';
  };
  await diff(schema(100), 'start');
  const first = await diff(one, 'one');
  renameSync(folder(cwd, first), join(cwd, 'away'));
  const second = await diff(other, 'other');
  // As if it had been written later.
  const later = second.replace(/^\d+/, (stamp) => String(Number(stamp) + 5));
  renameSync(folder(cwd, second), folder(cwd, later));
  return { cwd, first };
}

const back = (cwd: string, first: string): void => renameSync(join(cwd, 'away'), folder(cwd, first));

describe('SQL that makes a table of SQLite anew', () => {
  test('does not take back what another branch did, when that one is undone', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const { cwd, first } = await branches(database, schema(100, column('a')), schema(100, column('b')));
    back(cwd, first);
    expect(readdirSync(join(cwd, 'generated-migrations/shop'))).toHaveLength(3);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query("INSERT INTO book (id, title, a, b) VALUES (1, 'x', 7, 8)");
    const refused = await orm(cwd, 'migration:down', '--yes');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /error: migration "\d+_other" cannot be undone on "shop": its down\.sql makes table "book" anew without what another migration did to it\n/,
    );
    expect(refused.stderr).toContain('nothing was changed; change the schema back and run "orm migration:diff"');
    expect(await database.query('SELECT a, b FROM book')).toEqual([['7', '8']]);
    // The way out that it names.
    change(cwd, schema(100, column('a')));
    await orm(cwd, 'migration:diff', '--name', 'back', '--drop', 'book.b');
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT * FROM book')).toEqual([['1', 'x', '7']]);
  });

  test('does not take back what another branch did, when it is older and comes later', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const { cwd, first } = await branches(database, schema(200), schema(100, column('pages')));
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query("INSERT INTO book (id, title, pages) VALUES (1, 'x', 77)");
    back(cwd, first);
    for (const args of [['--yes'], ['--dry-run'], ['--script', 'all.sql']]) {
      const refused = await orm(cwd, 'migration:migrate', ...args);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(
        /error: migration "\d+_one" makes table "book" anew as it was before another migration changed it, which ran on "shop" already/,
      );
    }
    expect(await database.query('SELECT pages FROM book')).toEqual([['77']]);
  });

  test('is undone where nobody else changed the table', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const { cwd } = await branches(database, schema(200), schema(100, column('pages')));
    expect(newest(cwd, 'changes.json')).toContain('"undoAssumes": {\n    "book": "');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe.each(ENGINES)('rows on %s', (engine) => {
  const started = async (database: TestDatabase, text: string): Promise<string> => {
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': text });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    return cwd;
  };

  test.for(['--online', '--offline'])(
    '--fill of a new primary key comes before the key (%s)',
    async (form, context) => {
      const database = await freshDatabase(engine, context);
      const table = (columns: string): string =>
        `<database name="shop"><table name="log">${columns}<column name="ref" type="INTEGER" required="true"/></table></database>`;
      const cwd = await started(database, table(''));
      await database.query('INSERT INTO log (ref) VALUES (70), (50)');
      change(cwd, table('<column name="id" type="INTEGER" primaryKey="true"/>'));
      const args = form === '--offline' ? ['--offline'] : [];
      const written = await orm(cwd, 'migration:diff', '--name', 'key', '--fill', 'log.id=ref', ...args);
      expect(written).toMatchObject({ code: 0 });
      expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
      expect(await database.query('SELECT id, ref FROM log ORDER BY id')).toEqual([
        ['50', '50'],
        ['70', '70'],
      ]);
      expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    },
  );

  test('--fill leaves names to new tables that a dropped one had', async (context) => {
    const database = await freshDatabase(engine, context);
    const table = (name: string, more: string): string => `<database name="shop">
      <table name="kept"><column name="id" type="INTEGER" primaryKey="true"/>${more}</table>
      <table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/><column name="x" type="INTEGER"/>
      <index name="t_idx"><index-column name="x"/></index></table></database>`;
    const cwd = await started(database, table('old', ''));
    await database.query('INSERT INTO kept (id) VALUES (1)');
    change(cwd, table('fresh', '<column name="n" type="INTEGER" required="true"/>'));
    await orm(cwd, 'migration:diff', '--name', 'x', '--fill', 'kept.n=5', '--drop', 'old');
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT id, n FROM kept')).toEqual([['1', '5']]);
  });

  test('are checked under both names when a renamed table with a renamed column is undone', async (context) => {
    const database = await freshDatabase(engine, context);
    const table = (name: string, columns: string): string =>
      `<database name="shop" enumStorage="index"><table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`;
    const cwd = await started(
      database,
      table(
        'book',
        '<column name="n" type="INTEGER" required="true"/><column name="kind" type="ENUM" valueSet="a, b"/>',
      ),
    );
    change(
      cwd,
      table(
        'novel" renamedFrom="book',
        '<column name="num" renamedFrom="n" type="INTEGER"/><column name="sort" renamedFrom="kind" type="ENUM" valueSet="a, x, b"/>',
      ),
    );
    expect(await orm(cwd, 'migration:diff', '--name', 'names')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    await database.query('INSERT INTO novel VALUES (1, NULL, 1)');
    const refused = await orm(cwd, 'migration:down', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/in the way of undoing "\d+_names": book\.n becomes required/);
    expect(refused.stderr).toMatch(/in the way of undoing "\d+_names": .*label/);
    expect(await database.query('SELECT * FROM novel')).toEqual([['1', null, '1']]);
    await database.query('UPDATE novel SET num = 3, sort = 2');
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT id, n, kind FROM book')).toEqual([['1', '3', '1']]);
  });
});
