import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';
import { SCHEMA } from './support/written-relations.js';

const HEAD = `import { transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import {
  Author, AuthorQuery, Book, BookQuery, BookTag, BookTagQuery, Category, CategoryQuery, Chapter, ChapterQuery, Contract, Letter, Note,
  Publisher, Tag,
} from './models/index.js';

const said: Record<string, unknown> = {};
/** What a call throws, at once or later. */
const problem = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? \`\${error.constructor.name}: \${error.message.split('\\n')[0]}\` : '';
  }
};
const kind = async (work: () => unknown): Promise<string> => (await problem(work)).split(':')[0]!;
const undone = (work: () => Promise<unknown>): Promise<unknown> =>
  transaction(async () => { await work(); throw new Error('undone'); }).catch(() => undefined);
const names = (objects: readonly { readonly name: string }[]): string => objects.map(({ name }) => name).sort().join(' ');
const books = async (): Promise<string> => names(await BookQuery.create().find());
const author = await Author.create({ name: 'a' });
const tag = await Tag.create({ name: 't' });
const b = await Book.create({ name: 'b', author });
const none = undefined as never;
void [AuthorQuery, BookTag, BookTagQuery, Category, CategoryQuery, Chapter, ChapterQuery, Contract, Letter, Note, Publisher, tag, b, none];
void [problem, kind, undone, books];
`;

const PARTS: Readonly<Record<string, readonly [program: string, expected: object]>> = {
  'a create() that fails leaves no link with what it pointed at': [
    `await BookTag.create({ book: b, tag });
     said.refused = [await kind(() => BookTag.create({ book: b, tag })), await kind(() => Chapter.create({ name: 'much too long', book: b }))];
     b.name = 'b2';
     said.book = await kind(() => b.save());
     tag.name = 't2';
     said.tag = await kind(() => tag.save());
     await b.reload();
     b.name = 'b3';
     said.reloaded = await kind(() => b.save());
     const draft = Author.draft({ name: 'x' });
     said.draft = [await kind(() => Book.create({ name: 'y'.repeat(50), author: draft })), await kind(() => draft.save()), await books()];
     const both = await Promise.all([kind(() => BookTag.create({ book: b, tag })), kind(() => { b.name = 'b4'; return b.save(); })]);
     said.both = both;
     said.inTransaction = await transaction(async () => {
       const refused = await kind(() => BookTag.create({ book: b, tag }));
       b.name = 'b5';
       await b.save();
       return refused;
     });
     const held = Chapter.draft({ name: 'much too long', book: b });
     said.held = [await kind(() => held.save()), await kind(() => b.save()), await kind(() => b.removeChapter(held).save())];
     said.found = [await BookTagQuery.create().count(), await ChapterQuery.create().count(), await books()];`,
    {
      refused: ['UniqueViolationError', 'InvalidValueError'],
      book: 'nothing',
      tag: 'nothing',
      reloaded: 'nothing',
      draft: ['InvalidValueError', 'nothing', 'b3'],
      both: ['UniqueViolationError', 'nothing'],
      inTransaction: 'UniqueViolationError',
      held: ['InvalidValueError', 'InvalidValueError', 'nothing'],
      found: [1, 0, 'b5'],
    },
  ],
  'a create() that is rolled back leaves no link either': [
    `await undone(() => Book.create({ name: 'ghost', author }));
     await author.save();
     author.name = 'A';
     await author.save();
     said.one = await books();
     await undone(() => transaction(() => Book.create({ name: 'inner', author })));
     await transaction(async () => {
       await undone(() => Book.create({ name: 'savepoint', author }));
       await Book.create({ name: 'kept', author });
       author.name = 'AA';
       await author.save();
     });
     said.nested = await books();
     await undone(async () => {
       await Book.create({ name: 'saved', author });
       author.name = 'AAA';
       await author.save();
       await author.getBooks();
     });
     await author.save();
     said.saved = [await books(), author.isModified()];
     const draft = Author.draft({ name: 'x' });
     await undone(() => Book.create({ name: 'of a draft', author: draft }));
     await draft.save();
     said.draft = [await books(), names(await AuthorQuery.create().find())];
     let made: Book | undefined;
     const parent = Author.draft({ name: 'y' });
     await undone(async () => { made = await Book.create({ name: 'again', author: parent }); });
     await made!.save();
     said.again = [await books(), (await made!.getAuthor()).name];
     const held = Book.draft({ name: 'held', author });
     await undone(() => held.save());
     await author.save();
     said.held = await books();
     const together = await Book.create({ name: 'together', author });
     together.name = 'both';
     await author.save();
     said.together = await books();`,
    {
      one: 'b',
      nested: 'b kept',
      saved: ['b kept', false],
      draft: ['b kept', 'AAA x'],
      again: ['again b kept', 'y'],
      held: 'again b held kept',
      together: 'again b both held kept',
    },
  ],
  'what was deleted cannot be linked': [
    `const gone = await Author.create({ name: 'gone' });
     await gone.delete();
     const [root, top] = [await Category.create({ name: 'root' }), await Category.create({ name: 'top' })];
     const child = await Category.create({ name: 'child', parent: root });
     await top.delete();
     const chapter = await Chapter.create({ name: 'c', book: b });
     const other = await Book.create({ name: 'other', author });
     await chapter.delete();
     await tag.delete();
     said.message = await problem(() => child.setParent(top));
     said.kinds = [...new Set([
       await kind(() => Category.create({ name: 'x', parent: top })), await kind(() => Category.draft({ name: 'x', parent: top })),
       await kind(() => Category.draft({ name: 'x' }).setParent(top)), await kind(() => b.setAuthor(gone)),
       await kind(() => Book.create({ name: 'x', author: gone })), await kind(() => other.addChapter(chapter)),
       await kind(() => other.setChapters([chapter])), await kind(() => b.addTag(tag)), await kind(() => b.setTags([tag])),
       await kind(() => root.addChild(top)), await kind(() => top.addChild(child)), await kind(() => top.setParent(root)),
     ])];
     said.unchanged = [child.parentId === root.id, (await child.getParent())?.name, child.isModified(), await kind(() => child.save()), await kind(() => b.save())];
     b.removeTag(tag).removeChapter(chapter);
     said.removed = await kind(() => b.save());
     const late = await Category.create({ name: 'late' });
     const draft = Category.draft({ name: 'd', parent: late });
     child.setParent(late);
     await late.delete();
     said.later = [await problem(() => child.save()), await kind(() => draft.save()), await CategoryQuery.create().count()];
     await draft.setParent(root).save();
     child.setParent(null);
     said.other = [await kind(() => child.save()), child.parentId, draft.saved?.parentId === root.id];
     const lateTag = await Tag.create({ name: 'late' });
     b.addTag(lateTag);
     await lateTag.delete();
     said.tag = [await kind(() => b.save()), await kind(() => b.removeTag(lateTag).save())];
     const spare = await Tag.create({ name: 'spare' });
     await undone(() => spare.delete());
     said.back = [await kind(() => b.addTag(spare).save()), names(await b.getTags())];
     other.addChapter(await Chapter.create({ name: 'm', book: b }));
     const [moved] = await other.getChapters();
     await moved!.delete();
     said.child = [await kind(() => other.save()), await kind(() => b.save())];
     const link = await BookTag.create({ book: other, tag: spare });
     await link.delete();
     said.made = [await kind(() => other.save()), await kind(() => spare.save())];
     const stale = await CategoryQuery.create().requirePk(draft.saved!.id);
     await stale.getParent();
     await CategoryQuery.create().filterById(stale.id).update({ parentId: null });
     await root.delete();
     stale.name = 'stale';
     said.stale = await kind(() => stale.save());`,
    {
      message: 'ObjectDeletedError: This Category was deleted, so no other object can be linked with it.',
      kinds: ['ObjectDeletedError'],
      unchanged: [true, 'root', false, 'nothing', 'nothing'],
      removed: 'nothing',
      later: [
        'ObjectDeletedError: This Category was deleted, so no other object can be linked with it.',
        'ObjectDeletedError',
        2,
      ],
      other: ['nothing', null, true],
      tag: ['ObjectDeletedError', 'nothing'],
      back: ['nothing', 'spare'],
      child: ['nothing', 'nothing'],
      made: ['nothing', 'nothing'],
      stale: 'nothing',
    },
  ],
  'what is no object of the other table is refused where it is said': [
    `const chapter = await Chapter.create({ name: 'c', book: b });
     said.classes = [
       await problem(() => b.addTag(author as never)), await problem(() => b.addChapter(author as never)),
       await problem(() => b.setTags([chapter] as never)), await problem(() => b.setChapters([b] as never)),
       await problem(() => b.setAuthor(tag as never)), await problem(() => b.removeChapter(author as never)),
       await problem(() => b.removeTag(author as never)),
     ];
     said.undefined = [
       await problem(() => b.addTag(none)), await problem(() => b.setAuthor(none)), await problem(() => b.addChapter(none)),
       await problem(() => author.setContract(none)), await problem(() => b.setTags(none)), await problem(() => b.setChapters(none)),
     ];
     said.others = [
       await problem(() => Book.create({ name: 'x', author: { id: 1 } } as never)), await problem(() => b.setTags('abc' as never)),
       await problem(() => b.setChapters('abc' as never)), await problem(() => b.setTags(5 as never)),
       await problem(() => b.setAuthor(Promise.resolve(author) as never)), await problem(() => b.addTag([tag] as never)),
       await problem(() => b.addLanguageTranslator(tag as never, none)), await problem(() => b.setLanguageTranslators([tag] as never)),
     ];
     said.inits = [
       await problem(() => Author.create(null as never)), await problem(() => Author.draft(none)),
       await problem(() => Chapter.create('x' as never)), await problem(() => Book.create(none)),
     ];
     const thrown = Book.create({ name: 'x', author: none });
     said.rejected = await kind(() => thrown);
     said.saved = [b.isModified(), await kind(() => b.save()), await BookTagQuery.create().count(), await ChapterQuery.create().count()];
     await b.setTags(new Set([tag])).save();
     said.set = names(await b.getTags());
     const draft = Chapter.draft({ name: 'd', book: b });
     said.lists = [
       await kind(() => chapter.moveBefore(draft as never)), await kind(() => chapter.insertBefore(draft as never)),
       await kind(() => chapter.insertAfter(none)), await kind(() => chapter.moveAfter(none)), await kind(() => chapter.swapWith(none)),
       await kind(() => draft.insertBefore(none)), await kind(() => draft.insertAfter(draft as never)),
     ];`,
    {
      classes: [
        'InvalidValueError: Tag of Book cannot be an Author.',
        'InvalidValueError: Chapter of Book cannot be an Author.',
        'InvalidValueError: Tag of Book cannot be a Chapter.',
        'InvalidValueError: Chapter of Book cannot be a Book.',
        'InvalidValueError: Author of Book cannot be a Tag.',
        'InvalidValueError: Chapter of Book cannot be an Author.',
        'InvalidValueError: Tag of Book cannot be an Author.',
      ],
      undefined: [
        'InvalidValueError: Tag of Book has to be an object or a draft, not undefined.',
        'InvalidValueError: Author of Book has to be an object or a draft, not undefined.',
        'InvalidValueError: Chapter of Book has to be an object or a draft, not undefined.',
        'InvalidValueError: Contract of Author has to be an object or a draft, not undefined.',
        'InvalidValueError: Tag of Book can only be replaced by an array or another iterable, not by undefined.',
        'InvalidValueError: Chapter of Book can only be replaced by an array or another iterable, not by undefined.',
      ],
      others: [
        'InvalidValueError: Author of Book has to be an object or a draft, not a plain object.',
        'InvalidValueError: Tag of Book can only be replaced by an array or another iterable, not by a string.',
        'InvalidValueError: Chapter of Book can only be replaced by an array or another iterable, not by a string.',
        'InvalidValueError: Tag of Book can only be replaced by an array or another iterable, not by a number.',
        'InvalidValueError: Author of Book has to be an object or a draft, not a promise: await it first.',
        'InvalidValueError: Tag of Book has to be an object or a draft, not an array.',
        'InvalidValueError: Language of Book cannot be a Tag.',
        'InvalidValueError: LanguageTranslator of Book takes arrays of 2 objects, not a Tag.',
      ],
      inits: [
        'InvalidValueError: A new Author is made of an object with its values, not null.',
        'InvalidValueError: A new Author is made of an object with its values, not undefined.',
        'InvalidValueError: A new Chapter is made of an object with its values, not a string.',
        'InvalidValueError: A new Book is made of an object with its values, not undefined.',
      ],
      rejected: 'InvalidValueError',
      saved: [false, 'nothing', 0, 1],
      set: 't',
      lists: Array.from({ length: 7 }, () => 'InvalidValueError'),
    },
  ],
  'reload() drops what waits': [
    `const second = await Author.create({ name: 'second' });
     const kept = await Chapter.create({ name: 'kept', book: b });
     const draft = Chapter.draft({ name: 'draft' });
     b.addTag(tag).addChapter(draft).setAuthor(second).setPublisher(Publisher.draft({ name: 'p' })).removeChapter(kept);
     await b.reload();
     said.b = [b.isModified(), (await b.getAuthor()).name, await b.getPublisher(), await b.getTags(), names(await b.getChapters())];
     await b.save();
     await second.save();
     said.rows = [await BookTagQuery.create().count(), await ChapterQuery.create().count(), b.authorId === author.id];
     b.setTags([tag]).setChapters([draft]);
     await b.reload();
     await b.save();
     said.again = [await BookTagQuery.create().count(), await ChapterQuery.create().count(), names(await b.getChapters())];
     said.waits = [b.addTag(tag).isModified(), await kind(() => b.save()), names(await b.getTags())];
     const made = await Chapter.create({ name: 'made', book: b });
     await b.reload();
     made.name = 'new';
     await b.save();
     said.made = [made.isModified(), await (Object(draft).save() as Promise<Chapter>).then((saved) => saved.bookId === b.id), names(await b.getChapters())];`,
    {
      b: [false, 'a', null, [], 'kept'],
      rows: [0, 1, true],
      again: [0, 1, 'kept'],
      waits: [false, 'nothing', 't'],
      made: [false, true, 'draft kept new'],
    },
  ],
  'an object and another key are refused': [
    `const second = await Author.create({ name: 'second' });
     const publisher = await Publisher.create({ name: 'p' });
     said.both = await problem(() => Book.create({ name: 'x', author, authorId: second.id }));
     said.kinds = [
       await kind(() => Book.draft({ name: 'x', author, authorId: second.id })),
       await kind(() => Book.create({ name: 'x', author: Author.draft({ name: 'y' }), authorId: second.id })),
       await kind(() => Book.create({ name: 'x', author, publisher: null, publisherId: publisher.id })),
       await kind(() => Book.create({ name: 'x', author, publisher, publisherId: null })),
     ];
     const same = await Book.create({ name: 'same', author, authorId: author.id, publisher: null, publisherId: null });
     const later = await Book.draft({ name: 'later', authorId: author.id }).setAuthor(second).save();
     const [copy, other] = [await b.copy({ name: 'copy', author: second }).save(), await same.copy({ name: 'other', publisher }).save()];
     const without = await other.copy({ name: 'without', publisher: null }).save();
     said.saved = [same.authorId === author.id, later.authorId === second.id, copy.authorId === second.id,
       other.publisherId === publisher.id, without.publisherId, await books()];
     await author.save();
     said.one = [await kind(() => Letter.draft({ sender: author, recipient: none })), await kind(() => author.save())];`,
    {
      both: 'InvalidValueError: "author" and "authorId" of "book" disagree: give one of them.',
      kinds: Array.from({ length: 4 }, () => 'InvalidValueError'),
      saved: [true, true, true, true, null, 'b copy later other same without'],
      one: ['InvalidValueError', 'nothing'],
    },
  ],
};

describe('related objects in TypeScript that cannot be written', () => {
  test('leave everything else as it was', { timeout: 300_000 }, async (context) => {
    const { connection } = await freshDatabase('sqlite', context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    const entries = Object.entries(PARTS);
    const clear =
      'for (const table of ["book_tag", "letter", "contract", "chapter", "note", "book", "author", "publisher", "tag", "category"]) ' +
      'await orm.connection().run({ sql: "DELETE FROM " + table, values: [] });\n';
    for (const [index, [, [program]]] of entries.entries()) {
      const source = `${HEAD.replace('const author =', `${clear}const author =`)}${program}\nconsole.log(JSON.stringify(said));\nawait orm.close();\n`;
      writeFileSync(join(cwd, `src/part${String(index)}.ts`), source);
    }
    expect(compile(cwd, ...entries.map((_, index) => `src/part${String(index)}.ts`))).toEqual([]);
    for (const [index, [name, [, expected]]] of entries.entries()) {
      expect.soft(await runBuilt(cwd, `src/part${String(index)}.js`), name).toEqual(expected);
    }
  });
});
