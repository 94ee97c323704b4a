import { printable } from '../diagnostics/printable.js';
import { CannotAlter, keptBeside, type Operation } from '../platforms/operation.js';
import type { ColumnShape, TableShape } from '../platforms/shape.js';
import { labelMoves, storageSwitch } from './labels.js';
import { nameOf, touches } from './parts.js';
import { isUntouched, type TablePair } from './table-plan.js';

export interface Renumbering {
  /** Before anything else, with the old names: the numbers fit into what was allowed. */
  readonly first: readonly Operation[];
  /** After everything else, with the new names: they need more room. */
  readonly last: readonly Operation[];
}

/** What is done for labels that are stored as numbers and get others. */
export function renumbering(pairs: readonly TablePair[]): Renumbering {
  const [first, last]: [Operation[], Operation[]] = [[], []];
  for (const { before, renamed, after } of pairs.filter((pair) => !isUntouched(pair))) {
    for (const [at, was] of renamed.columns.entries()) {
      const is = after.columns.find(({ name }) => name === was.name);
      refuseOtherStorage(after, was, is);
      refuseOtherBytes(after, was, is);
      const moved = labelMoves(was, is);
      if (moved?.isMoved !== true || is?.labels === undefined || was.labels === undefined) continue;
      const isLast = is.labels.list.length > was.labels.list.length;
      const table = isLast ? after : before;
      const column = isLast ? is.name : (before.columns[at]?.name ?? was.name);
      refuseKeys(table, column);
      const { as, moves } = moved;
      const kept = keptBeside(table, column);
      (isLast ? last : first).push({ do: 'renumber column', table: nameOf(table), column, as, moves, ...kept });
    }
  }
  return { first, last };
}

/** Two rows may have the same number for a moment, and other tables would have to follow. */
function refuseKeys(table: TableShape, column: string): void {
  const own = new Set([column]);
  const keys = [table.primaryKey, ...table.indexes.filter(({ kind }) => kind !== 'index')];
  const isKey =
    keys.some((key) => touches(key, own)) || table.foreignKeys.some(({ columns }) => columns.includes(column));
  if (!isKey) return;
  throw new CannotAlter(
    `labels of ${printable(`${table.name}.${column}`)} cannot get other numbers, because a key has the column: keep their places, and add new labels at the end`,
  );
}

/** A database would take the texts of labels for their numbers, or the numbers for texts: rows would mean other labels. */
function refuseOtherStorage(table: TableShape, was: ColumnShape, is: ColumnShape | undefined): void {
  if (is === undefined || is.generated !== undefined || was.generated !== undefined) return;
  const values = storageSwitch(was, is);
  if (values === undefined) return;
  const shown = printable(`${table.name}.${is.name}`);
  // A type of the database's own takes no expression of texts.
  const value = is.type.startsWith('"')
    ? `CAST(CASE ${is.name} ${values} END AS ${is.type})`
    : `CASE ${is.name} ${values} END`;
  throw new CannotAlter(
    `${shown} cannot become ${printable(is.type)} from ${printable(was.type)}, because its labels would be stored in another way: rows would mean other labels`,
    [
      `keep how the labels are stored; or add another column, such as ${printable(`${is.name}_new`)}, in one migration, fill it at the end of its up.sql, and drop the old one in the next`,
      ...(values === ''
        ? []
        : [`SQL that fills it: ${printable(`UPDATE ${table.name} SET ${is.name}_new = ${value};`)}`]),
    ].join('\n'),
  );
}

/** The order of the bytes of a UUID, from that of the key to the other. */
const REORDERED = {
  swapped: (column: string) =>
    `CONCAT(SUBSTR(${column}, 5, 4), SUBSTR(${column}, 3, 2), SUBSTR(${column}, 1, 2), SUBSTR(${column}, 9))`,
  'as written': (column: string) =>
    `CONCAT(SUBSTR(${column}, 7, 2), SUBSTR(${column}, 5, 2), SUBSTR(${column}, 1, 4), SUBSTR(${column}, 9))`,
} as const;

/** Classes would read other UUIDs from the rows that are there. Their keys stand in other tables as well. */
function refuseOtherBytes(table: TableShape, was: ColumnShape, is: ColumnShape | undefined): void {
  if (was.uuidBytes === undefined || is?.uuidBytes === undefined || was.uuidBytes === is.uuidBytes) return;
  throw new CannotAlter(
    `UuidSwapFlag of ${printable(table.name)} cannot change, because ${printable(is.name)} stores the bytes of a UUID in that order: rows would mean other UUIDs`,
    [
      'keep UuidSwapFlag as it was; or make another table that has it, copy the rows at the end of its up.sql, and drop the old table in the next migration',
      `SQL for a UUID in the other order: ${printable(REORDERED[was.uuidBytes](is.name))}`,
    ].join('\n'),
  );
}
