import { describe, expect, it } from 'vitest';
import { compareShapes, type Rename } from '../../src/changes/compare.js';
import { planChanges } from '../../src/migrations/plan.js';
import { abilities as mssqlAbilities, alter as mssqlAlter } from '../../src/platforms/mssql/alter.js';
import type { Operation } from '../../src/platforms/operation.js';
import { abilities as oracleAbilities, alter as oracleAlter } from '../../src/platforms/oracle/alter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { catalogsAfter, H2_VENDORS } from './h2-changes.js';

const VENDORS = {
  mssql: { abilities: mssqlAbilities, alter: mssqlAlter },
  oracle: { abilities: oracleAbilities, alter: oracleAlter },
};

type Vendor = keyof typeof VENDORS;

const ADAPTERS: readonly Vendor[] = ['mssql', 'oracle'];

const SCHEMA = `<database name="app">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="50" default="untitled"/>
    <column name="isbn" type="VARCHAR" size="13" required="true"/>
    <column name="pages" type="INTEGER"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" name="book_author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
    <unique name="book_isbn"><unique-column name="isbn"/></unique>
    <index name="by_title"><index-column name="title"/></index>
  </table>
</database>`;

const ROWS = [
  "INSERT INTO author (id, name) VALUES (1, 'Ann')",
  "INSERT INTO book (id, title, isbn, pages, author_id) VALUES (1, 'One', '1', 7, 1)",
];

interface Edit {
  readonly what: string;
  readonly edit: readonly (readonly [from: string, to: string])[];
  readonly renames?: readonly Rename[];
  readonly mssql: readonly string[];
  readonly oracle: readonly string[];
}

const EDITS: readonly Edit[] = [
  {
    what: 'a column that comes',
    edit: [
      [
        '<column name="pages"',
        '<column name="sold" type="INTEGER" required="true" default="0" description="it\'s a count"/><column name="pages"',
      ],
    ],
    mssql: [
      'ALTER TABLE [book] ADD [sold] INT CONSTRAINT [book_df_7391de] DEFAULT 0 NOT NULL',
      [
        'BEGIN',
        '  DECLARE @schema_1081a5e31646 sysname = SCHEMA_NAME()',
        "  EXEC sys.sp_addextendedproperty N'MS_Description', N'it''s a count', N'SCHEMA', @schema_1081a5e31646, N'TABLE', N'book', N'COLUMN', N'sold'",
        'END',
      ].join('\n'),
    ],
    oracle: [
      'ALTER TABLE "BOOK" ADD ("SOLD" NUMBER(10) DEFAULT 0 NOT NULL)',
      'COMMENT ON COLUMN "BOOK"."SOLD" IS \'it\'\'s a count\'',
    ],
  },
  {
    what: 'a column that goes',
    edit: [
      ['<column name="title" type="VARCHAR" size="50" default="untitled"/>', ''],
      ['<index name="by_title"><index-column name="title"/></index>', ''],
    ],
    mssql: [
      'DROP INDEX [by_title] ON [book]',
      'ALTER TABLE [book] DROP CONSTRAINT [book_df_d5d3db]',
      'ALTER TABLE [book] DROP COLUMN [title]',
    ],
    oracle: ['DROP INDEX "BY_TITLE"', 'ALTER TABLE "BOOK" DROP COLUMN "TITLE"'],
  },
  {
    what: 'a new name of a column',
    edit: [
      ['name="title"', 'name="it\'s [a] title" phpName="Title"'],
      ['name="title"', 'name="it\'s [a] title"'],
    ],
    renames: [{ table: { name: 'book' }, column: 'title', to: "it's [a] title" }],
    mssql: [
      "EXEC sp_rename N'[book].[title]', N'it''s [a] title', N'COLUMN'",
      'ALTER TABLE [book] DROP CONSTRAINT [book_df_d5d3db]',
      "ALTER TABLE [book] ADD CONSTRAINT [book_df_a18ccf] DEFAULT N'untitled' FOR [it's [a]] title]",
    ],
    oracle: ['ALTER TABLE "BOOK" RENAME COLUMN "TITLE" TO "IT\'S [A] TITLE"'],
  },
  {
    what: 'a new name of a table',
    edit: [
      ['name="author"', 'name="writer"'],
      ['foreignTable="author"', 'foreignTable="writer"'],
    ],
    renames: [{ table: { name: 'author' }, to: 'writer' }],
    mssql: [
      "EXEC sp_rename N'[author]', N'writer', N'OBJECT'",
      "EXEC sp_rename N'[author_pk]', N'writer_pk', N'OBJECT'",
    ],
    oracle: [
      'CREATE SEQUENCE "WRITER_SEQ"',
      'ALTER TABLE "AUTHOR" RENAME TO "WRITER"',
      'ALTER TABLE "WRITER" RENAME CONSTRAINT "AUTHOR_PK" TO "WRITER_PK"',
      'ALTER INDEX "AUTHOR_PK" RENAME TO "WRITER_PK"',
      'ALTER TABLE "WRITER" MODIFY ("ID" DEFAULT "WRITER_SEQ".NEXTVAL)',
      [
        'BEGIN',
        '  FOR rest IN (SELECT NVL(MAX("ID"), 0) + 1 AS first_number FROM "WRITER") LOOP',
        '    EXECUTE IMMEDIATE \'ALTER SEQUENCE "WRITER_SEQ" RESTART START WITH \' || rest.first_number;',
        '  END LOOP;',
        'END;',
      ].join('\n'),
      'DROP SEQUENCE "AUTHOR_SEQ"',
    ],
  },
  {
    what: 'a new name of an index',
    edit: [['"by_title"', '"by title"']],
    mssql: ["EXEC sp_rename N'[book].[by_title]', N'by title', N'INDEX'"],
    oracle: ['ALTER INDEX "BY_TITLE" RENAME TO "BY TITLE"'],
  },
  {
    what: 'a longer text',
    edit: [['size="50"', 'size="80"']],
    mssql: [
      'ALTER TABLE [book] DROP CONSTRAINT [book_df_d5d3db]',
      'ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(80) NULL',
      "ALTER TABLE [book] ADD CONSTRAINT [book_df_d5d3db] DEFAULT N'untitled' FOR [title]",
    ],
    oracle: ['ALTER TABLE "BOOK" MODIFY ("TITLE" VARCHAR2(80 CHAR))'],
  },
  {
    what: 'a text that becomes required',
    edit: [['size="50"', 'size="50" required="true"']],
    mssql: [
      'DROP INDEX [by_title] ON [book]',
      'ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(50) NOT NULL',
      'CREATE INDEX [by_title] ON [book] ([title])',
    ],
    oracle: ['ALTER TABLE "BOOK" MODIFY ("TITLE" NOT NULL)'],
  },
  {
    what: 'another default',
    edit: [['"untitled"', '"no name"']],
    mssql: [
      'ALTER TABLE [book] DROP CONSTRAINT [book_df_d5d3db]',
      "ALTER TABLE [book] ADD CONSTRAINT [book_df_d5d3db] DEFAULT N'no name' FOR [title]",
    ],
    oracle: ['ALTER TABLE "BOOK" MODIFY ("TITLE" DEFAULT \'no name\')'],
  },
  {
    what: 'no default any more',
    edit: [[' default="untitled"', '']],
    mssql: ['ALTER TABLE [book] DROP CONSTRAINT [book_df_d5d3db]'],
    oracle: ['ALTER TABLE "BOOK" MODIFY ("TITLE" DEFAULT NULL)'],
  },
  {
    what: 'an index that comes',
    edit: [
      ['<index name="by_title">', '<index name="by_pages"><index-column name="pages"/></index><index name="by_title">'],
    ],
    mssql: ['CREATE INDEX [by_pages] ON [book] ([pages])'],
    oracle: ['CREATE INDEX "BY_PAGES" ON "BOOK" ("PAGES")'],
  },
  {
    what: 'a unique that goes',
    edit: [['<unique name="book_isbn"><unique-column name="isbn"/></unique>', '']],
    mssql: ['ALTER TABLE [book] DROP CONSTRAINT [book_isbn]'],
    oracle: ['ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_ISBN"'],
  },
  {
    what: 'another action of a foreign key',
    edit: [['onDelete="cascade"', 'onDelete="setnull"']],
    mssql: [
      'ALTER TABLE [book] DROP CONSTRAINT [book_author]',
      'ALTER TABLE [book] ADD CONSTRAINT [book_author] FOREIGN KEY ([author_id])\n    REFERENCES [author] ([id]) ON DELETE SET NULL',
    ],
    oracle: [
      'ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_AUTHOR"',
      'ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_AUTHOR" FOREIGN KEY ("AUTHOR_ID")\n    REFERENCES "AUTHOR" ("ID") ON DELETE SET NULL',
    ],
  },
  {
    what: 'a number that becomes a text',
    edit: [['name="pages" type="INTEGER"', 'name="pages" type="VARCHAR" size="10" default="?"']],
    mssql: [
      'ALTER TABLE [book] ALTER COLUMN [pages] NVARCHAR(10) NULL',
      "ALTER TABLE [book] ADD CONSTRAINT [book_df_b3b32a] DEFAULT N'?' FOR [pages]",
    ],
    oracle: [
      'ALTER TABLE "BOOK" ADD ("PAGES_ORM_NEW" VARCHAR2(10 CHAR))',
      'UPDATE "BOOK" SET "PAGES_ORM_NEW" = TO_CHAR("PAGES")',
      'ALTER TABLE "BOOK" DROP COLUMN "PAGES"',
      'ALTER TABLE "BOOK" RENAME COLUMN "PAGES_ORM_NEW" TO "PAGES"',
      'ALTER TABLE "BOOK" MODIFY ("PAGES" DEFAULT \'?\')',
    ],
  },
  {
    what: 'a key of another type',
    edit: [
      ['name="id" type="INTEGER" primaryKey', 'name="id" type="BIGINT" primaryKey'],
      ['name="author_id" type="INTEGER"', 'name="author_id" type="BIGINT"'],
    ],
    mssql: [
      'ALTER TABLE [book] DROP CONSTRAINT [book_author]',
      'ALTER TABLE [author] DROP CONSTRAINT [author_pk]',
      'ALTER TABLE [author] ALTER COLUMN [id] BIGINT NOT NULL',
      'ALTER TABLE [book] ALTER COLUMN [author_id] BIGINT NULL',
      'ALTER TABLE [author] ADD CONSTRAINT [author_pk] PRIMARY KEY ([id])',
      'ALTER TABLE [book] ADD CONSTRAINT [book_author] FOREIGN KEY ([author_id])\n    REFERENCES [author] ([id]) ON DELETE CASCADE',
    ],
    oracle: [
      'ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_AUTHOR"',
      'ALTER TABLE "AUTHOR" MODIFY ("ID" NUMBER(19))',
      'ALTER TABLE "BOOK" MODIFY ("AUTHOR_ID" NUMBER(19))',
      'ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_AUTHOR" FOREIGN KEY ("AUTHOR_ID")\n    REFERENCES "AUTHOR" ("ID") ON DELETE CASCADE',
    ],
  },
];

const edited = (edit: Edit['edit']): string => edit.reduce((text, [from, to]) => text.replace(from, () => to), SCHEMA);

async function built(vendor: Vendor, text: string) {
  const platform = await loadPlatform(vendor);
  const { database, diagnostics, sql } = compileSchema(text, platform);
  if (database === undefined || sql === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { shape: platform.shape(database, DEFAULT_PLATFORM_OPTIONS), sql };
}

async function plan(vendor: Vendor, from: string, to: string, renames?: readonly Rename[]) {
  const [before, after] = [await built(vendor, from), await built(vendor, to)];
  const changes = compareShapes(before.shape, after.shape, renames);
  const operations: readonly Operation[] = planChanges(before.shape, changes, VENDORS[vendor].abilities);
  return { before, after, operations };
}

describe.each(ADAPTERS)('single edits for %s', (vendor) => {
  it.for(EDITS)('$what', async ({ edit, renames, ...expected }) => {
    const { operations } = await plan(vendor, SCHEMA, edited(edit), renames);
    expect(operations.flatMap(VENDORS[vendor].alter)).toEqual(expected[vendor]);
  });

  it('leave what a new database has, in spite of rows', async () => {
    const h2 = H2_VENDORS[vendor];
    const groups = await Promise.all(
      EDITS.map(async ({ edit, renames }) => {
        const { before, after, operations } = await plan(vendor, SCHEMA, edited(edit), renames);
        return [h2.make(after.sql), [...h2.make(before.sql), ...ROWS], operations.flatMap(h2.change)];
      }),
    );
    const catalogs = catalogsAfter(h2, groups.flat());
    expect(catalogs.filter((_, at) => at % 3 === 2)).toEqual(catalogs.filter((_, at) => at % 3 === 0));
  });

  it('keep values where a type changes', async () => {
    const h2 = H2_VENDORS[vendor];
    const texts = SCHEMA.replace('name="pages" type="INTEGER"', 'name="pages" type="VARCHAR" size="10"');
    const { before, operations: up } = await plan(vendor, SCHEMA, texts);
    const { operations: down } = await plan(vendor, texts, SCHEMA);
    const changes = [...up, ...down].flatMap(h2.change);
    expect(h2.run([...h2.make(before.sql), ...ROWS, ...changes, 'SELECT pages + 1 FROM book'])).toContain('--> 8\n');
  });
});

const table = (...columns: readonly string[]): string =>
  `<database name="app"><table name="t"><column name="a" type="INTEGER"/>${columns.join('')}</table></database>`;

const key = (name: string): string => `<column name="${name}" type="INTEGER" primaryKey="true" autoIncrement="true"/>`;
const twice = (name: string): string => `<column name="twice" type="INTEGER" generatedExpr="${name} * 2"/>`;

it('a column that generated ones read gets another name while they are away', async () => {
  const [from, to] = [table(twice('a')), table(twice('b')).replace('name="a"', 'name="b"')];
  const renames = [{ table: { name: 't' }, column: 'a', to: 'b' }];
  const printed = async (vendor: Vendor): Promise<readonly string[]> =>
    (await plan(vendor, from, to, renames)).operations.flatMap(VENDORS[vendor].alter);
  expect(await printed('mssql')).toEqual([
    'ALTER TABLE [t] DROP COLUMN [twice]',
    "EXEC sp_rename N'[t].[a]', N'b', N'COLUMN'",
    'ALTER TABLE [t] ADD [twice] AS (CAST(b * 2 AS INT)) PERSISTED',
  ]);
  expect(await printed('oracle')).toEqual([
    'ALTER TABLE "T" DROP COLUMN "TWICE"',
    'ALTER TABLE "T" RENAME COLUMN "A" TO "B"',
    'ALTER TABLE "T" ADD ("TWICE" NUMBER(10) GENERATED ALWAYS AS (b * 2) VIRTUAL)',
  ]);
});

it('a column of SQL Server that is numbered makes way for another one', async () => {
  const { operations } = await plan('mssql', table(key('id')), table(key('number')));
  expect(operations.flatMap(mssqlAlter)).toEqual([
    'ALTER TABLE [t] DROP CONSTRAINT [t_pk]',
    'ALTER TABLE [t] DROP COLUMN [id]',
    'ALTER TABLE [t] ADD [number] INT IDENTITY(1,1) NOT NULL',
    'ALTER TABLE [t] ADD CONSTRAINT [t_pk] PRIMARY KEY ([number])',
  ]);
});

it.for([
  [
    'mssql',
    'primaryKey="true" autoIncrement="true"',
    'primaryKey="true"',
    'column "id" of table "author" stop numbering its rows',
  ],
  [
    'mssql',
    'type="INTEGER" primaryKey="true"/>',
    'type="INTEGER" primaryKey="true" autoIncrement="true"/>',
    'column "id" of table "book" number its rows',
  ],
] as const)('%s cannot change how a column is numbered', async ([vendor, from, to, problem]) => {
  const { operations } = await plan(vendor, SCHEMA, SCHEMA.replace(from, to));
  expect(() => operations.flatMap(VENDORS[vendor].alter)).toThrow(`SQL Server cannot make ${problem}`);
});

it.for([
  ['mssql', 'SQL Server cannot turn INT into DATE in column "pages" of table "book"'],
  ['oracle', 'Oracle cannot turn NUMBER(10) into DATE in column "pages" of table "book"'],
] as const)('%s says which values it cannot convert', async ([vendor, problem]) => {
  const dates = SCHEMA.replace('name="pages" type="INTEGER"', 'name="pages" type="DATE"');
  const { operations } = await plan(vendor, SCHEMA, dates);
  expect(() => operations.flatMap(VENDORS[vendor].alter)).toThrow(problem);
});
