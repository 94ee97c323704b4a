import { setTimeout as sleep } from 'node:timers/promises';
import type { Result, Statement } from '../drivers/session.js';
import { ConflictError, LockTimeoutError, SerializationError } from '../errors/database-error.js';
import { TransactionError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import type { Database } from '../transactions/database.js';
import { Frame } from '../transactions/frame.js';
import { Retries } from '../transactions/retries.js';
import { type Performed, runActions } from '../transactions/undo.js';
import type { Lockable } from './lockable.js';
import { Locks, nothingTaken } from './locks.js';
import { OtherLocks } from './other-locks.js';
import type { LockProtocol } from './protocol.js';
import { rowTimeout } from './timeout.js';
import { MOVES, SAVEPOINT_RETRIES } from './waits.js';

/** The minimum wait for a lock in milliseconds, however late it is. */
const SHORTEST = 50;

/** What work under locks goes by. */
export interface UnderLocks<L extends Lockable> {
  readonly con: Frame;
  /** What is locked, in the order in which it was asked for. */
  readonly locks: readonly L[];
  /** What the transaction holds, and what is known under it. */
  readonly held: Locks;
  /** Whether reads need the form for reads under the lock. */
  readonly lockingReads: boolean;
  /** The answers to the first reads. */
  readonly results: readonly Result[];
}

/** Work that needs locks, whole or not at all. */
export interface LockedTask<L extends Lockable, R> {
  readonly protocol: LockProtocol;
  /** What to lock, or what finds it outside of the transaction. */
  readonly locks: readonly L[] | (() => Promise<readonly L[]>);
  /** What the work reads first: sent with the lock where that saves a round trip. */
  readonly reads?: (locks: readonly L[], locking: boolean) => readonly Statement[];
  /** Where it finds that others are needed, it throws `OtherLocks` and is called again with those. */
  work(under: UnderLocks<L>): Promise<R>;
}

/**
 * Takes locks and runs work under them: in a transaction of its own, which is retried after a conflict, or in a savepoint of
 * the caller's.
 */
export function runLocked<L extends Lockable, R>({ target }: Connection, task: LockedTask<L, R>): Promise<R> {
  return target instanceof Frame ? inside(target, task) : alone(target, task);
}

/** Runs one statement that needs no lock. Outside of a transaction it is retried after a conflict, which has undone all of it. */
export async function runUnlocked<R>({ target }: Connection, work: () => Promise<R>): Promise<R> {
  if (target instanceof Frame) return work();
  const retries = new Retries(target.timeouts.lock);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError && retries.mayRetry(error))) throw error;
      await retries.pause();
    }
  }
}

/** Whether reads before the locks need the form for reads under the lock, because the caller's transaction holds some. */
export const readsLocking = ({ target }: Connection): boolean =>
  target instanceof Frame && target.root.locks instanceof Locks && target.root.locks.lockingReads;

async function alone<L extends Lockable, R>(database: Database, task: LockedTask<L, R>): Promise<R> {
  const { result, actions } = await attempts(database, task);
  // Outside: the work is committed, and must not be done again because one of these has met a conflict.
  if (actions.length > 0) await runActions(actions);
  return result;
}

async function attempts<L extends Lockable, R>(database: Database, task: LockedTask<L, R>): Promise<Performed<R>> {
  const { protocol } = task;
  const { lock: limit } = database.timeouts;
  const retries = new Retries(limit);
  let needed: readonly L[] | undefined;
  let moves = 0;
  for (;;) {
    try {
      needed ??= typeof task.locks === 'function' ? await task.locks() : task.locks;
      const locks = needed;
      const timeout = retries.attempt === 1 ? limit : Math.max(SHORTEST, retries.left);
      return await database.attempt(protocol.isolation, protocol.prepare, (con) =>
        under(con, locks, task, { isOwn: true, timeout }),
      );
    } catch (error) {
      if (error instanceof OtherLocks) {
        if (retries.left <= 0 && ++moves >= MOVES) throw movedTooOften(error);
        needed = error.locks as readonly L[];
        continue;
      }
      // What is a fact of the data stays one.
      if (isFact(error) || !retries.mayRetry(error)) throw named(database, needed ?? [], error);
      database.identities?.clear();
      await retries.pause();
    }
  }
}

async function inside<L extends Lockable, R>(around: Frame, task: LockedTask<L, R>): Promise<R> {
  const held = Locks.of(around, task.protocol);
  const { lock: timeout } = around.root.timeouts;
  let needed = typeof task.locks === 'function' ? await task.locks() : task.locks;
  const refusal = await held.locking.noSavepoints(around);
  if (refusal !== undefined) return asPart(around, needed, task, refusal);
  const begun = performance.now();
  let moves = 0;
  for (let attempt = 1; ; attempt++) {
    const taken = nothingTaken();
    const locks = needed;
    try {
      return await around.transaction(async (con) => {
        const result = await under(con, locks, task, { isOwn: false, timeout }, taken);
        await held.locking.restore(con, taken.callersTimeout);
        return result;
      });
    } catch (error) {
      // Nothing more can be sent: the end of the transaction gives back everything.
      if (!around.canRun) throw error instanceof OtherLocks ? movedTooOften(error) : error;
      await held.giveBack(around, taken);
      await held.locking.restore(around);
      if (error instanceof OtherLocks) {
        if (performance.now() - begun >= timeout && ++moves >= MOVES) throw movedTooOften(error);
        needed = error.locks as readonly L[];
        continue;
      }
      const mayWait = taken.isNew && around.rules.failureAborts && attempt <= SAVEPOINT_RETRIES;
      if (!(error instanceof LockTimeoutError) || !mayWait) throw named(around, needed, error);
      await sleep(2 + Math.random() * 18);
    }
  }
}

/** Where the server takes no savepoints: as a part of a transaction of the library's own, which is rolled back as a whole. */
async function asPart<L extends Lockable, R>(
  con: Frame,
  needed: readonly L[],
  task: LockedTask<L, R>,
  refusal: string,
): Promise<R> {
  const { root } = con;
  if (!root.isOurs) {
    throw new TransactionError(
      `The ${needed[0]?.describe() ?? 'database'} cannot be changed inside a transaction of yours here: it would need a savepoint, and ${refusal}`,
    );
  }
  try {
    return await under(con, needed, task, { isOwn: false, timeout: root.timeouts.lock });
  } catch (error) {
    const seen = error instanceof OtherLocks ? movedMeanwhile(error) : error;
    root.abort('a part of it failed', seen);
    throw named(con, needed, seen);
  }
}

async function under<L extends Lockable, R>(
  con: Frame,
  locks: readonly L[],
  task: LockedTask<L, R>,
  options: { readonly isOwn: boolean; readonly timeout: number },
  taken = nothingTaken(),
): Promise<R> {
  const held = Locks.of(con, task.protocol);
  const reads = task.reads === undefined ? undefined : task.reads.bind(task, locks);
  const { lockingReads, results } = await held.acquire(con, locks, taken, { ...options, reads });
  const result = await task.work({ con, locks, held, lockingReads, results });
  // What was sent with COMMIT is over.
  if (con.inTransaction) held.locking.verify(con);
  return result;
}

/** An error that says what it is about. */
const named = ({ rules }: Database | Frame, locks: readonly Lockable[], error: unknown): unknown =>
  error instanceof LockTimeoutError ? rowTimeout(rules, locks, error) : error;

/** Whether a conflict is one with data, which would be the same the next time, and not one between transactions. */
const isFact = (error: unknown): boolean => error instanceof ConflictError && error.constructor === ConflictError;

function movedTooOften(error: OtherLocks): ConflictError {
  return new ConflictError(
    conflict('other', `${error.again()} by others faster than it can be locked: try again later.`),
  );
}

function movedMeanwhile(error: OtherLocks): SerializationError {
  return new SerializationError(conflict('serialization', `${error.meanwhile()}: roll back and try again.`));
}

const conflict = (
  kind: 'other' | 'serialization',
  summary: string,
): ConstructorParameters<typeof ConflictError>[0] => ({
  kind,
  summary,
  sql: '',
  sqlState: undefined,
  driverCode: undefined,
  databaseMessage: '',
});
