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
