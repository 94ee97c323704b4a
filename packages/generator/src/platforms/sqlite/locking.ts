import type { Locking } from '../locking.js';

export const locking: Locking = {
  async begin(connection) {
    // The drivers wait without letting anything else run; a short wait is repeated by who called.
    await connection.execute('PRAGMA busy_timeout = 50');
    await connection.begin();
  },
  // The planned lock of SQLite takes no values: the transaction is the lock.
  timeouts: () => ({ wait: null, after: null }),
  // By their names, of which there are many: SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED_SHAREDCACHE.
  conflicts: new Set(),
  isConflict: (error) => /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '') || /\bis locked\b/.test(error.message),
};
