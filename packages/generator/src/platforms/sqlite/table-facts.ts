import type { TableText } from './create-table.js';
import type { ColumnRow, ForeignKeyRow, IndexRow, MasterRow, TableRow } from './pragmas.js';

/** All that was read of a table, before anything is made of it. */
export interface TableFacts extends TableRow {
  readonly text: TableText;
  readonly columns: readonly ColumnRow[];
  readonly indexes: readonly IndexRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  /** Of the table itself, its indexes and its triggers. */
  readonly statements: readonly MasterRow[];
}

export const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** A name as SQLite compares it: without regard to the case of ASCII letters, and of those only. */
export const folded = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
export const sameName = (left: string, right: string): boolean => folded(left) === folded(right);

/** ABORT is what happens without the clause. */
export const isUnusual = (conflict: string | undefined): conflict is string =>
  conflict !== undefined && conflict !== 'ABORT';
