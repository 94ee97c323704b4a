import { type OrmError, TransactionError } from '../errors/orm-error.js';

/** For what was still waiting when the work of a transaction failed, or comes later. */
export const failed = (name: string, cause: unknown): OrmError =>
  new TransactionError(`The transaction on "${name}" has failed, so that nothing more is done in it.`, { cause });

/** For work that fails behind its last statements, which are committed: it must not be retried. */
export const failedLate = (name: string, cause: unknown): OrmError =>
  new TransactionError(`The transaction on "${name}" was committed, and what came behind it failed.`, { cause });

export const over = (name: string, end: 'committed' | 'rolled back'): OrmError =>
  new TransactionError(
    `The transaction on "${name}" is over: it is ${end}. Code that it has started and not awaited cannot use it any more.`,
  );

export function notAwaited(name: string, pending: number, isByHand: boolean): OrmError {
  const reason = isByHand
    ? 'a transaction that begin() began in it was neither committed nor rolled back'
    : `${pending === 1 ? 'a statement or transaction in it was' : `${pending} statements or transactions in it were`} not awaited`;
  return new TransactionError(`The transaction on "${name}" is rolled back because ${reason}.`);
}

export const stalled = (name: string): OrmError =>
  new TransactionError(
    `What was asked of a transaction on "${name}" has waited too long for a transaction nested in it, which did nothing meanwhile. If ` +
      'the nested one awaits it, neither can ever go on: run it on the nested one, or before it begins.',
  );

/** Locks of lists would read what they take for the session's level. */
export const nextLevel = (name: string): OrmError =>
  new TransactionError(
    `SET TRANSACTION on "${name}" would apply to whatever transaction gets the same connection of the pool next. Give the level to the ` +
      "transaction: transaction(work, { isolation: 'repeatable read' }).",
  );
