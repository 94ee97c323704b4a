import type { DatabaseView, TableView } from '../view.js';

/** Fewer tables than this are no group, and a picture with fewer than this needs none. */
const LEAST = 3;

/** The group of each table, and the groups with their number of tables in the order of their names. */
export interface TableGroups {
  readonly groupOf: (table: TableView) => string | undefined;
  readonly groups: readonly (readonly [name: string, tables: number])[];
}

/**
 * Tables that belong together: those of an SQL schema, or where there is only one, those whose names begin with the same
 * word. One group alone says nothing.
 */
export function tableGroups({ tables }: DatabaseView): TableGroups {
  const schemas = new Set(tables.map(({ schema }) => schema));
  const wordOf = ({ schema, name }: TableView): string | undefined =>
    schemas.size > 1 ? (schema ?? undefined) : /^[^_]+(?=_)/.exec(name)?.[0];
  const counts = new Map<string, number>();
  // The table `order` belongs to `order_line`.
  const groupOf = (table: TableView): string | undefined =>
    wordOf(table) ?? (schemas.size > 1 ? undefined : table.name);
  for (const table of tables) {
    const group = groupOf(table);
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const groups = [...counts].filter(([, count]) => count >= LEAST).sort(([a], [b]) => (a < b ? -1 : 1));
  const known = new Set(groups.length < 2 ? [] : groups.map(([name]) => name));
  return {
    groupOf: (table) => {
      const group = groupOf(table);
      return group !== undefined && known.has(group) ? group : undefined;
    },
    groups: groups.filter(([name]) => known.has(name)),
  };
}
