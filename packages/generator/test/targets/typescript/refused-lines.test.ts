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
    <column name="isbn" type="CHAR" size="13"/>
    <column name="price" type="DECIMAL" size="10" scale="2"/>
    <column name="sold" type="BIGINT"/>
    <column name="exact" type="BIGINT" tsType="bigint"/>
    <column name="digits" type="BIGINT" tsType="string"/>
    <column name="tags" type="SET" valueSet="old, new"/>
    <column name="words" type="ARRAY"/>
    <column name="numbers" type="ARRAY" elementType="INTEGER"/>
    <column name="meta" type="JSON" tsType="import('../../types.js').BookMeta"/>
    <column name="extra" type="JSON"/>
    <column name="cover" type="BLOB"/>
    <column name="day" type="DATE"/>
    <column name="at" type="DATETIME"/>
    <column name="exactly_at" type="DATETIME" tsType="string"/>
    <column name="key" type="UUID"/>
  </table>
  <table name="shop"><column name="id" type="INTEGER" primaryKey="true"/></table>
  <table name="model">
    <column name="con" type="INTEGER" primaryKey="true"/>
    <column name="class" type="VARCHAR" size="20" primaryKey="true"/>
    <column name="primary_key" type="VARCHAR" size="20"/>
  </table>
  <table name="visit"><column name="page" type="VARCHAR" size="20"/></table>
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
  'book.isbn = 9780141439587;',
  'book.price = 12.5;',
  'book.sold = 5n;',
  "book.sold = '5';",
  'book.exact = 5;',
  'book.digits = 5;',
  "book.tags = 'old';",
  "book.tags = ['young'];",
  "book.tags?.push('young');",
  'book.tags = [null];',
  'bookTagsLabels.push("young");',
  'const label: "old" = bookTagsLabels[0]; void label;',
  'book.words = [1];',
  'book.words = [null];',
  "book.numbers = ['1'];",
  'const sum: number[] | null = book.numbers; void sum;',
  'book.meta = {};',
  "book.meta = { tags: 'a' };",
  'book.meta?.tags.push(5);',
  'book.meta?.pages;',
  'book.extra = 5;',
  "book.extra = 'text';",
  'book.extra = { at: new Date() };',
  "book.cover = 'bytes';",
  'book.cover = [1, 2];',
  'book.day = new Date();',
  "book.at = '2024-01-01 10:00:00';",
  'book.at = 0;',
  'book.exactlyAt = new Date();',
  'book.key = Buffer.alloc(16);',
  "await Book.create({ title: 'a', meta: { tag: [] } });",
  "await Book.create({ title: 'a', tags: ['young'] });",
  'BookQuery.create().filterByAt("2024-01-01");',
  'BookQuery.create().filterByExact(5);',
  'await ModelQuery.create().findPk(1);',
  "await ModelQuery.create().findPks([1, 'a']);",
  "await ModelQuery.create().filterByPrimaryKey('a');",
  "await VisitQuery.create().findPk('a');",
  // Sets, lists, arrays and documents
  "BookQuery.create().filterByTags('old');",
  "BookQuery.create().filterByTags(['young']);",
  "BookQuery.create().filterByTag('young');",
  "BookQuery.create().filterByTags([['old']]);",
  "BookQuery.create().filterByTags(['old'], 'IN');",
  "BookQuery.create().filterByTags(['old'], '>');",
  "BookQuery.create().filterByTags(['old'], 'LIKE');",
  'BookQuery.create().filterByWords([1]);',
  "BookQuery.create().filterByNumbers(['1']);",
  "BookQuery.create().filterByNumbers([1], 'LIKE');",
  'BookQuery.create().filterByMeta({});',
  "BookQuery.create().filterByMeta({ tags: [] }, 'IN');",
  "BookQuery.create().filterByMeta({ tags: [] }, 'CONTAINS_ALL');",
  'BookQuery.create().filterByExtra(5);',
  // Copies and hooks
  "book.copy({ titel: 'a' });",
  'book.copy({ id: 5 });',
  'book.copy({ title: undefined });',
  'const copied: Book = book.copy(); void copied;',
  'export class A extends BookBase { static override preSave(): void {} }',
  'export class B extends BookBase { override preSave(): boolean { return true; } }',
  "export class C extends BookBase { override preDelete(): string { return 'a'; } }",
  "export class D extends BookBase { static override preInsert(book: Unsaved<BookInit>): boolean { book.pages = '5'; return true; } }",
  'export class E extends BookBase { static override preSave(book: Unsaved<BookInit>): boolean { return book.id > 5; } }',
  'export class F extends BookBase { override postSave(con: string): void { void con; } }',
];

test('mistakes do not compile', { timeout: 600_000 }, async () => {
  const cwd = project({ 'orm.yaml': CONFIG, 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0, stderr: '' });
  installPackages(cwd);
  writeFileSync(join(cwd, 'types.ts'), 'export interface BookMeta { tags: string[] }\n');
  const head = [
    "import { sql, type Unsaved } from '@ormgen/runtime';",
    "import { BookBase, type BookInit } from './models/base/book.js';",
    "import { Book, BookQuery, bookTagsLabels, ModelQuery, Shop, VisitQuery } from './models/index.js';",
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
    'book.meta = { tags: ["a"] }; book.meta.tags.push("b"); book.extra = { list: [1, { deep: null }] };',
    'book.tags = ["old"]; book.tags.push(...bookTagsLabels); book.words = []; book.numbers = [1, null];',
    'book.exact = 5n; book.digits = "5"; book.sold = 5; book.price = "12.50"; book.cover = new Uint8Array(2);',
    'book.day = "2024-01-01"; book.at = new Date(); book.exactlyAt = "2024-01-01 10:00:00.123456";',
    "const model = await ModelQuery.create().requirePk(1, 'a');",
    "await ModelQuery.create().filterByPrimaryKeys([[1, 'a']]).prune(model).filterByClass('a').findPks([[1, 'b']]);",
    "BookQuery.create().filterByTags(['old']).filterByTag('new', 'CONTAINS_NONE').filterByTags([['old'], null], 'IN').filterByTags(null);",
    "BookQuery.create().filterByWords(['a'], 'CONTAINS_SOME').filterByWord('a').filterByWords(['a%'], 'LIKE').filterByNumbers([1, null], '>');",
    "BookQuery.create().filterByMeta({ tags: [] }).filterByMeta(null, '<>').filterByExtra([{ a: 1 }, null], 'IN').filterByExtra('%a%', 'LIKE');",
    "export class Own extends BookBase { static override async preSave(book: Unsaved<BookInit>): Promise<boolean> { book.title = 'a'; return true; } }",
    "await book.copy({ title: 'b' }).save();",
    "await VisitQuery.create().filterByPage('/').select('page').distinct().count();",
  ];
  // A line that compiles makes its directive an error of its own.
  writeFileSync(join(cwd, 'app.ts'), [...head, ...REFUSED.flatMap((line) => ['// @ts-expect-error', line])].join('\n'));
  expect(compile(cwd, 'app.ts')).toEqual([]);
});

test('a wrong tsType does not compile', { timeout: 600_000 }, async () => {
  const wrong = new Map([
    ["import('../../types.js').Missing", 'TS2694'],
    ["import('../missing.js').BookMeta", 'TS2307'],
    ['Unknown', 'TS2304'],
    ['Record<string>', 'TS2314'],
  ]);
  const columns = [...wrong.keys()].map(
    (tsType, index) => `<column name="c${String(index)}" type="JSON" tsType="${tsType.replaceAll('<', '&lt;')}"/>`,
  );
  const schema = `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${columns.join('')}</table></database>`;
  const cwd = project({ 'orm.yaml': CONFIG, 'schema.xml': schema, 'types.ts': 'export interface BookMeta {}\n' });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0, stderr: '' });
  installPackages(cwd);
  const problems = compile(cwd, 'models/index.ts');
  expect(problems.every((problem) => problem.startsWith('models/base/book.ts:'))).toBe(true);
  expect([...wrong.values()].filter((code) => !problems.some((problem) => problem.includes(code)))).toEqual([]);
});

test.each([
  [
    'meta" type="JSON" tsType="import(\'../../types.js\').BookMeta',
    'meta" type="JSON" tsType="string; canary()',
    '"string; canary()" (tsType) cannot be a type of TypeScript',
  ],
  [
    'exact" type="BIGINT" tsType="bigint',
    'exact" type="BIGINT" tsType="Date',
    'a BIGINT can be number or bigint or string',
  ],
  [
    'isbn" type="CHAR" size="13',
    'isbn" type="CHAR" size="13" tsType="string',
    'remove tsType: it is for columns of JSON',
  ],
])('a tsType that the column cannot have is refused', async (from, to, message) => {
  const cwd = project({ 'orm.yaml': CONFIG, 'schema.xml': SCHEMA.replace(from, to) });
  const { code, stderr } = await orm(cwd, 'model:build');
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
