import type { DatabaseError } from '../errors/database-error.js';
import { TransactionError } from '../errors/orm-error.js';
import { type ErrorReader, translate } from '../errors/translate.js';

/** For a statement that a session got while another one runs. */
export function busy(): TransactionError {
  return new TransactionError(
    'A connection runs one statement at a time, and this one is still at another: await it first.',
  );
}

/** SQLSTATE and numbers for a connection that is not there. */
const NO_CONNECTION = { sqlState: '08003', driverCode: 2006, message: 'the connection is closed' };

/** For a statement that was not sent, because the connection is closed. */
export function closed(reader: ErrorReader, sql: string): DatabaseError {
  return translate(reader, NO_CONNECTION, sql, false);
}

/** Whether what was sent may have been committed before the connection broke. */
export function mayCommit(sent: readonly string[], wasInTransaction: boolean): boolean {
  return !wasInTransaction || sent.some((sql) => /^\s*(?:commit|end|prepare\s+transaction)\b/i.test(sql));
}
