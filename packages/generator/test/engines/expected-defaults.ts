import type { Column, Table } from '../../src/model/model.js';
import { adapterOf, type Engine } from '../support/engines.js';

/** The one UUID of the schema, as PostgreSQL shows it, as its bytes, and as MySQL keeps it: high time bits first. */
const UUID = { text: '0a1b2c3d-4e5f-4000-8000-00000000000f', swapped: '40004E5F0A1B2C3D800000000000000F' };

/** What the default expressions of the schema give, whatever the engine. */
const EXPRESSIONS: Readonly<Record<string, string | number | RegExp | null>> = {
  '1 + 1': 2,
  '(1 + 1) * (2 + 3)': 10,
  '(2 * (3 + 4))': 14,
  "UPPER('it''s (')": "IT'S (",
  'ABS(-5.25)': 5.25,
  NULL: null,
  CURRENT_TIMESTAMP: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  current_timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  'now()': /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  CURRENT_DATE: /^\d{4}-\d\d-\d\d$/,
  CURRENT_TIME: /^\d\d:\d\d:\d\d/,
  "LOWER('ABC')": 'abc',
  'ROUND(2.345, 1)': 2.3,
  '3': 3,
  "'{}'": '{}',
  'gen_random_uuid()': /^[0-9a-f]{8}-[0-9a-f]{4}-4/,
};

/** What lies in a row that leaves the column out: a number or text to be equal to, or a form to have. */
export function expectedDefault(engine: Engine, table: Table, column: Column): unknown {
  if (!column.default) return null;
  if (column.default.kind === 'expression') return EXPRESSIONS[column.default.sql];
  const { value } = column.default;
  const adapter = adapterOf(engine);
  switch (column.family) {
    case 'boolean':
      return adapter === 'pgsql' ? value : value === 'true' ? 1 : 0;
    case 'enum':
      return column.enumStorage === 'index' ? column.valueSet.indexOf(value) : value;
    case 'set':
      return value
        .split(',')
        .filter((label) => label.trim() !== '')
        .reduce((mask, label) => mask + 2n ** BigInt(column.valueSet.indexOf(label.trim())), 0n);
    case 'array':
      if (column.elementType !== undefined)
        return `{${value
          .split(', ')
          .map((item) => (item.includes(' ') ? `"${item}"` : item))
          .join(',')}}`;
      return `| ${value.split(', ').join(' | ')} |`;
    case 'binary': {
      const hex = Buffer.from(value).toString('hex').toUpperCase();
      return adapter === 'mysql' && column.type === 'BINARY' ? hex.padEnd((column.size ?? 1) * 2, '0') : hex;
    }
    case 'uuid': {
      if (adapter === 'pgsql' && column.type === 'UUID') return UUID.text;
      const isSwapped = adapter === 'mysql' && table.vendor.get('mysql')?.get('uuidswapflag')?.value !== 'false';
      return isSwapped ? UUID.swapped : UUID.text.replaceAll('-', '').toUpperCase();
    }
    case 'json':
      return JSON.parse(value) as unknown;
    case 'integer':
      return BigInt(value);
    case 'decimal':
    case 'float':
      return Number(value);
    case 'text':
    case 'date':
    case 'time':
    case 'datetime':
    case 'object':
    case 'geometry':
      return value;
  }
}

/** What was read, in the form of the expectation: fractional seconds without trailing zeros, numbers as numbers. */
export function comparable(read: string | null, expected: unknown, column: Column): unknown {
  if (read === null || expected instanceof RegExp) return read;
  if (typeof expected === 'bigint') return BigInt(read);
  if (typeof expected === 'number') return Number(read);
  if (column.family === 'json') return JSON.parse(read) as unknown;
  if (column.family === 'time' || column.family === 'datetime')
    return read.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros));
  return read;
}
