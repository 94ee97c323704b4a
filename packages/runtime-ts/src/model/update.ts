import type { Cell, Statement } from '../drivers/session.js';
import type { Filled } from '../write/turn.js';
import type { TableMap } from './table-map.js';

/** What an UPDATE writes, in the order of the columns: what was changed, and what behaviors have filled in. */
export function writtenCells(changed: Filled, filled: Filled, taken: Filled): Filled {
  if (filled.size === 0 && taken.size === 0) return changed;
  const cells = new Map([...changed, ...filled].sort(([one], [other]) => one - other));
  // What is so already wins over what was set.
  for (const [position, cell] of taken) {
    if (!filled.has(position) && String(cells.get(position)) !== String(cell)) cells.delete(position);
  }
  return cells;
}

export function updateStatement(
  { dialect, columns, update, key }: TableMap,
  cells: Filled,
  of: readonly Cell[],
): Statement {
  const values: Cell[] = [];
  const equal = (position: number, cell: Cell): string =>
    `${columns[position]?.quoted ?? ''} = ${dialect.placeholder(values.push(cell))}`;
  let set = '';
  for (const [position, cell] of cells) set += `${set === '' ? ' ' : ', '}${equal(position, cell)}`;
  let where = '';
  for (const [index, cell] of of.entries())
    where += `${where === '' ? ' WHERE ' : ' AND '}${equal(key[index] ?? -1, cell)}`;
  return { sql: update + set + where, values };
}
