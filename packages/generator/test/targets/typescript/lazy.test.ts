import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

/** Lazy columns stand between others, also before the rank of a list. */
const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="excerpt" type="CLOB" lazyLoad="true"/>
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="meta" type="JSON" lazyLoad="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="shelf" type="INTEGER"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="shelf"/>
    </behavior>
  </table>
  <table name="old_book" readOnly="true">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="excerpt" type="CLOB" lazyLoad="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
  </table>
</database>`;

const APPLICATION = `import { subscribe } from 'node:diagnostics_channel';
import { session, transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Book, BookQuery, OldBookQuery } from './models/index.js';

const said: unknown[] = [];
let statements = 0;
subscribe('ormgen:query', () => { statements += 1; });
const sent = async (work: Promise<unknown>): Promise<number> => {
  const before = statements;
  await work;
  return statements - before;
};
const stored = async (id: number): Promise<unknown> =>
  Object.values(await BookQuery.create().filterById(id).select('excerpt', 'meta', 'title').requireOne());

const made = await Book.create({ title: 'Emma', excerpt: 'handsome', meta: { a: 1 }, shelf: 1 });
said.push(made.excerpt, made.meta, made.getRank());
const emma = await BookQuery.create().requirePk(made.id);
said.push(emma.excerpt === undefined, emma.title, emma.getRank(), emma.isModified(), Object.keys(emma));

// It is read once.
said.push(await sent(emma.getExcerpt()), emma.excerpt, await sent(emma.getExcerpt()), emma.isModified());

// What is set is written, though it was never read; a change inside of a document counts.
emma.excerpt = 'clever';
(await emma.getMeta() as { a: number }).a = 2;
said.push(emma.isModified());
await emma.save();
said.push(emma.isModified(), await stored(emma.id));
const other = await BookQuery.create().requirePk(made.id);
other.excerpt = null;
said.push(other.isModified());
await other.save();
said.push(other.isModified(), await stored(emma.id), await other.getExcerpt(), await sent(other.save()));

// A rollback makes it unsaved again.
await transaction(async () => {
  other.excerpt = 'rich';
  await other.save();
  throw new Error('no');
}).catch(() => undefined);
said.push(other.isModified(), await stored(emma.id));
await other.save();
said.push(await stored(emma.id), (await other.reload()).excerpt === undefined, await other.getExcerpt());

// One object for a row: what was read is read again, what was set stays.
await session(async () => {
  const one = await BookQuery.create().requirePk(made.id);
  await one.getExcerpt();
  await BookQuery.create().filterById(made.id).update({ excerpt: 'new' });
  const two = await BookQuery.create().filterByExcerpt('new').requireOne();
  said.push(one === two, await one.getExcerpt());
  one.excerpt = 'mine';
  await BookQuery.create().find();
  said.push(one.excerpt);
});

// A copy has what is there; the list is not confused.
await other.getMeta();
const copy = await other.copy({ title: 'Copy' }).save();
said.push(await stored(copy.id), copy.getRank());
await copy.moveToTop();
said.push((await BookQuery.retrieveList(1)).map((book) => \`\${book.getRank()} \${book.title}\`));
said.push(await BookQuery.create().distinct().count());
const draft = await Book.create({ title: 'Bare' });
said.push(draft.excerpt, await draft.getExcerpt());

await orm.connection().run({ sql: "INSERT INTO old_book (id, excerpt, title) VALUES (1, 'x', 'Old')", values: [] });
const old = await OldBookQuery.create().requirePk(1);
said.push(old.excerpt === undefined, old.title, await old.getExcerpt(), old.excerpt, (await old.reload()).excerpt === undefined);
console.log(JSON.stringify(said));
await orm.close();
`;

/** Lines that the compiler has to refuse. */
const REFUSED = [
  'book.excerpt = undefined;',
  'book.excerpt = 5;',
  'const text: string | null = book.excerpt; void text;',
  "old.excerpt = 'a';",
];

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('lazy columns in TypeScript on %s', (engine) => {
  test('are read when they are asked for', { timeout: 600_000 }, async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    const head =
      "import type { Book, OldBook } from './models/index.js';\ndeclare const book: Book;\ndeclare const old: OldBook;\n";
    writeFileSync(
      join(cwd, 'src/refused.ts'),
      head + REFUSED.flatMap((line) => ['// @ts-expect-error', line]).join('\n'),
    );
    expect(compile(cwd, 'src/app.ts', 'src/refused.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...['handsome', { a: 1 }, 1],
      ...[true, 'Emma', 1, false, ['id', 'title', 'shelf', 'sortableRank']],
      ...[1, 'handsome', 0, false],
      true,
      ...[false, ['clever', { a: 2 }, 'Emma']],
      true,
      ...[false, [null, { a: 2 }, 'Emma'], null, 0],
      ...[true, [null, { a: 2 }, 'Emma']],
      ...[['rich', { a: 2 }, 'Emma'], true, 'rich'],
      ...[true, 'new', 'mine'],
      ...[['rich', { a: 2 }, 'Copy'], 2],
      ['1 Copy', '2 Emma'],
      2,
      ...[null, null],
      ...[true, 'Old', 'x', 'x', true],
    ]);
  });
});
