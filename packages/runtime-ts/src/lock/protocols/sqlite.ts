import type { LockAnswer, LockProtocol, TransactionLocking } from '../protocol.js';

const GRANTED: LockAnswer = { key: undefined, lockingReads: false };

const locking: TransactionLocking = {
  hasKeys: false,
  outlivesSavepoint: false,
  noSavepoints: () => Promise.resolve(undefined),
  key: () => Promise.resolve(''),
  take: () => Promise.resolve(GRANTED),
  verify: () => undefined,
  restore: () => Promise.resolve(),
  release: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/** SQLite: a write transaction is alone, so it is the lock itself, and the runtime begins none of another kind. */
export const sqliteLocks: LockProtocol = { isolation: undefined, prepare: undefined, open: () => locking };
