import { describe, expect, it } from 'vitest';
import { shownType } from '../../../src/platforms/mysql/catalog-columns.js';
import { sameType } from '../../../src/platforms/mysql/recover.js';
import { MARIADB, MYSQL, read, words } from './read-column.js';

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
    ['FLOAT(30)', 'double', true],
    ['FLOAT(30) UNSIGNED', 'double unsigned', true],
    ['FLOAT(24)', 'float', true],
    ['FLOAT(24)', 'double', false],
    ['float(7,4)', 'float(7,4)', true],
    ['INT4', 'int', true],
    ['INT8 unsigned', 'bigint unsigned', true],
    ['middleint', 'mediumint', true],
    ['LONG', 'mediumtext', true],
    ['long varbinary', 'mediumblob', true],
    ['longtext', 'longtext', true],
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
