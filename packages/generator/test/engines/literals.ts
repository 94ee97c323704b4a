import type { Column } from '../../src/model/model.js';
import type { ExecutedAdapter } from '../support/engines.js';

/** A name as the engine takes it. */
export function quoteName(adapter: ExecutedAdapter, name: string): string {
  return adapter === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(adapter: ExecutedAdapter, value: string): string {
  const body = value.replaceAll("'", "''");
  return `'${adapter === 'mysql' ? body.replaceAll('\\', '\\\\') : body}'`;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

const bytes = (adapter: ExecutedAdapter, hex: string): string => (adapter === 'pgsql' ? `'\\x${hex}'` : `X'${hex}'`);

/**
 * A value of the column's type made from a number below 100: the same for two columns of one type, so that a foreign
 * key with the number of a row refers to that row.
 */
export function sample(adapter: ExecutedAdapter, column: Column, n: number): string {
  switch (column.family) {
    case 'integer':
    case 'decimal':
    case 'float':
      return String(n);
    case 'text':
      return `'${n}'`;
    case 'array':
      return column.elementType === undefined ? `'| ${n} |'` : "'{}'";
    case 'boolean':
      return adapter === 'pgsql' ? (n % 2 === 0 ? 'FALSE' : 'TRUE') : String(n % 2);
    case 'binary':
    case 'object':
      return bytes(adapter, twoDigits(n));
    case 'date':
      return `'20${twoDigits(n)}-01-01'`;
    case 'time':
      return `'00:00:${twoDigits(n % 60)}'`;
    case 'datetime':
      return `'20${twoDigits(n)}-01-01 00:00:00'`;
    case 'json':
      return `'{"n": ${n}}'`;
    case 'enum': {
      const place = n % column.valueSet.length;
      return column.enumStorage === 'index' ? String(place) : quoteText(adapter, column.valueSet[place] ?? '');
    }
    case 'set':
      return String(n % 2 ** Math.min(column.valueSet.length, 6));
    case 'uuid':
      return adapter === 'pgsql' && column.type === 'UUID'
        ? `'00000000-0000-4000-8000-0000000000${twoDigits(n)}'`
        : bytes(adapter, `00000000000040008000000000000${twoDigits(n).padStart(3, '0')}`);
    case 'geometry':
      return { pgsql: "'(1,2)'", mysql: "ST_GeomFromText('POINT(1 2)')", sqlite: "X'00'" }[adapter];
  }
}

/** Reads a column as text, bytes in hexadecimal. */
export function readable(adapter: ExecutedAdapter, column: Column): string {
  const name = quoteName(adapter, column.name);
  const isUuidBytes = column.family === 'uuid' && !(adapter === 'pgsql' && column.type === 'UUID');
  if (column.family === 'binary' || column.family === 'object' || isUuidBytes) {
    return adapter === 'pgsql' ? `upper(encode(${name}, 'hex'))` : `HEX(${name})`;
  }
  return { pgsql: `${name}::text`, mysql: `CAST(${name} AS CHAR)`, sqlite: `CAST(${name} AS TEXT)` }[adapter];
}
