import type { Column, Table } from '../../model/model.js';
import { readParameters } from './parameters.js';

/** The lists of a table, with everything resolved: what statements and classes are made from. */
export interface SortableList {
  readonly table: Table;
  /** How the order is kept: only ranks that are stored, 1, 2, 3 and so on. */
  readonly storage: 'rank';
  readonly rank: Column;
  /** What tells the lists of the table apart, in the order of the schema; none when the table is one list. */
  readonly scope: readonly Column[];
  /** Whether a unique, whoever asked for it, forbids a rank twice. */
  readonly unique: boolean;
  /** A scope column is part of the primary key: a row cannot change its list. */
  readonly fixed: boolean;
  /** SQL name of the table, in the same schema, that has a row for each list. */
  readonly header: string | undefined;
}

/** What follows the name of a table in that of its header table. */
export const HEADER_SUFFIX = '_list';

export function sortableOf(table: Table): SortableList | undefined {
  const use = table.behaviors.find(({ name }) => name === 'sortable');
  if (use === undefined) return undefined;
  const { rank: rankName, scope: scopeNames, header } = readParameters(use);
  const rank = columnNamed(table, rankName);
  const scope = scopeNames.flatMap((name) => columnNamed(table, name) ?? []);
  // What is wrong here was reported when the table was extended.
  if (rank === undefined || new Set([rank, ...scope]).size <= scopeNames.length) return undefined;
  return {
    table,
    storage: 'rank',
    rank,
    scope,
    unique: table.uniques.some(({ columns }) => columns.some(({ column }) => column === rank)),
    fixed: scope.some(({ primaryKey }) => primaryKey),
    header: header ? table.name + HEADER_SUFFIX : undefined,
  };
}

export function columnNamed({ columns }: Pick<Table, 'columns'>, name: string): Column | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}
