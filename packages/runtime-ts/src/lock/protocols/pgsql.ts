import type { Cell } from '../../drivers/session.js';
import { LockTimeoutError, QueryError } from '../../errors/database-error.js';
import { IsolationLevelError } from '../../errors/orm-error.js';
import { readOnlyServer } from '../../errors/translate.js';
import type { Frame } from '../../transactions/frame.js';
import type { Lockable, LockValues } from '../lockable.js';
import type { LockAnswer, LockProtocol, LockRequest, TransactionLocking } from '../protocol.js';
import { lockTimeout } from '../timeout.js';
import { PGSQL_ROW_WAITS, PGSQL_STATEMENT_TIMEOUTS } from '../waits.js';

/** A time-out as the server says it, which goes into a statement. */
const TIMEOUT = /^\d+(?:ms|s|min|h|d)?$/;

/**
 * PostgreSQL: an advisory lock of the transaction, or a row of the header table. The statement that takes it also sets how long
 * rows are waited for, and says the isolation level.
 */
export const pgsqlLocks: LockProtocol = {
  isolation: 'read committed',
  prepare: undefined,
  open: () => new PgsqlLocking(),
};

class PgsqlLocking implements TransactionLocking {
  readonly hasKeys = true;
  readonly outlivesSavepoint = false;

  noSavepoints(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async key(frame: Frame, lock: Lockable): Promise<string> {
    const { rows } = await frame.run(lock.statement('key'));
    return String(rows[0]?.[0]);
  }

  async take(frame: Frame, { lock, key, wait, reads }: LockRequest): Promise<LockAnswer> {
    const { own, callers } = PGSQL_ROW_WAITS;
    const times: LockValues = {
      wait: `${Math.max(1, Math.trunc(wait.milliseconds))}ms`,
      after: `${wait.isOwn ? own : callers}ms`,
    };
    const statement =
      key === undefined ? lock.statement('lock', times) : lock.statement('lockKey', { ...times, to: key });
    // Each statement takes its snapshot when it runs: what is read behind the lock is as new as the lock.
    const [answer, ...results] = await frame.together([statement, ...(reads?.(true) ?? [])]).catch((error: unknown) => {
      throw isTimeUp(error, statement.sql) ? lockTimeout(lock, wait, error) : error;
    });
    const [timeout, isolation, granted, readOnly] = answer?.rows[0] ?? [];
    // Something that stays as it is would not notice, and what was read may be old.
    if (readOnly === 'on') throw frame.root.refuseWrites(readOnlyServer());
    if (isolation !== 'read committed' && !lock.isRow) throw wrongLevel(lock.table, isolation);
    return {
      key: granted === null || granted === undefined ? undefined : String(granted),
      lockingReads: true,
      callersTimeout: wait.isOwn ? undefined : String(timeout),
      results,
    };
  }

  verify(): void {
    // It tells by every answer whether the transaction is open.
  }

  /** After a rollback to the savepoint there is nothing to put back. */
  async restore(frame: Frame, callersTimeout?: string): Promise<void> {
    if (callersTimeout === undefined || !TIMEOUT.test(callersTimeout)) return;
    await frame.run({ sql: `SET LOCAL lock_timeout = '${callersTimeout}'`, values: [] });
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** Whether the wait for the lock has ended it. Somebody who cancels the statement wants it to end; the server's own time-out has met a lock. */
function isTimeUp(error: unknown, sql: string): error is QueryError {
  if (!(error instanceof QueryError) || error.sql !== sql) return false;
  if (error instanceof LockTimeoutError) return true;
  const isTimeout = PGSQL_STATEMENT_TIMEOUTS.some((code) => code === error.sqlState);
  return isTimeout && !error.databaseMessage.includes('user request');
}

function wrongLevel(table: string, level: Cell | undefined): IsolationLevelError {
  return new IsolationLevelError(
    `The list of "${table}" cannot be changed in a transaction at ${String(level ?? 'unknown').toUpperCase()}, which would not see what ` +
      'others have committed since it began: begin the transaction at READ COMMITTED, or add <parameter name="header_table" ' +
      'value="true"/> to the sortable behavior.',
  );
}
