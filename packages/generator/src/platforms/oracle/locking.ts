import type { Locking } from '../locking.js';

// Written from the documentation: nothing here has run against a database.

/** Resource busy 54, deadlock 60, distributed lock time-out 2049, cannot serialize 8177, WAIT expired 30006. */
const CONFLICTS = new Set(['54', '60', '2049', '8177', '30006']);

export const locking: Locking = {
  begin: (connection) => connection.execute('SET TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  // The lock of a table has its time-out in its text.
  timeouts: () => ({ wait: null, after: null }),
  isConflict: (error) => CONFLICTS.has(error.code ?? ''),
};
