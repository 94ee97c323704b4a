import { describe, expect, test } from 'vitest';
import { platform } from '../../src/platforms/oracle/index.js';
import { dialect } from '../../src/platforms/oracle/script.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { everything } from '../support/everything-model.js';
import { type H2Rule, planForH2, runInH2 } from '../support/h2.js';
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

const script = platform.ddl(everything({ allActions: false, more: [stored] }), DEFAULT_PLATFORM_OPTIONS);
const { statements, problems } = splitScript(script, dialect);
const texts = statements.map(({ text }) => text);
/** A statement as SQL*Plus wants it: the splitter hands it over without its end. */
const whole = (text: string): string => (text.startsWith('BEGIN') ? `${text}\n/` : `${text};`);
const dynamicSql = (text: string): string =>
  (/EXECUTE IMMEDIATE '((?:[^']|'')*)'/.exec(text)?.[1] ?? '').replaceAll("''", "'");

describe('the PL/SQL grammar', () => {
  test('accepts every statement of the schema with everything', { timeout: 300_000 }, () => {
    expect(problems).toEqual([]);
    expect(texts.length).toBeGreaterThanOrEqual(45);
    for (const text of texts) expect({ text, errors: plsqlErrors(whole(text)) }).toEqual({ text, errors: [] });
  });

  test('accepts what the blocks execute', () => {
    const dynamic = texts.filter((text) => text.startsWith('BEGIN')).map(dynamicSql);
    expect(dynamic).toHaveLength(20);
    for (const sql of dynamic) expect({ sql, errors: plsqlErrors(`${sql};`) }).toEqual({ sql, errors: [] });
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

/** What H2 2.1 does not know in its Oracle mode. */
const RULES: readonly H2Rule[] = [
  { pattern: /^BEGIN\b/, why: 'PL/SQL blocks' },
  { pattern: /DAY\(0\)/g, replacement: 'DAY', why: 'intervals without digits for days' },
  { pattern: /EMPTY_CLOB\(\)/g, replacement: "''", why: 'EMPTY_CLOB' },
  { pattern: /EMPTY_BLOB\(\)/g, replacement: "X''", why: 'EMPTY_BLOB' },
  { pattern: /\n *USING INDEX [^\n,]*/g, replacement: '', why: 'indexes of keys with attributes' },
  { pattern: /\n *(PCTFREE|INITRANS|STORAGE|TABLESPACE) [^\n]*/g, replacement: '', why: 'physical attributes' },
];

describe('H2 as Oracle', () => {
  const plan = planForH2(texts, RULES);
  const create = ['CREATE DOMAIN "SDO_GEOMETRY" AS GEOMETRY', ...plan.executed];
  /** The drops of the blocks, which H2 can do by themselves but for the recycle bin. */
  const drops = texts.filter((text) => text.startsWith('BEGIN')).map((text) => dynamicSql(text).replace(/ PURGE$/, ''));

  test('executes everything but the blocks', () => {
    expect(Object.fromEntries(plan.skipped)).toEqual({ 'PL/SQL blocks': 20 });
    expect(plan.executed).toHaveLength(texts.length - 20);
    const result = runInH2('Oracle', [
      ...create,
      "SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA = 'PUBLIC'",
      'SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS',
      "SELECT COUNT(*) AS N FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_SCHEMA = 'PUBLIC'",
    ]);
    expect([...result.matchAll(/^--> (\d+)/gm)].map(([, count]) => Number(count))).toEqual([11, 8, 9]);
  });

  test('drops what the blocks drop, in their order, and creates it again', () => {
    runInH2('Oracle', [...create, ...drops, ...plan.executed]);
  });

  test('fills in every default and numbers from the sequence', () => {
    const result = runInH2('Oracle', [
      ...create,
      'INSERT INTO "TYPE_FULL" ("C_CLOB", "C_OBJECT", "C_BLOB", "C_GEOMETRY") VALUES (\'x\', X\'00\', X\'00\', \'POINT (1 2)\')',
      'SELECT "ID", "C_VARCHAR", "C_NUMERIC", "C_SET", "C_ENUM", "C_BOOLEAN", "C_TIME", RAWTOHEX("C_UUID") AS U FROM "TYPE_FULL"',
    ]);
    expect(result).toContain("--> 1 it's; -- ü 😀 -1.50 5 won't 1 INTERVAL '0 23:59:00' DAY TO SECOND");
    expect(result).toMatch(/0a1b2c3d00004000800000000000000f/i);
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
    expect(() => runInH2('Oracle', [...create, row])).toThrow(message);
  });
});
