import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native" enumStorage="label">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="pages" type="INTEGER"/>
  </table>
  <table name="old_book" readOnly="true">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="style" type="ENUM" valueSet="novel, essay"/>
    <behavior name="sortable"/>
  </table>
</database>`;

const APPLICATION = `import { RowGoneError, session } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { OldBook, type OldBookStyle, OldBookQuery } from './models/index.js';

const said: unknown[] = [];
const con = orm.connection();
for (const values of ["(1, 'Emma', 'novel', 1)", "(2, 'Essays', 'essay', 2)", "(3, 'Odes', NULL, NULL)"]) {
  await con.run({ sql: \`INSERT INTO old_book (id, title, style, sortable_rank) VALUES \${values}\`, values: [] });
}
const emma: OldBook = await OldBookQuery.create().requirePk(1);
const style: OldBookStyle | null = emma.style;
said.push(emma.title, style, { ...emma });
said.push(await OldBookQuery.create().filterByStyle('essay').count(), await OldBookQuery.getMaxRank());
said.push((await emma.getNext())?.title, await emma.isFirst(), await emma.isLast());
await con.run({ sql: "UPDATE old_book SET title = 'EMMA', sortable_rank = 3 WHERE id = 1", values: [] });
said.push(await emma.isFirst(), emma.getRank(), emma.title, (await emma.reload()).title);
await session(async () => {
  const one = await OldBookQuery.create().requirePk(2);
  await con.run({ sql: "UPDATE old_book SET title = 'ESSAYS' WHERE id = 2", values: [] });
  const [two] = await OldBookQuery.create().filterById(2).find();
  said.push(one === two, one.title);
});
await con.run({ sql: 'DELETE FROM old_book WHERE id = 1', values: [] });
said.push(await emma.reload().catch((error: unknown) => error instanceof RowGoneError));
const methods = ['save', 'delete', 'copy', 'isNew', 'insertAtTop', 'moveUp'];
said.push(methods.filter((name) => name in emma), ['create', 'draft'].filter((name) => name in OldBook));
said.push(['delete', 'deleteAll', 'update', 'findOneOrCreate'].filter((name) => name in OldBookQuery.create()));
console.log(JSON.stringify(said));
await orm.close();
`;

/** Lines that the compiler has to refuse. */
const REFUSED = [
  "book.title = 'a';",
  'book.style = null;',
  'await book.save();',
  'await book.delete();',
  'book.copy();',
  'book.insertAtTop();',
  'await book.moveUp();',
  "await OldBook.create({ id: 1, title: 'a' });",
  "OldBook.draft({ id: 1, title: 'a' });",
  'await OldBookQuery.create().filterById(1).delete();',
  'await OldBookQuery.create().deleteAll();',
  "await OldBookQuery.create().update({ title: 'a' });",
  "await OldBookQuery.create().findOneOrCreate({ id: 1, title: 'a' });",
  'await OldBookQuery.reorder([]);',
];

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)(
  'tables that are only read in TypeScript on %s',
  (engine) => {
    test('have classes that only read', { timeout: 600_000 }, async (context) => {
      const { connection } = await freshDatabase(engine, context);
      const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
      const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
      for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
        expect(await orm(cwd, command)).toMatchObject({ code: 0 });
      }
      installPackages(cwd);
      writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
      const head = "import { OldBook, OldBookQuery } from './models/index.js';\ndeclare const book: OldBook;\n";
      writeFileSync(
        join(cwd, 'src/refused.ts'),
        head + REFUSED.flatMap((line) => ['// @ts-expect-error', line]).join('\n'),
      );
      expect(compile(cwd, 'src/app.ts', 'src/refused.ts')).toEqual([]);
      expect(await runBuilt(cwd, 'src/app.js')).toEqual([
        ...['Emma', 'novel', { id: 1, title: 'Emma', style: 'novel', sortableRank: 1 }],
        ...[1, 2],
        ...['Essays', true, false],
        ...[false, 3, 'Emma', 'EMMA'],
        ...[true, 'ESSAYS'],
        true,
        ...[[], []],
        [],
      ]);
    });
  },
);
