import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';
import { SCHEMA } from './support/written-relations.js';

const HEAD = `import { load, session, transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import {
  Author, AuthorQuery, Book, BookQuery, BookTagQuery, Category, CategoryQuery, Chapter, ChapterQuery, Contract, ContractQuery,
  Language, Letter, Note, NoteQuery, Publisher, PublisherQuery, Tag, TagQuery, Translator,
} from './models/index.js';

const said: Record<string, unknown> = {};
const names = (objects: readonly { readonly name: string }[]): string => objects.map(({ name }) => name).join(' ');
const problem = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'nothing', (error: unknown) => (error instanceof Error ? error.constructor.name : ''));
const chapters = async (book: Book): Promise<string> =>
  (await ChapterQuery.retrieveList(book.id)).map((each) => \`\${each.getRank()} \${each.name}\`).join(', ');
const notes = async (book: number | null): Promise<string> =>
  (await NoteQuery.retrieveList(book)).map((each) => \`\${each.getRank()} \${each.name}\`).join(', ');
void [load, session, transaction, AuthorQuery, BookQuery, BookTagQuery, Category, CategoryQuery, Contract, ContractQuery];
void [Language, Letter, Note, Publisher, PublisherQuery, Tag, TagQuery, Translator, problem, notes, names, chapters];
`;

const PARTS: Readonly<Record<string, readonly [program: string, expected: unknown]>> = {
  'a row with the object that it points at': [
    `const jane = await Author.create({ name: 'Jane' });
     const emma = await Book.create({ name: 'Emma', author: jane });
     const other = await Book.create({ name: 'Other', authorId: jane.id });
     const both = await Book.create({ name: 'Both', author: Author.draft({ name: 'New' }), publisher: null });
     said.it = [emma.authorId === jane.id, other.authorId === jane.id, (await both.getAuthor()).name,
       (await emma.getAuthor()) === jane, await emma.getPublisher(), names(await jane.getBooks())];`,
    [true, true, 'New', true, null, 'Emma Other'],
  ],
  'drafts that hang together': [
    `const first = Chapter.draft({ name: 'one' });
     const book = await Book.draft({ name: 'Emma', author: Author.draft({ name: 'Jane' }) })
       .addChapter(first)
       .addChapter(Chapter.draft({ name: 'two' }))
       .addChapter(Chapter.draft({ name: 'top' }).insertAtTop())
       .addTag(Tag.draft({ name: 'old' }))
       .save();
     said.it = [await chapters(book), first.saved?.bookId === book.id, first.saved?.isNew(), names(await book.getTags()),
       await AuthorQuery.create().count()];
     const child = Chapter.draft({ name: 'x', book: Book.draft({ name: 'B', authorId: book.authorId }).addChapter(Chapter.draft({ name: 'y' })) });
     const x = await child.save();
     said.more = [await chapters(await x.getBook()), await problem(child.save())];
     const a = await Author.create({ name: 'a' });
     const letter = await Letter.draft({}).setSender(a).setRecipient(Author.draft({ name: 'b' })).save();
     a.addSentLetter(Letter.draft({ recipient: a }));
     await a.save();
     said.letters = [(await letter.getRecipient()).name, (await a.getSentLetters()).length, (await a.getReceivedLetters()).length];`,
    ['1 top, 2 one, 3 two', true, false, 'old', 1],
  ],
  'the second child that is saved with a new parent at once': [
    `const author = await Author.create({ name: 'a' });
     const book = Book.draft({ name: 'b', author });
     const drafts = ['p', 'q', 'r', 's'].map((name) => Chapter.draft({ name, book }));
     const saved = await Promise.all(drafts.map((draft) => draft.save()));
     const again = Book.draft({ name: 'c', author });
     const more = ['t', 'u'].map((name) => Chapter.draft({ name, book: again }));
     await transaction(() => Promise.all([...more.map((draft) => draft.save()), again.save()]));
     const found = await BookQuery.create().orderByName().find();
     said.it = [found.length, new Set(saved.map(({ bookId }) => bookId)).size, (await ChapterQuery.retrieveList(found[0]!.id)).length,
       (await ChapterQuery.retrieveList(found[1]!.id)).map((each) => each.getRank())];`,
    [2, 1, 4, [1, 2]],
  ],
  'a child that cannot be written': [
    `const bad = Chapter.draft({ name: 'much too long' });
     const tree = Book.draft({ name: 'b', author: Author.draft({ name: 'a' }) }).addChapter(Chapter.draft({ name: 'ok' })).addChapter(bad);
     const refused = await problem(tree.save());
     const counts = [await AuthorQuery.create().count(), await BookQuery.create().count(), await ChapterQuery.create().count()];
     tree.removeChapter(bad);
     const book = await tree.save();
     said.it = [refused !== 'nothing', counts, tree.saved === book, bad.saved, await chapters(book)];
     book.addChapter(bad);
     book.name = 'c';
     const again = await problem(book.save());
     const stored = (await BookQuery.create().requirePk(book.id)).name;
     said.more = [again !== 'nothing', stored, book.isModified(), await chapters(book)];
     book.removeChapter(bad);
     await book.save();
     said.saved = [(await BookQuery.create().requirePk(book.id)).name, book.isModified()];`,
    [true, [0, 0, 0], true, null, '1 ok'],
  ],
  'a rollback': [
    `const author = await Author.create({ name: 'a' });
     const old = await Book.create({ name: 'old', author });
     const kept = await Chapter.create({ name: 'k', book: old });
     const draft = Book.draft({ name: 'new', author }).addChapter(Chapter.draft({ name: 'one' })).addTag(Tag.draft({ name: 't' }));
     let made: Book | undefined;
     await transaction(async () => {
       made = await draft.save();
       await made.addChapter(kept).save();
       throw new Error('no');
     }).catch(() => undefined);
     said.it = [made?.isNew(), draft.saved, kept.bookId === old.id, kept.isModified(), await chapters(old), await BookQuery.create().count()];
     const book = await draft.save();
     said.more = [await chapters(book), names(await book.getTags()), await TagQuery.create().count()];
     const again = Book.draft({ name: 'again', author }).addChapter(Chapter.draft({ name: 'x' })).addTag(Tag.draft({ name: 'u' }));
     await transaction(async () => {
       made = await again.save();
       throw new Error('no');
     }).catch(() => undefined);
     await Book.create({ name: 'between', author });
     await made!.save();
     said.object = [made!.isNew(), await chapters(made!), names(await made!.getTags()), made!.id === (await BookQuery.create().findOneByName('again'))?.id];`,
    [true, null, false, true, '1 k', 1],
  ],
  'children that are moved, removed and replaced': [
    `const author = await Author.create({ name: 'a' });
     const one = await Book.draft({ name: 'one', author }).addChapter(Chapter.draft({ name: 'a' })).addChapter(Chapter.draft({ name: 'b' })).addChapter(Chapter.draft({ name: 'c' })).save();
     const two = await Book.draft({ name: 'two', author }).addChapter(Chapter.draft({ name: 'd' })).save();
     const [a, b, c] = await one.getChapters();
     two.addChapter(a!);
     one.removeChapter(b!);
     said.before = [a!.bookId === two.id, names(await one.getChapters()), await chapters(one)];
     await two.save();
     await one.save();
     said.it = [await chapters(one), await chapters(two), b!.isDeleted(), a!.getRank()];
     const e = Chapter.draft({ name: 'e' });
     await two.setChapters([e, a!]).save();
     said.set = [await chapters(two), a!.getRank(), (await ChapterQuery.create().count())];
     await one.setChapters([]).save();
     const n = await one.addNote(Note.draft({ name: 'n' })).save().then(() => one.getNotes()).then(([note]) => note!);
     one.removeNote(n);
     await one.save();
     said.notes = [await notes(one.id), await notes(null), n.bookId, c!.isDeleted()];
     c!.name; two.setChapters([...(await two.getChapters())].reverse());
     await two.save();
     said.reversed = [await chapters(two), a!.getRank()];`,
    ['1 c', '1 d, 2 a', true, 2],
  ],
  'what was changed of others is saved with an object': [
    `const author = await Author.create({ name: 'a' });
     const book = await Book.create({ name: 'b', author });
     author.name = 'A';
     await book.save();
     const [loaded] = await load(await BookQuery.create().find(), 'author', 'chapters');
     loaded!.author.name = 'AA';
     await loaded!.addChapter(Chapter.draft({ name: 'x' })).save();
     const [child] = loaded!.chapters;
     child!.name = 'y';
     await loaded!.save();
     said.it = [(await AuthorQuery.create().requireOne()).name, names(loaded!.chapters), await chapters(book)];
     book.authorId = (await Author.create({ name: 'other' })).id;
     said.column = [(await book.getAuthor()).name];
     await book.save();
     said.saved = [(await (await BookQuery.create().requireOne()).getAuthor()).name];
     await book.setPublisher(Publisher.draft({ name: 'p' })).save();
     const withPublisher = (await book.getPublisher())?.name;
     await book.setPublisher(null).save();
     said.none = [withPublisher, book.publisherId, await book.getPublisher(), await PublisherQuery.create().count()];`,
    ['AA', 'y', '1 y'],
  ],
  'one to one, trees and cross references': [
    `const author = await Author.draft({ name: 'a' }).setContract(Contract.draft({ year: 1955 })).save();
     const first = await author.getContract();
     await author.setContract(Contract.draft({ year: 1960 })).save();
     said.contract = [first?.year, (await author.getContract())?.year, await ContractQuery.create().count()];
     await author.setContract(null).save();
     said.none = [await author.getContract(), await ContractQuery.create().count()];
     const fiction = await Category.draft({ name: 'fiction' }).addChild(Category.draft({ name: 'crime' })).addChild(Category.draft({ name: 'space' })).save();
     said.tree = [names(await fiction.getChildren()), (await (await fiction.getChildren())[0]!.getParent())?.name, await fiction.getParent()];
     const book = await Book.create({ name: 'b', author });
     const [ocean, space] = [await Tag.create({ name: 'ocean' }), Tag.draft({ name: 'space' })];
     await book.addTag(ocean).addTag(space).addTag(ocean).save();
     await book.addTag(ocean).save();
     said.it = [names(await book.getTags()).split(' ').sort().join(' '), await BookTagQuery.create().count(), names(await ocean.getBooks())];
     await book.removeTag(ocean).save();
     said.removed = [names(await book.getTags()), await TagQuery.create().count()];
     ocean.removeBook(book);
     book.addTag(ocean);
     await book.save();
     await ocean.save();
     said.last = [(await book.getTags()).length];
     await book.setTags([ocean]).save();
     said.set = [names(await book.getTags())];
     await book.addLanguageTranslator(Language.draft({ name: 'en' }), Translator.draft({ name: 'Bill' })).save();
     said.combination = (await book.getLanguageTranslators()).map(([language, translator]) => language.name + ' ' + translator.name);
     const [combination] = await book.getLanguageTranslators();
     await book.removeLanguageTranslator(...combination!).save();
     said.combinations = (await book.getLanguageTranslators()).length;`,
    ['ocean space', 2, 'b'],
  ],
  deletes: [
    `const author = await Author.create({ name: 'a' });
     const [b, c] = [await Book.create({ name: 'b', author }), await Book.create({ name: 'c', author })];
     for (const name of ['x', 'y']) await Note.create({ name, book: b });
     await Note.create({ name: 'z', book: c });
     await Note.create({ name: 'n' });
     const seen = await session(async () => {
       const [first] = await b.getNotes();
       await transaction(async () => {
         await b.delete();
         throw new Error([first!.bookId, first!.getRank()].join());
       }).catch((error: Error) => { said.inside = error.message; });
       const back = [first!.bookId === b.id, first!.getRank(), b.isDeleted()];
       await b.delete();
       return [...back, first!.bookId, first!.getRank()];
     });
     said.it = [seen, await notes(null), await notes(c.id)];
     const chapter = await Chapter.create({ name: 'one', book: c });
     const known = await c.getChapters();
     await BookQuery.create().filterById(c.id).delete();
     said.bulk = [await notes(null), await problem(chapter.reload())];
     const d = await Book.draft({ name: 'd', author }).addChapter(Chapter.draft({ name: 'e' })).save();
     const [e] = await d.getChapters();
     await author.getBooks();
     await author.delete();
     said.cascade = [known.length, d.isDeleted(), e!.isDeleted(), await problem(e!.save()), await BookQuery.create().count()];`,
    [[true, 1, false, null, 2], '1 n, 2 x, 3 y', '1 z'],
  ],
};

const FURTHER: Readonly<Record<string, unknown>> = {
  'drafts that hang together': {
    more: ['1 y, 2 x', 'OrmError'],
    letters: ['b', 2, 1],
  },
  'a child that cannot be written': { more: [true, 'b', true, '1 ok'], saved: ['c', false] },
  'a rollback': { more: ['1 one, 2 k', 't', 1], object: [false, '1 x', 'u', true] },
  'children that are moved, removed and replaced': {
    before: [true, 'c', '1 a, 2 b, 3 c'],
    set: ['1 e, 2 a', 2, 3],
    notes: ['', '1 n', null, true],
    reversed: ['1 a, 2 e', 1],
  },
  'what was changed of others is saved with an object': {
    column: ['other'],
    saved: ['other'],
    none: ['p', null, null, 1],
  },
  'one to one, trees and cross references': {
    contract: [1955, 1960, 1],
    none: [null, 0],
    tree: ['crime space', 'fiction', null],
    removed: ['space', 2],
    last: [2],
    set: ['ocean'],
    combination: ['en Bill'],
    combinations: 0,
  },
  deletes: {
    inside: ',2',
    bulk: ['1 n, 2 x, 3 y, 4 z', 'RowGoneError'],
    cascade: [1, true, true, 'ObjectDeletedError', 0],
  },
};

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('related objects in TypeScript on %s', (engine) => {
  test('are written with each other', { timeout: 300_000 }, async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    const entries = Object.entries(PARTS);
    const only = process.env['ORM_RELATIONS'] ?? '';
    const clear =
      'for (const table of ["translation", "book_tag", "letter", "contract", "chapter", "note", "book", "author", "publisher", ' +
      '"language", "translator", "tag"]) await orm.connection().run({ sql: "DELETE FROM " + table, values: [] });\n' +
      'await orm.connection().run({ sql: "UPDATE category SET parent_id = NULL", values: [] });\n' +
      'await orm.connection().run({ sql: "DELETE FROM category", values: [] });\n';
    for (const [index, [, [program]]] of entries.entries()) {
      const source = `${HEAD}${clear}${program}\nconsole.log(JSON.stringify(said));\nawait orm.close();\n`;
      writeFileSync(join(cwd, `src/part${String(index)}.ts`), source);
    }
    expect(compile(cwd, ...entries.map((_, index) => `src/part${String(index)}.ts`))).toEqual([]);
    for (const [index, [name, [, it]]] of entries.entries()) {
      if (!name.includes(only)) continue;
      const further = FURTHER[name] ?? {};
      expect.soft(await runBuilt(cwd, `src/part${String(index)}.js`), name).toEqual({ it, ...further });
    }
  });
});
