import { TransactionError } from '../errors/orm-error.js';

/** For a statement that a session got while another one runs. */
export function busy(): TransactionError {
  return new TransactionError(
    'A connection runs one statement at a time, and this one is still at another: await it first.',
  );
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
