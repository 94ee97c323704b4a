import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { platform } from '../../src/platforms/oracle/index.js';
import { dialect } from '../../src/platforms/oracle/script.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { everything } from '../support/everything-model.js';
import { everythingFixture } from '../support/fixture-model.js';
import { planForH2, runInH2 } from '../support/h2.js';
import { ORACLE_RULES } from '../support/h2-rules.js';
import type { TableSpec } from '../support/model-builder.js';
import { plsqlErrors } from '../support/plsql-grammar.js';

const stored: TableSpec = {
  name: 'stored',
  sequence: 'ticket_numbers',
  columns: [
    { name: 'id', type: 'BIGINT', primaryKey: true, autoIncrement: true },
    { name: 'label', type: 'VARCHAR', size: 4000 },
  ],
  indexes: [{ columns: ['label'], vendor: { Tablespace: 'fast', InitTrans: '3' } }],
  vendor: {
    PCTFree: '20',
    InitTrans: '4',
    MinExtents: '1',
    MaxExtents: 'unlimited',
    PCTIncrease: '0',
    Tablespace: 'slow',
    PKPCTFree: '5',
    PKTablespace: 'fast',
  },
};

const fixture = await everythingFixture('oracle');
const byHand = everything({ allActions: false, more: [stored] });
const models: readonly (readonly [string, Database])[] = [
  ['the model by hand', byHand],
  ['the schema with everything', fixture],
];
const scriptOf = (database: Database): string => platform.ddl(database, DEFAULT_PLATFORM_OPTIONS);
const statementsOf = (database: Database): string[] =>
  splitScript(scriptOf(database), dialect).statements.map(({ text }) => text);
const blocksOf = (database: Database): string[] => statementsOf(database).filter((text) => text.startsWith('BEGIN'));
/** A statement as SQL*Plus wants it: the splitter hands it over without its end. */
const whole = (text: string): string => (text.startsWith('BEGIN') ? `${text}\n/` : `${text};`);
const dynamicSql = (text: string): string =>
  (/EXECUTE IMMEDIATE '((?:[^']|'')*)'/.exec(text)?.[1] ?? '').replaceAll("''", "'");

describe('the PL/SQL grammar', () => {
  test.each(models)('accepts every statement of %s', { timeout: 600_000 }, (_, database) => {
    expect(splitScript(scriptOf(database), dialect).problems).toEqual([]);
    const statements = statementsOf(database);
    const tables = database.tables.filter((table) => !table.skipSql).length;
    expect(statements.length).toBeGreaterThan(2 * tables);
    for (const text of statements) expect({ text, errors: plsqlErrors(whole(text)) }).toEqual({ text, errors: [] });
  });

  test.each(models)('accepts what the blocks of %s execute', (_, database) => {
    const blocks = blocksOf(database);
    expect(blocks.length).toBeGreaterThanOrEqual(database.tables.filter((table) => !table.skipSql).length);
    for (const block of blocks) {
      const sql = dynamicSql(block);
      expect({ sql, errors: plsqlErrors(`${sql};`) }).toEqual({ sql, errors: [] });
    }
  });

  test.each([
    'CREATE TABLE "T" "A" NUMBER(10));',
    'CREATE TABLE "T" ("A" NUMBER(10);',
    'CREATE TABLE "T" ("A" NUMBER(10),);',
    'CREATE TABLE "T ("A" NUMBER(10));',
    'CREATE TABLE "T" ("A" VARCHAR2(5 CHAR) DEFAULT \'it\'s\');',
    'CREATE TABLE "T" ("A" VARCHAR2(5 LETTERS));',
    'CREATE TABLE "T" ("A" NUMBER(10) NOT);',
    'CREATE TABLE "T" ("A" NUMBER(10) NUMBER);',
    'CREATE TABLE "T" ("A" NUMBER(10), CONSTRAINT "P" PRIMARY ("A"));',
    'CREATE TABLE "T" ("A" NUMBER(1), CONSTRAINT "C" CHECK ("A" IN 0, 1)));',
    'CREATE TABLE "T" ("A" NUMBER(1), CONSTRAINT "C" CHECK ("A" BETWEEN 0));',
    'CREATE TABLE "T" ("A" NUMBER(1), CONSTRAINT "F" FOREIGN KEY ("A") REFERENCES "U" ("B") ON DELETE RESTRICT);',
    'CREATE TABLE "T" ("A" NUMBER(1), CONSTRAINT "F" FOREIGN KEY ("A") REFERENCES "U" ("B") ON UPDATE CASCADE);',
    'CREATE TABLE [T] ([A] NUMBER(10));',
    'CREATE TABLE `T` (`A` NUMBER(10));',
    'CREATE TABLE "T" ("A" INTERVAL DAY(0) SECOND(6));',
    'CREATE TABLE "T" ("A" NUMBER(10)) TABLESPACE;',
    'CREATE SEQUENCE;',
    'CREATE SEQUENCE "T_SEQ" START 1;',
    'CREATE INDEX ON "T" ("A");',
    'ALTER TABLE "T" ADD CONSTRAINT FOREIGN KEY ("A") REFERENCES "U" ("B");',
    'COMMENT ON TABLE "T" \'text\';',
    'DROP TABLE "T" CASCADE PURGE;',
    'BEGIN\n  EXECUTE \'DROP TABLE "T"\';\nEND;\n/',
    'BEGIN\n  EXECUTE IMMEDIATE \'DROP TABLE "T"\'\nEND;\n/',
    "BEGIN\n  EXECUTE IMMEDIATE 'x';\nEXCEPTION\n  WHEN OTHERS THEN\n    IF SQLCODE != -942 RAISE; END IF;\nEND;\n/",
  ])('rejects %s', (broken) => {
    expect(plsqlErrors(broken)).not.toEqual([]);
  });
});

describe('H2 as Oracle', () => {
  const create = (database: Database): string[] => [
    'CREATE DOMAIN "SDO_GEOMETRY" AS GEOMETRY',
    ...planForH2(statementsOf(database), ORACLE_RULES).executed,
  ];

  test.each(models)('executes all of %s but the blocks', (_, database) => {
    const { skipped } = planForH2(statementsOf(database), ORACLE_RULES);
    expect(Object.fromEntries(skipped)).toEqual({ 'PL/SQL blocks': blocksOf(database).length });
    const result = runInH2('Oracle', [
      ...create(database),
      "SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA = 'PUBLIC'",
      'SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS',
      "SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_SCHEMA = 'PUBLIC'",
    ]);
    const tables = database.tables.filter((table) => !table.skipSql);
    const keys = tables.flatMap((table) => table.foreignKeys.filter((key) => key.constraint));
    const sequences = tables.filter((table) => table.columns.some((column) => column.autoIncrement));
    const counts = [tables.length, keys.length, sequences.length];
    expect([...result.matchAll(/^--> (\d+)/gm)].map(([, count]) => Number(count))).toEqual(counts);
  });

  test.each(models)('drops what the blocks of %s drop, in their order, and creates it again', (_, database) => {
    const [domain = '', ...rest] = create(database);
    // H2 has no recycle bin to keep out of.
    const drops = blocksOf(database).map((text) => dynamicSql(text).replace(/ PURGE$/, ''));
    runInH2('Oracle', [domain, ...rest, ...drops, ...rest]);
  });

  test('fills in every default and numbers from the sequence', () => {
    const result = runInH2('Oracle', [
      ...create(byHand),
      'INSERT INTO "TYPE_FULL" ("C_CLOB", "C_OBJECT", "C_BLOB", "C_GEOMETRY") VALUES (\'x\', X\'00\', X\'00\', \'POINT (1 2)\')',
      'SELECT "ID", "C_VARCHAR", "C_NUMERIC", "C_SET", "C_ENUM", "C_BOOLEAN", "C_TIME", RAWTOHEX("C_UUID") AS U FROM "TYPE_FULL"',
    ]);
    expect(result).toContain("--> 1 it's; -- ü 😀 -1.50 5 won't 1 INTERVAL '0 23:59:00' DAY TO SECOND");
    expect(result).toMatch(/0a1b2c3d00004000800000000000000f/i);
  });

  test('works out generated columns', () => {
    const result = runInH2('Oracle', [
      ...create(fixture),
      'INSERT INTO "GENERATED" ("ID", "PRICE", "PIECES") VALUES (1, 7, 3), (2, 700, NULL)',
      'SELECT "ID", "TOTAL", "SIZE" FROM "GENERATED" ORDER BY "ID"',
    ]);
    expect(result).toMatch(/^--> 1 21 it's \(small\)\n--> 2 700 large$/m);
  });

  test.each([
    ['INSERT INTO "GENERATED" ("ID", "PRICE", "TOTAL") VALUES (1, 7, 7)', /Generated column/],
    ['INSERT INTO "GUARDED" ("ID", "PRICE", "DISCOUNT") VALUES (1, 7, 8)', /Check constraint/],
    ['INSERT INTO "INDEXED" ("ID", "TITLE", "RANK") VALUES (1, \'a\', 1), (2, \'A\', 1)', /Unique index/],
  ])('refuses %s in the schema with everything', (row, message) => {
    expect(() => runInH2('Oracle', [...create(fixture), row])).toThrow(message);
  });

  test.each([
    ['INSERT INTO "TYPE_BARE" ("C_ENUM") VALUES (\'z\')', /Check constraint/],
    ['INSERT INTO "TYPE_BARE" ("C_BOOLEAN") VALUES (2)', /Check constraint/],
    ['INSERT INTO "TYPE_BARE" ("C_SET") VALUES (4)', /Check constraint/],
    ['INSERT INTO "TYPE_BARE" ("C_JSON") VALUES (\'{\')', /Check constraint/],
    ['INSERT INTO "TYPE_BARE" ("C_TIME") VALUES (INTERVAL -\'1\' SECOND)', /Check constraint/],
    ['INSERT INTO "EDITION" ("AUTHOR_ID", "NUMBER") VALUES (1, 1)', /Referential integrity/],
    ['INSERT INTO "COUNTRY" ("CODE") VALUES (\'de\')', /NULL not allowed/],
    ["INSERT INTO \"COUNTRY\" (\"CODE\", \"NAME\") VALUES ('de', 'a'), ('fr', 'a')", /Unique index/],
    ['CREATE TABLE "T" ("A" NUMBER(10)', /Syntax error/],
  ])('refuses %s', (row, message) => {
    expect(() => runInH2('Oracle', [...create(byHand), row])).toThrow(message);
  });
});
