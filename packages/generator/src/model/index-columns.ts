import type { Column, Index } from './model.js';

/** The columns of an index; its expressions are none. */
export const indexedColumns = ({ columns }: Index): Column[] => columns.flatMap(({ column }) => column ?? []);

/** The columns of a unique that no two rows have the same values in: nothing for one over some rows, or over expressions. */
export function uniqueColumns(unique: Index): readonly Column[] | undefined {
  const isWhole = unique.where === undefined && unique.columns.every(({ column }) => column !== undefined);
  return isWhole ? indexedColumns(unique) : undefined;
}

/** True for an index of whole rows by columns alone, in ascending order: what a constraint can be made of. */
export const isPlainIndex = ({ columns, where, using }: Index): boolean =>
  where === undefined &&
  (using === undefined || using === 'btree') &&
  columns.every(
    ({ column, order, nulls, opclass, collation }) =>
      column !== undefined && [order, nulls, opclass, collation].every((word) => word === undefined),
  );
