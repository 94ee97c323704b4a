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
  // Queries
  "BookQuery.create().filterByTitle('a', 'SOUNDS LIKE');",
  "BookQuery.create().filterByTitle('a', '&');",
  "BookQuery.create().filterByTitle({ min: 'a', max: 'b' });",
  "BookQuery.create().filterByTitle({ min: 'a' }, 'LIKE');",
  "BookQuery.create().filterByPages('5');",
  "BookQuery.create().filterByPages(5, 'LIKE');",
  "BookQuery.create().filterByPages({ min: '5' });",
  'BookQuery.create().filterByPages({ min: undefined });',
  'BookQuery.create().filterByPages({ from: 5 });',
  "BookQuery.create().filterByStyle({ min: 'novel' });",
  "BookQuery.create().filterByStyle('novel', 'LIKE');",
  "BookQuery.create().filterByStyle(['novel', 'poem']);",
  "BookQuery.create().orderByTitle('up');",
  'BookQuery.create().orderByTitel();',
  "BookQuery.create().limit('5');",
  "BookQuery.create().where('Book.pages > ?', undefined);",
  "await BookQuery.create().findPks(['1']);",
  "await BookQuery.create().findOneByTitle(['a']);",
  'await BookQuery.create().findOneOrCreate({});',
  'BookQuery.create().prune(shop);',
  'BookQuery.create().select();',
  "BookQuery.create().select('titel');",
  "(await BookQuery.create().select('id').requireOne()).title;",
  "(await BookQuery.create().select('id').requireOne()).id = '5';",
  "(await BookQuery.create().select('id', 'pages').findOne()).pages;",
  "await BookQuery.create().update({ titel: 'a' });",
  'await BookQuery.create().update({ title: null });',
  'await BookQuery.create().update({ title: undefined });',
  'await BookQuery.create().update({ id: 5 });',
  "await BookQuery.create().update({ pages: 'Book.pages + 1' });",
  'BookQuery.create().count() > 5;',
  'for (const each of BookQuery.create()) void each;',
];

test('mistakes do not compile', { timeout: 120_000 }, async () => {
  const cwd = project({ 'orm.yaml': CONFIG, 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0, stderr: '' });
  installPackages(cwd);
  const head = [
    "import { sql } from '@ormgen/runtime';",
    "import { BookBase } from './models/base/book.js';",
    "import { Book, BookQuery, Shop } from './models/index.js';",
    'void Shop; void BookBase;',
    "const book: Book = await Book.create({ title: 'a', style: 'novel', pages: null });",
    'const all: Book[] = await BookQuery.create().filterByStyle(["novel", null]).find();',
    'void all;',
    'const shop: Shop = await Shop.create({ id: 1 });',
    "const slim: { id: number; title: string }[] = await BookQuery.create().select('id', 'title').find();",
    "await BookQuery.create().filterByTitle({ min: 'a' }, 'BETWEEN').filterByPages({ max: 5 }).filterByPages(3, '&').find();",
    "await BookQuery.create().filterByTitle('a').update({ title: 'b', pages: sql('Book.pages + ?', 1) });",
    'for await (const each of BookQuery.create()) void each.title;',
    'void [slim, shop];',
  ];
  // A line that compiles makes its directive an error of its own.
  writeFileSync(join(cwd, 'app.ts'), [...head, ...REFUSED.flatMap((line) => ['// @ts-expect-error', line])].join('\n'));
  expect(compile(cwd, 'app.ts')).toEqual([]);
});
