import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const BEFORE = `<database name="shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="isbn" type="VARCHAR" size="20"/>
    <column name="style" type="ENUM" enumStorage="label" valueSet="poem, novel, essay"/>
    <column name="pages" type="INTEGER"/>
    <column name="author_id" type="INTEGER"/>
  </table>
</database>`;

/** Every kind of change that rows can stand in the way of; the table and a column have new names, too. */
const AFTER = BEFORE.replace('name="name" type="VARCHAR" size="100"', 'name="name" type="VARCHAR" size="10"')
  .replace('name="title"', 'name="headline" renamedFrom="title" required="true"')
  .replace('valueSet="poem, novel, essay"', 'valueSet="poem, novel"')
  .replace('<table name="book">', '<table name="volume" renamedFrom="book">')
  .replace(
    '<column name="author_id" type="INTEGER"/>',
    `<column name="author_id" type="INTEGER"/>
    <check name="long_enough" expression="pages > 3"/>
    <unique name="one_isbn"><unique-column name="isbn"/></unique>
    <foreign-key name="of_author" foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>`,
  );

const ROWS = [
  [1, "'War'", "'a'", "'novel'", 10, 1],
  [2, 'NULL', "'b'", "'poem'", 20, 1],
  [3, "'Emma'", "'a'", "'novel'", 30, 'NULL'],
  [4, "'Walden'", "'c'", "'essay'", 40, 1],
  [5, "'Sonnet'", "'d'", "'poem'", 2, 1],
  [6, "'Ulysses'", "'e'", "'novel'", 900, 77],
];

/** What each change says, with the rows that are in its way. */
const REASONS: readonly (readonly [reason: RegExp, rows: string])[] = [
  [/1 row stands in the way: volume\.headline becomes required \(migration\/sets-required\)/, '2 on "shop"'],
  [/1 row stands in the way: unique volume\.one_isbn is added \(migration\/adds-unique\)/, 'a on "shop"'],
  [/1 row stands in the way: foreign key volume\.of_author is added \(migration\/adds-foreign-key\)/, '6 on "shop"'],
  [/1 row stands in the way: check volume\.long_enough is added \(migration\/adds-check\)/, '5 on "shop"'],
  [/1 row stands in the way: (labels of volume\.style are removed|check volume\.\w+ is added)/, '4 on "shop"'],
];

const sql = ({ adapter }: TestDatabase, text: string): string =>
  adapter === 'mysql' ? text.replaceAll('"', '`') : text;

describe.each(ENGINES)('rows that stand in the way on %s', (engine) => {
  test('are named before anything is changed', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    await orm(cwd, 'migration:diff');
    expect(existsSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[0] ?? '', 'checks.sql'))).toBe(false);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
    await database.query(sql(database, `INSERT INTO "author" VALUES (1, 'Leo'), (2, 'Johann Wolfgang von Goethe')`));
    for (const row of ROWS) await database.query(`INSERT INTO book VALUES (${row.join(', ')})`);
    change(cwd, AFTER);
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stderr: '' });
    const checks = readFileSync(
      join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[1] ?? '', 'checks.sql'),
      'utf8',
    );
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    for (const [reason, rows] of REASONS) {
      expect(refused.stderr).toMatch(reason);
      expect(refused.stderr).toContain(`= ${rows}`);
    }
    const isSized = database.adapter !== 'sqlite';
    const shorter = /1 row stands in the way: author\.name becomes VARCHAR\(10\) \(migration\/narrows-type\)/;
    if (isSized) expect(refused.stderr).toMatch(shorter);
    else expect(refused.stderr).not.toMatch(shorter);
    expect(refused.stderr).toContain(`${isSized ? 6 : 5} errors`);
    expect(checks.match(/^SELECT/gm)).toHaveLength(isSized ? 6 : 5);
    expect(await database.query('SELECT id FROM book ORDER BY id')).toHaveLength(6);
    expect(await database.query('SELECT name FROM orm_migration')).toHaveLength(1);

    await database.query('DELETE FROM book WHERE id > 1');
    await database.query('DELETE FROM author WHERE id = 2');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT headline FROM volume')).toEqual([['War']]);
  });
});

/** A new column of unknown values, whose name is part of what a check and a unique name, and the text of a string. */
const NAMED_ALIKE = BEFORE.replace(
  '<column name="author_id" type="INTEGER"/>',
  `<column name="author_id" type="INTEGER"/>
    <column name="p" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
    <check name="long_enough" expression="pages > 3 AND title &lt;> 'p'"/>
    <unique name="one_isbn"><unique-column name="isbn"/></unique>`,
);

describe.each(ENGINES)('a column whose name is part of another word on %s', (engine) => {
  test('leaves the checks of rows alone', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    await orm(cwd, 'migration:diff');
    await orm(cwd, 'migration:migrate');
    await database.query("INSERT INTO book (id, title, isbn, pages) VALUES (1, 'Emma', 'a', 2)");
    change(cwd, NAMED_ALIKE);
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stderr: '' });
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/1 row stands in the way: check book\.long_enough is added/);
    await database.query('DELETE FROM book');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  });
});

const FILLED = BEFORE.replace(
  'name="title" type="VARCHAR" size="100"',
  'name="title" type="VARCHAR" size="100" required="true"',
).replace(
  '<column name="pages" type="INTEGER"/>',
  '<column name="pages" type="INTEGER"/><column name="code" type="VARCHAR" size="30" required="true"/>',
);

test.for([
  ['INTEGER', '0'],
  ['DECIMAL', '0'],
  ['DATE', 'CURRENT_DATE'],
  ['TIMESTAMP', 'CURRENT_TIMESTAMP'],
  ['VARCHAR', "''"],
] as const)('the example of --fill fits a column of type %s', async ([type, value]) => {
  const schema = (more: string): string =>
    `<database name="shop"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/>${more}</table></database>`;
  const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'pgsql' } }), 'schema.xml': schema('') });
  expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
  change(cwd, schema(`<column name="a" type="${type}" required="true"/>`));
  expect((await orm(cwd, 'migration:diff')).stderr).toContain(`such as --fill "t.a=${value}"; or`);
});

describe.each(ENGINES)('--fill on %s', (engine) => {
  test('gives rows that are there a value', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    await orm(cwd, 'migration:diff');
    await orm(cwd, 'migration:migrate');
    for (const row of ROWS.slice(0, 2)) await database.query(`INSERT INTO book VALUES (${row.join(', ')})`);
    change(cwd, FILLED);
    const refused = await orm(cwd, 'migration:diff');
    expect(refused.stderr).toContain(
      'error: "book.code" is new and required, and rows that are there have no value for it',
    );
    expect(refused.stderr).toContain(`= say what they get, such as --fill "book.code=''"`);
    for (const [given, message] of [
      ['book.cod=1', '--fill names "book.cod", and no such column becomes required'],
      ["book.code='a'; DROP TABLE book", 'what --fill says of "book.code" '],
    ] as const) {
      const wrong = await orm(cwd, 'migration:diff', '--fill', given);
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).toContain(message);
    }
    const fills = ['--fill', 'book.code=isbn', '--fill', "book.title='unknown'"];
    expect(await orm(cwd, 'migration:diff', ...fills)).toMatchObject({ code: 0, stderr: '' });
    expect(migrationsIn(cwd)).toHaveLength(2);
    expect(await orm(cwd, 'migration:diff', '--amend')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT id, title, code FROM book ORDER BY id')).toEqual([
      ['1', 'War', 'a'],
      ['2', 'unknown', 'b'],
    ]);
    await expect(database.query("INSERT INTO book (id, title) VALUES (9, 'x')")).rejects.toThrow();
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT id, title FROM book ORDER BY id')).toEqual([
      ['1', 'War'],
      ['2', 'unknown'],
    ]);
  });
});

describe.each(ENGINES)('a table that becomes sortable on %s', (engine) => {
  test('keeps its rows, and gets its ranks', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    await orm(cwd, 'migration:diff');
    await orm(cwd, 'migration:migrate');
    await database.query(sql(database, `INSERT INTO "author" VALUES (5, 'Leo'), (3, 'Jane'), (8, 'Mary')`));
    const sortable = '<behavior name="sortable"><parameter name="index" value="true"/></behavior></table>';
    change(cwd, BEFORE.replace('</table>', sortable));
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(0);
    expect(stderr).toContain('note: "author" becomes sortable, and its rows have no ranks yet\n');
    expect(stderr).toContain('orm list:check --table author --rank-unranked');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'list:check', '--table', 'author', '--rank-unranked')).toMatchObject({ code: 0 });
    expect(
      await database.query(sql(database, 'SELECT "id", "sortable_rank" FROM "author" ORDER BY "sortable_rank"')),
    ).toEqual([
      ['3', '1'],
      ['5', '2'],
      ['8', '3'],
    ]);
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT id FROM author ORDER BY id')).toEqual([['3'], ['5'], ['8']]);
  });
});

describe.each(ENGINES)('--split on %s', (engine) => {
  test('lets old and new code work between its two migrations', async (context) => {
    const database = await freshDatabase(engine, context);
    const before = BEFORE.replace(
      'name="isbn" type="VARCHAR" size="20"',
      'name="isbn" type="VARCHAR" size="20" required="true"',
    );
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': before });
    await orm(cwd, 'migration:diff');
    await orm(cwd, 'migration:migrate');
    await database.query("INSERT INTO book (id, isbn, pages) VALUES (1, 'a', 10)");
    const after = before
      .replace(
        '<column name="isbn" type="VARCHAR" size="20" required="true"/>',
        '<column name="code" type="VARCHAR" size="20" required="true"/>',
      )
      .replace('name="pages" type="INTEGER"', 'name="pages" type="INTEGER" required="true"')
      .replace(/<table name="author">.*?<\/table>/s, '');
    change(cwd, after);
    const options = [
      '--split',
      '--name',
      'codes',
      '--drop',
      'book.isbn',
      '--drop',
      'author',
      '--fill',
      'book.code=isbn',
    ];
    const split = await orm(cwd, 'migration:diff', ...options);
    expect({ code: split.code, stderr: split.stderr }).toEqual({ code: 0, stderr: '' });
    expect(split.stdout.replaceAll(/\d{14}/g, '<time>').replaceAll(/ \(\d files\)| {3,}.*/g, '')).toBe(`shop: 2 changes
  add column book.code
  change column book.isbn
created: generated-migrations/shop/<time>_codes/
shop: 4 changes
  change column book.pages
  change column book.code
  drop column book.isbn
  drop table author
created: generated-migrations/shop/<time>_codes_contract/
`);
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
    const [, expand = ''] = migrationsIn(cwd);
    expect(await orm(cwd, 'migration:migrate', '--to', expand)).toMatchObject({ code: 0, stderr: '' });
    await database.query("INSERT INTO book (id, isbn, pages) VALUES (2, 'b', 20)"); // old code
    await database.query("INSERT INTO book (id, code, pages) VALUES (3, 'c', 30)"); // new code
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT id, code, pages FROM book ORDER BY id')).toEqual([
      ['1', 'a', '10'],
      ['2', 'b', '20'],
      ['3', 'c', '30'],
    ]);
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
  });
});

describe.each(ENGINES)('--split on %s', (engine) => {
  test('lets old and new code write what either check takes, and keeps a view until the end', async (context) => {
    const database = await freshDatabase(engine, context);
    const schema = (expression: string, view: string): string => `<database name="shop">
      <table name="note"><column name="id" type="INTEGER" primaryKey="true"/><column name="n" type="INTEGER"/>
      <check name="n_is_fine" expression="${expression}"/></table>${view}</database>`;
    const view = `<table name="seen" viewSql="SELECT id FROM note"><column name="id" type="INTEGER" primaryKey="true"/></table>`;
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }),
      'schema.xml': schema('n &lt; 10', view),
    });
    const run = async (...args: string[]): Promise<void> =>
      expect(await orm(cwd, ...args)).toMatchObject({ code: 0, stderr: '' });
    await run('migration:diff', '--name', 'start');
    await run('migration:migrate');
    change(cwd, schema('n > 5', ''));
    await run('migration:diff', '--name', 'both', '--split');
    expect(migrationsIn(cwd)).toHaveLength(3);
    await run('migration:up');
    await database.query('INSERT INTO note VALUES (1, 1), (2, 20)');
    expect(await database.query('SELECT id FROM seen ORDER BY id')).toEqual([['1'], ['2']]);
    const refused = await orm(cwd, 'migration:migrate', '--yes');
    expect(refused.stderr).toContain('1 row stands in the way: check note.n_is_fine is added');
    await database.query('DELETE FROM note WHERE n < 6');
    await run('migration:migrate', '--yes');
    await expect(database.query('INSERT INTO note VALUES (3, 3)')).rejects.toThrow();
    await expect(database.query('SELECT id FROM seen')).rejects.toThrow();
    await run('migration:status', '--check');
    await database.query('DELETE FROM note');
    await run('migration:down', '--to', 'start', '--yes');
  });
});
