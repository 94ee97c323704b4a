import { setTimeout as sleep } from 'node:timers/promises';
import type { Result, Row, Session, Statement } from '../../drivers/session.js';
import { DeadlockError, LockTimeoutError, QueryError } from '../../errors/database-error.js';
import { OrmError } from '../../errors/orm-error.js';
import type { Frame } from '../../transactions/frame.js';
import type { Isolation } from '../../transactions/statements.js';
import type { Lockable } from '../lockable.js';
import type { LockAnswer, LockProtocol, LockRequest, LockWait, TransactionLocking } from '../protocol.js';
import { lockTimeout } from '../timeout.js';
import { MYSQL_ROW_WAITS, MYSQL_STATEMENT_TIMEOUTS } from '../waits.js';
import { type MysqlServer, serverOfFrame, serverOfSession } from './mysql-server.js';

/** Milliseconds between two tries at a lock: the first, and the longest. */
const PAUSE = 2;
const LONGEST_PAUSE = 20;

const ROW_WAIT = MYSQL_ROW_WAITS.own / 1000;
const WAIT_BRIEFLY = `SET @orm_row_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = ${ROW_WAIT}`;
const NO_SAVEPOINTS =
  'MySQL group replication with several primaries breaks down on savepoints. Do it outside of transactions, or run the group in ' +
  'single-primary mode.';
const CALLERS_WAIT = 'SESSION innodb_lock_wait_timeout = @orm_row_wait';

const text = (sql: string): Statement => ({ sql, values: [] });

/** MySQL and MariaDB: a named lock of the session, given back after the transaction has ended; or a row of the header table. */
export const mysqlLocks: LockProtocol = {
  isolation: undefined,
  prepare: prepareMysql,
  open: () => new MysqlLocking(),
};

/** The level holds for the next transaction; the sessions of this library have it anyway. */
async function prepareMysql(session: Session): Promise<Isolation | undefined> {
  const { readsCommitted } = await serverOfSession(session);
  if (readsCommitted) return undefined;
  await session.command('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  return 'read committed';
}

class MysqlLocking implements TransactionLocking {
  readonly hasKeys = true;
  readonly outlivesSavepoint = true;
  /** Whether the caller's own innodb_lock_wait_timeout was replaced. */
  #isReplaced = false;

  async noSavepoints(frame: Frame): Promise<string | undefined> {
    return (await serverOfFrame(frame)).isGroup ? NO_SAVEPOINTS : undefined;
  }

  async key(frame: Frame, lock: Lockable): Promise<string> {
    const { rows } = await frame.run(lock.statement('key'));
    return String(rows[0]?.[0]);
  }

  async take(frame: Frame, { lock, key, wait }: LockRequest): Promise<LockAnswer> {
    const server = await serverOfFrame(frame);
    if (server.isCluster && !lock.isRow) throw notOnCluster(lock.table);
    if (!this.#isReplaced) {
      this.#isReplaced = true;
      await frame.run(text(WAIT_BRIEFLY));
    }
    if (lock.isRow) return takeHeader(frame, server, lock, key, wait);
    const statement = lockStatement(lock, key, wait);
    const deadline = performance.now() + wait.milliseconds;
    let pause = PAUSE;
    do {
      const row = await attempt(frame, statement, wait);
      if (row !== undefined && Number(row[0]) === 1) return answer(frame, lock, server, row);
      // MySQL waits for whole seconds only, so that a short time is no time.
      await sleep(pause);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    } while (performance.now() < deadline);
    throw lockTimeout(lock, wait);
  }

  /** A node of Galera may lose word of it, when the transaction is aborted while a statement is prepared. */
  verify({ name, root }: Frame): void {
    if (!root.isBegun || root.isOpenOnServer) return;
    const error = new DeadlockError({
      kind: 'deadlock',
      summary: `The server has ended the transaction on "${name}" without an error: roll back and try again.`,
      sql: '',
      sqlState: undefined,
      driverCode: undefined,
      databaseMessage: '',
    });
    root.abort('the server has ended it', error);
    throw error;
  }

  async restore(frame: Frame): Promise<void> {
    // What cannot be put back now is when the transaction has ended.
    if (!this.#isReplaced || frame.root.isAborted) return;
    await frame.run(text(`SET ${CALLERS_WAIT}`));
    // Only now: what another piece of work takes for the caller's wait would else be ours.
    this.#isReplaced = false;
  }

  async release(frame: Frame, keys: ReadonlyMap<string, number>): Promise<void> {
    const calls = releaseCalls(keys);
    if (calls.length > 0) await frame.run(text(`DO ${calls.join(', ')}`));
  }

  async end(session: Session, keys: ReadonlyMap<string, number>): Promise<void> {
    const calls = releaseCalls(keys);
    // In one statement, which is one round trip.
    const released = calls.length === 0 ? [] : [`@orm_released = CONCAT_WS('', ${calls.join(', ')})`];
    const settings = [...released, ...(this.#isReplaced ? [CALLERS_WAIT] : [])];
    this.#isReplaced = false;
    if (settings.length > 0) await session.command(`SET ${settings.join(', ')}`);
  }
}

/** MariaDB takes parts of seconds, MySQL rounds them. */
function lockStatement(lock: Lockable, key: string | undefined, { milliseconds }: LockWait): Statement {
  const wait = String(Math.round(milliseconds) / 1000);
  return key === undefined ? lock.statement('lock', { wait }) : lock.statement('lockKey', { wait, to: key });
}

/** What the lock statement answers, if the server had no other reason to end it than the time. */
async function attempt(frame: Frame, statement: Statement, { isFirst }: LockWait): Promise<Row | undefined> {
  try {
    return (await frame.run(statement)).rows[0];
  } catch (error) {
    // Servers call it a deadlock, too, when more than 32 sessions stand in one queue.
    const isQueue = error instanceof DeadlockError && isFirst && !frame.root.isAborted;
    // The server's own time-out for statements ends nothing but the wait.
    if (isQueue || isTimeUp(error)) return undefined;
    throw error;
  }
}

async function answer(frame: Frame, lock: Lockable, server: MysqlServer, row: Row): Promise<LockAnswer> {
  const [, level, granted, readOnly] = row;
  const key = String(granted);
  server.readsCommitted = level === 'READ-COMMITTED';
  if (!['0', 'OFF'].includes(String(readOnly))) {
    // Some users may write all the same: the server is asked by a write that changes nothing.
    try {
      await frame.run(lock.statement('write'));
    } catch (error) {
      if (!frame.root.isAborted) await frame.run(lock.statement('unlock', { to: key }));
      throw error;
    }
  }
  return { key, lockingReads: readsOlder(frame, server) };
}

const readsOlder = ({ root: { isolation } }: Frame, server: MysqlServer): boolean =>
  isolation === undefined ? !server.readsCommitted : isolation !== 'read committed';

/** The row of the list is waited for as long as a list is, and only the rows behind it briefly. */
async function takeHeader(
  frame: Frame,
  server: MysqlServer,
  lock: Lockable,
  key: string | undefined,
  wait: LockWait,
): Promise<LockAnswer> {
  const seconds = Math.max(ROW_WAIT, Math.ceil(wait.milliseconds / 1000));
  const setWait = (to: number): Promise<Result> => frame.run(text(`SET SESSION innodb_lock_wait_timeout = ${to}`));
  if (seconds > ROW_WAIT) await setWait(seconds);
  try {
    await frame.run(key === undefined ? lock.statement('lock') : lock.statement('lockKey', { to: key }));
  } catch (error) {
    const isTime = error instanceof LockTimeoutError || isTimeUp(error);
    throw isTime && !frame.root.isAborted ? lockTimeout(lock, wait, error) : error;
  }
  if (seconds > ROW_WAIT) await setWait(ROW_WAIT);
  return { key: undefined, lockingReads: readsOlder(frame, server) };
}

const isTimeUp = (error: unknown): error is QueryError =>
  error instanceof QueryError && MYSQL_STATEMENT_TIMEOUTS.some((code) => code === String(error.driverCode));

/** A key is what the server has answered, and goes into a statement. */
const releaseCalls = (keys: ReadonlyMap<string, number>): readonly string[] =>
  [...keys].flatMap(([key, times]) => Array<string>(times).fill(`RELEASE_LOCK('${key.replaceAll(/\W/g, '')}')`));

const notOnCluster = (table: string): OrmError =>
  new OrmError(
    `The list of "${table}" cannot be kept right on a cluster with several writers, where a lock of one node means nothing to the ` +
      'others: add <parameter name="header_table" value="true"/> to its sortable behavior, then run "orm sql:build", "orm ' +
      'model:build" and create the new table.',
  );
