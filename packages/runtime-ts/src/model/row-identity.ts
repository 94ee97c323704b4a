import type { Cell, Row } from '../drivers/session.js';
import type { TableMap } from './table-map.js';

/** Under which a row is known: its key, as text. Nothing where the table has none. */
export function identityOf({ key }: TableMap, row: Row): string | undefined {
  if (key.length === 0) return undefined;
  return JSON.stringify(key.map((position) => textOf(row[position] ?? null)));
}

const textOf = (cell: Cell): string => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell));
