import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native" enumStorage="label">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="style" type="ENUM" valueSet="novel, essay"/>
    <column name="pages" type="INTEGER"/>
  </table>
  <table name="shop"><column name="id" type="INTEGER" primaryKey="true"/></table>
</database>`;

const CONFIG =
  'orm:\n  generator:\n    targets: [typescript]\n  paths:\n    tsDir: models\n  database:\n    connections:\n      shop:\n        adapter: pgsql\n';

/** Lines that the compiler has to refuse. */
const REFUSED = [
  'await Book.create({});',
  'await Book.create({ title: null });',
  'await Book.create({ title: undefined });',
  'await Book.create({ title: 5 });',
  "await Book.create({ title: 'a', id: 1 });",
  "await Book.create({ title: 'a', style: 'poem' });",
  "await Book.create({ title: 'a', pages: '5' });",
  "await Book.create({ title: 'a', pages: undefined });",
  "await Book.create({ title: 'a', author: 'b' });",
  'book.id = 5;',
  'book.title = null;',
  'book.title = undefined;',
  'book.pages = undefined;',
  "book.pages = '5';",
  "book.style = 'poem';",
  "book.titel = 'a';",
  'BookQuery.create().filterByTitle(undefined);',
  'BookQuery.create().filterByTitle([undefined]);',
  'BookQuery.create().filterByTitle(5);',
  "BookQuery.create().filterByStyle('poem');",
  "BookQuery.create().filterByTitel('a');",
  "await BookQuery.create().findPk('1');",
  'await BookQuery.create().findPk();',
  '(await BookQuery.create().findOne()).title;',
  '(await BookQuery.create().find()).title;',
  'BookQuery.create().find().length;',
  'const other: Shop = book; void other;',
  'const found: Shop[] = await BookQuery.create().find(); void found;',
  'new BookBase([]);',
];

test('mistakes do not compile', { timeout: 120_000 }, async () => {
  const cwd = project({ 'orm.yaml': CONFIG, 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0, stderr: '' });
  installPackages(cwd);
  const head = [
    "import { BookBase } from './models/base/book.js';",
    "import { Book, BookQuery, Shop } from './models/index.js';",
    'void Shop; void BookBase;',
    "const book: Book = await Book.create({ title: 'a', style: 'novel', pages: null });",
    'const all: Book[] = await BookQuery.create().filterByStyle(["novel", null]).find();',
    'void all;',
  ];
  // A line that compiles makes its directive an error of its own.
  writeFileSync(join(cwd, 'app.ts'), [...head, ...REFUSED.flatMap((line) => ['// @ts-expect-error', line])].join('\n'));
  expect(compile(cwd, 'app.ts')).toEqual([]);
});
