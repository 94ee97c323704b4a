import { describe, expect, it } from 'vitest';
import type { CatalogColumn } from '../../../src/platforms/catalog.js';
import { type ColumnContext, catalogColumn, shownType } from '../../../src/platforms/mysql/catalog-columns.js';
import type { ColumnRow, Server } from '../../../src/platforms/mysql/catalog-rows.js';
import { defaultBytes } from '../../../src/platforms/mysql/default-bytes.js';
import { dictionaryText, normalExpression } from '../../../src/platforms/mysql/printed-sql.js';
import { recover, sameType } from '../../../src/platforms/mysql/recover.js';

const server = (isMariaDb: boolean, sqlMode = ''): Server => ({
  isMariaDb,
  database: 'shop',
  ignoresCase: false,
  sqlMode,
  collation: 'utf8mb4_general_ci',
  databaseCollation: 'utf8mb4_general_ci',
});
const MYSQL = server(false);
const MARIADB = server(true);

/** A column as a server shows it, read. */
function read(on: Server, row: Partial<ColumnRow>, context: Partial<ColumnContext> = {}): CatalogColumn {
  const whole: ColumnRow = {
    table: 't',
    name: 'c',
    type: 'int',
    nullable: 'YES',
    default: null,
    extra: '',
    collation: null,
    generated: null,
    comment: '',
    srid: null,
    ...row,
  };
  return catalogColumn(whole, {
    server: on,
    database: 'shop',
    tableCollation: 'utf8mb4_general_ci',
    isJson: false,
    bytes: undefined,
    ...context,
  });
}

/** The attributes that would be written, as one text; vendor parameters after them. */
function words(column: CatalogColumn): string {
  const { type, size, scale, sqlType, valueSet, default: given, vendor } = recover(column);
  return [
    type,
    ...(size === undefined ? [] : [`size=${size}`]),
    ...(scale === undefined ? [] : [`scale=${scale}`]),
    ...(sqlType === undefined ? [] : [`sqlType=${sqlType}`]),
    ...(valueSet === undefined ? [] : [`valueSet=${valueSet.join('|')}`]),
    ...(given === undefined ? [] : [given.kind === 'value' ? `value=${given.value}` : `expr=${given.sql}`]),
    ...[...(vendor ?? [])].map(([name, value]) => `${name}:${value}`),
  ].join(' ');
}

describe('types', () => {
  it.each([
    // MySQL, MariaDB, the words
    ['tinyint', 'tinyint(4)', 'TINYINT'],
    ['tinyint(1)', 'tinyint(1)', 'BOOLEAN'],
    ['tinyint unsigned', 'tinyint(1) unsigned', 'TINYINT Unsigned:true'],
    ['smallint', 'smallint(6)', 'SMALLINT'],
    ['mediumint', 'mediumint(9)', 'INTEGER sqlType=mediumint'],
    ['mediumint unsigned', 'mediumint(8) unsigned', 'INTEGER sqlType=mediumint unsigned'],
    ['int', 'int(11)', 'INTEGER'],
    ['int unsigned', 'int(10) unsigned', 'INTEGER Unsigned:true'],
    ['int(5) unsigned zerofill', 'int(5) unsigned zerofill', 'INTEGER sqlType=int(5) unsigned zerofill'],
    ['bigint unsigned', 'bigint(20) unsigned', 'BIGINT Unsigned:true'],
    ['float', 'float', 'FLOAT'],
    ['float(7,2)', 'float(7,2)', 'FLOAT sqlType=float(7,2)'],
    ['double', 'double', 'DOUBLE'],
    ['double unsigned', 'double unsigned', 'DOUBLE Unsigned:true'],
    ['double(7,2) unsigned', 'double(7,2) unsigned', 'DOUBLE sqlType=double(7,2) unsigned'],
    ['decimal(10,0)', 'decimal(10,0)', 'DECIMAL size=10'],
    ['decimal(8,2) unsigned', 'decimal(8,2) unsigned', 'DECIMAL size=8 scale=2 Unsigned:true'],
    ['year', 'year(4)', 'SMALLINT sqlType=year'],
    ['bit(1)', 'bit(1)', 'BOOLEAN sqlType=bit(1)'],
    ['bit(31)', 'bit(31)', 'INTEGER sqlType=bit(31)'],
    ['bit(64)', 'bit(64)', 'BIGINT sqlType=bit(64)'],
    ['char(1)', 'char(1)', 'CHAR'],
    ['char(0)', 'char(0)', 'CHAR sqlType=char(0)'],
    ['varchar(255)', 'varchar(255)', 'VARCHAR'],
    ['varchar(40)', 'varchar(40)', 'VARCHAR size=40'],
    ['varchar(20000)', 'varchar(20000)', 'VARCHAR sqlType=varchar(20000)'],
    ['tinytext', 'tinytext', 'LONGVARCHAR sqlType=tinytext'],
    ['text', 'text', 'LONGVARCHAR'],
    ['mediumtext', 'mediumtext', 'LONGVARCHAR sqlType=mediumtext'],
    ['longtext', 'longtext', 'CLOB'],
    ['binary(16)', 'binary(16)', 'BINARY size=16'],
    ['varbinary(255)', 'varbinary(255)', 'VARBINARY size=255'],
    ['tinyblob', 'tinyblob', 'BLOB sqlType=tinyblob'],
    ['blob', 'blob', 'BLOB'],
    ['mediumblob', 'mediumblob', 'VARBINARY'],
    ['longblob', 'longblob', 'LONGVARBINARY'],
    ['date', 'date', 'DATE'],
    ['time', 'time', 'TIME size=0'],
    ['datetime(6)', 'datetime(6)', 'DATETIME'],
    ['timestamp(3)', 'timestamp(3)', 'TIMESTAMP size=3'],
    ['json', 'json', 'JSON'],
    ['geometry', 'geometry', 'GEOMETRY'],
    ['point', 'point', 'GEOMETRY sqlType=point'],
    ['geomcollection', 'geometrycollection', undefined],
    ['vector(3)', 'vector(3)', 'LONGVARBINARY sqlType=vector(3)'],
    ["enum('a','b')", "enum('a','b')", 'ENUM valueSet=a|b'],
    ["enum('won''t','a\\\\b','ü)')", "enum('won''t','a\\\\b','ü)')", "ENUM valueSet=won't|a\\b|ü)"],
    ["enum('a,b','c')", "enum('a,b','c')", "VARCHAR sqlType=enum('a,b','c')"],
    ["enum('','c')", "enum('','c')", "VARCHAR sqlType=enum('','c')"],
    ["enum(' a','c')", "enum(' a','c')", "VARCHAR sqlType=enum(' a','c')"],
    ["enum('resume','résumé')", "enum('resume','résumé')", "VARCHAR sqlType=enum('resume','résumé')"],
    ["set('a','b')", "set('a','b')", "VARCHAR sqlType=set('a','b')"],
    [undefined, 'uuid', 'UUID'],
    [undefined, 'inet6', 'VARCHAR sqlType=inet6'],
    [undefined, 'varchar(9) /*M!100301 COMPRESSED*/', 'VARCHAR size=9'],
  ])('%s and %s', (mysql, mariaDb, expected) => {
    const got = [mysql, mariaDb].flatMap((type) =>
      type === undefined ? [] : [words(read(type === mysql ? MYSQL : MARIADB, { type }))],
    );
    const wanted = expected === undefined ? undefined : got.map(() => expected);
    if (wanted !== undefined) expect(got).toEqual(wanted);
    else expect(got).toEqual([mysql, mariaDb].map((type) => `GEOMETRY sqlType=${type ?? ''}`));
  });

  it('keeps what stands behind a type in it', () => {
    expect(words(read(MYSQL, { type: 'point', srid: '4326' }))).toBe('GEOMETRY sqlType=point SRID 4326');
  });

  it.each([
    ['TINYINT(1)', 'tinyint(1)', true],
    ['INT UNSIGNED', 'int unsigned', true],
    ['INT', 'int unsigned', false],
    ['DECIMAL', 'decimal(10,0)', true],
    ['DECIMAL(12)', 'decimal(12,0)', true],
    ['DECIMAL(12, 3)', 'decimal(12,3)', true],
    ['TIMESTAMP(0)', 'timestamp', true],
    ['TIMESTAMP(6)', 'timestamp', false],
    ["ENUM('a', 'it''s')", "enum('a','it''s')", true],
    ["ENUM('a', 'B')", "enum('a','b')", false],
    ['CHAR(2) CHARACTER SET latin1 COLLATE latin1_bin', 'char(2)', true],
    ['BINARY(16)', 'uuid', false],
    ['varchar (120)', 'varchar(120)', true],
    ['Integer ( 11 )  Unsigned', 'int unsigned', true],
    ['NUMERIC(8, 2)', 'decimal(8,2)', true],
    ['bool', 'tinyint(1)', true],
    ['double precision', 'double', true],
    ['character varying(9)', 'varchar(9)', true],
    ['char', 'char(1)', true],
    ['bit', 'bit(1)', true],
    ['int(5) zerofill', 'int(5) unsigned zerofill', false],
  ])('%s is %s: %s', (written, shown, same) => {
    expect(sameType(written, shown)).toBe(same);
  });

  it('shows no width', () => {
    expect(shownType('bigint(10)')).toBe('bigint');
  });
});

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
