import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, type TestContext, test } from 'vitest';
import { runtimeFolder } from '../../../../../scripts/php/tools.mjs';
import { freshDatabase, type TestDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import type { Engine } from '../../support/engines.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';
import { SCHEMA } from './support/written-relations.js';

/** Rows of every kind of relation: lists, a row in no list, one to one, combinations, both ends the same, a circle. */
const ROWS = [
  "INSERT INTO author (name) VALUES ('jane'), ('mary')",
  "INSERT INTO publisher (name) VALUES ('egerton')",
  "INSERT INTO book (name, author_id, publisher_id) VALUES ('emma', 1, 1), ('persuasion', 1, NULL), ('lodore', 2, NULL)",
  "INSERT INTO chapter (name, book_id, sortable_rank) VALUES ('two', 1, 2), ('one', 1, 1), ('three', 1, 3), ('a', 2, 1)",
  "INSERT INTO note (name, book_id, sortable_rank) VALUES ('y', 1, 2), ('x', 1, 1), ('loose', 1, NULL), ('none', NULL, 1)",
  'INSERT INTO contract (author_id, year) VALUES (1, 1815)',
  'INSERT INTO letter (sender_id, recipient_id) VALUES (1, 2), (1, 1), (2, 1)',
  "INSERT INTO category (name, parent_id) VALUES ('root', NULL), ('child', 1), ('grandchild', 2), ('head', NULL), ('tail', 4)",
  "UPDATE category SET parent_id = 5 WHERE name = 'head'",
  "INSERT INTO tag (name) VALUES ('old'), ('sad')",
  'INSERT INTO book_tag (book_id, tag_id) VALUES (1, 1), (1, 2), (2, 2)',
  "INSERT INTO language (name) VALUES ('pt')",
  "INSERT INTO translator (name) VALUES ('ana')",
  'INSERT INTO translation (book_id, language_id, translator_id) VALUES (1, 1, 1)',
];

const TABLES = ['author', 'book', 'chapter', 'note', 'contract', 'letter', 'category', 'book_tag', 'translation'];

async function rowsOf(database: TestDatabase): Promise<Readonly<Record<string, readonly string[]>>> {
  const entries: [string, readonly string[]][] = [];
  for (const table of TABLES) {
    const rows = await database.query(`SELECT * FROM ${table}`);
    entries.push([table, rows.map((row) => row.join(' ')).sort()]);
  }
  return Object.fromEntries(entries);
}

async function build(engine: Engine, context: TestContext): Promise<{ database: TestDatabase; cwd: string }> {
  const database = await freshDatabase(engine, context);
  const more = { generator: { targets: ['php', 'typescript'] }, paths: { tsDir: 'src/models' } };
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }, more), 'schema.xml': SCHEMA });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(cwd, command)).toMatchObject({ code: 0 });
  }
  for (const sql of ROWS) await database.query(sql);
  return { database, cwd };
}

const PHP = `<?php
require ${JSON.stringify(join(runtimeFolder, 'vendor/autoload.php'))};
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require __DIR__ . '/generated-conf/config.php';
AuthorQuery::create()->findPk(1)->copy(true)->setName('copy')->save();
BookQuery::create()->findPk(1)->copy(true)->save();
foreach ([1, 2, 4] as $id) {
    CategoryQuery::create()->findPk($id)->copy(true)->save();
}
`;

const COPIES = `import { deepCopy } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { AuthorQuery, BookQuery, CategoryQuery } from './models/index.js';

const jane = await AuthorQuery.create().requirePk(1);
await (await deepCopy(jane, { name: 'copy' })).save();
await (await deepCopy(await BookQuery.create().requirePk(1))).save();
for (const id of [1, 2, 4]) await (await deepCopy(await CategoryQuery.create().requirePk(id))).save();
console.log('[]');
await orm.close();
`;

const IN_MEMORY = `import { deepCopy, OrmError, transaction } from '@ormgen/runtime';
import { subscribe } from 'node:diagnostics_channel';
import { orm } from './models/config.js';
import { Author, AuthorQuery, Book, BookQuery, Chapter, ChapterQuery, Tag, TagQuery } from './models/index.js';

const said: unknown[] = [];
let statements = 0;
subscribe('ormgen:query', () => { statements += 1; });
const chapters = async (book: Book): Promise<string> =>
  (await ChapterQuery.retrieveList(book.id)).map((each) => \`\${each.getRank()} \${each.name}\`).join(', ');

// Children that are not saved yet, and one that is taken away. The new author, whom both have, saves the original as well.
const emma = await BookQuery.create().requirePk(1);
const [first] = await emma.getChapters();
emma.addChapter(Chapter.draft({ name: 'new' }));
if (first !== undefined) emma.removeChapter(first);
const author = Author.draft({ name: 'later' });
emma.setAuthor(author);
const copy = await (await deepCopy(emma, { name: 'second' })).save();
said.push(await chapters(copy), (await copy.getAuthor()).name, await chapters(emma), await BookQuery.create().filterByName('emma').count());

// What was loaded and changed counts.
const loaded = (await BookQuery.create().filterById(2).with('chapters').requireOne());
if (loaded.chapters[0] !== undefined) loaded.chapters[0].name = 'b';
said.push(await chapters(await (await deepCopy(loaded)).save()));

// A draft that is copied again and again; another parent.
const draft = await deepCopy(loaded, { author: Author.draft({ name: 'else' }) });
said.push((await (await draft.save()).getAuthor()).name);

// One statement for the rows of a relation, however many there are.
const jane = await AuthorQuery.create().requirePk(1);
const before = statements;
await deepCopy(jane);
said.push(statements - before);

// In a transaction, and nothing of it after a rollback.
const count = await BookQuery.create().count();
await transaction(async () => {
  await (await deepCopy(jane)).save();
  throw new Error('no');
}).catch(() => undefined);
said.push(await BookQuery.create().count() === count);

const tagged = await BookQuery.create().requirePk(2);
tagged.addTag(Tag.draft({ name: 'new' }));
said.push(await deepCopy(tagged).catch((error: unknown) => (error instanceof OrmError ? error.message : String(error))));
await tagged.save();
said.push((await (await (await deepCopy(tagged)).save()).getTags()).length, await TagQuery.create().count());
console.log(JSON.stringify(said));
await orm.close();
`;

const REFUSED = [
  '(await joined.copy().save()).author;',
  "await deepCopy({ name: 'a' });",
  'await deepCopy(book, { name: 5 });',
  '(await deepCopy(book)).id;',
];

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('deep copies in TypeScript on %s', (engine) => {
  test('write the rows that PHP writes', { timeout: 600_000 }, async (context) => {
    const php = await build(engine, context);
    writeFileSync(join(php.cwd, 'copies.php'), PHP);
    await promisify(execFile)('php', [join(php.cwd, 'copies.php')]);
    const { database, cwd } = await build(engine, context);
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/copies.ts'), COPIES);
    writeFileSync(join(cwd, 'src/memory.ts'), IN_MEMORY);
    writeFileSync(
      join(cwd, 'src/refused.ts'),
      [
        "import { deepCopy } from '@ormgen/runtime';",
        "import { type Book, BookQuery } from './models/index.js';",
        'declare const book: Book;',
        'const joined = await BookQuery.create().joinWithAuthor().requirePk(1);',
        'joined.author.name;',
        ...REFUSED.flatMap((line) => ['// @ts-expect-error', line]),
      ].join('\n'),
    );
    expect(compile(cwd, 'src/copies.ts', 'src/memory.ts', 'src/refused.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/copies.js')).toEqual([]);
    const rows = await rowsOf(database);
    expect(rows).toEqual(await rowsOf(php.database));
    expect([rows['chapter']?.length, rows['category']?.length]).toEqual([11, 12]);
    expect(await runBuilt(cwd, 'src/memory.js')).toEqual([
      ...['1 two, 2 three, 3 new', 'later', '1 two, 2 three, 3 new', 3],
      '1 b',
      'else',
      8,
      true,
      'The Tag of a Book was changed and not saved: save it before it is copied.',
      ...[2, 3],
    ]);
  });
});
