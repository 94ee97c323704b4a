import type { Dialect } from '../dialects/dialect.js';
import type { LockProtocol } from '../lock/protocol.js';

/**
 * A value that a planned statement takes. `scope`: the values of the condition on the scope that are not null; `values`: all
 * values of the scope; `key`, `key2`: keys of rows; `json`: keys, with or without ranks; `wait`, `after`: time-outs; the others are
 * ranks and differences of ranks, and `to` the key of a lock.
 */
export type ListCode =
  | 'scope'
  | 'values'
  | 'key'
  | 'key2'
  | 'to'
  | 'to2'
  | 'rank'
  | 'delta'
  | 'low'
  | 'high'
  | 'json'
  | 'wait'
  | 'after';

/** What runs is `parts` with the condition on the scope between them; a `?` for each value. */
export interface ListStep {
  readonly parts: readonly string[];
  readonly values: readonly ListCode[];
}

/** What was planned at build time for the lists of a table. */
export interface PlannedList {
  readonly locks: LockProtocol;
  /** Positions of the rank column and of the scope columns. */
  readonly rank: number;
  readonly scope: readonly number[];
  /** The rank column cannot be NULL. */
  readonly required: boolean;
  /** All scope columns are integers: a program can tell by itself whether two values are equal. */
  readonly exact: boolean;
  /** A scope column is part of the primary key. */
  readonly fixed: boolean;
  /** Locks are rows of a header table. */
  readonly header: boolean;
  readonly unique: boolean;
  /** The unique is checked row by row: ranks that are exchanged pass through others, which are above them all. */
  readonly phased: boolean;
  /** For each scope column what compares it with a value, and with NULL. */
  readonly conditions: readonly (readonly [equal: string, isNull: string])[];
  /** A SELECT of key, rank and scope, up to its condition. */
  readonly rows: string;
  /** What a read needs where reads under the lock have a form of their own: one more condition, and its end. */
  readonly underLock: readonly [condition: string, suffix: string];
  /** The condition on one key. */
  readonly keyed: string;
  /** An UPDATE that gives several rows their ranks: its beginning, what follows each `WHEN <keyed>`, its end. */
  readonly arrange: readonly [string, string, string];
  readonly statements: Readonly<Partial<Record<string, readonly ListStep[]>>>;
}

/** The same with what the table says. */
export interface ListMap extends PlannedList {
  readonly table: string;
  /** The name of the model class, for messages. */
  readonly model: string;
  readonly dialect: Dialect;
  /** The columns of the primary key are so many. */
  readonly keyWidth: number;
  /** The names of the scope columns, for messages. */
  readonly scopeNames: readonly string[];
}
