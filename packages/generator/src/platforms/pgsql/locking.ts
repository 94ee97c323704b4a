import type { Locking } from '../locking.js';

/** serialization_failure, deadlock_detected, lock_not_available. */
const CONFLICTS = new Set(['40001', '40P01', '55P03']);

export const locking: Locking = {
  begin: (connection) => connection.execute('BEGIN ISOLATION LEVEL READ COMMITTED'),
  // Rows are waited for briefly: whoever holds one may wait for the list.
  timeouts: (milliseconds) => ({ wait: `${String(milliseconds)}ms`, after: '100ms' }),
  isConflict: (error) => CONFLICTS.has(error.code ?? ''),
};
