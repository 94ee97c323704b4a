import type { StatementLocking } from '../locking.js';

// Written from the documentation: nothing here has run against a database.

export const locking: StatementLocking = {
  by: 'statements',
  begin: (connection) => connection.execute('SET TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  // The lock of a table has its time-out in its text.
  timeouts: () => ({ wait: null, after: null }),
  // Deadlocks 60, 104, 4020; cannot serialize 8177; resource busy 54, WAIT expired 30006, lock time-outs 2049, 4021.
  conflicts: new Set(['60', '104', '4020', '8177', '54', '30006', '2049', '4021']),
};
