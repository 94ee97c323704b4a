import type { Result, Row, Statement, Vendor } from '../drivers/session.js';
import type { Database } from './database.js';
import type { Frame } from './frame.js';
import type { IdentityMap } from './identity-map.js';
import type { Isolation } from './statements.js';
import type { Action, Restorable } from './undo.js';

export interface BeginOptions {
  /** Only for the outermost transaction; else what the session of the server has. */
  readonly isolation?: Isolation;
}

export interface TransactionOptions extends BeginOptions {
  /** Milliseconds for which the outermost transaction is retried after conflicts; 0 for never. */
  readonly retry?: number;
}

/** Where statements go: a database, or an open transaction on it. */
export interface Connection {
  readonly name: string;
  readonly vendor: Vendor;
  readonly inTransaction: boolean;
  /**
   * The open transaction that statements become part of, or the database if there is none.
   *
   * @internal
   */
  readonly target: Frame | Database;
  /** The objects that are known in the transaction or session around. */
  readonly identities: IdentityMap | undefined;
  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  /** Runs statements one after the other, in one round trip where the protocol can. The first that fails ends it. */
  together(statements: readonly Statement[]): Promise<readonly Result[]>;
  /**
   * Runs the last statements of a transaction, behind which its work does nothing more. Where they are those of an outermost one,
   * COMMIT goes with them, if the protocol can.
   *
   * @internal
   */
  finish(statements: readonly Statement[]): Promise<readonly Result[]>;
  /** The rows of a statement in portions. */
  stream(statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined>;
  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. Inside another transaction it is a
   * savepoint. The outermost one is retried after a deadlock, a serialization failure or a lock timeout, and when the server
   * was lost before COMMIT was sent: `work` may run more than once.
   */
  transaction<T>(work: (con: Connection) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Begins a transaction, or a savepoint when one is open, that you end yourself. */
  begin(options?: BeginOptions): Promise<OpenTransaction>;
  /** Calls `action` after the outermost transaction is committed; at once when none is open. */
  onCommit(action: Action): Promise<void>;
  /** Calls `action` when the transaction or savepoint that is open now is rolled back. */
  onRollback(action: Action): void;
  /** The state that an object has now comes back with a rollback; without effect outside of a transaction. */
  note(object: Restorable): void;
}

/** A transaction that you end yourself. Statements are part of it when it is handed to them. */
export interface OpenTransaction extends Connection, AsyncDisposable {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}
