import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest, shop } from './support/migrations.js';
import { configuration } from './support/project.js';

const BOOK = `<database name="shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="isSold" type="BOOLEAN" defaultValue="false" description="Gone"/>
    <column name="kind" type="ENUM" valueSet="a, b" enumStorage="label"/>
    <index name="book_title"><index-column name="title"/></index>
  </table>
</database>`;

/** What each generator of today writes, and what an earlier one wrote. */
const TYPES: Readonly<Record<string, readonly [now: string, earlier: string]>> = {
  sqlite: ['VARCHAR(100)', 'TEXT'],
  pgsql: ['VARCHAR(100)', 'TEXT'],
  mysql: ['VARCHAR(100)', 'TINYTEXT'],
  mssql: ['NVARCHAR(100)', 'VARCHAR(100)'],
  oracle: ['VARCHAR2(100 CHAR)', 'NVARCHAR2(100)'],
};

const folderOf = (cwd: string): string => join(cwd, 'generated-migrations/shop');

/** Makes of every migration what an earlier version of orm would have written. */
function rewrite(cwd: string, now: string, earlier: string): void {
  const written = migrationsIn(cwd).map((name): boolean => {
    const file = join(folderOf(cwd), name, 'changes.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(now, earlier));
    return text.includes(now);
  });
  expect(written).toContain(true);
}

/** A project whose migration an earlier version wrote. */
async function earlier(adapter: string, schema = BOOK, [now, before] = TYPES[adapter] ?? ['', '']): Promise<string> {
  const cwd = shop(schema, adapter);
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
  rewrite(cwd, now, before);
  return cwd;
}

const note = (line: string): string =>
  [
    'note: 1 difference of "shop" comes from another version of orm and not from the schema',
    `  = ${line}`,
    '  = they are not planned; "orm migration:diff --adopt-mapping" plans them',
    '',
    '',
  ].join('\n');

interface Document {
  readonly databases: readonly {
    readonly changes: readonly { verb: string; name: string; before?: unknown; after?: Record<string, unknown> }[];
    readonly mapping: readonly { verb: string; name: string; before: { type: string }; after: { type: string } }[];
  }[];
}

const planned = async (cwd: string, ...more: string[]): Promise<Document['databases'][number]> => {
  const { stdout } = await orm(cwd, 'migration:diff', '--dry-run', '--json', ...more);
  const [database] = (JSON.parse(stdout) as Document).databases;
  if (database === undefined) throw new Error(stdout);
  return database;
};

describe.each(Object.entries(TYPES))('a folder of an earlier generator, on %s', (adapter, [now, before]) => {
  test('is listed apart, and planned with --adopt-mapping', async () => {
    const cwd = await earlier(adapter);
    const quiet = await orm(cwd, 'migration:diff');
    expect(quiet).toEqual({ code: 0, stdout: 'shop: no changes\n', stderr: note('change column book.title') });
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:check')).toMatchObject({ code: 0 });
    expect(migrationsIn(cwd)).toHaveLength(1);
    const { changes, mapping } = await planned(cwd);
    expect(changes).toEqual([]);
    expect(mapping).toMatchObject([{ verb: 'change', name: 'title', before: { type: before }, after: { type: now } }]);

    const adopted = await orm(cwd, 'migration:diff', '--adopt-mapping');
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.stdout).toMatch(/^shop: 1 change\n {2}change column book\.title /);
    expect(newest(cwd, 'up.sql')).toContain(now);
    expect(await orm(cwd, 'migration:diff')).toEqual({ code: 0, stdout: 'shop: no changes\n', stderr: '' });
    // An upgrade after that is told apart again.
    rewrite(cwd, now, before);
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
  });

  test('only what the schema changes of the same column is planned', async () => {
    const cwd = await earlier(adapter);
    change(cwd, BOOK.replace('size="100" required="true"', 'size="100"').replace('"Gone"', '"Sold"'));
    const { changes, mapping } = await planned(cwd);
    expect(changes.find(({ name }) => name === 'title')).toMatchObject({
      before: { type: before },
      after: { type: before },
    });
    expect(changes.find(({ name }) => name === 'title')?.after?.notNull).not.toBe(true);
    expect(mapping.map(({ name }) => name)).toEqual(['title']);
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 2 });
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:diff')).toMatchObject({
      stdout: 'shop: no changes\n',
      stderr: note('change column book.title'),
    });
  });

  test('another type in the schema is one, whatever an earlier generator wrote', async () => {
    const cwd = await earlier(adapter);
    change(cwd, BOOK.replace('size="100"', 'size="120"'));
    const { changes, mapping } = await planned(cwd);
    expect(changes).toMatchObject([
      { name: 'title', before: { type: before }, after: { type: now.replace('100', '120') } },
    ]);
    expect(mapping).toEqual([]);
  });
});

describe('a folder of an earlier generator', () => {
  test('a column with a new name keeps its type', async () => {
    const cwd = await earlier('pgsql');
    change(cwd, BOOK.replaceAll('name="title"', 'name="headline"'));
    const { changes, mapping } = await planned(cwd, '--rename', 'book.title=headline');
    expect(changes).toMatchObject([{ name: 'headline', after: { name: 'headline', type: 'TEXT' } }]);
    expect(mapping).toMatchObject([{ name: 'headline', after: { type: 'VARCHAR(100)' } }]);
  });

  test('a new default is written for the type of this version, and brings it', async () => {
    const cwd = await earlier('pgsql', BOOK, [
      '"type": "BOOLEAN",\n            "default": "FALSE"',
      '"type": "SMALLINT",\n            "default": "0"',
    ]);
    expect((await planned(cwd)).mapping).toMatchObject([{ name: 'isSold' }]);
    change(cwd, BOOK.replace('defaultValue="false" ', ''));
    expect((await planned(cwd)).changes).toMatchObject([{ name: 'isSold', after: { type: 'SMALLINT' } }]);
    change(cwd, BOOK.replace('defaultValue="false"', 'defaultValue="true"'));
    const { changes, mapping } = await planned(cwd);
    expect(changes).toMatchObject([{ name: 'isSold', after: { type: 'BOOLEAN', default: 'TRUE' } }]);
    expect(mapping).toEqual([]);
  });

  test('a check that the generator makes by itself, and one that it no longer makes', async () => {
    const cwd = shop(BOOK, 'pgsql');
    await orm(cwd, 'migration:diff');
    const file = join(folderOf(cwd), readdirSync(folderOf(cwd))[0] ?? '', 'changes.json');
    const content = JSON.parse(readFileSync(file, 'utf8')) as { changes: { after: { checks: object[] } }[] };
    const table = content.changes[0]?.after;
    if (table === undefined) throw new Error('no table');
    const [check] = table.checks;
    expect(check).toMatchObject({ expression: `"kind" IN ('a', 'b')` });
    table.checks = [{ ...check, name: 'older', expression: `"kind" <> ''` }];
    writeFileSync(file, JSON.stringify(content));
    expect((await planned(cwd)).changes).toEqual([]);
    expect((await planned(cwd)).mapping.map(({ verb, name }) => [verb, name])).toEqual([
      ['add', expect.stringMatching(/^book_c_/)],
      ['drop', 'older'],
    ]);
    // Other labels are a change of the schema, and so is everything that is made of them.
    change(cwd, BOOK.replace('a, b', 'a, b, c'));
    expect((await planned(cwd)).changes.map(({ verb }) => verb)).toEqual(['add', 'drop']);
    expect((await planned(cwd)).mapping).toEqual([]);
  });

  test('a new column that refers to one with its old type gets that type', async () => {
    const cwd = await earlier('mysql', BOOK, ['"type": "INT"', '"type": "MEDIUMINT"']);
    const page = `<table name="page"><column name="id" type="INTEGER" primaryKey="true"/><column name="book_id" type="INTEGER"/>
      <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key></table></database>`;
    change(cwd, BOOK.replace('</database>', page));
    const [table] = (await planned(cwd)).changes;
    expect(table?.after?.columns).toMatchObject([
      { name: 'id', type: 'INT' },
      { name: 'book_id', type: 'MEDIUMINT' },
    ]);
    await orm(cwd, 'migration:diff');
    expect((await planned(cwd)).mapping.map(({ name }) => name)).toEqual(['id', 'book_id']);
  });

  test('branches: each says what the schema said of its own columns', async () => {
    const cwd = await earlier('pgsql');
    const one = BOOK.replace('<index', '<column name="one" type="VARCHAR" size="100"/><index');
    const two = BOOK.replace('<index', '<column name="two" type="VARCHAR" size="100"/><index');
    change(cwd, one);
    await orm(cwd, 'migration:diff', '--name', 'one');
    const [, first = ''] = migrationsIn(cwd);
    const aside = new Map(
      readdirSync(join(folderOf(cwd), first)).map((name) => [name, readFileSync(join(folderOf(cwd), first, name))]),
    );
    rmSync(join(folderOf(cwd), first), { recursive: true });
    change(cwd, two);
    await orm(cwd, 'migration:diff', '--name', 'two');
    mkdirSync(join(folderOf(cwd), '20991231000000_one'));
    for (const [name, content] of aside) writeFileSync(join(folderOf(cwd), '20991231000000_one', name), content);
    change(cwd, one.replace('<index', '<column name="two" type="VARCHAR" size="100"/><index'));
    expect((await planned(cwd)).changes).toEqual([]);
    rewrite(cwd, 'VARCHAR(100)', 'TEXT');
    const { changes, mapping } = await planned(cwd);
    expect(changes).toEqual([]);
    expect(mapping.map(({ name }) => name).sort()).toEqual(['one', 'title', 'two']);
  });

  test('one that does not say what the schema said is as it was: a difference is a change', async () => {
    const cwd = await earlier('pgsql');
    const file = join(folderOf(cwd), migrationsIn(cwd)[0] ?? '', 'changes.json');
    const { declared, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect(declared).toHaveLength(1);
    writeFileSync(file, JSON.stringify(rest));
    const { changes, mapping } = await planned(cwd);
    expect(changes).toMatchObject([{ name: 'title', before: { type: 'TEXT' }, after: { type: 'VARCHAR(100)' } }]);
    expect(mapping).toEqual([]);
    await orm(cwd, 'migration:diff');
    expect(newest(cwd, 'changes.json')).toContain('"declared"');
  });

  test('sql:insert would make something else', async () => {
    const cwd = await earlier('sqlite');
    writeFileSync(join(cwd, 'orm.json'), configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.sqlite' } }));
    await orm(cwd, 'sql:build');
    const { code, stderr } = await orm(cwd, 'sql:insert');
    expect(code).toBe(1);
    expect(stderr).toContain('run "orm migration:diff --adopt-mapping" first');
  });
});
