import type { ObjectName } from './shape.js';

/** How queries for rows are written. */
export interface RowChecks {
  readonly name: (object: ObjectName) => string;
  readonly identifier: (name: string) => string;
  /** The function that counts the characters of a text; absent where sizes of texts mean nothing. */
  readonly length?: string;
  /** A SELECT that stops after `MOST_ROWS`. */
  readonly select: (columns: string, rest: string) => string;
}

/** One more than are counted. */
export const MOST_ROWS = 1001;
