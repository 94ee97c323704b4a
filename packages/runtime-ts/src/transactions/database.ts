import type { Access, Result, Row, Session, Statement, TransactionRules, Vendor } from '../drivers/session.js';
import { ConflictError, DeadlockError, ReadOnlyServerError } from '../errors/database-error.js';
import { ambientFrame, ambientIdentities } from './ambient.js';
import type { BeginOptions, Connection, TransactionOptions } from './connection.js';
import { Frame } from './frame.js';
import { IdentityMap } from './identity-map.js';
import { observed } from './observe.js';
import * as refusals from './refusals.js';
import { RETRY, Retries } from './retries.js';
import type { Isolation } from './statements.js';
import {
  type HeldLocks,
  type Preparation,
  type SessionPool,
  type Timeouts,
  TransactionSession,
} from './transaction-session.js';
import { type Action, type Performed, type Restorable, runActions } from './undo.js';

/** Milliseconds that something waits for its turn in a transaction while no statement runs there. */
const TURN_TIMEOUT = 30_000;

/** Milliseconds that somebody who holds nothing waits for the lock of a list. */
export const LOCK_TIMEOUT = 10_000;

export interface DatabaseSettings {
  /** Milliseconds for which transactions are retried after conflicts. */
  readonly retry?: number;
  /** Milliseconds until something that waits in a transaction is refused, if nothing happens there meanwhile. */
  readonly turnTimeout?: number;
  /** Milliseconds to wait for a list: `runtime.lists.lockTimeout`. */
  readonly lockTimeout?: number;
}

/**
 * A database: each statement takes a session of the pool and gives it back, unless the code runs inside a transaction on it,
 * which statements then are part of.
 */
export class Database implements Connection {
  readonly name: string;
  readonly vendor: Vendor;
  readonly rules: TransactionRules;
  readonly timeouts: Timeouts;
  readonly #pool: SessionPool;
  readonly #retry: number;

  constructor(name: string, pool: SessionPool, settings: DatabaseSettings = {}) {
    const { retry = RETRY, turnTimeout = TURN_TIMEOUT, lockTimeout = LOCK_TIMEOUT } = settings;
    this.name = name;
    this.timeouts = { turn: turnTimeout, lock: lockTimeout };
    this.vendor = pool.vendor;
    this.rules = pool.rules;
    this.#pool = pool;
    this.#retry = retry;
  }

  get inTransaction(): boolean {
    return ambientFrame(this) !== undefined;
  }

  get target(): Frame | Database {
    return ambientFrame(this) ?? this;
  }

  get identities(): IdentityMap | undefined {
    return ambientIdentities();
  }

  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  run<T>(statement: Statement, make?: (row: Row) => T): Promise<Result<T | Row>> {
    const frame = ambientFrame(this);
    if (frame !== undefined) return make === undefined ? frame.run(statement) : frame.run(statement, make);
    return this.#alone<Result<T | Row>>([statement], this.#accessOf(statement), (session) =>
      make === undefined ? session.run(statement) : session.run(statement, make),
    );
  }

  together(statements: readonly Statement[]): Promise<readonly Result[]> {
    const frame = ambientFrame(this);
    if (frame !== undefined) return frame.together(statements);
    return this.#alone(statements, 'writes', (session) => session.together(statements));
  }

  finish(statements: readonly Statement[]): Promise<readonly Result[]> {
    return ambientFrame(this)?.finish(statements) ?? this.together(statements);
  }

  async *stream(statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined> {
    const frame = ambientFrame(this);
    if (frame !== undefined) return yield* frame.stream(statement, portion);
    const access = this.#accessOf(statement);
    const session = this.#pool.take(access) ?? (await this.#pool.acquire(access));
    try {
      yield* session.stream(statement, portion);
    } finally {
      this.#pool.release(session);
    }
    return undefined;
  }

  async transaction<T>(work: (con: Connection) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const around = ambientFrame(this);
    if (around !== undefined) return around.transaction(work, options);
    const retries = new Retries(options.retry ?? this.#retry);
    const { result, actions } = await this.#attempts(work, options.isolation, retries);
    // Outside: the work is committed, and must not be done again because one of these has met a conflict.
    if (actions.length > 0) await runActions(actions);
    return result;
  }

  /**
   * One attempt at an outermost transaction of the library's own.
   *
   * @internal
   */
  attempt<T>(
    isolation: Isolation | undefined,
    prepare: Preparation | undefined,
    work: (frame: Frame) => Promise<T>,
  ): Promise<Performed<T>> {
    const frame = this.#outermost(isolation, false, prepare);
    frame.root.isOurs = true;
    return frame.perform(work);
  }

  async begin(options: BeginOptions = {}): Promise<Frame> {
    return ambientFrame(this)?.begin(options) ?? this.#outermost(options.isolation, true);
  }

  async onCommit(action: Action): Promise<void> {
    await (ambientFrame(this)?.onCommit(action) ?? action());
  }

  onRollback(action: Action): void {
    ambientFrame(this)?.onRollback(action);
  }

  note(object: Restorable): void {
    ambientFrame(this)?.note(object);
  }

  async #attempts<T>(
    work: (con: Connection) => Promise<T>,
    isolation: Isolation | undefined,
    retries: Retries,
  ): Promise<Performed<T>> {
    let lost: HeldLocks | undefined;
    for (;;) {
      const frame = this.#outermost(isolation, false);
      const progress = { hasLocks: false };
      try {
        return await frame.perform(async (con) => {
          // In one order and before anything else: what the last attempt has met cannot happen again.
          await lost?.takeAgain(con);
          progress.hasLocks = lost !== undefined;
          return work(con);
        });
      } catch (error) {
        if (frame.root.locks?.isEmpty === false) lost = frame.root.locks;
        const hasMet = error instanceof DeadlockError && lost !== undefined;
        if (!retries.mayRetry(error, error instanceof ConflictError && (progress.hasLocks || hasMet))) throw error;
        // What the work reads is to be what the database has, and not what the first attempt has set.
        ambientIdentities()?.clear();
        await retries.pause();
      }
    }
  }

  #outermost(isolation: Isolation | undefined, isByHand: boolean, prepare?: Preparation): Frame {
    const transaction = new TransactionSession(this.name, this.#pool, { timeouts: this.timeouts, isolation, prepare });
    const around = ambientIdentities();
    const own = around ?? new IdentityMap();
    return Frame.outermost(this, transaction, own, { isolation, isByHand }, () => {
      if (around === undefined) own.end();
    });
  }

  #alone<T>(statements: readonly Statement[], access: Access, send: (session: Session) => Promise<T>): Promise<T> {
    if (statements.some(({ sql }) => this.rules.setsNextLevel(sql))) {
      return Promise.reject(refusals.nextLevel(this.name));
    }
    const session = this.#pool.take(access);
    if (session !== undefined) return this.#lend(session, statements, send);
    return this.#pool.acquire(access).then((late) => this.#lend(late, statements, send));
  }

  #lend<T>(session: Session, statements: readonly Statement[], send: (session: Session) => Promise<T>): Promise<T> {
    const sent = observed(this.name, statements, () => send(session));
    if (session.isBusy) return this.#takeBack(session, sent);
    // SQLite has answered by now: waiting for its promise would cost as much as a small statement.
    this.#pool.release(session);
    return sent;
  }

  async #takeBack<T>(session: Session, sent: Promise<T>): Promise<T> {
    let isStale = false;
    try {
      return await sent;
    } catch (error) {
      // A server that has become a replica stays one: the next connection may reach another.
      isStale = error instanceof ReadOnlyServerError;
      throw error;
    } finally {
      this.#pool.release(session, isStale);
    }
  }

  /** On SQLite, whose one writer may be in a transaction for long, reading need not wait for it. */
  #accessOf({ sql }: Statement): Access {
    return this.#pool.hasReaders && /^\s*select\b/i.test(sql) ? 'reads' : 'writes';
  }
}
