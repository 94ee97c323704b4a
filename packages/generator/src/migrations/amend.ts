import type { Change } from '../changes/change.js';
import type { Rename } from '../changes/compare.js';
import { keyOf } from '../changes/state.js';
import type { DatabaseShape, ObjectName } from '../platforms/shape.js';
import { nameOf } from './parts.js';
import { ownerOf } from './table-plan.js';

/**
 * The new names of a migration and of what comes after it, as those of one migration. `base`: the database before both;
 * `later`: renames of what the migration made, by the names that it gave.
 */
export function joinedRenames(
  base: DatabaseShape,
  changes: readonly Change[],
  later: readonly Rename[],
): readonly Rename[] {
  const tables = changes.filter(({ kind, from }) => kind === 'table' && from !== undefined);
  const columns = changes.filter(({ kind, from }) => kind === 'column' && from !== undefined);
  /** By the name that a table had before both. */
  const oldTable = (table: ObjectName): ObjectName => {
    const renamed = tables.find((change) => keyOf(nameOf(change)) === keyOf(nameOf(table)));
    return { ...nameOf(table), name: renamed?.from ?? table.name };
  };
  const isIn = (table: ObjectName, column?: string): boolean =>
    base.tables.some(
      (each) =>
        keyOf(each) === keyOf(table) && (column === undefined || each.columns.some(({ name }) => name === column)),
    );
  const laterName = (table: ObjectName, column: string | undefined, name: string): string =>
    later.find((each) => keyOf(each.table) === keyOf(nameOf(table)) && each.column === column)?.to ?? name;
  const own = [
    ...tables.map((change): Rename => ({ table: oldTable(change), to: laterName(change, undefined, change.name) })),
    ...columns.map((change): Rename => {
      const owner = ownerOf(change);
      return { table: oldTable(owner), column: change.from ?? '', to: laterName(owner, change.name, change.name) };
    }),
  ];
  const rest = later.flatMap(({ table, column, to }): Rename[] => {
    const isOwn = column === undefined ? tables : columns.filter((change) => keyOf(ownerOf(change)) === keyOf(table));
    if (isOwn.some(({ name }) => name === (column ?? table.name))) return [];
    const old = oldTable(table);
    if (!isIn(old, column)) return [];
    return [column === undefined ? { table: old, to } : { table: old, column, to }];
  });
  return [...own, ...rest].filter(({ table, column, to }) => to !== (column ?? table.name));
}

/** Those whose new name is still one of the schema. */
export const lastingRenames = (renames: readonly Rename[], after: DatabaseShape): readonly Rename[] => {
  const newTable = (table: ObjectName): ObjectName => ({
    ...table,
    name: renames.find((each) => each.column === undefined && keyOf(each.table) === keyOf(table))?.to ?? table.name,
  });
  return renames.filter(({ table, column, to }) => {
    const is = after.tables.find((each) => keyOf(each) === keyOf(newTable(table)));
    return is !== undefined && (column === undefined || is.columns.some(({ name }) => name === to));
  });
};
