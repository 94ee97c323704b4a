import type { Locking } from '../locking.js';

const rowWaitMilliseconds = 100;

export const locking: Locking = {
  begin: (connection) => connection.execute('BEGIN ISOLATION LEVEL READ COMMITTED'),
  timeouts: (milliseconds) => ({ wait: `${String(milliseconds)}ms`, after: `${String(rowWaitMilliseconds)}ms` }),
  // Deadlock, serialization failure, lock not available.
  conflicts: new Set(['40P01', '40001', '55P03']),
  // Whoever cancels the statement wants it to end.
  isStatementTimeout: ({ code, message }) => code === '57014' && !message.includes('user request'),
  rowWaitMilliseconds,
};
