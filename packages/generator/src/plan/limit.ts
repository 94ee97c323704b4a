import type { Column } from '../model/model.js';
import type { StorageForm } from './storage.js';

/** What a column can hold: texts and bytes up to a length, whole numbers within bounds. */
export type Limit =
  | { readonly of: 'characters' | 'bytes'; readonly most: number }
  | { readonly of: 'numbers'; readonly least: bigint; readonly most: bigint };

const BITS: Readonly<Record<string, bigint>> = { TINYINT: 8n, SMALLINT: 16n, INTEGER: 32n };

/**
 * The limit that the schema gives a column, the same for every vendor, whether the database checks it or not. A verbatim
 * `sqlType` is the vendor's own, and so is what it holds.
 */
export function columnLimit(column: Column, form: StorageForm): Limit | undefined {
  if (column.sqlType !== undefined) return undefined;
  switch (column.type) {
    case 'CHAR':
      return { of: 'characters', most: column.size ?? 1 };
    case 'VARCHAR':
      return column.size === undefined ? undefined : { of: 'characters', most: column.size };
    case 'BINARY':
    case 'VARBINARY':
      return column.size === undefined ? undefined : { of: 'bytes', most: column.size };
    default:
      return form.kind === 'integer' ? integerLimit(column, form.range === 'unsigned') : undefined;
  }
}

function integerLimit(column: Column, unsigned: boolean): Limit | undefined {
  const bits = BITS[column.type];
  if (bits === undefined) return undefined;
  return unsigned
    ? { of: 'numbers', least: 0n, most: 2n ** bits - 1n }
    : { of: 'numbers', least: -(2n ** (bits - 1n)), most: 2n ** (bits - 1n) - 1n };
}
