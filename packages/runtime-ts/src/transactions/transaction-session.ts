import type { Pool } from '../drivers/pool.js';
import type { Session, Statement, TransactionRules, Vendor } from '../drivers/session.js';
import { ConflictError, type DatabaseError, ReadOnlyServerError } from '../errors/database-error.js';
import { AbortedTransactionError, ConnectionError } from '../errors/orm-error.js';
import type { Frame } from './frame.js';
import { observed } from './observe.js';
import { type Isolation, mayLockRows } from './statements.js';

/** What of a pool is needed. */
export type SessionPool = Pick<Pool, 'vendor' | 'rules' | 'hasReaders' | 'take' | 'acquire' | 'release'>;

/** Errors after which the work may be retried as a whole. */
export type Conflict = ConflictError | ConnectionError;

/** Why no statement may run, and the conflict behind it. */
export interface Failure {
  readonly reason: string;
  readonly conflict: Conflict | undefined;
}

export const failureOf = (reason: string, error: unknown): Failure => ({
  reason,
  conflict: error instanceof ConflictError || error instanceof ConnectionError ? error : undefined,
});

/** The first line of what the database said, without the point at its end. */
export const saidBy = (error: DatabaseError): string =>
  error.databaseMessage.split('\n', 1)[0]?.replace(/[. ]+$/, '') || 'unknown';

/** What a transaction has locked beside rows; whoever locks keeps it. */
export interface HeldLocks {
  /** What was locked, or is to be. */
  readonly isEmpty: boolean;
  /** Takes the same locks in another attempt at the transaction, before that does anything else. */
  takeAgain(frame: Frame): Promise<void>;
  /** Gives back what outlives the transaction, which is over. */
  release(session: Session): Promise<void>;
}

/** Gets a session ready for a transaction; the isolation level that it has set for it. */
export type Preparation = (session: Session) => Promise<Isolation | undefined>;

/** In milliseconds. */
export interface Timeouts {
  /** Until something that waits in a transaction is refused, if nothing happens there meanwhile. */
  readonly turn: number;
  /** Waiting for a list while nothing is held. */
  readonly lock: number;
}

/** How a transaction begins. */
export interface Beginning {
  readonly timeouts: Timeouts;
  readonly isolation: Isolation | undefined;
  readonly prepare?: Preparation | undefined;
}

/** The session of an outermost transaction and of all that is nested in it, from the first statement to the end. */
export class TransactionSession {
  readonly name: string;
  readonly vendor: Vendor;
  readonly rules: TransactionRules;
  readonly timeouts: Timeouts;
  /** Whether the transaction was begun, which happens with its first statement. */
  isBegun = false;
  /** The level that was asked for, if one was. */
  isolation: Isolation | undefined;
  /** Whether the library has begun it for one piece of work, which is done as a whole or not at all. */
  isOurs = false;
  /** Whether a statement was sent after which others may have to wait for this transaction. */
  mayHoldRows = false;
  locks: HeldLocks | undefined;
  readonly #pool: SessionPool;
  readonly #prepare: Preparation | undefined;
  #session: Session | undefined;
  #abortion: Failure | undefined;
  #isStale = false;
  #isOver = false;
  #current: Promise<unknown> | undefined;
  #giveWay: (() => void) | undefined;
  #watch: NodeJS.Timeout | undefined;
  #onStall: () => void = () => undefined;

  constructor(name: string, pool: SessionPool, { timeouts, isolation, prepare }: Beginning) {
    this.name = name;
    this.vendor = pool.vendor;
    this.rules = pool.rules;
    this.timeouts = timeouts;
    this.isolation = isolation;
    this.#pool = pool;
    this.#prepare = prepare;
  }

  /** Why nothing but a rollback of the whole transaction is possible. */
  get abortion(): Failure | undefined {
    return this.#abortion;
  }

  get isAborted(): boolean {
    return this.#abortion !== undefined;
  }

  refuseWhileAborted(): void {
    if (this.#abortion !== undefined) throw this.refusal(this.#abortion.reason);
  }

  refusal(reason: string): AbortedTransactionError {
    return new AbortedTransactionError(
      `The transaction on "${this.name}" cannot go on because ${reason}. Roll it back, then begin again.`,
    );
  }

  abort(reason: string, error: unknown): void {
    this.#abortion ??= failureOf(reason, error);
  }

  /** For a server that says of itself that it takes no writes: the connection is given up. */
  refuseWrites(error: ReadOnlyServerError): ReadOnlyServerError {
    this.#isStale = true;
    return error;
  }

  /** Calls `action` when somebody has waited for a turn for too long, while no statement ran. */
  whenStalled(action: () => void): void {
    this.#onStall = action;
  }

  /** Somebody waits: whoever could finish early is asked to, and nobody waits forever. */
  watch(): void {
    this.#giveWay?.();
    if (this.#watch === undefined) this.#watch = setTimeout(() => this.#check(), this.timeouts.turn);
    else this.#watch.refresh();
  }

  /** The end of a transaction may come while a nested one is at work: each says what it has to say as a whole. */
  async exclusively<T>(work: () => Promise<T>, giveWay?: () => void): Promise<T> {
    while (this.#current !== undefined) {
      this.#giveWay?.();
      await this.#current.catch(() => undefined);
    }
    this.#giveWay = giveWay;
    const current = work();
    this.#current = current;
    try {
      return await current;
    } finally {
      this.#current = undefined;
      this.#giveWay = undefined;
      this.#watch?.refresh();
    }
  }

  /** Only in turn: whoever comes first gets one of the pool. */
  async session(): Promise<Session> {
    if (this.#isOver) throw this.refusal('it is over');
    if (this.#session !== undefined) return this.#session;
    const session = this.#pool.take() ?? (await this.#pool.acquire());
    this.#session = session;
    if (this.#prepare !== undefined) this.isolation = await this.#prepare(session);
    return session;
  }

  /** The session that it has got, if it has. */
  get lent(): Session | undefined {
    return this.#session;
  }

  /** Whether the server has the transaction still open, as its last answer said. */
  get isOpenOnServer(): boolean {
    return this.#session?.inTransaction === true;
  }

  noteSent(statements: readonly Statement[]): void {
    this.mayHoldRows ||= statements.some(({ sql }) => mayLockRows(sql));
  }

  /** What a failed statement means for the whole transaction; false if it goes on. */
  noteFailure(error: DatabaseError): boolean {
    if (error instanceof ReadOnlyServerError) this.#isStale = true;
    if (this.#session?.isOpen !== true) this.abort('the connection was lost', error);
    else if (!this.#session.inTransaction) this.abort(`the server rolled it back: ${saidBy(error)}`, error);
    return this.isAborted;
  }

  async command(...statements: readonly string[]): Promise<void> {
    const session = this.#session ?? (await this.session());
    for (const sql of statements) await observed(this.name, [{ sql }], () => session.command(sql));
  }

  /** In one round trip where the protocol can. */
  async together(...texts: readonly string[]): Promise<void> {
    if (!this.rules.sendsTogether) return this.command(...texts);
    const session = await this.session();
    const statements = texts.map((sql) => ({ sql, values: [] }));
    await observed(this.name, statements, () => session.together(statements));
    return undefined;
  }

  /** An idle connection that the server has closed meanwhile is replaced: nothing was begun, so that nothing is lost. */
  giveUpSession(): void {
    if (this.#session !== undefined) this.#pool.release(this.#session, true);
    this.#session = undefined;
  }

  /** Ends the transaction on the server, and gives the session back. */
  async rollBack(): Promise<void> {
    const session = this.#session;
    try {
      if (session?.isOpen === true && (session.inTransaction || this.rules.levelOutlives)) {
        await this.command('ROLLBACK');
      }
    } catch {
      // A connection in an unknown state is not used again.
      this.#isStale = true;
    }
    await this.giveBack();
  }

  async giveBack(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#watch);
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    if (this.locks !== undefined && session.isOpen) {
      // Locks that it could not give back would stay with the next one who gets it.
      await this.locks.release(session).catch(() => {
        this.#isStale = true;
      });
    }
    this.#pool.release(session, this.#isStale);
  }

  #check(): void {
    if (this.#current !== undefined) {
      this.#watch?.refresh();
      return;
    }
    this.#watch = undefined;
    this.#onStall();
  }
}
