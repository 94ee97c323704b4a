import { describe, expect, it } from 'vitest';
import type { ColumnRow } from '../../../src/platforms/mysql/catalog-rows.js';
import { defaultBytes } from '../../../src/platforms/mysql/default-bytes.js';
import { dictionaryText, normalExpression } from '../../../src/platforms/mysql/printed-sql.js';
import { MARIADB, MYSQL, read, server, words } from './read-column.js';

describe('defaults', () => {
  const generated = 'DEFAULT_GENERATED';
  it.each<[string, Partial<ColumnRow>, Partial<ColumnRow> | undefined, string]>([
    ['none', { default: null }, { default: 'NULL' }, 'INTEGER'],
    ['a number', { default: '-5' }, { default: '-5' }, 'INTEGER value=-5'],
    [
      'more than the type',
      { default: '4294967295', type: 'int unsigned' },
      undefined,
      'INTEGER value=4294967295 Unsigned:true',
    ],
    [
      'zeros',
      { type: 'decimal(8,2)', default: '0.00' },
      { type: 'decimal(8,2)', default: '0.00' },
      'DECIMAL size=8 scale=2 value=0',
    ],
    [
      'cents',
      { type: 'decimal(8,2)', default: '1.50' },
      { type: 'decimal(8,2)', default: '1.50' },
      'DECIMAL size=8 scale=2 value=1.50',
    ],
    [
      'filled up',
      { type: 'int(3) unsigned zerofill', default: '007' },
      undefined,
      'INTEGER sqlType=int(3) unsigned zerofill value=7',
    ],
    ['true', { type: 'tinyint(1)', default: '1' }, { type: 'tinyint(1)', default: '1' }, 'BOOLEAN value=true'],
    [
      'no boolean',
      { type: 'tinyint(1)', default: '2' },
      { type: 'tinyint(1)', default: '2' },
      'TINYINT sqlType=tinyint(1) value=2',
    ],
    [
      'a bit',
      { type: 'bit(1)', default: "b'1'" },
      { type: 'bit(1)', default: "b'1'" },
      'BOOLEAN sqlType=bit(1) value=true',
    ],
    [
      'bits',
      { type: 'bit(8)', default: "b'101'" },
      { type: 'bit(8)', default: "b'101'" },
      "INTEGER sqlType=bit(8) expr=b'101'",
    ],
    [
      'a text',
      { type: 'varchar(9)', default: "it's \\" },
      { type: 'varchar(9)', default: "'it''s \\\\'" },
      "VARCHAR size=9 value=it's \\",
    ],
    [
      'an empty text',
      { type: 'varchar(9)', default: '' },
      { type: 'varchar(9)', default: "''" },
      'VARCHAR size=9 value=',
    ],
    [
      'the word null',
      { type: 'varchar(9)', default: 'NULL' },
      { type: 'varchar(9)', default: "'NULL'" },
      "VARCHAR size=9 expr='NULL'",
    ],
    [
      'a text that looks like a call',
      { type: 'varchar(9)', default: 'uuid()' },
      { type: 'varchar(9)', default: "'uuid()'" },
      'VARCHAR size=9 value=uuid()',
    ],
    [
      'a call',
      { type: 'varchar(40)', default: 'uuid()', extra: generated },
      { type: 'varchar(40)', default: 'uuid()' },
      'VARCHAR size=40 expr=uuid()',
    ],
    ['a sum', { default: '(1 + 1)', extra: generated }, { default: '(1 + 1)' }, 'INTEGER expr=1 + 1'],
    [
      'two groups',
      { default: '((1 + 1) * (2 + 3))', extra: generated },
      { default: '(1 + 1) * (2 + 3)' },
      'INTEGER expr=(1 + 1) * (2 + 3)',
    ],
    [
      'a string in a call',
      { type: 'varchar(9)', default: String.raw`upper(_utf8mb4\'it\\\'s (\')`, extra: generated },
      { type: 'varchar(9)', default: String.raw`upper('it\'s (')` },
      "VARCHAR size=9 expr=upper('it''s (')",
    ],
    [
      'a long text',
      { type: 'text', default: String.raw`_utf8mb4\'a\\\'b\\\\c\'`, extra: generated },
      { type: 'text', default: String.raw`'a\'b\\c'` },
      "LONGVARCHAR value=a'b\\c",
    ],
    [
      'a document',
      { type: 'json', default: String.raw`_utf8mb4\'{"a":"Ã¼"}\'`, extra: generated },
      { type: 'json', default: `'{"a":"ü"}'` },
      'JSON value={"a":"ü"}',
    ],
    [
      'now',
      { type: 'timestamp', default: 'CURRENT_TIMESTAMP', extra: generated },
      { type: 'timestamp', default: 'current_timestamp()' },
      'TIMESTAMP size=0 expr=CURRENT_TIMESTAMP',
    ],
    [
      'now, in an old server',
      { type: 'datetime(3)', default: 'CURRENT_TIMESTAMP(3)' },
      { type: 'datetime(3)', default: 'current_timestamp(3)' },
      'DATETIME size=3 expr=CURRENT_TIMESTAMP',
    ],
    [
      'kept up',
      { type: 'timestamp', default: 'CURRENT_TIMESTAMP', extra: `${generated} on update CURRENT_TIMESTAMP` },
      { type: 'timestamp', default: 'current_timestamp()', extra: 'on update current_timestamp()' },
      'TIMESTAMP size=0 expr=CURRENT_TIMESTAMP OnUpdate:CURRENT_TIMESTAMP',
    ],
    [
      'today',
      { type: 'date', default: 'curdate()', extra: generated },
      { type: 'date', default: 'curdate()' },
      'DATE expr=CURRENT_DATE',
    ],
    [
      'a day',
      { type: 'date', default: '2024-02-29' },
      { type: 'date', default: "'2024-02-29'" },
      'DATE value=2024-02-29',
    ],
    [
      'a year',
      { type: 'year', default: '2024' },
      { type: 'year(4)', default: '2024' },
      'SMALLINT sqlType=year value=2024',
    ],
    [
      'a label',
      { type: "enum('a','it''s')", default: "it's" },
      { type: "enum('a','it''s')", default: "'it''s'" },
      "ENUM valueSet=a|it's value=it's",
    ],
  ])('%s', (_what, mysql, mariaDb, expected) => {
    expect(words(read(MYSQL, mysql))).toBe(expected);
    if (mariaDb !== undefined) expect(words(read(MARIADB, mariaDb))).toBe(expected);
  });

  it.each([
    ['binary(4)', '00FF0000', "BINARY size=4 expr=X'00FF0000'"],
    ['binary(8)', '6162630000000000', 'BINARY size=8 value=abc'],
    ['varbinary(8)', '616263', 'VARBINARY size=8 value=abc'],
    ['varbinary(8)', '61620063', "VARBINARY size=8 expr=X'61620063'"],
    ['varbinary(8)', 'C3BC', 'VARBINARY size=8 value=ü'],
    ['varbinary(8)', 'C3', "VARBINARY size=8 expr=X'C3'"],
    ['varbinary(8)', '', 'VARBINARY size=8 value='],
  ])('of %s, the bytes %s', (type, bytes, expected) => {
    expect(words(read(MARIADB, { type, default: "'?'" }, { bytes }))).toBe(expected);
  });

  it.each([
    ['CREATE TABLE `t` (\n  `a` int,\n  `c` binary(3) NOT NULL DEFAULT 0x0001FF,\n', '0001FF'],
    ["CREATE TABLE `t` (\n  `c` binary(3) DEFAULT '\\0\x01\xff',\n", '0001FF'],
    ["CREATE TABLE `t` (\n  `c` varbinary(3) NOT NULL DEFAULT '\xfe''',\n", 'FE27'],
    ["CREATE TABLE `t` (\n  `c` varbinary(3) DEFAULT x'61',\n", '61'],
    ["CREATE TABLE `t` (\n  `c` varbinary(3) NOT NULL,\n  `d` varbinary(3) DEFAULT 'a'\n", undefined],
  ])('are found in %j', (sql, expected) => {
    expect(defaultBytes(sql, 'c')).toBe(expected);
  });

  it('leaves out what no table can be made with again, and says so', () => {
    const zero = { type: 'date', default: '0000-00-00' };
    expect(read(server(false, 'STRICT_TRANS_TABLES,NO_ZERO_DATE'), zero)).toMatchObject({
      default: undefined,
      items: [
        { kind: 'default', name: 'c', detail: "'0000-00-00': the sql_mode of the server refuses it in a new table" },
      ],
    });
    expect(read(server(false, 'NO_ZERO_DATE'), zero)).toMatchObject({ default: "'0000-00-00'", items: [] });
    expect(read(MARIADB, { type: 'bigint(20)', default: 'nextval(`shop`.`s`)' })).toMatchObject({
      default: undefined,
      items: [{ kind: 'default', name: 'c', detail: 'nextval(`s`): a schema has no sequences on this vendor' }],
    });
  });
});

describe('the rest of a column', () => {
  it('has a collation only when the table has another', () => {
    expect([...read(MYSQL, { collation: 'utf8mb4_general_ci' }).vendor]).toEqual([]);
    expect([...read(MYSQL, { collation: 'latin1_bin' }).vendor]).toEqual([['Collate', 'latin1_bin']]);
  });

  it('says how it is generated', () => {
    const sum = { extra: 'STORED GENERATED', generated: '(`a` + 1)' };
    expect(read(MYSQL, sum).generated).toEqual({ sql: '`a` + 1', stored: true });
    const virtual = { extra: 'VIRTUAL GENERATED', generated: '`a` + 1' };
    expect(read(MARIADB, virtual).generated).toEqual({ sql: '`a` + 1', stored: false });
    const period = read(MARIADB, { extra: 'STORED GENERATED', generated: 'ROW START' });
    expect(period.generated).toBeUndefined();
    expect(period.leftOut).toEqual({
      kind: 'column of the system-time period',
      detail: 'GENERATED ALWAYS AS ROW START',
    });
    expect(read(MYSQL, { extra: 'DEFAULT_GENERATED', default: '(1)' }).generated).toBeUndefined();
  });

  it('is reported when it is invisible', () => {
    expect(read(MARIADB, { extra: 'INVISIBLE' }).items).toEqual([
      { kind: 'invisible column', name: 'c', detail: 'it is kept, visible' },
    ]);
  });
});

describe('what servers print', () => {
  it.each([
    ['(`a` > 0)', '`a` > 0'],
    ['((`a`) > (0))', '(`a`) > (0)'],
    ["_utf8mb4'a)'", "'a)'"],
    ["_latin1'a'", "_latin1'a'"],
    [String.raw`concat('it\'s','\n')`, "concat('it''s','\n')"],
    ['`_utf8mb4` = 1', '`_utf8mb4` = 1'],
  ])('%s is %s', (printed, expected) => {
    expect(normalExpression(printed)).toBe(expected);
  });

  it('is read from the dictionary of MySQL with its characters, also when a server shows them right', () => {
    const shown = Buffer.from("'ü😀'").toString('latin1');
    expect(dictionaryText(shown)).toBe("'ü😀'");
    expect(dictionaryText("'ü'")).toBe("'ü'");
    expect(dictionaryText("'€'")).toBe("'€'");
  });
});
