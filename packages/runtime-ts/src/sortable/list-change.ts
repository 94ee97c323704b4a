import type { Connection } from '../transactions/connection.js';

/** What `postListChange()` is told: a list, and the ranks between which something is different now. */
export interface ListChange {
  /** The values of the scope columns, as the properties of objects have them. */
  readonly scope: readonly unknown[];
  readonly firstRank: number;
  /** Null for everything from the first rank on. */
  readonly lastRank: number | null;
}

/** Called after ranks of a list changed, inside the transaction. It may be called again when the transaction has to begin again. */
export type ListHook = (change: ListChange, con: Connection) => void | Promise<void>;
