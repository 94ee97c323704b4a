import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

// Relations of tables with lazy columns, with several classes, with hooks, and of tables that are only read.

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="biography" type="CLOB" lazyLoad="true"/>
    <column name="name" type="VARCHAR" size="20" required="true"/>
  </table>
  <table name="country" readOnly="true">
    <column name="code" type="CHAR" size="2" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="20" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="summary" type="CLOB" lazyLoad="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="kind" type="INTEGER" required="true" inheritance="single">
      <inheritance key="1" class="Book"/>
      <inheritance key="2" class="Novel" extends="Book"/>
    </column>
    <column name="author_id" type="INTEGER" required="true"/>
    <column name="country_code" type="CHAR" size="2"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="country"><reference local="country_code" foreign="code"/></foreign-key>
  </table>
  <table name="award" readOnly="true">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
  </table>
  <table name="chapter">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="book" onDelete="cascade"><reference local="book_id" foreign="id"/></foreign-key>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="book_id"/>
    </behavior>
  </table>
</database>`;

const HOOKED = (name: string): string => `import type { Unsaved } from '@ormgen/runtime';
import { ${name}Base, type ${name}Init, ${name}QueryBase } from './base/${name.toLowerCase()}.js';

export const heard: string[] = [];

export class ${name} extends ${name}Base {
  static override preSave(values: Unsaved<${name}Init>): boolean {
    const text = ${name === 'Author' ? 'values.name' : 'values.title'};
    heard.push(text);
    return text !== 'no';
  }
}

export class ${name}Query<R = ${name}> extends ${name}QueryBase<R> {}
`;

const APPLICATION = `import { load, VetoedError } from '@ormgen/runtime';
import { heard as chapters } from './models/chapter.js';
import { heard as authors } from './models/author.js';
import { orm } from './models/config.js';
import { Author, AuthorQuery, AwardQuery, Book, BookQuery, Chapter, ChapterQuery, CountryQuery, Novel } from './models/index.js';

const said: unknown[] = [];
const counts = async (): Promise<readonly number[]> =>
  [await AuthorQuery.create().count(), await BookQuery.create().count(), await ChapterQuery.create().count()];

await orm.connection().run({ sql: "INSERT INTO country (code, name) VALUES ('PT', 'Portugal')", values: [] });

// Drafts that hang together, with hooks, classes and lazy columns.
const novel = await Novel.draft({ title: 'Emma', countryCode: 'PT', author: Author.draft({ name: 'Jane', biography: 'long' }), summary: 'short' })
  .addChapter(Chapter.draft({ title: 'I' }))
  .addChapter(Chapter.draft({ title: 'II' }))
  .save();
said.push(novel instanceof Novel, novel.kind, authors.splice(0), chapters.splice(0), await counts());
const jane = await novel.getAuthor();

// One that a hook refuses takes all of them along.
await Book.draft({ title: 'Persuasion', author: Author.draft({ name: 'Mary' }) })
  .addChapter(Chapter.draft({ title: 'no' }))
  .save()
  .catch((error: unknown) => said.push(error instanceof VetoedError));
said.push(await counts());
authors.splice(0);
chapters.splice(0);
jane.name = 'no';
await jane.addBook(Book.draft({ title: 'Persuasion' })).save();
said.push(authors.splice(0), await counts());
jane.name = 'Jane A.';
await jane.save();
said.push(authors.splice(0), await counts(), (await AuthorQuery.create().requirePk(jane.id)).name);

// Lazy columns are no part of joined rows, and classes are those of the rows.
const joined = await BookQuery.create().joinWithAuthor().leftJoinWithCountry().orderByTitle().find();
said.push(joined.map((book) => [book.constructor.name, book.title, book.author.name, book.country?.name ?? null, book.summary ?? 'unread']));
const [first] = joined;
said.push(await first?.getSummary(), await first?.author.getBiography());
const [one] = await AuthorQuery.create().joinWithBook().find();
said.push(one?.name, one?.books.map((book) => [book.constructor.name, book.title]));
const [loaded] = await load(await AuthorQuery.create().find(), 'books');
said.push(loaded?.books.map((book) => book.constructor.name));
said.push((await jane.getBooks()).map((book) => [book.constructor.name, book.kind]));

// Tables that are only read.
const portugal = await CountryQuery.create().requirePk('PT');
said.push((await novel.getCountry())?.name, (await BookQuery.create().filterByCountry(portugal).find()).map(({ title }) => title));
await orm.connection().run({ sql: \`INSERT INTO award (id, book_id) VALUES (7, \${String(novel.id)})\`, values: [] });
const [award] = await AwardQuery.create().joinWithBook().find();
said.push(award?.id, award?.book.title, (await load(await AwardQuery.create().find(), 'book'))[0]?.book.constructor.name);
said.push((await novel.getAwards()).map(({ id }) => id), (await load([novel], 'awards'))[0]?.awards.length);

// A copy points where the original does, unless it is told otherwise.
const copied = await novel.copy({ title: 'Emma II' }).save();
const given = await novel.copy({ title: 'Emma III', author: Author.draft({ name: 'Ann' }) }).save();
said.push(copied.constructor.name, copied.authorId === jane.id, (await given.getAuthor()).name, await counts());
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('what TypeScript classes have, together, on %s', (engine) => {
  test('does not get in its own way', async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    for (const name of ['Author', 'Chapter']) {
      writeFileSync(join(cwd, `src/models/${name.toLowerCase()}.ts`), HOOKED(name));
    }
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    expect(compile(cwd, 'src/app.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[true, 2, ['Jane'], ['I', 'II'], [1, 1, 2]],
      ...[true, [1, 1, 2]],
      ...[['no'], [1, 1, 2]],
      ...[['Jane A.'], [1, 2, 2], 'Jane A.'],
      [
        ['Novel', 'Emma', 'Jane A.', 'Portugal', 'unread'],
        ['Book', 'Persuasion', 'Jane A.', null, 'unread'],
      ],
      ...['short', 'long'],
      'Jane A.',
      [
        ['Novel', 'Emma'],
        ['Book', 'Persuasion'],
      ],
      ['Novel', 'Book'],
      [
        ['Novel', 2],
        ['Book', 1],
      ],
      ...['Portugal', ['Emma']],
      ...[7, 'Emma', 'Novel', [7], 1],
      ...['Novel', true, 'Ann', [2, 4, 2]],
    ]);
  });
});
