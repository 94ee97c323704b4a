import type { TransactionRules } from '../drivers/session.js';
import { type DatabaseErrorParts, LockTimeoutError, type QueryError } from '../errors/database-error.js';
import type { Lockable } from './lockable.js';
import type { LockWait } from './protocol.js';
import { HOLDING } from './waits.js';

const ownFinding = (summary: string, cause?: unknown): DatabaseErrorParts => ({
  kind: 'lockTimeout',
  summary,
  sql: '',
  sqlState: undefined,
  driverCode: undefined,
  databaseMessage: '',
  ...(cause === undefined ? {} : { cause }),
});

/** Others hold what is to be locked for too long. */
export function lockTimeout(lock: Lockable, { milliseconds }: LockWait, cause?: QueryError): LockTimeoutError {
  const list = `The ${lock.describe()}`;
  if (cause !== undefined && !(cause instanceof LockTimeoutError)) {
    return new LockTimeoutError(
      ownFinding(
        `${list} is in use, and a time-out of the server for statements has ended the wait for it: try again later, or set ` +
          'statement_timeout (max_execution_time, max_statement_time) above runtime.lists.lockTimeout.',
        cause,
      ),
    );
  }
  if (milliseconds <= HOLDING) {
    return new LockTimeoutError(
      ownFinding(
        `${list} is in use, and this transaction holds rows or lists already, so that waiting longer could block others for ` +
          'good: roll back and try again, do the work in transaction(), or take the locks first with lockLists().',
        cause,
      ),
    );
  }
  const seconds = Math.round(milliseconds / 100) / 10;
  return new LockTimeoutError(
    ownFinding(
      `${list} is in use by others for more than ${seconds} seconds: try again later, or raise runtime.lists.lockTimeout.`,
      cause,
    ),
  );
}

/** A row that work has to write was locked for too long; or the database, where one transaction is alone. */
export function rowTimeout(
  rules: TransactionRules,
  locks: readonly Lockable[],
  error: LockTimeoutError,
): LockTimeoutError {
  // It says already what is meant.
  if (error.sql === '' || error.cause instanceof LockTimeoutError) return error;
  const names = locks.slice(0, 3).map((lock) => lock.describe());
  const lists = `the ${names.join(' and the ')}`;
  const { kind, sql, sqlState, driverCode, databaseMessage } = error;
  return new LockTimeoutError({
    kind,
    sql,
    sqlState,
    driverCode,
    databaseMessage,
    cause: error,
    summary: rules.isAlone
      ? `Another process writes to the database for longer than its busy time-out, so that ${lists} cannot be changed: try ` +
        'again later, or raise the time-out.'
      : `Another transaction holds a row that has to be written for ${lists}, or a row beside it: roll back and try again, or ` +
        'lock lists before their rows with lockLists().',
  });
}
