import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, START, started as startedWithout } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/>',
);

const fileOf = (cwd: string, name: string): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', name);

const edit = (cwd: string, name: string, by: (text: string) => string): void =>
  writeFileSync(fileOf(cwd, name), by(readFileSync(fileOf(cwd, name), 'utf8')));

async function started({ connection }: TestDatabase, schema = START): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: connection }), 'schema.xml': schema });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  return cwd;
}

describe.each(ENGINES)('SQL that does something else than its changes, on %s', (engine) => {
  test('is named when it has run', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    change(cwd, PAGES);
    expect(await orm(cwd, 'migration:diff', '--name', 'pages')).toMatchObject({ code: 0 });
    edit(cwd, 'up.sql', (sql) =>
      sql.replaceAll('pages', 'leaves').replace('-- orm: add column book.leaves', '-- ours'),
    );
    const { code, stdout, stderr } = await orm(cwd, 'migration:migrate');
    expect(code).toBe(0);
    expect(stdout).toContain('1 migration in');
    expect(stderr).toBe(
      [
        'warning: "shop" is not what its migrations say, now that they ran: 2 differences',
        '  = column leaves of book: the migrations do not have it',
        '  = column pages of book: the database does not have it',
        '  = the SQL does something else than changes.json says: put the change into the schema and run "orm migration:diff", or change the database back',
        '',
        '1 warning',
        '',
      ].join('\n'),
    );
  });

  test('a table that should be gone and is not', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database);
    change(cwd, START.replace(/ {2}<table name="book">.*<\/table>\n/s, ''));
    expect(await orm(cwd, 'migration:diff', '--drop', 'book')).toMatchObject({ code: 0 });
    edit(cwd, 'up.sql', () => '-- nothing\nSELECT 1;\n');
    const { code, stderr } = await orm(cwd, 'migration:migrate', '--yes');
    expect(code).toBe(0);
    expect(stderr).toContain('now that they ran: 1 difference\n');
    expect(stderr).toContain('table book');
  });
});

describe('changes.json that somebody has edited', () => {
  interface Content {
    format: unknown;
    adapter: unknown;
    changes: { kind: unknown; name: unknown; after: { columns: unknown; indexes: unknown } }[];
    declared: unknown;
  }

  const CASES: readonly (readonly [what: string, by: (content: Content) => unknown, said: string])[] = [
    [
      'an unknown kind',
      ({ changes }) => Object.assign(changes[0] ?? {}, { kind: 'tabel' }),
      'changes[0].kind is "tabel", and must be one of schema, extension,',
    ],
    [
      'no name',
      ({ changes }) => delete (changes[1] as Partial<Content['changes'][0]>).name,
      'changes[1].name must be a text',
    ],
    [
      'columns that are no list',
      ({ changes }) => Object.assign(changes[0]?.after ?? {}, { columns: {} }),
      'changes[0].after.columns must be a list',
    ],
    [
      'a column without a type',
      ({ changes }) => Object.assign(changes[0]?.after ?? {}, { columns: [{ name: 'id' }] }),
      'changes[0].after.columns[0].type must be a text',
    ],
    [
      'a change of nothing',
      ({ changes }) => delete (changes[0] as Partial<Content['changes'][0]>).after,
      'changes[0] has neither "before" nor "after"',
    ],
    [
      'labels of numbers that are a text',
      ({ changes }) =>
        Object.assign(changes[0]?.after ?? {}, { columns: [{ name: 'id', type: 'INTEGER', labels: 'new, old' }] }),
      'changes[0].after.columns[0].labels must be an object',
    ],
    ['changes that are no list', (content) => Object.assign(content, { changes: {} }), 'changes must be a list'],
    ['a vendor that is a number', (content) => Object.assign(content, { adapter: 5 }), 'adapter must be a text'],
    [
      'fingerprints that are none',
      (content) => Object.assign(content, { declared: [{ name: 'book', parts: 5 }] }),
      'declared[0].parts must be an object',
    ],
    [
      'another version',
      (content) => Object.assign(content, { format: 2 }),
      'has format 2, and this version of orm knows 1',
    ],
    [
      'no version',
      (content) => delete (content as Partial<Content>).format,
      'has format none, and this version of orm knows 1',
    ],
  ];

  test.each(CASES)('%s', async (_, by, said) => {
    const cwd = await startedWithout();
    const content = JSON.parse(readFileSync(fileOf(cwd, 'changes.json'), 'utf8')) as Content;
    by(content);
    writeFileSync(fileOf(cwd, 'changes.json'), JSON.stringify(content));
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain(`error: "generated-migrations/shop/${migrationsIn(cwd)[0] ?? ''}/changes.json" `);
    expect(stderr).toContain(said);
  });

  test.each([
    ['{', '= it is no JSON; restore the file'],
    ['[]', 'is no list of changes'],
    ['null', 'is no list of changes'],
  ])('%s', async (text, said) => {
    const cwd = await startedWithout();
    writeFileSync(fileOf(cwd, 'changes.json'), text);
    expect((await orm(cwd, 'migration:diff')).stderr).toContain(said);
  });

  test('may have a byte-order mark, as up.sql may', async () => {
    const cwd = await startedWithout();
    for (const name of ['changes.json', 'up.sql'])
      writeFileSync(fileOf(cwd, name), `\ufeff${readFileSync(fileOf(cwd, name), 'utf8')}`);
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n', stderr: '' });
  });
});

describe('transactions in up.sql', () => {
  test.each(['sqlite', 'pgsql15', 'pgsql18'] as const)('are refused before anything runs, on %s', async (engine) => {
    for (const word of ['BEGIN', 'COMMIT', 'ROLLBACK', 'START TRANSACTION']) {
      const cwd = project({
        'orm.json': configuration({
          shop: {
            adapter: engine === 'sqlite' ? 'sqlite' : 'pgsql',
            dsn: engine === 'sqlite' ? 'sqlite:shop.sqlite' : 'pgsql:host=127.0.0.1;port=1;dbname=x',
          },
        }),
        'schema.xml': START,
      });
      await orm(cwd, 'migration:diff');
      edit(cwd, 'up.sql', (sql) => sql.replace('CREATE TABLE "book"', `${word};\n\nCREATE TABLE "book"`));
      const { code, stderr } = await orm(cwd, 'migration:migrate');
      expect(code).toBe(1);
      expect(stderr).toContain(`error: ${word.split(' ')[0] ?? ''} has no place in a migration\n`);
      expect(stderr).toContain('= remove it: orm itself begins and ends transactions');
    }
  });
});

test('a table that is made anew on SQLite takes no name of another', async (context) => {
  const database = await freshDatabase('sqlite', context);
  const NEIGHBOUR = `<table name="book_orm_new"><column name="id" type="INTEGER" primaryKey="true"/></table>
    <table name="more"><column name="id" type="INTEGER" primaryKey="true"/><index name="Book_ORM_new2"><index-column name="id"/></index></table></database>`;
  const schema = START.replace('</database>', NEIGHBOUR);
  const cwd = await started(database, schema);
  await database.query(`INSERT INTO "book" ("id", "title") VALUES (1, 'a')`);
  await database.query('INSERT INTO "book_orm_new" ("id") VALUES (7)');
  change(cwd, schema.replace('name="title" type="VARCHAR" size="100"', 'name="title" type="VARCHAR" size="120"'));
  expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
  expect(readFileSync(fileOf(cwd, 'up.sql'), 'utf8')).toContain('CREATE TABLE "book_orm_new3"');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT "id" FROM "book_orm_new"')).toEqual([['7']]);
  expect(await database.query('SELECT "title" FROM "book"')).toEqual([['a']]);
  expect(await orm(cwd, 'migration:down')).toMatchObject({ code: 0, stderr: '' });
  expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 2 });
});

test('migration:diff --dry-run --json has the SQL', async () => {
  const cwd = await startedWithout();
  change(cwd, PAGES);
  const { code, stdout } = await orm(cwd, 'migration:diff', '--dry-run', '--json');
  const { databases } = JSON.parse(stdout) as { databases: { files: { name: string; content: string }[] }[] };
  expect(code).toBe(0);
  const files = databases[0]?.files ?? [];
  expect(files.map(({ name }) => name)).toEqual(['up.sql', 'down.sql', 'changes.json']);
  expect(files[0]?.content).toContain('ALTER TABLE "book" ADD COLUMN "pages" INTEGER;');
  expect(migrationsIn(cwd)).toHaveLength(1);
});
