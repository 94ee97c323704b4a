import type { Dialect } from '../dialects/dialect.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import type { ColumnMap, TableMap } from '../model/table-map.js';
import { columnAt } from './columns.js';

/** A table in the FROM of a query. */
export interface Source {
  /** How callers name it: an alias, a relation, or the class of the table. */
  readonly name: string;
  readonly table: TableMap;
  /** Quoted; empty for none. */
  readonly alias: string;
}

const roots = new WeakMap<TableMap, Source>();

/** A table under its own name: one for each, so that two of them are the same. */
export function rootOf(table: TableMap): Source {
  const known = roots.get(table);
  if (known !== undefined) return known;
  const root: Source = { name: table.model, table, alias: '' };
  roots.set(table, root);
  return root;
}

/** What stands before its columns, and what a lock names. */
export const referenceOf = ({ alias, table }: Source): string => (alias === '' ? table.quoted : alias);

/** What stands in FROM. */
export const fromOf = ({ alias, table }: Source): string => (alias === '' ? table.quoted : `${table.quoted} ${alias}`);

/** A column to compare or order by. */
export const qualified = (source: Source, position: number): string =>
  `${referenceOf(source)}.${columnAt(source.table, position).quoted}`;

/** The columns of a row: without lazy ones, which come last. */
export const columnsOfRow = ({ columns }: TableMap): readonly ColumnMap[] =>
  columns.filter(({ lazy }) => lazy !== true);

/** All columns of rows for a SELECT; with a prefix, each under a name of its own. */
export function selectList(source: Source, prefix = ''): string {
  const named = (position: number): string => (prefix === '' ? '' : ` AS ${prefix}${String(position)}`);
  return columnsOfRow(source.table)
    .map((_, position) => qualified(source, position) + named(position))
    .join(', ');
}

/** An alias given by a caller. */
export function quotedAlias(dialect: Dialect, alias: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(alias)) {
    throw new InvalidQueryError('An alias is no identifier: use letters, digits and "_", not more than 63.');
  }
  return dialect.quoted(alias);
}
