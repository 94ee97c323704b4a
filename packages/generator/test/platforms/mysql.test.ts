import { describe, expect, it } from 'vitest';
import type { ModelDiagnostic } from '../../src/model/model-diagnostic.js';
import { check } from '../../src/platforms/mysql/check.js';
import { platform } from '../../src/platforms/mysql/index.js';
import { DEFAULT_PLATFORM_OPTIONS, type PlatformOptions } from '../../src/platforms/platform.js';
import { compileSchema } from '../support/compile-schema.js';
import { buildDatabase, type ColumnSpec, type TableSpec } from '../support/model-builder.js';

const ID: ColumnSpec = { name: 'id', type: 'INTEGER', primaryKey: true, autoIncrement: true };

function sqlOf(specs: readonly TableSpec[], options: PlatformOptions = DEFAULT_PLATFORM_OPTIONS): string {
  return platform.ddl(buildDatabase(specs, 'mysql'), options);
}

const columnSql = (column: ColumnSpec, options?: PlatformOptions): string =>
  /^ {2}`c` (.*),$/m.exec(sqlOf([{ name: 't', columns: [ID, column] }], options))?.[1] ?? '';

function codesAbout(column: ColumnSpec): string[] {
  const diagnostics: ModelDiagnostic[] = [];
  const database = buildDatabase([{ name: 't', columns: [ID, column] }], 'mysql');
  check(database, (diagnostic) => diagnostics.push(diagnostic), DEFAULT_PLATFORM_OPTIONS);
  return diagnostics.map(({ code }) => code);
}

describe('MySQL', () => {
  it('has a schema as a database of its own', () => {
    const sql = sqlOf([{ name: 't', schema: 'other', columns: [ID] }]);
    expect(sql).toContain('CREATE DATABASE IF NOT EXISTS `other`;');
    expect(sql).toContain('CREATE TABLE `other`.`t` (');
  });

  it.each<[string, ColumnSpec, string]>([
    [
      'the digits of the column',
      { name: 'c', type: 'DATETIME', size: 3, expression: 'now()' },
      'DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)',
    ],
    [
      'none for whole seconds',
      { name: 'c', type: 'DATETIME', size: 0, expression: 'NOW' },
      'DATETIME(0) DEFAULT CURRENT_TIMESTAMP',
    ],
    [
      'what a type of its own says',
      { name: 'c', type: 'TIMESTAMP', sqlType: 'TIMESTAMP(2)', expression: 'CURRENT_TIMESTAMP(2)' },
      'TIMESTAMP(2) DEFAULT CURRENT_TIMESTAMP(2) NULL',
    ],
    ['an expression for a day', { name: 'c', type: 'DATE', expression: 'CURRENT_DATE' }, 'DATE DEFAULT (CURRENT_DATE)'],
  ])('gives the default of a time %s', (_what, column, expected) => {
    expect(columnSql(column)).toBe(expected);
  });

  it('writes the default of a long type as an expression, also of a type of its own', () => {
    expect(columnSql({ name: 'c', type: 'CLOB', value: 'a\\b' })).toBe("LONGTEXT DEFAULT ('a\\\\b')");
    expect(columnSql({ name: 'c', type: 'VARCHAR', sqlType: 'tinytext', value: 'x' })).toBe("tinytext DEFAULT ('x')");
    expect(columnSql({ name: 'c', type: 'VARCHAR', size: 9, value: 'a\\b' })).toBe("VARCHAR(9) DEFAULT 'a\\\\b'");
  });

  it('writes a literal as it is, and what is more in parentheses', () => {
    const number: ColumnSpec = { name: 'c', type: 'INTEGER', expression: '4294967295' };
    expect(columnSql(number)).toBe('INT DEFAULT 4294967295');
    expect(columnSql({ ...number, expression: '1 + 1' })).toBe('INT DEFAULT (1 + 1)');
    expect(columnSql({ name: 'c', type: 'BINARY', size: 2, expression: "X'00FF'" })).toBe("BINARY(2) DEFAULT X'00FF'");
    expect(columnSql({ name: 'c', type: 'BLOB', expression: "X'00FF'" })).toBe("BLOB DEFAULT (X'00FF')");
    expect(columnSql({ name: 'c', type: 'DATE', expression: "'0000-00-00'" })).toBe("DATE DEFAULT '0000-00-00'");
    expect(columnSql({ name: 'c', type: 'VARCHAR', size: 9, expression: "'a' + 'b'" })).toBe(
      "VARCHAR(9) DEFAULT ('a' + 'b')",
    );
  });

  it('stores a UUID as the configuration says', () => {
    const column: ColumnSpec = { name: 'c', type: 'UUID', value: '0a1b2c3d-4e5f-4000-8000-00000000000f' };
    expect(columnSql(column)).toBe("BINARY(16) DEFAULT X'40004E5F0A1B2C3D800000000000000F'");
    expect(columnSql(column, { ...DEFAULT_PLATFORM_OPTIONS, mysqlUuid: 'native' })).toBe(
      "UUID DEFAULT '0a1b2c3d-4e5f-4000-8000-00000000000f'",
    );
    expect(columnSql({ ...column, sqlType: 'char(36)' })).toBe(
      "char(36) DEFAULT '0a1b2c3d-4e5f-4000-8000-00000000000f'",
    );
  });

  it('gives an auto-increment column an index only when it leads none', () => {
    const columns: ColumnSpec[] = [{ name: 'shop', type: 'INTEGER', primaryKey: true }, ID];
    expect(sqlOf([{ name: 't', columns }])).toMatch(/^ {2}INDEX `t_i_[0-9a-f]{6}` \(`id`\)$/m);
    expect(sqlOf([{ name: 't', columns, indexes: [{ name: 'own', columns: ['id', 'shop'] }] }])).not.toMatch(/`t_i_/);
  });

  it('writes a composite foreign key in the order of the key it points at', () => {
    const sql = sqlOf([
      {
        name: 'edition',
        columns: [
          { name: 'book', type: 'INTEGER', primaryKey: true },
          { name: 'number', type: 'INTEGER', primaryKey: true },
        ],
        // Not a key, though its order is that of the foreign key.
        indexes: [{ name: 'other', columns: ['number', 'book'] }],
      },
      {
        name: 'loan',
        columns: [ID, { name: 'n', type: 'INTEGER' }, { name: 'b', type: 'INTEGER' }],
        keys: [{ to: 'edition', on: { n: 'number', b: 'book' } }],
      },
    ]);
    expect(sql).toContain('FOREIGN KEY (`b`, `n`)\n    REFERENCES `edition` (`book`, `number`)');
    expect(sql).toMatch(/INDEX `loan_fi_[0-9a-f]{6}` \(`b`, `n`\)/);
  });

  it.each([
    ['a whole number', 'type="INTEGER"', 4, ['mysql/index-prefix']],
    ['a prefix that is too long', 'type="VARCHAR" size="20"', 21, ['mysql/index-prefix']],
    ['one of a type of its own', 'type="VARCHAR" sqlType="varchar (20)"', 21, ['mysql/index-prefix']],
    ['but no prefix of a text', 'type="LONGVARCHAR"', 100, []],
    ['nor one as wide as the column', 'type="VARCHAR" size="20"', 20, []],
  ])('refuses to index by a prefix: %s', (_what, type, size, codes) => {
    const { diagnostics, sql = '' } = compileSchema(
      `<database name="app"><table name="t"><column name="c" ${type}/>
        <index name="i"><index-column name="c" size="${size}"/></index></table></database>`,
      platform,
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(codes);
    if (size === 20) expect(sql).toContain('INDEX `i` (`c`)');
  });

  it('refuses labels that differ in accents only, unless they are stored as positions', () => {
    const column: ColumnSpec = { name: 'c', type: 'ENUM', valueSet: ['a', 'Á'] };
    expect(codesAbout(column)).toEqual(['mysql/enum-labels']);
    expect(codesAbout({ ...column, enumStorage: 'index' })).toEqual([]);
    expect(codesAbout({ ...column, valueSet: ['a', 'b'] })).toEqual([]);
  });
});
