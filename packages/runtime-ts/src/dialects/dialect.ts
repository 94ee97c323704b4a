import type { Parameter } from '../drivers/session.js';
import type { Condition } from '../query/condition.js';
import type { RowLock } from '../query/lock.js';

/** Which items of an array are asked for. */
export type Containing = 'CONTAINS_ALL' | 'CONTAINS_SOME' | 'CONTAINS_NONE';

/** The tables that a SELECT reads, as a lock names them. */
export interface LockedTables {
  readonly own: string;
  /** Those of inner joins. */
  readonly inner: readonly string[];
  readonly hasOuter: boolean;
  /** Whether the rows of a page come from a subquery. */
  readonly isPaged: boolean;
}

/** Many keys of several columns. */
export interface ManyKeys {
  readonly table: string;
  readonly columns: readonly { readonly quoted: string; readonly isWhole: boolean }[];
  readonly rows: readonly (readonly Parameter[])[];
}

/**
 * The SQL in which a vendor differs from the others, where it cannot be planned when classes are built. Generated classes name the
 * one that they need, so that a bundle has no other.
 */
export interface Dialect {
  /** What stands for the value at a position, from 1 on. */
  placeholder(position: number): string;
  /** SQL with a `PLACE` for each value, as the driver takes it. */
  placed(sql: string): string;
  /** The same of SQL with a `?` for each value. One in a name or a text stays. */
  numbered(sql: string): string;
  quoted(name: string): string;
  /** An order by a column that has rows without a value come last. */
  nullsLast(column: string, descending: boolean): string;
  /** What a SELECT with an OFFSET and no limit says. */
  readonly noLimit: string;
  /** What keeps a SELECT of distinct keys apart from the one around it without DISTINCT; nothing where that does no harm. */
  readonly keysApart?: string;
  /** Whether a statement can write a table that a subquery of it reads. */
  readonly writesWhatItReads: boolean;
  /** The end of a SELECT in EXISTS. */
  readonly existsEnd: string;
  /** The place of a number with a fraction that is compared with no column. */
  readonly fraction: string;
  /** A column that is no text, to be compared with a pattern. */
  asText(column: string): string;
  caselessLike(column: string, not: boolean): string;
  /**
   * A document in a form that is the same for equal documents: the order of keys does not matter, nor how numbers and characters
   * are written; the order of lists does. `isText`: it is kept as text.
   */
  documentForm(sql: string, isText: boolean): string;
  /** A condition on an array, for those who have such columns. */
  containing?(column: string, operator: Containing): string;
  /** What stands at the end of a SELECT whose rows are locked. */
  rowLock(lock: RowLock, tables: LockedTables): string;
  /** `IN` of many values; nothing where they can only be written as places. */
  inMany(column: string, values: readonly Parameter[], not: boolean, lower: boolean): Condition | undefined;
  /** What stands in `(…) IN (` for many keys; nothing where they can only be written as alternatives. */
  keysInMany(keys: ManyKeys): Condition | undefined;
}
