import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages } from './support/ts-project.js';
import { SCHEMA } from './support/written-relations.js';

/** Lines that the compiler has to refuse. */
const REFUSED = [
  "await Book.create({ name: 'a' });",
  "await Book.create({ name: 'a', author: null });",
  "await Book.create({ name: 'a', author: undefined });",
  "await Book.create({ name: 'a', authorId: null });",
  "await Book.create({ name: 'a', author: 5 });",
  "await Book.create({ name: 'a', author: tag });",
  "await Book.create({ name: 'a', author: Author.create({ name: 'b' }) });",
  "await Book.create({ name: 'a', author, publisher: tag });",
  "await Book.create({ name: 'a', author, chapters: [] });",
  // Drafts that have to point at something first
  "await Book.draft({ name: 'a' }).save();",
  "await Chapter.draft({ name: 'a' }).insertAtTop().save();",
  "await Chapter.draft({ name: 'a' }).setBook(Book.draft({ name: 'a' })).save();",
  "await Chapter.create({ name: 'a', book: Book.draft({ name: 'a' }) });",
  'await Letter.draft({}).save();',
  'await Letter.draft({}).setSender(author).save();',
  'author.addSentLetter(Letter.draft({ sender: author }));',
  'author.addSentLetter(Letter.draft({}));',
  "book.addChapter(Chapter.draft({ name: 'a' }).setBook(tag));",
  'book.addTag(Tag.draft({}));',
  // Objects of other classes
  'book.setAuthor(tag);',
  'book.setAuthor(null);',
  'book.setAuthor(5);',
  'book.setAuthor(undefined);',
  'book.setPublisher(author);',
  'book.setPublisher(undefined);',
  'book.addChapter(author);',
  'book.addTag(author);',
  'book.addTag(null);',
  'book.removeChapter(tag);',
  'book.removeTag(author);',
  'book.setTags([author]);',
  'book.setTags(tag);',
  'book.setChapters([tag]);',
  'book.addLanguageTranslator(language);',
  'book.addLanguageTranslator(tag, language);',
  'author.setContract(book);',
  // What is read is a promise, and null where there may be none
  '(await book.getPublisher()).name;',
  'book.getAuthor().name;',
  'book.getChapters().length;',
  'for (const tag of book.getTags()) void tag;',
  '(await author.getContract()).year;',
  'const [[one]] = await book.getLanguageTranslators(); one.name = 5;',
  // What a draft does not have
  "await Book.draft({ name: 'a', author }).getAuthor();",
  "Author.draft({ name: 'a' }).saved.name;",
];

test('mistakes about related objects do not compile', { timeout: 600_000 }, async () => {
  const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'models' } };
  const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'pgsql' } }, more), 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0 });
  installPackages(cwd);
  const head = [
    "import { Author, Book, type BookDraft, Chapter, Language, Letter, Publisher, Tag } from './models/index.js';",
    "const author = await Author.create({ name: 'a' });",
    "const tag = await Tag.create({ name: 'a' });",
    "const language = await Language.create({ name: 'a' });",
    "const book: Book = await Book.create({ name: 'a', author, publisher: Publisher.draft({ name: 'p' }) });",
    "const open: BookDraft<Book, 'author'> = Book.draft({ name: 'a' });",
    'const whole: BookDraft<Book> = open.setAuthor(author).addTag(tag).setPublisher(null);',
    'author.addBook(open).addBook(whole).addBook(book).addSentLetter(Letter.draft({ recipient: author }));',
    "const chapter: Chapter = await Chapter.draft({ name: 'a' }).insertAtTop().setBook(whole).insertAtBottom().save();",
    'const of: Book = await chapter.getBook(); const by: Publisher | null = await book.getPublisher();',
    "const made: Book | null = Book.draft({ name: 'a', author }).saved;",
    'book.setTags(new Set([tag])).setChapters([chapter]).removeTag(tag);',
    'void [of, by, made, language];',
  ];
  writeFileSync(join(cwd, 'app.ts'), [...head, ...REFUSED.flatMap((line) => ['// @ts-expect-error', line])].join('\n'));
  expect(compile(cwd, 'app.ts')).toEqual([]);
});
