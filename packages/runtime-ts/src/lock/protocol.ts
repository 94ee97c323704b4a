import type { Result, Session, Statement } from '../drivers/session.js';
import type { Frame } from '../transactions/frame.js';
import type { Isolation } from '../transactions/statements.js';
import type { Preparation } from '../transactions/transaction-session.js';
import type { Lockable } from './lockable.js';

/** How long may be waited: for a lock, and then for rows that others hold. */
export interface LockWait {
  readonly milliseconds: number;
  /** Whether the transaction is the library's own. */
  readonly isOwn: boolean;
  /** Whether it holds nothing at all yet, so that nobody can be waiting for it. */
  readonly isFirst: boolean;
}

/** Reads that work begins with, in the form for reads under the lock or in the plain one. */
export type FirstReads = (locking: boolean) => readonly Statement[];

/** A lock, as it was given. */
export interface LockAnswer {
  /** What orders locks and releases them; undefined where the lock has no name. */
  readonly key: string | undefined;
  /** Whether reads need the form for reads under the lock, because plain ones may see an older state. */
  readonly lockingReads: boolean;
  /** The caller's own time-out, which the lock has replaced for the rest of its savepoint. */
  readonly callersTimeout?: string | undefined;
  /** The answers to the first reads, where they went with the lock. */
  readonly results?: readonly Result[];
}

/** One lock that is asked for: by its key, where that is known. */
export interface LockRequest {
  readonly lock: Lockable;
  readonly key?: string;
  readonly wait: LockWait;
  /** What may be sent in the same message. */
  readonly reads?: FirstReads | undefined;
}

/**
 * How a vendor locks: one lock for each thing, taken by a statement of its own before anything is read, and held until the
 * outermost transaction has ended.
 */
export interface LockProtocol {
  /** The level of a transaction of the library's own. */
  readonly isolation: Isolation | undefined;
  /** Gets a session ready for a transaction of the library's own. */
  readonly prepare: Preparation | undefined;
  /** For one outermost transaction. */
  open(): TransactionLocking;
}

/** The locking of one outermost transaction. */
export interface TransactionLocking {
  /** Whether locks have keys, by which several are taken in one order. */
  readonly hasKeys: boolean;
  /** Whether a lock that was taken behind a savepoint outlives a rollback to it. */
  readonly outlivesSavepoint: boolean;
  /** Why the server cannot go back to savepoints, behind which work in a caller's transaction is done; nothing where it can. */
  noSavepoints(frame: Frame): Promise<string | undefined>;
  key(frame: Frame, lock: Lockable): Promise<string>;
  /** Rejects with a `LockTimeoutError`. */
  take(frame: Frame, request: LockRequest): Promise<LockAnswer>;
  /** Makes sure that the server has not ended the transaction unnoticed. */
  verify(frame: Frame): void;
  /** Puts back what was changed for the rest of the caller's transaction; `callersTimeout` is what a lock has said. */
  restore(frame: Frame, callersTimeout?: string): Promise<void>;
  /** Gives back locks behind a savepoint; how often each was taken. */
  release(frame: Frame, keys: ReadonlyMap<string, number>): Promise<void>;
  /** Gives back what outlives the transaction, which has ended. */
  end(session: Session, keys: ReadonlyMap<string, number>): Promise<void>;
}
