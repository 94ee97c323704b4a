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

/** What commits nothing. COMMIT does, and so does DDL on some servers. */
const UNCOMMITTED = /^\s*(?:select|insert|update|delete|merge|replace|with|values|savepoint|rollback|release|lock)\b/i;

const BEGINNING = /^\s*(?:begin|(?:start|set)\s+transaction)\b[\w\s]*$/i;

/** Whether what was sent may have been committed before the connection broke. */
export function mayCommit(sent: readonly string[], wasInTransaction: boolean): boolean {
  const work = sent.filter((sql) => !BEGINNING.test(sql));
  const isInside = wasInTransaction || work.length < sent.length;
  return !isInside || work.some((sql) => !UNCOMMITTED.test(sql));
}
