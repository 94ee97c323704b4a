import type { StatementLocking } from '../locking.js';

// Written from the documentation: nothing here has run against a server.

export const locking: StatementLocking = {
  by: 'statements',
  // For rows, and for the row of a header table; the lock of a list has a time-out of its own.
  prepare: (connection) => connection.execute('SET LOCK_TIMEOUT 100'),
  async begin(connection) {
    await connection.execute('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await connection.begin();
  },
  timeouts: (milliseconds) => ({ wait: milliseconds, after: null }),
  // 0 granted at once, 1 after waiting; negative numbers are refusals. A header row answers nothing.
  isGranted: (row) => row === undefined || Number(row[0]) >= 0,
  // Deadlock victim 1205, lock request time-out 1222, update conflicts under SNAPSHOT and of memory-optimized tables.
  conflicts: new Set(['1205', '1222', '3960', '3961', '41301', '41302', '41305', '41325']),
};
