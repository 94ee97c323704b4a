import type { DatabaseConnection, DatabaseError, SqlValue } from './connection.js';

/** What the planned `lock` of a list answered. */
export interface LockAnswer {
  readonly granted: boolean;
  /** By what the lock is released after the transaction, where it does not end with it. */
  readonly key?: SqlValue | undefined;
}

/** How a vendor's transactions lock lists: what the planned statements do not say. One per folder, in `locking.ts`. */
export interface Locking {
  /** Prepares a connection for changing lists. The answer says why a list without a header table cannot be locked here. */
  prepare?(connection: DatabaseConnection): Promise<string | undefined>;
  /** Begins a transaction at READ COMMITTED. */
  begin(connection: DatabaseConnection): Promise<void>;
  /** Time-outs as the planned `lock` takes them: `wait` for the lock, `after` for rows under it. */
  timeouts(milliseconds: number): { readonly wait: SqlValue; readonly after: SqlValue };
  /** Reads the answer of the planned `lock`; without this, a lock that did not fail is granted. */
  answer?(row: readonly SqlValue[] | undefined): LockAnswer;
  /** Codes of errors that say that another session was in the way: after a rollback, trying again may work. */
  readonly conflicts: ReadonlySet<string>;
  /** Whether an error with another code says the same. */
  isConflict?(error: DatabaseError): boolean;
  /**
   * Whether the server's own time-out for statements has ended one. While the list was waited for, that says the same; elsewhere
   * it says that the statement takes too long.
   */
  isStatementTimeout?(error: DatabaseError): boolean;
  /** How long rows are waited for under the lock: briefly, since whoever holds one may wait for the list. */
  readonly rowWaitMilliseconds?: number;
}
