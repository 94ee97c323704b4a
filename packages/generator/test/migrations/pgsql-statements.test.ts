import { expect, it } from 'vitest';
import { compareShapes, type Rename } from '../../src/changes/compare.js';
import { planChanges } from '../../src/migrations/plan.js';
import { abilities, alter } from '../../src/platforms/pgsql/alter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { differencesFrom, inNewDatabase, runScript } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { missingEngine } from '../support/engines.js';

const SCHEMA = `<database name="app">
  <enum-type name="mood" valueSet="sad, happy"/>
  <domain-type name="age" type="INTEGER"><check name="age_c" expression="VALUE &gt;= 0"/></domain-type>
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
    <column name="mood" type="ENUM" enumStorage="native" nativeType="mood" default="sad"/>
    <column name="years" type="INTEGER" nativeType="age"/>
    <index name="author_by_name"><index-column name="name"/></index>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" default="untitled"/>
    <column name="pages" type="VARCHAR" size="10"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" name="book_author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="titles" skipSql="true" readOnly="true" viewSql="SELECT title FROM book"><column name="title" type="VARCHAR"/></table>
</database>`;

const ROWS = `INSERT INTO author (name, mood, years) VALUES ('Ann', 'happy', 30);
INSERT INTO book (title, pages, author_id) VALUES ('One', '7', 1);`;

interface Edit {
  readonly what: string;
  readonly edit: (schema: string) => string;
  readonly renames?: readonly Rename[];
  readonly statements: readonly string[];
  /** A query over the rows that were there, and what it finds. */
  readonly query: string;
  readonly row: Readonly<Record<string, string | null>>;
}

const EDITS: readonly Edit[] = [
  {
    what: 'a longer text, required, without a default',
    edit: (schema) => schema.replace('size="50" default="untitled"', 'size="80" required="true"'),
    statements: [
      'DROP VIEW "titles"',
      'ALTER TABLE "book" ALTER COLUMN "title" DROP DEFAULT, ALTER COLUMN "title" TYPE VARCHAR(80), ALTER COLUMN "title" SET NOT NULL',
      'CREATE VIEW "titles" AS\nSELECT title FROM book',
    ],
    query: 'SELECT title FROM titles',
    row: { title: 'One' },
  },
  {
    what: 'a text that becomes a number',
    edit: (schema) => schema.replace('name="pages" type="VARCHAR" size="10"', 'name="pages" type="INTEGER"'),
    statements: [
      'DROP VIEW "titles"',
      'ALTER TABLE "book" ALTER COLUMN "pages" TYPE INTEGER USING "pages"::text::INTEGER',
      'CREATE VIEW "titles" AS\nSELECT title FROM book',
    ],
    query: 'SELECT pages + 1 AS pages FROM book',
    row: { pages: '8' },
  },
  {
    what: 'new names of a table and a column',
    edit: (schema) =>
      schema
        .replaceAll('name="author"', 'name="writer"')
        .replaceAll('foreignTable="author"', 'foreignTable="writer"')
        .replaceAll('name="name"', 'name="full_name"'),
    renames: [
      { table: { name: 'author' }, to: 'writer' },
      { table: { name: 'author' }, column: 'name', to: 'full_name' },
    ],
    statements: [
      'ALTER TABLE "author" RENAME TO "writer"',
      'ALTER TABLE "writer" RENAME COLUMN "name" TO "full_name"',
      'ALTER TABLE "writer" RENAME CONSTRAINT "author_pkey" TO "writer_pkey"',
    ],
    query: 'SELECT full_name FROM writer JOIN book ON author_id = writer.id',
    row: { full_name: 'Ann' },
  },
  {
    what: 'a key of another type: the foreign key makes room',
    edit: (schema) =>
      schema
        .replace('name="id" type="INTEGER" primaryKey', 'name="id" type="BIGINT" primaryKey')
        .replace('name="author_id" type="INTEGER"', 'name="author_id" type="BIGINT"'),
    statements: [
      'DROP VIEW "titles"',
      'ALTER TABLE "book" DROP CONSTRAINT "book_author"',
      'ALTER TABLE "author" ALTER COLUMN "id" TYPE BIGINT USING "id"::BIGINT',
      'ALTER TABLE "book" ALTER COLUMN "author_id" TYPE BIGINT USING "author_id"::BIGINT',
      'ALTER TABLE "book" ADD CONSTRAINT "book_author" FOREIGN KEY ("author_id")\n    REFERENCES "author" ("id") ON DELETE CASCADE',
      'CREATE VIEW "titles" AS\nSELECT title FROM book',
    ],
    query: 'SELECT author_id FROM book',
    row: { author_id: '1' },
  },
  {
    what: 'another action of a foreign key',
    edit: (schema) => schema.replace('onDelete="cascade"', 'onDelete="setnull"'),
    statements: [
      'ALTER TABLE "book" DROP CONSTRAINT "book_author"',
      'ALTER TABLE "book" ADD CONSTRAINT "book_author" FOREIGN KEY ("author_id")\n    REFERENCES "author" ("id") ON DELETE SET NULL',
    ],
    query: 'SELECT count(*)::text AS n FROM book',
    row: { n: '1' },
  },
  {
    what: 'a label that comes between others',
    edit: (schema) => schema.replace('sad, happy', 'sad, calm, happy'),
    statements: [`ALTER TYPE "mood" ADD VALUE 'calm' AFTER 'sad'`],
    query: 'SELECT mood FROM author',
    row: { mood: 'happy' },
  },
  {
    what: 'a label that goes',
    edit: (schema) => schema.replace('sad, happy', 'happy').replace('default="sad"', 'default="happy"'),
    statements: [
      'ALTER TYPE "mood" RENAME TO "mood_before"',
      `CREATE TYPE "mood" AS ENUM ('happy')`,
      `ALTER TABLE "author" ALTER COLUMN "mood" DROP DEFAULT, ALTER COLUMN "mood" TYPE "mood" USING "mood"::text::"mood"`,
      `ALTER TABLE "author" ALTER COLUMN "mood" SET DEFAULT 'happy'`,
      'DROP TYPE "mood_before"',
    ],
    query: 'SELECT mood FROM author',
    row: { mood: 'happy' },
  },
  {
    what: 'another check of a domain',
    edit: (schema) => schema.replace('VALUE &gt;= 0', 'VALUE &gt; 1'),
    statements: [
      'ALTER DOMAIN "age" DROP CONSTRAINT "age_c"',
      'ALTER DOMAIN "age" ADD CONSTRAINT "age_c" CHECK (VALUE > 1)',
    ],
    query: 'SELECT years FROM author',
    row: { years: '30' },
  },
];

const usable = async (text: string) => {
  const platform = await loadPlatform('pgsql');
  const { database, diagnostics, sql } = compileSchema(text, platform);
  if (database === undefined || sql === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { database, sql, shape: platform.shape(database, DEFAULT_PLATFORM_OPTIONS) };
};

it.for(EDITS)('$what', async ({ edit, renames = [], statements, query, row }, { skip }) => {
  const missing = missingEngine('pgsql15');
  if (missing !== undefined) skip(missing);
  const [before, after] = [await usable(SCHEMA), await usable(edit(SCHEMA))];
  const changes = compareShapes(before.shape, after.shape, renames);
  const planned = planChanges(before.shape, changes, abilities).flatMap(alter);
  expect(planned).toEqual(statements);
  await inNewDatabase('pgsql15', async (database) => {
    await runScript(database, before.sql);
    await runScript(database, ROWS);
    for (const statement of planned) await database.query(statement);
    expect(await differencesFrom(database, after.database)).toEqual([]);
    expect(await database.query(query)).toMatchObject([row]);
  });
});
