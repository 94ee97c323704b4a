import type { Access, Result, Row, Session, Statement, Vendor } from '../drivers/session.js';
import { ReadOnlyServerError } from '../errors/database-error.js';
import { ambientFrame, ambientIdentities } from './ambient.js';
import type { BeginOptions, Connection, TransactionOptions } from './connection.js';
import { Frame, type Performed } from './frame.js';
import { IdentityMap } from './identity-map.js';
import { observed } from './observe.js';
import { RETRY, Retries } from './retries.js';
import type { Isolation } from './statements.js';
import { type SessionPool, TransactionSession } from './transaction-session.js';
import { type Action, type Restorable, runActions } from './undo.js';

/** Milliseconds that something waits for its turn in a transaction while no statement runs there. */
const TURN_TIMEOUT = 30_000;

export interface DatabaseSettings {
  /** Milliseconds for which transactions are retried after conflicts. */
  readonly retry?: number;
  /** Milliseconds until something that waits in a transaction is refused, if nothing happens there meanwhile. */
  readonly turnTimeout?: number;
}

/**
 * A database: each statement takes a session of the pool and gives it back, unless the code runs inside a transaction on it,
 * which statements then are part of.
 */
export class Database implements Connection {
  readonly name: string;
  readonly vendor: Vendor;
  readonly #pool: SessionPool;
  readonly #retry: number;
  readonly #turnTimeout: number;

  constructor(name: string, pool: SessionPool, { retry = RETRY, turnTimeout = TURN_TIMEOUT }: DatabaseSettings = {}) {
    this.name = name;
    this.vendor = pool.vendor;
    this.#pool = pool;
    this.#retry = retry;
    this.#turnTimeout = turnTimeout;
  }

  get inTransaction(): boolean {
    return ambientFrame(this) !== undefined;
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
    await runActions(actions);
    return result;
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
    for (;;) {
      try {
        return await this.#outermost(isolation, false).perform(work);
      } catch (error) {
        if (!retries.mayRetry(error)) throw error;
        // What the work reads is to be what the database has, and not what the first attempt has set.
        ambientIdentities()?.clear();
        await retries.pause();
      }
    }
  }

  #outermost(isolation: Isolation | undefined, isByHand: boolean): Frame {
    const transaction = new TransactionSession(this.name, this.#pool, this.#turnTimeout);
    const around = ambientIdentities();
    const own = around ?? new IdentityMap();
    return Frame.outermost(this, transaction, own, { isolation, isByHand }, () => {
      if (around === undefined) own.end();
    });
  }

  async #alone<T>(
    statements: readonly Statement[],
    access: Access,
    send: (session: Session) => Promise<T>,
  ): Promise<T> {
    const session = this.#pool.take(access) ?? (await this.#pool.acquire(access));
    let isStale = false;
    try {
      return await observed(this.name, statements, () => send(session));
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
    return this.vendor === 'sqlite' && /^\s*select\b/i.test(sql) ? 'reads' : 'writes';
  }
}
