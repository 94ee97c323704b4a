import { describe, expect, test } from 'vitest';
import type { ColumnTypeName } from '../../src/model/column-type.js';
import { OracleDdl } from '../../src/platforms/oracle/ddl.js';
import { platform } from '../../src/platforms/oracle/index.js';
import { bytes, identifier, text } from '../../src/platforms/oracle/quoting.js';
import { OracleShaper } from '../../src/platforms/oracle/shape.js';
import { columnType } from '../../src/platforms/oracle/types.js';
import type { TableShape } from '../../src/platforms/shape.js';
import { buildColumn, buildDatabase, type ColumnSpec, type TableSpec } from '../support/model-builder.js';
import { diagnosticLines, diagnostics } from '../support/model-diagnostics.js';

const printer = new OracleDdl();
const shaper = new OracleShaper();
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
  expect(identifier('my Table')).toBe('"MY TABLE"');
  expect(identifier('a"b')).toBe('"A""B"');
  expect(text("it's \\ ü")).toBe("'it''s \\ ü'");
  expect(bytes(Buffer.from([0, 255]))).toBe("HEXTORAW('00FF')");
});

describe('types', () => {
  test.each<[ColumnTypeName, Partial<ColumnSpec>, string]>([
    ['CHAR', {}, 'CHAR(1 CHAR)'],
    ['VARCHAR', {}, 'VARCHAR2(255 CHAR)'],
    ['VARCHAR', { size: 4000 }, 'VARCHAR2(4000 CHAR)'],
    ['LONGVARCHAR', {}, 'CLOB'],
    ['CLOB', {}, 'CLOB'],
    ['NUMERIC', {}, 'NUMBER'],
    ['NUMERIC', { size: 10 }, 'NUMBER(10)'],
    ['DECIMAL', { size: 10, scale: 2 }, 'NUMBER(10, 2)'],
    ['DECIMAL', { scale: 2 }, 'NUMBER(*, 2)'],
    ['TINYINT', {}, 'NUMBER(3)'],
    ['SMALLINT', {}, 'NUMBER(5)'],
    ['INTEGER', {}, 'NUMBER(10)'],
    ['BIGINT', {}, 'NUMBER(19)'],
    ['REAL', {}, 'BINARY_FLOAT'],
    ['FLOAT', {}, 'BINARY_DOUBLE'],
    ['DOUBLE', {}, 'BINARY_DOUBLE'],
    ['BINARY', {}, 'BLOB'],
    ['BINARY', { size: 2000 }, 'RAW(2000)'],
    ['VARBINARY', { size: 2001 }, 'BLOB'],
    ['LONGVARBINARY', {}, 'BLOB'],
    ['BLOB', {}, 'BLOB'],
    ['OBJECT', {}, 'BLOB'],
    ['DATE', {}, 'DATE'],
    ['BU_DATE', {}, 'DATE'],
    ['TIME', {}, 'INTERVAL DAY(0) TO SECOND(6)'],
    ['TIME', { size: 0 }, 'INTERVAL DAY(0) TO SECOND(0)'],
    ['DATETIME', {}, 'TIMESTAMP(6)'],
    ['TIMESTAMP', { size: 9 }, 'TIMESTAMP(9)'],
    ['BU_TIMESTAMP', {}, 'TIMESTAMP(6)'],
    ['BOOLEAN', {}, 'NUMBER(1)'],
    ['BOOLEAN_EMU', {}, 'NUMBER(1)'],
    ['ARRAY', {}, 'CLOB'],
    ['ENUM', { valueSet: ['a', '😀😀'] }, 'VARCHAR2(2 CHAR)'],
    ['ENUM', { valueSet: ['a'], enumStorage: 'index' }, 'NUMBER(5)'],
    ['SET', { valueSet: Array.from({ length: 31 }, String) }, 'NUMBER(10)'],
    ['SET', { valueSet: Array.from({ length: 32 }, String) }, 'NUMBER(19)'],
    ['JSON', {}, 'CLOB'],
    ['GEOMETRY', {}, 'SDO_GEOMETRY'],
    ['UUID', {}, 'RAW(16)'],
    ['UUID_BINARY', {}, 'RAW(16)'],
  ])('%s %o', (type, given, expected) => {
    expect(columnType(buildColumn({ name: 'c', type, ...given }))).toBe(expected);
  });
});

describe('columns', () => {
  test('a default stands before NOT NULL', () => {
    expect(define({ name: 'a', type: 'VARCHAR', size: 9, notNull: true, value: "it's" })).toBe(
      `"A" VARCHAR2(9 CHAR) DEFAULT 'it''s' NOT NULL`,
    );
    expect(define({ name: 'a', type: 'DATETIME', expression: 'SYSTIMESTAMP' })).toBe(
      '"A" TIMESTAMP(6) DEFAULT SYSTIMESTAMP',
    );
    expect(define({ ...ID, autoIncrement: true })).toBe('"ID" NUMBER(10) DEFAULT "T_SEQ".NEXTVAL NOT NULL');
  });

  test.each<[ColumnTypeName, Partial<ColumnSpec>, string, string]>([
    ['BOOLEAN', {}, 'false', '0'],
    ['BINARY', { size: 4 }, 'ü', "HEXTORAW('C3BC')"],
    ['BLOB', {}, '', 'EMPTY_BLOB()'],
    ['CLOB', {}, '', 'EMPTY_CLOB()'],
    ['ARRAY', {}, '', "'| |'"],
    ['VARCHAR', {}, '', "''"],
    ['OBJECT', {}, 'x', "HEXTORAW('78')"],
    ['UUID', {}, '0A1B2C3D-0000-4000-8000-00000000000F', "HEXTORAW('0A1B2C3D00004000800000000000000F')"],
    ['DATE', {}, '2024-02-29', "DATE '2024-02-29'"],
    ['DATETIME', {}, '2024-02-29T12:30', "TIMESTAMP '2024-02-29 12:30:00'"],
    ['TIMESTAMP', {}, '2024-02-29', "TIMESTAMP '2024-02-29 00:00:00'"],
    ['TIME', {}, '12:30', "INTERVAL '12:30:00' HOUR TO SECOND(6)"],
    ['TIME', { size: 3 }, '12:30:01.125', "INTERVAL '12:30:01.125' HOUR TO SECOND(3)"],
  ])('default of %s %o %s', (type, given, value, sql) => {
    expect(define({ name: 'a', type, value, ...given })).toBe(
      `"A" ${columnType(buildColumn({ name: 'a', type, ...given }))} DEFAULT ${sql}`,
    );
  });

  test('checks', () => {
    const condition = (spec: Omit<ColumnSpec, 'name'>): string | undefined =>
      shaper.checkCondition(buildColumn({ name: 'c', ...spec }));
    expect(condition({ type: 'BOOLEAN' })).toBe('"C" IN (0, 1)');
    expect(condition({ type: 'JSON' })).toBe('"C" IS JSON');
    expect(condition({ type: 'TIME' })).toBe(`"C" >= INTERVAL '0' SECOND`);
    expect(condition({ type: 'ENUM', valueSet: ['a', "b'"] })).toBe(`"C" IN ('a', 'b''')`);
    expect(condition({ type: 'SET', valueSet: ['a', 'b'] })).toBe('"C" BETWEEN 0 AND 3');
    expect(condition({ type: 'BOOLEAN', sqlType: 'CHAR(1)' })).toBeUndefined();
  });
});

describe('tables', () => {
  test('a sequence comes and goes with its table', () => {
    const sqlOf = (spec: Omit<TableSpec, 'name'>): string =>
      printer.script(shaper.shape(buildDatabase([{ name: "it's", ...spec }])));
    expect(sqlOf({ columns: [{ ...ID, autoIncrement: true }] })).toContain(
      [
        `BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE "IT''S" CASCADE CONSTRAINTS PURGE';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE != -942 THEN RAISE; END IF;
END;
/`,
        `BEGIN
  EXECUTE IMMEDIATE 'DROP SEQUENCE "IT''S_SEQ"';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE != -2289 THEN RAISE; END IF;
END;
/`,
        'CREATE SEQUENCE "IT\'S_SEQ";\n\nCREATE TABLE "IT\'S" (',
      ].join('\n\n'),
    );
    expect(sqlOf({ sequence: 'own', columns: [{ ...ID, autoIncrement: true }] })).toContain('CREATE SEQUENCE "OWN";');
    expect(sqlOf({ columns: [ID] })).not.toContain('SEQUENCE');
  });

  test('a sequence that two tables share comes with the first', () => {
    const columns = [{ ...ID, autoIncrement: true }];
    const tables = ['a', 'b'].map((name) => ({ name, sequence: 'numbers', columns }));
    const sql = printer.script(shaper.shape(buildDatabase(tables)));
    expect(sql.match(/(CREATE|DROP) (TABLE|SEQUENCE) "\w+"/g)).toEqual([
      'DROP TABLE "A"',
      'DROP SEQUENCE "NUMBERS"',
      'CREATE SEQUENCE "NUMBERS"',
      'CREATE TABLE "A"',
      'DROP TABLE "B"',
      'CREATE TABLE "B"',
    ]);
  });

  test('a key or an index on the same columns as another is left out', () => {
    const table = build({
      columns: [
        { name: 'a', type: 'INTEGER', primaryKey: true },
        { name: 'b', type: 'INTEGER', primaryKey: true },
        { name: 'c', type: 'INTEGER' },
      ],
      uniques: [
        { name: 'u1', columns: ['b', 'a'] },
        { name: 'u2', columns: ['c', 'a'] },
        { name: 'u3', columns: ['a', 'c'] },
      ],
      indexes: [
        { name: 'i1', columns: ['a', 'b'] },
        { name: 'i2', columns: ['b', 'a'] },
        { name: 'i3', columns: ['c', 'a'] },
        { name: 'i4', columns: ['b'] },
        { name: 'i5', columns: ['b'] },
      ],
    });
    expect(printer.keyLines(table)).toEqual([
      'CONSTRAINT "T_PK" PRIMARY KEY ("A", "B")',
      'CONSTRAINT "U2" UNIQUE ("C", "A")',
    ]);
    expect(printer.indexStatements(table)).toEqual([
      'CREATE INDEX "I2" ON "T" ("B", "A")',
      'CREATE INDEX "I4" ON "T" ("B")',
    ]);
  });

  test('physical attributes of the table, of its key and of an index', () => {
    const table = build({
      columns: [ID, { name: 'a', type: 'INTEGER' }],
      indexes: [{ name: 'i', columns: ['a'], vendor: { Tablespace: 'x"y', PCTFree: '1; DROP' } }],
      vendor: {
        pctfree: '20',
        InitTrans: '4',
        MinExtents: '1',
        MaxExtents: 'unlimited',
        PCTIncrease: '0',
        Tablespace: 'users',
        PKTablespace: 'indx',
        PKMaxExtents: '9',
      },
    });
    expect(printer.createTable(table, [])).toBe(`CREATE TABLE "T" (
  "ID" NUMBER(10) NOT NULL,
  "A" NUMBER(10),
  CONSTRAINT "T_PK" PRIMARY KEY ("ID")
    USING INDEX STORAGE (MAXEXTENTS 9) TABLESPACE "INDX"
)
PCTFREE 20
INITRANS 4
STORAGE (MINEXTENTS 1 MAXEXTENTS UNLIMITED PCTINCREASE 0)
TABLESPACE "USERS"`);
    expect(printer.indexStatements(table)).toEqual(['CREATE INDEX "I" ON "T" ("A")\n  TABLESPACE "X""Y"']);
  });

  test('only the actions that Oracle has', () => {
    const table = build({
      columns: [ID, ...['a', 'b', 'c', 'd'].map((name): ColumnSpec => ({ name, type: 'INTEGER' }))],
      keys: [
        { to: 't', on: { a: 'id' }, onDelete: 'CASCADE', onUpdate: 'RESTRICT' },
        { to: 't', on: { b: 'id' }, onDelete: 'SET NULL', onUpdate: 'NO ACTION' },
        { to: 't', on: { c: 'id' }, onDelete: 'RESTRICT' },
        { to: 't', on: { d: 'id' }, onDelete: 'NO ACTION' },
      ],
    });
    expect(table.foreignKeys.map((key) => printer.foreignKey(key).replace(/^.*\("ID"\)/s, ''))).toEqual([
      ' ON DELETE CASCADE',
      ' ON DELETE SET NULL',
      '',
      '',
    ]);
  });

  test('a comment is cut to 4,000 bytes', () => {
    const [comment = ''] = printer.comments(build({ description: 'ü'.repeat(2500), columns: [ID] }));
    expect(comment).toBe(`COMMENT ON TABLE "T" IS '${'ü'.repeat(1998)}…'`);
  });

  test('the header tells what SQL*Plus would stumble over', () => {
    expect(printer.header(shaper.shape(buildDatabase([])), undefined)).toContain(
      'SET DEFINE OFF and SET SQLBLANKLINES ON',
    );
  });
});

describe('what Oracle cannot do', () => {
  test('schemas', () => {
    const [diagnostic] = diagnostics(platform, buildDatabase([{ name: 't', schema: 's', columns: [ID] }]));
    expect(diagnostic).toMatchObject({
      severity: 'error',
      code: 'oracle/schema',
      attribute: 'schema',
      message: 'a schema is a user in Oracle: table "t" cannot be created in "s"',
      help: 'drop the schema attribute and connect as that user',
    });
  });

  test('names that are one name in upper case, or no name', () => {
    expect(
      lines(
        {
          name: 'Book',
          columns: [
            { ...ID, autoIncrement: true },
            { name: 'ID', type: 'INTEGER' },
          ],
        },
        { name: 'book', columns: [ID], indexes: [{ name: 'x', columns: ['id'] }] },
        {
          name: 'book_seq',
          columns: [{ name: 'rowid', type: 'INTEGER' }],
          indexes: [{ name: 'X', columns: ['rowid'] }],
        },
        { name: 'a"b', columns: [{ name: 'c', type: 'INTEGER' }] },
      ),
    ).toEqual([
      'error oracle/same-name: column "ID" and column "id" are both "ID" in Oracle',
      'error oracle/same-name: table "book" and table "Book" are both "BOOK" in Oracle',
      'error oracle/same-name: constraint "book_pk" and constraint "Book_pk" are both "BOOK_PK" in Oracle',
      'error oracle/same-name: table "book_seq" and sequence "Book_SEQ" are both "BOOK_SEQ" in Oracle',
      'error oracle/name: no column can be named "rowid" in Oracle, not even in quotes (table "book_seq")',
      'error oracle/same-name: index "X" and index "x" are both "X" in Oracle',
      'error oracle/name: no name in Oracle can hold a double quote: table "a\\"b"',
    ]);
  });

  test('two tables may share a sequence', () => {
    const table = (name: string): TableSpec => ({ name, sequence: 's', columns: [{ ...ID, autoIncrement: true }] });
    expect(lines(table('a'), table('b'))).toEqual([]);
  });

  test('sizes', () => {
    expect(
      lines({
        name: 't',
        columns: [
          ID,
          { name: 'a', type: 'VARCHAR', size: 4001 },
          { name: 'b', type: 'CHAR', size: 2001 },
          { name: 'c', type: 'DECIMAL', size: 39 },
          { name: 'd', type: 'TIMESTAMP', size: 10 },
          { name: 'e', type: 'VARCHAR', size: 9000, sqlType: 'CLOB' },
        ],
      }),
    ).toEqual([
      'error oracle/text-size: VARCHAR has at most 4000 characters in Oracle (column "a" of table "t")',
      'error oracle/text-size: CHAR has at most 2000 characters in Oracle (column "b" of table "t")',
      'error oracle/decimal-size: Oracle has at most 38 digits (column "c" of table "t")',
      'error oracle/fraction: Oracle has at most 9 fractional digits of a second (column "d" of table "t")',
    ]);
  });

  test('an empty text where a value is required', () => {
    expect(
      lines({
        name: 't',
        columns: [
          ID,
          { name: 'a', type: 'VARCHAR', notNull: true, value: '' },
          { name: 'b', type: 'VARCHAR', value: '' },
          { name: 'c', type: 'CLOB', notNull: true, value: '' },
        ],
      }),
    ).toEqual([
      'warning oracle/empty-string: an empty text is NULL in Oracle: the default of the required column "a" of table "t" is refused at every INSERT',
    ]);
  });

  test('large columns in keys are errors, in indexes they are left out with a warning', () => {
    const table: TableSpec = {
      name: 't',
      columns: [
        { name: 'a', type: 'BLOB', primaryKey: true },
        { name: 'b', type: 'JSON' },
        { name: 'c', type: 'LONGVARCHAR' },
      ],
      uniques: [{ name: 'u', columns: ['b'] }],
      indexes: [{ name: 'i', columns: ['c'] }],
    };
    expect(lines(table)).toEqual([
      'warning oracle/large-index: index "i" of table "t" is left out: Oracle cannot index CLOB (column "c")',
      'error oracle/large-key: Oracle allows no CLOB in a key: column "b" of table "t" in unique "u"',
      'error oracle/large-key: Oracle allows no BLOB in a key: column "a" of table "t" in the primary key',
    ]);
    expect(printer.indexStatements(build(table))).toEqual([]);
  });

  test('foreign keys: actions and types', () => {
    const columns: ColumnSpec[] = ['a', 'b', 'c'].map((name) => ({ name, type: 'INTEGER' }));
    expect(
      lines({
        name: 't',
        columns: [ID, ...columns, { name: 'd', type: 'DOUBLE' }, { name: 'e', type: 'BIGINT' }],
        keys: [
          { name: 'fa', to: 't', on: { a: 'id' }, onDelete: 'SET DEFAULT' },
          { name: 'fb', to: 't', on: { b: 'id' }, onUpdate: 'CASCADE' },
          { name: 'fc', to: 't', on: { c: 'id' }, onDelete: 'NO ACTION', onUpdate: 'RESTRICT' },
          { name: 'fd', to: 't', on: { d: 'id' } },
          { name: 'fe', to: 't', on: { e: 'id' } },
          { name: 'ff', to: 't', on: { a: 'id' }, onUpdate: 'CASCADE', constraint: false },
        ],
      }),
    ).toEqual([
      'error oracle/foreign-key-action: Oracle has no onDelete="set default" (foreign key "fa" of table "t")',
      'error oracle/foreign-key-action: Oracle has no onUpdate="cascade" (foreign key "fb" of table "t")',
      'error oracle/foreign-key-type: Oracle wants both ends of foreign key "fd" to have the same type: "d" is BINARY_DOUBLE, "t.id" is NUMBER(10)',
    ]);
  });

  test('vendor parameters that are no numbers', () => {
    expect(
      lines({
        name: 't',
        columns: [ID],
        indexes: [{ name: 'i', columns: ['id'], vendor: { InitTrans: '-1' } }],
        vendor: { PCTFree: '1; DROP', PKMaxExtents: 'unlimited', PKPCTIncrease: 'unlimited' },
      }),
    ).toEqual([
      'error oracle/vendor-parameter: vendor parameter PCTFree of "t" must be a number, not "1; DROP"',
      'error oracle/vendor-parameter: vendor parameter PKPCTIncrease of "t" must be a number, not "unlimited"',
      'error oracle/vendor-parameter: vendor parameter InitTrans of "i" must be a number, not "-1"',
    ]);
  });
});
