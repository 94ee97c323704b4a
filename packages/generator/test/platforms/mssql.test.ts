import { describe, expect, test } from 'vitest';
import type { ColumnTypeName } from '../../src/model/column-type.js';
import { check } from '../../src/platforms/mssql/check.js';
import { MssqlDdl } from '../../src/platforms/mssql/ddl.js';
import { platform } from '../../src/platforms/mssql/index.js';
import { bytes, identifier, text } from '../../src/platforms/mssql/quoting.js';
import { MssqlShaper } from '../../src/platforms/mssql/shape.js';
import { columnType } from '../../src/platforms/mssql/types.js';
import type { TableShape } from '../../src/platforms/shape.js';
import { buildColumn, buildDatabase, type ColumnSpec, type TableSpec } from '../support/model-builder.js';
import { diagnosticLines } from '../support/model-diagnostics.js';

const printer = new MssqlDdl();
const shaper = new MssqlShaper();
const ID: ColumnSpec = { name: 'id', type: 'INTEGER', primaryKey: true };

function build(spec: Omit<TableSpec, 'name'> & { name?: string }): TableShape {
  const [table] = shaper.shape(buildDatabase([{ name: 't', ...spec }])).tables;
  if (!table) throw new Error('no table');
  return table;
}

const lines = (...specs: TableSpec[]): string[] => diagnosticLines(platform, buildDatabase(specs));
function define(spec: ColumnSpec): string {
  const table = build({ columns: [spec] });
  return table.columns.map((column) => printer.columnLine(table, column)).join();
}

test('quoting', () => {
  expect(identifier('a]b"c')).toBe('[a]]b"c]');
  expect(text("it's \\ ü")).toBe("N'it''s \\ ü'");
  expect(bytes(Buffer.from([0, 255]))).toBe('0x00FF');
});

describe('types', () => {
  test.each<[ColumnTypeName, Partial<ColumnSpec>, string]>([
    ['CHAR', {}, 'NCHAR(1)'],
    ['CHAR', { size: 4000 }, 'NCHAR(4000)'],
    ['CHAR', { size: 4001 }, 'NVARCHAR(MAX)'],
    ['VARCHAR', {}, 'NVARCHAR(255)'],
    ['VARCHAR', { size: 4000 }, 'NVARCHAR(4000)'],
    ['VARCHAR', { size: 4001 }, 'NVARCHAR(MAX)'],
    ['LONGVARCHAR', {}, 'NVARCHAR(MAX)'],
    ['CLOB', {}, 'NVARCHAR(MAX)'],
    ['NUMERIC', {}, 'DECIMAL'],
    ['NUMERIC', { size: 10 }, 'DECIMAL(10)'],
    ['DECIMAL', { size: 10, scale: 2 }, 'DECIMAL(10, 2)'],
    ['DECIMAL', { scale: 2 }, 'DECIMAL(18, 2)'],
    ['TINYINT', {}, 'SMALLINT'],
    ['SMALLINT', {}, 'SMALLINT'],
    ['INTEGER', {}, 'INT'],
    ['BIGINT', {}, 'BIGINT'],
    ['REAL', {}, 'REAL'],
    ['FLOAT', {}, 'FLOAT'],
    ['DOUBLE', {}, 'FLOAT'],
    ['BINARY', {}, 'VARBINARY(MAX)'],
    ['BINARY', { size: 8000 }, 'BINARY(8000)'],
    ['BINARY', { size: 8001 }, 'VARBINARY(MAX)'],
    ['VARBINARY', { size: 20 }, 'VARBINARY(20)'],
    ['VARBINARY', {}, 'VARBINARY(MAX)'],
    ['LONGVARBINARY', {}, 'VARBINARY(MAX)'],
    ['BLOB', {}, 'VARBINARY(MAX)'],
    ['OBJECT', {}, 'VARBINARY(MAX)'],
    ['DATE', {}, 'DATE'],
    ['BU_DATE', {}, 'DATE'],
    ['TIME', {}, 'TIME(6)'],
    ['TIME', { size: 0 }, 'TIME(0)'],
    ['DATETIME', {}, 'DATETIME2(6)'],
    ['TIMESTAMP', { size: 7 }, 'DATETIME2(7)'],
    ['BU_TIMESTAMP', {}, 'DATETIME2(6)'],
    ['BOOLEAN', {}, 'BIT'],
    ['BOOLEAN_EMU', {}, 'BIT'],
    ['ARRAY', {}, 'NVARCHAR(MAX)'],
    ['ENUM', { valueSet: ['a', 'long'] }, 'NVARCHAR(4)'],
    ['ENUM', { valueSet: ['😀😀'] }, 'NVARCHAR(4)'],
    ['ENUM', { valueSet: ['a'], enumStorage: 'index' }, 'SMALLINT'],
    ['SET', { valueSet: Array.from({ length: 31 }, String) }, 'INT'],
    ['SET', { valueSet: Array.from({ length: 32 }, String) }, 'BIGINT'],
    ['JSON', {}, 'NVARCHAR(MAX)'],
    ['GEOMETRY', {}, 'GEOMETRY'],
    ['UUID', {}, 'UNIQUEIDENTIFIER'],
    ['UUID_BINARY', {}, 'BINARY(16)'],
  ])('%s %o', (type, given, expected) => {
    expect(columnType(buildColumn({ name: 'c', type, ...given }))).toBe(expected);
  });
});

describe('columns', () => {
  test('identity, named default, and NULL or NOT NULL always written', () => {
    expect(define({ ...ID, autoIncrement: true })).toBe('[id] INT IDENTITY(1,1) NOT NULL');
    expect(define({ name: 'a', type: 'VARCHAR', size: 9, value: "it's" })).toBe(
      "[a] NVARCHAR(9) CONSTRAINT [t_df_0cc175] DEFAULT N'it''s' NULL",
    );
    expect(define({ name: 'a', type: 'DATETIME', notNull: true, expression: 'SYSUTCDATETIME()' })).toBe(
      '[a] DATETIME2(6) CONSTRAINT [t_df_0cc175] DEFAULT (SYSUTCDATETIME()) NOT NULL',
    );
    expect(define({ name: 'a', type: 'VARCHAR', sqlType: 'hierarchyid' })).toBe('[a] hierarchyid NULL');
  });

  test.each<[ColumnTypeName, string, string]>([
    ['BOOLEAN', 'true', '1'],
    ['BINARY', 'ü', '0xC3BC'],
    ['BLOB', '', '0x'],
    ['OBJECT', 'x', '0x78'],
    ['UUID', '0A1B2C3D-0000-4000-8000-00000000000F', "N'0a1b2c3d-0000-4000-8000-00000000000f'"],
    ['UUID_BINARY', '0A1B2C3D-0000-4000-8000-00000000000F', '0x0A1B2C3D00004000800000000000000F'],
    ['DATE', '2024-02-29', "N'2024-02-29'"],
    ['DECIMAL', '-1.5', '-1.5'],
  ])('default of %s', (type, value, sql) => {
    expect(define({ name: 'a', type, value })).toContain(` DEFAULT ${sql} NULL`);
  });

  test('checks: labels in their case, positions, masks, JSON; none for an own type', () => {
    const condition = (spec: Omit<ColumnSpec, 'name'>): string | undefined =>
      shaper.checkCondition(buildColumn({ name: 'c', ...spec }));
    expect(condition({ type: 'ENUM', valueSet: ['a', "b'"] })).toBe(
      "[c] COLLATE Latin1_General_BIN2 IN (N'a', N'b''')",
    );
    expect(condition({ type: 'ENUM', valueSet: ['a', 'b'], enumStorage: 'index' })).toBe('[c] BETWEEN 0 AND 1');
    expect(condition({ type: 'SET', valueSet: ['a', 'b'] })).toBe('[c] BETWEEN 0 AND 3');
    expect(condition({ type: 'JSON' })).toBe('ISJSON([c]) = 1');
    expect(condition({ type: 'JSON', sqlType: 'json' })).toBeUndefined();
    expect(condition({ type: 'ENUM', valueSet: ['a'], sqlType: 'CHAR(1)' })).toBeUndefined();
  });
});

describe('tables', () => {
  test('drop frees the table from the keys that point at it, and only if it is there', () => {
    expect(printer.dropTable(build({ name: "it's", schema: 's', columns: [ID] }))).toEqual([
      `IF OBJECT_ID(N'[s].[it''s]', N'U') IS NOT NULL
BEGIN
  DECLARE @keys_cdd15bf85009 NVARCHAR(MAX) = (
    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')
    FROM sys.foreign_keys
    WHERE referenced_object_id = OBJECT_ID(N'[s].[it''s]', N'U')
  )
  IF @keys_cdd15bf85009 IS NOT NULL EXEC(@keys_cdd15bf85009)
  DROP TABLE [s].[it's]
END`,
    ]);
  });

  test('schemas are created once, each in a batch of its own', () => {
    const tables = ['a', 'b'].map((name) => ({ name, schema: "o'x", columns: [ID] }));
    expect(printer.prologue(shaper.shape(buildDatabase(tables)))).toEqual([
      'SET QUOTED_IDENTIFIER ON',
      'SET ANSI_NULLS ON',
      'SET ANSI_PADDING ON',
      'SET ANSI_WARNINGS ON',
      "IF SCHEMA_ID(N'o''x') IS NULL EXEC(N'CREATE SCHEMA [o''x]')",
    ]);
  });

  test('a unique of required columns is a constraint, one that may be NULL an index without the NULLs', () => {
    const table = build({
      columns: [
        ID,
        { name: 'a', type: 'INTEGER', notNull: true },
        { name: 'b', type: 'INTEGER' },
        { name: 'c', type: 'INTEGER' },
      ],
      uniques: [
        { name: 'u1', columns: ['a'] },
        { name: 'u2', columns: ['a', 'b', 'c'] },
      ],
      indexes: [{ name: 'i', columns: ['c', 'a'] }],
    });
    expect(printer.keyLines(table)).toEqual(['CONSTRAINT [t_pk] PRIMARY KEY ([id])', 'CONSTRAINT [u1] UNIQUE ([a])']);
    expect(printer.indexStatements(table)).toEqual([
      'CREATE UNIQUE INDEX [u2] ON [t] ([a], [b], [c])\n  WHERE ([b] IS NOT NULL AND [c] IS NOT NULL)',
      'CREATE INDEX [i] ON [t] ([c], [a])',
    ]);
  });

  test('a unique that a foreign key points at stays a constraint, with a warning', () => {
    const parent: TableSpec = {
      name: 'p',
      columns: [ID, { name: 'a', type: 'INTEGER' }],
      uniques: [{ name: 'u', columns: ['a'] }],
    };
    const child: TableSpec = {
      name: 'c',
      columns: [ID, { name: 'p_a', type: 'INTEGER' }],
      keys: [{ to: 'p', on: { p_a: 'a' } }],
    };
    expect(platform.ddl(buildDatabase([parent, child]), { mysqlEngine: '', mysqlUuid: 'binary' })).toContain(
      '  CONSTRAINT [u] UNIQUE ([a])\n',
    );
    expect(lines(parent, child)).toEqual([
      'warning mssql/unique-null: unique "u" of table "p" accepts a single NULL in SQL Server',
    ]);
  });

  test('RESTRICT is NO ACTION', () => {
    const table = build({
      columns: [ID, { name: 'a', type: 'INTEGER' }],
      keys: [{ name: 'f', to: 't', on: { a: 'id' }, onDelete: 'RESTRICT', onUpdate: 'NO ACTION' }],
    });
    expect(table.foreignKeys.map((key) => printer.foreignKey(key))).toEqual([
      'CONSTRAINT [f] FOREIGN KEY ([a])\n    REFERENCES [t] ([id]) ON DELETE NO ACTION ON UPDATE NO ACTION',
    ]);
  });

  test('descriptions are extended properties of the schema the table is in', () => {
    const columns = [{ ...ID, description: "it's" }];
    expect(printer.comments(build({ schema: 's', description: 'T', columns }))).toEqual([
      "EXEC sys.sp_addextendedproperty N'MS_Description', N'T', N'SCHEMA', N's', N'TABLE', N't'",
      "EXEC sys.sp_addextendedproperty N'MS_Description', N'it''s', N'SCHEMA', N's', N'TABLE', N't', N'COLUMN', N'id'",
    ]);
    expect(printer.comments(build({ columns }))).toEqual([
      `BEGIN
  DECLARE @schema_8c834d30bbe0 sysname = SCHEMA_NAME()
  EXEC sys.sp_addextendedproperty N'MS_Description', N'it''s', N'SCHEMA', @schema_8c834d30bbe0, N'TABLE', N't', N'COLUMN', N'id'
END`,
    ]);
    expect(printer.comments(build({ columns: [ID] }))).toEqual([]);
    const [long = ''] = printer.comments(build({ schema: 's', description: '😀'.repeat(2000), columns: [ID] }));
    expect(long).toContain(`N'${'😀'.repeat(1874)}…'`);
  });
});

describe('what SQL Server cannot do', () => {
  test('large columns in keys are errors, in indexes they are left out with a warning', () => {
    const table: TableSpec = {
      name: 't',
      columns: [
        { name: 'a', type: 'CLOB', primaryKey: true },
        { name: 'b', type: 'VARCHAR', size: 5000 },
        { name: 'c', type: 'VARCHAR', size: 10, sqlType: 'nvarchar(max)' },
      ],
      uniques: [{ name: 'u', columns: ['b'] }],
      indexes: [{ name: 'i', columns: ['c'] }],
    };
    expect(lines(table)).toEqual([
      'error mssql/large-key: SQL Server allows no NVARCHAR(MAX) in a key: column "a" of table "t" in the primary key of table "t"',
      'error mssql/large-key: SQL Server allows no NVARCHAR(MAX) in a key: column "b" of table "t" in unique "u"',
      'warning mssql/large-index: index "i" of table "t" is left out: SQL Server cannot index nvarchar(max) (column "c")',
    ]);
    expect(printer.indexStatements(build(table)).join()).not.toContain('[i]');
  });

  test('sizes', () => {
    expect(
      lines({
        name: 't',
        columns: [
          ID,
          { name: 'a', type: 'DECIMAL' },
          { name: 'b', type: 'NUMERIC', size: 39 },
          { name: 'c', type: 'TIME', size: 8 },
          { name: 'd', type: 'DECIMAL', sqlType: 'MONEY' },
        ],
      }),
    ).toEqual([
      'warning mssql/decimal-size: SQL Server reads DECIMAL without a size as DECIMAL(18, 0): column "a" of table "t" would lose every fraction',
      'error mssql/decimal-size: SQL Server has at most 38 digits (column "b" of table "t")',
      'error mssql/fraction: SQL Server has at most 7 fractional digits of a second (column "c" of table "t")',
    ]);
  });

  test('foreign keys between different types, and SET DEFAULT without one', () => {
    expect(
      lines(
        { name: 'p', columns: [{ name: 'id', type: 'VARCHAR', size: 20, primaryKey: true }] },
        {
          name: 'c',
          columns: [ID, { name: 'p_id', type: 'VARCHAR', size: 30, notNull: true }],
          keys: [{ name: 'f', to: 'p', on: { p_id: 'id' }, onDelete: 'SET DEFAULT' }],
        },
      ),
    ).toEqual([
      'error mssql/foreign-key-type: SQL Server wants both ends of foreign key "f" to have the same type and size: "p_id" is NVARCHAR(30), "p.id" is NVARCHAR(20)',
      'error mssql/set-default: onDelete="set default" of foreign key "f" needs a default: column "p_id" is required and has none',
    ]);
  });

  test('names of tables and constraints in one schema', () => {
    const table = (name: string, schema: string | undefined, unique: string): TableSpec => ({
      name,
      ...(schema === undefined ? {} : { schema }),
      columns: [ID],
      uniques: [{ name: unique, columns: ['id'] }],
    });
    expect(lines(table('a', undefined, 'u'), table('b', undefined, 'u'), table('c', 's', 'u'))).toEqual([
      'error mssql/same-name: unique "u" has the name of unique "u", in SQL Server\'s eyes',
    ]);
    expect(lines(table('a', undefined, 'u'), table('A', undefined, 'v'))).toEqual([
      'warning mssql/same-name: table "A" has the name of table "a", in SQL Server\'s eyes',
      'warning mssql/same-name: primary key "A_pk" has the name of primary key "a_pk", in SQL Server\'s eyes',
    ]);
  });

  test('nothing is said about a table without SQL', () => {
    const database = buildDatabase([
      { name: 't', skipSql: true, columns: [{ name: 'a', type: 'CLOB', primaryKey: true }] },
    ]);
    check(database, (diagnostic) => expect(diagnostic).toBeUndefined());
  });
});
