import { describe, expect, it } from 'vitest';
import { COLUMN_TYPES, type ColumnTypeName } from '../../src/model/column-type.js';
import { checkDefault } from '../../src/model/default-check.js';

const check = (
  type: ColumnTypeName,
  value: string,
  more: { size?: number; scale?: number; valueSet?: readonly string[] } = {},
): string | undefined => {
  const column = {
    type,
    family: COLUMN_TYPES[type].family,
    size: more.size,
    scale: more.scale,
    valueSet: more.valueSet ?? [],
  };
  const result = checkDefault(column, value);
  return typeof result === 'string' ? result : undefined;
};

describe('default values that are', () => {
  it.each<[ColumnTypeName, string, string]>([
    ['TINYINT', '-128', '-128'],
    ['TINYINT', '+007', '7'],
    ['SMALLINT', '32767', '32767'],
    ['INTEGER', '-2147483648', '-2147483648'],
    ['BIGINT', '9223372036854775807', '9223372036854775807'],
    ['DECIMAL', '+1.50', '1.50'],
    ['DECIMAL', '.5', '.5'],
    ['NUMERIC', '-12', '-12'],
    ['FLOAT', '1e-3', '1e-3'],
    ['DOUBLE', '+2.5', '2.5'],
    ['BOOLEAN', 'Y', 'true'],
    ['BOOLEAN', '0', 'false'],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['TIME', '23:59', '23:59:00'],
    ['TIME', '00:00:00.123456', '00:00:00.123456'],
    ['TIMESTAMP', '2024-12-31T23:59:59', '2024-12-31 23:59:59'],
    ['TIMESTAMP', '2024-12-31', '2024-12-31 00:00:00'],
    ['VARCHAR', '', ''],
    ['CLOB', "it's", "it's"],
    ['JSON', '{"a": [1]}', '{"a": [1]}'],
    ['UUID', '123E4567-e89b-12d3-a456-426614174000', '123E4567-e89b-12d3-a456-426614174000'],
    ['ARRAY', '| a | b |', '| a | b |'],
    ['BLOB', 'bytes', 'bytes'],
  ])('of %s: %s', (type, value, stored) => {
    expect(check(type, value)).toBe(stored);
  });

  it('count characters, not bytes or halves', () => {
    expect(check('VARCHAR', '📚📚', { size: 2 })).toBe('📚📚');
    expect(check('VARCHAR', '📚📚📚', { size: 2 })).toBeUndefined();
  });

  it('fit the digits of a decimal', () => {
    expect(check('DECIMAL', '999.99', { size: 5, scale: 2 })).toBe('999.99');
    expect(check('DECIMAL', '000999.9900', { size: 5, scale: 2 })).toBe('000999.9900');
    expect(check('DECIMAL', '1000', { size: 5, scale: 2 })).toBeUndefined();
    expect(check('DECIMAL', '0.001', { size: 5, scale: 2 })).toBeUndefined();
    expect(check('DECIMAL', '1.5', { size: 5 })).toBeUndefined();
  });

  it('are labels', () => {
    const valueSet = ['new', 'used'];
    expect(check('ENUM', 'new', { valueSet })).toBe('new');
    expect(check('ENUM', 'New', { valueSet })).toBeUndefined();
    expect(check('SET', 'new, used', { valueSet })).toBe('new, used');
    expect(check('SET', 'new, lost', { valueSet })).toBeUndefined();
  });
});

describe('default values that are not', () => {
  it.each<[ColumnTypeName, string]>([
    ['TINYINT', '128'],
    ['SMALLINT', '-32769'],
    ['INTEGER', '2147483648'],
    ['BIGINT', '9223372036854775808'],
    ['INTEGER', '1.0'],
    ['INTEGER', '0x10'],
    ['INTEGER', ''],
    ['INTEGER', '9'.repeat(500)],
    ['DECIMAL', '1,5'],
    ['DECIMAL', '.'],
    ['DOUBLE', 'NaN'],
    ['BOOLEAN', 'on'],
    ['BOOLEAN', 'constructor'],
    ['DATE', '2023-02-29'],
    ['DATE', '0000-00-00'],
    ['DATE', '2024-1-1'],
    ['DATE', 'now'],
    ['TIME', '24:00:00'],
    ['TIMESTAMP', '2024-12-31 23:59:59 UTC'],
    ['TIMESTAMP', 'CURRENT_TIMESTAMP(6)'],
    ['JSON', "{'a': 1}"],
    ['UUID', 'none'],
    ['OBJECT', 'x'],
    ['GEOMETRY', 'POINT(0 0)'],
  ])('of %s: %s', (type, value) => {
    expect(check(type, value)).toBeUndefined();
  });
});
