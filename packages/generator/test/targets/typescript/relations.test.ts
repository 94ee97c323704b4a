import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { ENGINES } from '../../support/engines.js';
import { orm } from '../../support/orm-in-process.js';
import { RELATED_SCHEMA } from './support/relations.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const APPLICATION = `import { load, session, transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import * as m from './models/index.js';

const said: Record<string, unknown> = {};
const jane = await m.Author.create({ name: 'Jane' });
const mary = await m.Author.create({ name: 'Mary', mentorId: jane.id });
await m.Profile.create({ authorId: jane.id, motto: 'Wit' });
const emma = await m.Book.create({ title: 'Emma', authorId: jane.id, editorId: mary.id, chapters: 3 });
const lodore = await m.Book.create({ title: 'Lodore', authorId: mary.id });
const two = await m.Chapter.create({ heading: 'Two', bookId: emma.id });
const one = await m.Chapter.create({ heading: 'One', bookId: emma.id });
await one.moveToTop();
const tags = [await m.Tag.create({ word: 'novel' }), await m.Tag.create({ word: 'sad' })] as const;
await m.BookTag.create({ bookId: emma.id, tagId: tags[0].id });
await m.BookTag.create({ bookId: lodore.id, tagId: tags[0].id });
await m.BookTag.create({ bookId: lodore.id, tagId: tags[1].id });
await m.Remark.create({ about: 'book', aboutId: emma.id });
await m.Remark.create({ about: 'else', aboutId: emma.id });

const books = (): m.BookQuery => m.BookQuery.create().orderById();
const joined = await books().joinWithAuthor().joinWithEditor().find();
said['joined'] = joined.map((book) => [book.title, book.author.name, book.editor?.name ?? null]);
said['one object'] = joined[0]?.editor === joined[1]?.author && joined[0]?.author instanceof m.Author;
said['a column of that name stays'] = joined[0]?.chapters;
const nested = await m.ChapterQuery.create().orderById().joinWithBook((book) => book.joinWithAuthor()).find();
said['nested'] = nested.map((chapter) => [chapter.heading, chapter.book.title, chapter.book.author.name]);
const lists = await books().joinWithChapter().find();
said['lists'] = lists.map((book) => book.chaptersRelation.map(({ heading }) => heading));
said['limited'] = (await books().joinWithChapter().limit(1).find()).map((book) => book.chaptersRelation.length);
const along = await books().with('author', 'chaptersRelation', 'tags', 'remarks').find();
said['along'] = along.map((book) => [
  book.author.name,
  book.chaptersRelation.map(({ heading }) => heading),
  book.tags.map(({ word }) => word).sort(),
  book.remarks.length,
]);
const authors = await load(await m.AuthorQuery.create().orderById().find(), 'books', 'profile', 'pupils', 'mentor');
said['loaded'] = authors.map(({ books, profile, pupils, mentor }) => [
  books.map(({ title }) => title),
  profile?.motto ?? null,
  pupils.map(({ name }) => name),
  mentor?.name ?? null,
]);
const remarks = await load(await m.RemarkQuery.create().orderById().find(), 'book');
said['by a constant'] = remarks.map(({ book }) => book?.title ?? null);
said['nothing'] = await load([] as m.Book[], 'author');
const streamed: string[] = [];
for await (const book of m.BookQuery.create().orderByTitle('desc').joinWithAuthor()) {
  streamed.push(book.title + ' ' + book.author.name);
}
said['streamed'] = streamed;
said['streamed to many'] = await m.BookQuery.create().joinWithChapter().iterate().next().catch((error: Error) => error.name);
said['by key'] = (await m.BookQuery.create().joinWithAuthor().requirePk(emma.id)).author.name;
said['first'] = (await m.AuthorQuery.create().joinWithBook().orderByName('desc').findOne())?.books.map(({ title }) => title);
said['page'] = (await books().joinWithAuthor().paginate(2, 1)).results.map(({ author }) => author.name);
const made = await m.BookQuery.create().filterByTitle('Valperga').joinWithAuthor().with('tags')
  .findOneOrCreate({ title: 'Valperga', authorId: mary.id });
said['made'] = [made.author.name, made.tags];
await m.BookQuery.create().filterByTitle('Valperga').delete();
said['titles'] = await books().withAuthorQuery((author) => author.filterByName('Mary')).select('title').find();
said['shapes'] = [
  await books().filterByAuthor(jane).count(),
  await books().filterByAuthor([jane, mary]).count(),
  await books().filterByEditor(null).count(),
  await books().filterByTag(tags[1]).count(),
  await m.AuthorQuery.create().filterByBook(emma, '<>').count(),
  await m.AuthorQuery.create().withBookExistsQuery((book) => book.withChapterExistsQuery()).count(),
];
const query = books().withAuthorQuery((author) => author.filterByName('Jane'));
const other = query.copy().filterByTitle('Lodore');
said['again'] = [await query.count(), await query.count(), await other.count(), await query.filterByTitle('Emma').count()];
let inner: m.AuthorQuery | undefined;
await m.BookQuery.create().withAuthorQuery((author) => { inner = author; return author.filterByName('Jane'); }).count();
said['inside'] = await inner?.find().catch((error: Error) => error.name);
said['undefined'] = (() => {
  try { m.BookQuery.create().filterByAuthor(undefined as unknown as m.Author); return null; }
  catch (error) { return (error as Error).name; }
})();
said['wrong class'] = await m.BookQuery.create().filterByAuthor(emma as unknown as m.Author).find().catch((error: Error) => error.name);
said['known'] = await session(async () => {
  const author = await m.AuthorQuery.create().requirePk(jane.id);
  const [book] = await books().joinWithAuthor().find();
  const [again] = await load([emma], 'author');
  return [author === book?.author, author === again?.author];
});
said['rolled back'] = await transaction(async () => {
  await m.Author.create({ name: 'Nobody' });
  return (await m.AuthorQuery.create().with('books').find()).length;
});
await using held = await orm.connection().begin();
const late = await m.Book.create({ title: 'Late', authorId: jane.id }, held);
said['on a connection'] = (await load([late], ['author'], held)).map(({ author }) => author.name);
await held.rollback();
said['spread'] = { ...joined[1], author: null };
said['two'] = two.heading;
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(ENGINES)('relations in TypeScript on %s', (engine) => {
  test('are joined, loaded and asked for', { timeout: 300_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const settings = JSON.parse(configuration({ shop: database.connection })) as { orm: object };
    const cwd = project({
      'orm.json': JSON.stringify({
        orm: { ...settings.orm, generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } },
      }),
      'schema.xml': RELATED_SCHEMA,
    });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      const { code, stderr } = await orm(cwd, command);
      expect(code, stderr).toBe(0);
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    expect(compile(cwd, 'src/app.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual({
      joined: [
        ['Emma', 'Jane', 'Mary'],
        ['Lodore', 'Mary', null],
      ],
      'one object': true,
      'a column of that name stays': 3,
      nested: [
        ['Two', 'Emma', 'Jane'],
        ['One', 'Emma', 'Jane'],
      ],
      lists: [['One', 'Two'], []],
      limited: [2],
      along: [
        ['Jane', ['One', 'Two'], ['novel'], 1],
        ['Mary', [], ['novel', 'sad'], 0],
      ],
      loaded: [
        [['Emma'], 'Wit', ['Mary'], null],
        [['Lodore'], null, [], 'Jane'],
      ],
      'by a constant': ['Emma', null],
      nothing: [],
      streamed: ['Lodore Mary', 'Emma Jane'],
      'streamed to many': 'InvalidQueryError',
      'by key': 'Jane',
      first: ['Lodore'],
      page: ['Mary'],
      made: ['Mary', []],
      titles: [{ title: 'Lodore' }],
      shapes: [1, 2, 1, 1, 1, 1],
      again: [1, 1, 0, 1],
      inside: 'InvalidQueryError',
      undefined: 'InvalidQueryError',
      'wrong class': 'InvalidQueryError',
      known: [true, true],
      'rolled back': 3,
      'on a connection': ['Jane'],
      spread: { id: 2, title: 'Lodore', authorId: 2, editorId: null, chapters: null, author: null, editor: null },
      two: 'Two',
    });
  });
});

/** Lines that the compiler has to refuse. */
const REFUSED = [
  'book.author;',
  'book.author.name;',
  '(await BookQuery.create().requireOne()).author;',
  '(await BookQuery.create().joinAuthor().requireOne()).author;',
  '(await BookQuery.create().joinWithEditor().requireOne()).author;',
  '(await BookQuery.create().joinWithEditor().requireOne()).editor.name;',
  'BookQuery.create().joinWithAuthor().find().length;',
  'BookQuery.create().joinWithAuthor().requireOne().author;',
  '(await BookQuery.create().joinWithAuthor().requireOne()).author = author;',
  '(await AuthorQuery.create().joinWithBook().requireOne()).books.title;',
  '(await AuthorQuery.create().joinWithBook().requireOne()).books.push(book);',
  '(await ChapterQuery.create().joinWithBook().requireOne()).book.author;',
  '(await ChapterQuery.create().joinWithBook((query) => query.joinWithEditor()).requireOne()).book.author;',
  "BookQuery.create().with('autor');",
  "BookQuery.create().with('title');",
  "(await BookQuery.create().with('tags').requireOne()).author;",
  "(await BookQuery.create().with('tags').requireOne()).tags.word;",
  "await load([book], 'autor');",
  "await load([book], 'pupils');",
  "load([book], 'author').length;",
  "(await load([book], 'tags'))[0]?.author;",
  "(await load([book], 'editor'))[0]?.editor.name;",
  "await load(book, 'author');",
  'BookQuery.create().filterByAuthor(book);',
  'BookQuery.create().filterByAuthor([book]);',
  'BookQuery.create().filterByAuthor(1);',
  'BookQuery.create().filterByAuthor(undefined);',
  "BookQuery.create().filterByAuthor(author, '>');",
  'BookQuery.create().filterByTag(author);',
  'BookQuery.create().filterByAuthor(AuthorQuery.create().findOne());',
  'BookQuery.create().joinWriter();',
  "BookQuery.create().joinAuthor('a', 'OUTER JOIN');",
  "BookQuery.create().withAuthorQuery((author) => author.filterByTitle('a'));",
  "BookQuery.create().withAuthorQuery(async (author) => author.filterByName('a'));",
  'BookQuery.create().withAuthorQuery(() => BookQuery.create());',
  'BookQuery.create().withAuthorExistsQuery((author) => author.filterByName(5));',
  'for await (const each of BookQuery.create()) each.author;',
];

test('mistakes with relations do not compile', { timeout: 600_000 }, async () => {
  const cwd = project({
    'orm.yaml':
      'orm:\n  generator:\n    targets: [typescript]\n  paths:\n    tsDir: models\n  database:\n    connections:\n      shop:\n        adapter: pgsql\n',
    'schema.xml': RELATED_SCHEMA,
  });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0, stderr: '' });
  installPackages(cwd);
  const head = [
    "import { load } from '@ormgen/runtime';",
    "import { type Author, AuthorQuery, type Book, BookQuery, type BookRelations, type Chapter, ChapterQuery, type Tag } from './models/index.js';",
    'const author: Author = await AuthorQuery.create().requireOne();',
    'const book: Book = await BookQuery.create().requireOne();',
    "const full: Book & Pick<BookRelations, 'author' | 'tags'> = await BookQuery.create().joinWithAuthor().with('tags').requireOne();",
    'const plain: Book = full; const words: readonly Tag[] = full.tags;',
    'for await (const each of BookQuery.create().joinWithAuthor()) each.author.name;',
    'const deep: string = (await ChapterQuery.create().joinWithBook((query) => query.joinWithAuthor()).requireOne()).book.author.name;',
    // A class of one's own keeps its type.
    'class Recent extends ChapterQuery { recent(): this { return this.orderById("desc"); } }',
    'const recent: Promise<Chapter[]> = Recent.create().recent().inList(1).find();',
    'const top: Promise<Chapter | null> = Recent.retrieveByRank(1, 1);',
    'void [plain, words, deep, recent, top];',
  ];
  writeFileSync(join(cwd, 'app.ts'), [...head, ...REFUSED.flatMap((line) => ['// @ts-expect-error', line])].join('\n'));
  expect(compile(cwd, 'app.ts')).toEqual([]);
});
