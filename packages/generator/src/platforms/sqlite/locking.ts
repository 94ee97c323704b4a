import type { Locking } from '../locking.js';

export const locking: Locking = {
  async begin(connection) {
    // A short wait is repeated by who called, and told of if it lasts.
    await connection.execute('PRAGMA busy_timeout = 50');
    await connection.begin();
  },
  // The planned lock of SQLite takes no values: the transaction is the lock.
  timeouts: () => ({ wait: null, after: null }),
  // By their names, of which there are many: SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED_SHAREDCACHE.
  conflicts: new Set(),
  isConflict: (error) => /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '') || /\bis locked\b/.test(error.message),
};
