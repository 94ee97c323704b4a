import type { ObjectName } from './shape.js';

/** Something that is in a database, or is not. */
export interface Presence {
  /** A `valid index` is one that is whole: not what a statement left that failed. */
  readonly kind: 'table' | 'view' | 'column' | 'primary key' | 'index' | 'valid index' | 'check' | 'foreign key';
  /** The table, or the view. */
  readonly of: ObjectName;
  /** Of the part; empty for the table itself and for its primary key. */
  readonly name: string;
  /** Whether a name counts only with the same capital letters: another one differs in nothing else. */
  readonly exact?: boolean;
}
