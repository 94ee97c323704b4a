import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { platform } from '../../src/platforms/mssql/index.js';
import { dialect } from '../../src/platforms/mssql/script.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { everything } from '../support/everything-model.js';
import { everythingFixture } from '../support/fixture-model.js';
import { type H2Plan, planForH2, runInH2 } from '../support/h2.js';
import { MSSQL_RULES, quoteOddNames, withoutBatch } from '../support/h2-rules.js';
import type { TableSpec } from '../support/model-builder.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

const customer: TableSpec = {
  name: 'customer',
  schema: 'sales',
  columns: [{ name: 'id', type: 'INTEGER', primaryKey: true }],
};

const invoice: TableSpec = {
  name: 'invoice',
  schema: 'sales',
  description: 'In a schema of its own',
  columns: [
    { name: 'id', type: 'INTEGER', primaryKey: true, autoIncrement: true },
    { name: 'note', type: 'VARCHAR', size: 5000, description: 'longer than 4,000' },
    { name: 'customer_id', type: 'INTEGER', notNull: true, value: '1' },
  ],
  keys: [{ to: 'customer', on: { customer_id: 'id' }, onDelete: 'SET DEFAULT' }],
};

const fixture = await everythingFixture('mssql');
const byHand = everything({ allActions: true, more: [customer, invoice] });
const models: readonly (readonly [string, Database])[] = [
  ['the model by hand', byHand],
  ['the schema with everything', fixture],
];
const scriptOf = (database: Database): string => platform.ddl(database, DEFAULT_PLATFORM_OPTIONS);
const statementsOf = (database: Database): string[] =>
  splitScript(scriptOf(database), dialect).statements.map(({ text }) => text);

describe('the T-SQL grammar', () => {
  test.each(models)('accepts every statement of %s', (_, database) => {
    expect(splitScript(scriptOf(database), dialect).problems).toEqual([]);
    const statements = statementsOf(database);
    const tables = database.tables.filter((table) => !table.skipSql).length;
    expect(statements.length).toBeGreaterThan(2 * tables);
    for (const text of statements) expect({ text, errors: tsqlErrors(text) }).toEqual({ text, errors: [] });
  });

  test.each(models)('accepts the file of %s as one batch', (_, database) => {
    expect(tsqlErrors(scriptOf(database))).toEqual([]);
  });

  test('accepts what EXEC runs', () => {
    const dynamic = statementsOf(byHand).flatMap((text) =>
      [...text.matchAll(/EXEC\(N'((?:[^']|'')*)'\)/g)].map(([, sql]) => sql ?? ''),
    );
    expect(dynamic).toEqual(['CREATE SCHEMA [sales]']);
    for (const sql of dynamic) expect(tsqlErrors(sql)).toEqual([]);
  });

  test.each([
    'CREATE TABLE [t] [a] INT);',
    'CREATE TABLE [t] ([a] INT;',
    'CREATE TABLE [t ([a] INT);',
    "CREATE TABLE [t] ([a] NVARCHAR(5) DEFAULT N'it's' NULL);",
    'CREATE TABLE [t] ([a] INT NOT);',
    'CREATE TABLE [t] ([a] INT, CONSTRAINT [p] PRIMARY ([a]));',
    'CREATE TABLE [t] ([a] INT, CONSTRAINT [c] CHECK ([a] IN 1, 2));',
    'CREATE TABLE [t] ([a] INT, CONSTRAINT [c] CHECK ([a] BETWEEN 0));',
    'CREATE TABLE [t] ([a] INT, CONSTRAINT [f] FOREIGN KEY ([a]) REFERENCES ([b]));',
    'CREATE TABLE [t] ([a] INT, CONSTRAINT [f] FOREIGN KEY ([a]) REFERENCES [u] ([b]) ON DELETE RESTRICT);',
    'CREATE TABLE IF NOT EXISTS [t] ([a] INT);',
    'CREATE TABLE `t` (`a` INT);',
    'CREATE TABLE [t] ([a] INT IDENTITY(1,) NOT NULL);',
    'CREATE UNIQUE INDEX [i] ON [t] WHERE [a] IS NOT NULL;',
    'CREATE UNIQUE INDEX [i] ON [t] ([a]) WHERE;',
    'CREATE INDEX ON [t] ([a]);',
    'CREATE TABLE [t] (\n  [a] INT CONSTRAINT [d] DEFAULT (1 +) NULL\n);',
    'ALTER TABLE [t] ADD CONSTRAINT FOREIGN KEY ([a]) REFERENCES [u] ([b]);',
    'DROP TABLE [t] CASCADE;',
    "IF OBJECT_ID(N'[t]', N'U') IS NOT NULL BEGIN DROP TABLE [t];",
    "IF OBJECT_ID(N'[t]', N'U') IS NOT BEGIN DROP TABLE [t] END;",
    "EXEC sys.sp_addextendedproperty N'MS_Description' N'x';",
    "COMMENT ON TABLE [t] IS N'x';",
    'SET QUOTED_IDENTIFIER;',
  ])('rejects %s', (broken) => {
    expect(tsqlErrors(broken)).not.toEqual([]);
  });
});

const planOf = (database: Database): H2Plan =>
  planForH2(statementsOf(database).map(withoutBatch).map(quoteOddNames), MSSQL_RULES);

describe('H2 as SQL Server', () => {
  const plan = planOf(byHand);
  const insert = (row: string): string[] => [...plan.executed, row];

  test('leaves out only what it does not know', () => {
    expect(Object.fromEntries(plan.skipped)).toEqual({
      'session settings of SQL Server': 4,
      'T-SQL control flow': 12,
      'T-SQL blocks': 3,
      'system procedures': 2,
    });
  });

  test.each(models)('executes every CREATE and ALTER of %s', (_, database) => {
    const { executed } = planOf(database);
    const creating = (list: readonly string[]): number => list.filter((text) => /^(CREATE|ALTER)/.test(text)).length;
    const schemas = new Set(database.tables.flatMap(({ schema }) => schema ?? []));
    const views = database.tables.filter(({ viewSql }) => viewSql !== undefined);
    expect(creating(executed)).toBe(creating(statementsOf(database)) + schemas.size + views.length);
    const result = runInH2('MSSQLServer', [
      ...executed,
      "SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA IN ('PUBLIC', 'sales', 'library')",
      'SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS',
    ]);
    const tables = database.tables.filter((table) => !table.skipSql);
    const keys = tables.flatMap((table) => table.foreignKeys.filter((key) => key.constraint));
    expect([...result.matchAll(/^--> (\d+)/gm)].map(([, count]) => Number(count))).toEqual([
      tables.length,
      keys.length,
    ]);
  });

  test('fills in every default', () => {
    const result = runInH2('MSSQLServer', [
      ...insert("INSERT INTO [type_full] ([c_object], [c_geometry]) VALUES (0x00, 'POINT (1 2)')"),
      'SELECT [id], [c_varchar], [c_numeric], [c_set], [c_enum], [c_boolean], [c_date], [c_uuid] FROM [type_full]',
    ]);
    expect(result).toContain("--> 1 it's; -- ü 😀 -1.50 5 won't TRUE 2024-02-29 0a1b2c3d-0000-4000-8000-00000000000f");
  });

  test('works out generated columns', () => {
    const result = runInH2('MSSQLServer', [
      ...planOf(fixture).executed,
      'INSERT INTO [generated] ([id], [price], [pieces]) VALUES (1, 7, 3), (2, 700, NULL)',
      'SELECT [id], [total], [size] FROM [generated] ORDER BY [id]',
    ]);
    expect(result).toMatch(/^--> 1 21 it's \(small\)\n--> 2 700 large$/m);
  });

  test.each([
    ['INSERT INTO [generated] ([id], [price], [total]) VALUES (1, 7, 7)', /Generated column/],
    ['INSERT INTO [guarded] ([id], [price], [discount]) VALUES (1, 7, 8)', /Check constraint/],
  ])('refuses %s in the schema with everything', (row, message) => {
    expect(() => runInH2('MSSQLServer', [...planOf(fixture).executed, row])).toThrow(message);
  });

  test.each([
    ["INSERT INTO [type_bare] ([c_enum]) VALUES (N'z')", /Check constraint/],
    ['INSERT INTO [type_bare] ([c_set]) VALUES (4)', /Check constraint/],
    ["INSERT INTO [type_bare] ([c_json]) VALUES (N'{')", /Check constraint/],
    ['INSERT INTO [edition] ([author_id], [number]) VALUES (1, 1)', /Referential integrity/],
    ["INSERT INTO [country] ([code]) VALUES (N'de')", /NULL not allowed/],
    ["INSERT INTO [country] ([code], [name]) VALUES (N'de', N'a'), (N'fr', N'a')", /Unique index/],
    ['CREATE TABLE [t] ([a] INT', /Syntax error/],
  ])('refuses %s', (row, message) => {
    expect(() => runInH2('MSSQLServer', insert(row))).toThrow(message);
  });
});
