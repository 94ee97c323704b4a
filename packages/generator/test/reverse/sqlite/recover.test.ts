import { describe, expect, test } from 'vitest';
import type { RecoveredColumn } from '../../../src/platforms/introspection.js';
import { recover, sameType } from '../../../src/platforms/sqlite/recover.js';
import { readTable } from './memory.js';

/** The last column of a table, without what is not set. */
async function recovered(definition: string): Promise<Partial<RecoveredColumn>> {
  const table = await readTable(`CREATE TABLE t (id INTEGER PRIMARY KEY, ${definition})`);
  const column = table.columns.at(-1);
  if (column === undefined) throw new Error('there is no column');
  return Object.fromEntries(Object.entries(recover(column, table)).filter(([, value]) => value !== undefined));
}

describe('types that the generator would write', () => {
  test.each([
    ['INTEGER', { type: 'INTEGER' }],
    ['integer', { type: 'INTEGER' }],
    ['int', { type: 'INTEGER' }],
    ['INT(11)', { type: 'INTEGER' }],
    ['BigInt', { type: 'BIGINT' }],
    ['BIGINT(20)', { type: 'BIGINT' }],
    ['bool', { type: 'BOOLEAN' }],
    ['double precision', { type: 'DOUBLE' }],
    ['CHARACTER VARYING (30)', { type: 'VARCHAR', size: 30 }],
    ['datetime(6)', { type: 'DATETIME' }],
    ['DEC(6,2)', { type: 'DECIMAL', size: 6, scale: 2 }],
    ['SMALLINT', { type: 'SMALLINT' }],
    ['TINYINT', { type: 'TINYINT' }],
    ['REAL', { type: 'REAL' }],
    ['FLOAT', { type: 'FLOAT' }],
    ['DOUBLE', { type: 'DOUBLE' }],
    ['BOOLEAN', { type: 'BOOLEAN' }],
    ['varchar(40)', { type: 'VARCHAR', size: 40 }],
    ['CHAR ( 2 )', { type: 'CHAR', size: 2 }],
    ['TEXT', { type: 'LONGVARCHAR' }],
    ['LONGTEXT', { type: 'CLOB' }],
    ['BLOB', { type: 'BLOB' }],
    ['', { type: 'BLOB' }],
    ['DATE', { type: 'DATE' }],
    ['TIME', { type: 'TIME' }],
    ['datetime', { type: 'DATETIME' }],
    ['TIMESTAMP(3)', { type: 'TIMESTAMP', size: 3 }],
    ['DECIMAL(10,2)', { type: 'DECIMAL', size: 10, scale: 2 }],
    ['NUMERIC( 8 )', { type: 'NUMERIC', size: 8 }],
    ['NUMERIC', { type: 'NUMERIC' }],
  ])('%s', async (type, expected) => {
    expect(await recovered(`c ${type}`)).toEqual(expected);
  });
});

describe('types of others keep their word', () => {
  test.each([
    ['MEDIUMINT', 'INTEGER'],
    ['INT8', 'BIGINT'],
    ['UNSIGNED BIG INT', 'BIGINT'],
    ['TINYINT(1)', 'BOOLEAN'],
    ['BIT', 'BOOLEAN'],
    ['VARCHAR', 'VARCHAR'],
    ['NVARCHAR(160)', 'VARCHAR'],
    ['NCHAR(5)', 'CHAR'],
    ['CLOB', 'CLOB'],
    ['MEDIUMTEXT', 'LONGVARCHAR'],
    ['STRING', 'LONGVARCHAR'],
    ['FLOAT(8)', 'DOUBLE'],
    ['DECIMAL(20, 4)', 'DECIMAL'],
    ['NUMERIC(2, 4)', 'DECIMAL'],
    ['MONEY', 'DECIMAL'],
    ['NUMBER(10)', 'DECIMAL'],
    ['SMALLDATETIME', 'DATETIME'],
    ['TIMESTAMP(9)', 'TIMESTAMP'],
    ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP'],
    ['JSON', 'JSON'],
    ['UUID', 'UUID'],
    ['VARBINARY(16)', 'VARBINARY'],
    ['LONGBLOB', 'BLOB'],
    ['POINT', 'GEOMETRY'],
    ['BLOB SUB_TYPE TEXT', 'LONGVARCHAR'],
    ['FLOATING POINT', 'INTEGER'],
    ['STATUS', 'LONGVARCHAR'],
    ['"my own type"', 'LONGVARCHAR'],
  ])('%s', async (type, expected) => {
    expect(await recovered(`c ${type}`)).toEqual({ type: expected, sqlType: type.replaceAll('"', '') });
  });

  test('but spelling is no difference, and no type is BLOB', () => {
    expect(sameType('DECIMAL(10, 2)', 'decimal(10,2)')).toBe(true);
    expect(sameType('DOUBLE PRECISION', 'double  precision')).toBe(true);
    expect(sameType('INTEGER', 'int(11)')).toBe(true);
    expect(sameType('INTEGER', 'BIGINT')).toBe(false);
    expect(sameType('VARCHAR(255)', 'VARCHAR')).toBe(false);
    expect(sameType('BLOB', '')).toBe(true);
    expect(sameType('TEXT', '')).toBe(false);
  });
});

describe('a key that is not the row id', () => {
  const keyOf = async (sql: string): Promise<unknown> => {
    const table = await readTable(sql);
    const [column] = table.columns;
    return column === undefined ? undefined : [recover(column, table).sqlType, column.autoIncrement, table.items];
  };

  test('keeps its word, which INTEGER would change', async () => {
    const [nullable] = [{ kind: 'primary key column that can be NULL', name: 'id', detail: 'it becomes NOT NULL' }];
    expect(await keyOf('CREATE TABLE t (id INT PRIMARY KEY)')).toEqual(['INT', undefined, [nullable]]);
    expect(await keyOf('CREATE TABLE t (id int(8) NOT NULL PRIMARY KEY)')).toEqual(['int(8)', undefined, []]);
    expect(await keyOf('CREATE TABLE t (id INT PRIMARY KEY) WITHOUT ROWID')).toEqual([undefined, undefined, []]);
    expect(await keyOf('CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY DESC)')).toEqual([
      undefined,
      undefined,
      [
        { kind: 'primary key beside the row id', name: 'id', detail: 'it becomes the row id itself' },
        { kind: 'descending primary key', name: 'id', detail: 'it becomes ascending' },
      ],
    ]);
  });

  test('has collations of its own, which a schema cannot say', async () => {
    const lost = (collation: string, usual: string): unknown => ({
      kind: 'collation of a primary key column',
      name: 'a',
      detail: `COLLATE ${collation} in the key becomes ${usual}, the collation of the column`,
    });
    const itemsOf = async (sql: string): Promise<unknown> => (await readTable(sql)).items;
    const columns = 'a TEXT NOT NULL, b INT NOT NULL, PRIMARY KEY (a COLLATE nocase, b)';
    expect(await itemsOf(`CREATE TABLE t (${columns})`)).toEqual([lost('nocase', 'BINARY')]);
    expect(await itemsOf(`CREATE TABLE t (${columns}) WITHOUT ROWID`)).toEqual([lost('nocase', 'BINARY')]);
    expect(await itemsOf('CREATE TABLE t (a TEXT COLLATE NOCASE NOT NULL, PRIMARY KEY (a COLLATE BINARY))')).toEqual([
      lost('BINARY', 'NOCASE'),
    ]);
    expect(await itemsOf('CREATE TABLE t (a TEXT COLLATE NOCASE NOT NULL, PRIMARY KEY (a COLLATE nocase))')).toEqual(
      [],
    );
  });

  test('one that is the row id is an auto-increment column, unless it refers to another table or the generator wrote it', async () => {
    const autoIncrement = [undefined, {}, []];
    expect(await keyOf('CREATE TABLE t (id integer primary key)')).toEqual(autoIncrement);
    expect(await keyOf('CREATE TABLE t (id INTEGER NOT NULL, PRIMARY KEY (id))')).toEqual(autoIncrement);
    expect(await keyOf('CREATE TABLE t (id INTEGER, CONSTRAINT "x_pk" PRIMARY KEY (id))')).toEqual(autoIncrement);
    const plain = [undefined, undefined, []];
    expect(await keyOf('CREATE TABLE t (id INTEGER, CONSTRAINT "t_pk" PRIMARY KEY (id))')).toEqual(plain);
    expect(await keyOf('CREATE TABLE t (id INTEGER PRIMARY KEY REFERENCES t (id))')).toEqual(plain);
  });
});

describe('defaults', () => {
  const value = (text: string): unknown => ({ kind: 'value', value: text });
  const sql = (text: string): unknown => ({ kind: 'expression', sql: text });
  test.each([
    ['TEXT', "'it''s'", value("it's")],
    ['TEXT', "''", value('')],
    ['TEXT', '"double"', value('double')],
    ['TEXT', 'word', value('word')],
    ['TEXT', "('x')", value('x')],
    ['TEXT', "'null'", sql("'null'")],
    ['TEXT', '5', sql('5')],
    ['TEXT', "'a\nb'", sql("'a\nb'")],
    ['VARCHAR(2)', "'abc'", sql("'abc'")],
    ['CHAR(3)', "'a '", sql("'a '")],
    ['TEXT', 'NULL', undefined],
    ['TEXT', '(null)', undefined],
    ['INTEGER', '0', value('0')],
    ['INTEGER', '+5', value('5')],
    ['INTEGER', '- 5', value('-5')],
    ['INTEGER', '2147483648', sql('2147483648')],
    ['BIGINT', '2147483648', value('2147483648')],
    ['INTEGER', '1.0', sql('1.0')],
    ['INTEGER', "'1'", sql("'1'")],
    ['INTEGER', '0x10', sql('0x10')],
    ['INTEGER', '(1 + 1)', sql('1 + 1')],
    ['INTEGER', '((1) + (2))', sql('(1) + (2)')],
    ['DECIMAL(5,2)', '1.50', value('1.50')],
    ['DECIMAL(5,2)', '1.555', sql('1.555')],
    ['DECIMAL(5,2)', '1000', sql('1000')],
    ['REAL', '-2.5e10', value('-2.5e10')],
    ['BOOLEAN', '1', value('true')],
    ['BOOLEAN', 'FALSE', value('false')],
    ['BOOLEAN', "'t'", sql("'t'")],
    ['DATE', "'2024-02-29'", value('2024-02-29')],
    ['DATE', "'2023-02-29'", sql("'2023-02-29'")],
    ['TIME', "'23:59:59.5'", value('23:59:59.5')],
    ['TIME', "'23:59'", sql("'23:59'")],
    ['DATETIME', "'2024-02-29 12:00:00'", value('2024-02-29 12:00:00')],
    ['DATETIME', "'2024-02-29T12:00:00'", sql("'2024-02-29T12:00:00'")],
    ['DATETIME', "'2024-02-29 12:00:00.50'", sql("'2024-02-29 12:00:00.50'")],
    ['DATETIME', 'current_timestamp', sql('CURRENT_TIMESTAMP')],
    ['DATETIME', "(datetime('now' /* in UTC */,  'utc'))", sql("datetime('now', 'utc')")],
    ['BLOB', "x'6162'", sql("x'6162'")],
    ['BLOB', "X'6162'", value('ab')],
    ['BLOB', "X'FF'", sql("X'FF'")],
  ])('%s DEFAULT %s', async (type, text, expected) => {
    expect((await recovered(`c ${type} DEFAULT ${text}`)).default).toEqual(expected);
  });
});

describe('checks that a type stands for', () => {
  const labels = { type: 'ENUM', valueSet: ['open', "won't"] };
  test.each([
    [`c VARCHAR(5) CHECK ("c" IN ('open', 'won''t'))`, labels],
    [`c TEXT CHECK (C in ('open','won''t'))`, { ...labels, sqlType: 'TEXT' }],
    [`c VARCHAR(20) CHECK ([c] IN ('open', 'won''t') OR c IS NULL)`, { ...labels, sqlType: 'VARCHAR(20)' }],
    [`c TEXT CHECK (c IS NULL OR c IN ('open', 'won''t'))`, { ...labels, sqlType: 'TEXT' }],
    ['c TEXT CHECK (json_valid(c))', { type: 'JSON' }],
    ['c TEXT CHECK ("c" IS NULL OR JSON_VALID("c"))', { type: 'JSON' }],
  ])('%s', async (definition, expected) => {
    const { checks, ...column } = await recovered(definition);
    expect(column).toEqual(expected);
    expect(checks).toHaveLength(1);
  });

  test.each([
    `c INTEGER CHECK (c IN (1, 2))`,
    `c TEXT CHECK (c IN ('a,b', 'c'))`,
    `c TEXT CHECK (c IN (' a', 'b'))`,
    `c TEXT CHECK (c IN ('a', 'A'))`,
    `c TEXT CHECK (c IN ('a', NULL))`,
    `c TEXT CHECK (c IN ('a') AND length(c) > 0)`,
    `c TEXT CHECK (c NOT IN ('a', 'b'))`,
    `c TEXT CHECK (id IN ('a', 'b'))`,
    `c TEXT CHECK (json_valid(c) AND c <> '')`,
    `c JSON CHECK (json_valid(c))`,
    `c BLOB CHECK (c IN ('a', 'b'))`,
  ])('not %s', async (definition) => {
    const column = await recovered(definition);
    expect(column.checks).toBeUndefined();
    expect(column.type).not.toBe('ENUM');
  });

  test('a default of such a column is one of its labels', async () => {
    expect(await recovered(`c TEXT DEFAULT 'a' CHECK (c IN ('a', 'b'))`)).toMatchObject({
      default: { kind: 'value', value: 'a' },
    });
    expect(await recovered(`c TEXT DEFAULT 'x' CHECK (c IN ('a', 'b'))`)).toMatchObject({
      default: { kind: 'expression', sql: "'x'" },
    });
  });
});
