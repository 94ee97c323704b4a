import type { Cell } from '../drivers/session.js';
import type { Lockable } from '../lock/lockable.js';
import type { UnderLocks } from '../lock/locked-work.js';

/** What a row gets beside what was set, by the position of the column. */
export type Filled = ReadonlyMap<number, Cell>;

/** What a behavior does with a row when it is written. */
export interface RowPart {
  readonly fill?: Filled;
  /** What follows the row in the same transaction. */
  readonly after?: () => Promise<void>;
}

/** How a behavior takes part in the write of one row: by values alone, or under locks. */
export type Turn = FreeTurn | LockedTurn;

export interface FreeTurn {
  readonly fill: Filled;
}

export interface LockedTurn<L extends Lockable = Lockable> {
  readonly locks: readonly L[];
  /**
   * Reads and writes under the locks, before the row is written. It may run more than once, and throws `OtherLocks` where it
   * needs others.
   */
  before(under: UnderLocks<Lockable>, locks: readonly L[]): Promise<RowPart>;
}
