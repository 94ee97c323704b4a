import type { Cell, Row } from '../drivers/session.js';
import type { Connection } from '../transactions/connection.js';
import type { TableMap } from './table-map.js';

/** The cell of a column that is not read with the row; undefined when the row is gone. */
export async function lazyCell(
  { select, find, quoted, columns }: TableMap,
  position: number,
  key: readonly Cell[],
  con: Connection,
): Promise<Cell | undefined> {
  // What follows the columns of a row that is found by its key.
  const tail = find.slice(select.length);
  const sql = `SELECT ${quoted}.${columns[position]?.quoted ?? ''} FROM ${quoted}${tail}`;
  const { rows } = await con.run({ sql, values: key });
  const [row] = rows;
  return row === undefined ? undefined : (row[0] ?? null);
}

/** What a cell of a lazy column stands for; undefined when it was not read. */
export function lazyValue({ columns }: TableMap, position: number, row: Row): unknown {
  const cell = row[position];
  return cell === undefined || cell === null ? cell : columns[position]?.value.read(cell as never);
}

/** A row with another cell. */
export function withCell(row: Row, position: number, cell: Cell): Row {
  const next = [...row];
  next[position] = cell;
  return next;
}
