import { ConnectionError, OrmError } from '../errors/orm-error.js';
import type { Session } from './session.js';

/** Milliseconds behind which a connection may have been lost without anybody having heard of it. */
const DOZING = 1000;

/** Milliseconds for connections that are closed by force: sessions cut what does not answer before that. */
const CLOSING = 2000;

/** The longest time that a timer takes. */
const LONGEST = 2 ** 31 - 1;

export interface ShelfLimits {
  readonly max: number;
  /** Milliseconds that a connection is kept which nobody uses. */
  readonly idleTimeout: number;
  /** Milliseconds that somebody waits for one. */
  readonly acquireTimeout: number;
}

interface Waiter {
  /** False once the time was up. */
  isWaiting: boolean;
  give(session: Session): void;
  refuse(error: Error): void;
}

interface Idle {
  readonly session: Session;
  readonly since: number;
}

/** Connections of one kind, at most so many, which are lent to those who wait in the order in which they came. */
export class Shelf {
  readonly #open: () => Promise<Session>;
  readonly #limits: ShelfLimits;
  /** The one that was used last is lent first, so that the others can be given up. */
  readonly #idle: Idle[] = [];
  readonly #lent = new Map<Session, number>();
  readonly #waiters: Waiter[] = [];
  #opening = 0;
  #closing = 0;
  #hasEnded = false;
  /** Those that were closed at the end while they were lent: who gives one back late is right to do so. */
  readonly #takenBack = new WeakSet<Session>();
  readonly #whenEmpty = new Set<() => void>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(open: () => Promise<Session>, limits: ShelfLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  acquire(): Promise<Session> {
    if (this.#hasEnded) return Promise.reject(new ConnectionError('The pool of connections was closed.'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter.isWaiting = false;
        const place = this.#waiters.indexOf(waiter);
        if (place >= 0) this.#waiters.splice(place, 1);
        reject(new ConnectionError(this.#exhausted()));
      }, this.#limits.acquireTimeout);
      const waiter: Waiter = {
        isWaiting: true,
        give: (session) => {
          clearTimeout(timer);
          resolve(session);
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#waiters.push(waiter);
      this.#serve();
    });
  }

  /** One that is free and was in use a moment ago, if there is one: without a promise, which costs more than a lookup. */
  take(): Session | undefined {
    const idle = this.#waiters.length === 0 ? this.#idle.at(-1) : undefined;
    const now = performance.now();
    if (idle === undefined || !idle.session.isOpen || now - idle.since >= DOZING) return undefined;
    this.#idle.pop();
    this.#lent.set(idle.session, now);
    return idle.session;
  }

  has(session: Session): boolean {
    return this.#lent.has(session) || this.#takenBack.has(session);
  }

  /** Takes a connection back. One with a transaction or a statement in it would hand that on to the next. */
  release(session: Session, isBroken: boolean): void {
    if (this.#takenBack.has(session)) return;
    if (!this.#lent.delete(session))
      throw new OrmError('A connection was given back that was not taken from this pool.');
    if (this.#hasEnded || isBroken || !session.isOpen || session.isBusy || session.inTransaction) {
      this.#close(session);
      return;
    }
    this.#idle.push({ session, since: performance.now() });
    this.#serve();
    this.#planSweep();
  }

  /**
   * Refuses everybody who waits, and closes all connections: those that are lent when they come back, or after this many
   * milliseconds. How many were still lent then.
   */
  async end(patience: number = Number.POSITIVE_INFINITY): Promise<number> {
    this.#hasEnded = true;
    clearTimeout(this.#sweep);
    for (const waiter of this.#waiters.splice(0))
      waiter.refuse(new ConnectionError('The pool of connections was closed.'));
    for (const { session } of this.#idle.splice(0)) this.#close(session);
    if (await this.#becomesEmpty(patience)) return 0;
    const overdue = [...this.#lent.keys()];
    this.#lent.clear();
    for (const session of overdue) {
      this.#takenBack.add(session);
      this.#close(session);
    }
    await this.#becomesEmpty(CLOSING);
    return overdue.length;
  }

  /** Whether that happens in time. The timer keeps the process alive, which would end in silence while somebody waits. */
  #becomesEmpty(patience: number): Promise<boolean> {
    if (this.#size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = Number.isFinite(patience) ? setTimeout(() => end(false), Math.min(patience, LONGEST)) : undefined;
      const isEmpty = (): void => end(true);
      const end = (inTime: boolean): void => {
        clearTimeout(timer);
        this.#whenEmpty.delete(isEmpty);
        resolve(inTime);
      };
      this.#whenEmpty.add(isEmpty);
    });
  }

  get #size(): number {
    return this.#idle.length + this.#lent.size + this.#opening + this.#closing;
  }

  #serve(): void {
    while (this.#waiters.length > 0) {
      const idle = this.#idle.pop();
      if (idle !== undefined) this.#lend(idle);
      else if (this.#size < this.#limits.max && this.#opening < this.#waiters.length) this.#add();
      else return;
    }
  }

  #lend({ session, since }: Idle): void {
    if (!session.isOpen) return;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) return;
    this.#lent.set(session, performance.now());
    if (performance.now() - since < DOZING) {
      waiter.give(session);
      return;
    }
    // The good-bye of the server may have arrived, and be read before the second turn from now.
    setImmediate(() => setImmediate(() => this.#confirm(session, waiter)));
  }

  #confirm(session: Session, waiter: Waiter): void {
    if (!waiter.isWaiting) {
      this.release(session, false);
      return;
    }
    if (session.isOpen) {
      waiter.give(session);
      return;
    }
    this.#lent.delete(session);
    this.#waiters.unshift(waiter);
    this.#serve();
  }

  #add(): void {
    this.#opening++;
    this.#open().then(
      (session) => {
        this.#opening--;
        if (this.#hasEnded) {
          this.#close(session);
          return;
        }
        this.#idle.push({ session, since: performance.now() });
        this.#serve();
        this.#planSweep();
      },
      (error: unknown) => {
        this.#opening--;
        this.#waiters.shift()?.refuse(error instanceof Error ? error : new ConnectionError(String(error)));
        this.#serve();
        this.#checkEmpty();
      },
    );
  }

  /** It counts until it is gone: on SQLite it may hold the lock that the next one needs. */
  #close(session: Session): void {
    this.#closing++;
    const done = (): void => {
      this.#closing--;
      this.#serve();
      this.#checkEmpty();
    };
    session.close().then(done, done);
  }

  #checkEmpty(): void {
    if (!this.#hasEnded || this.#size > 0) return;
    for (const isEmpty of [...this.#whenEmpty]) isEmpty();
  }

  #planSweep(): void {
    const [oldest] = this.#idle;
    if (oldest === undefined || this.#sweep !== undefined) return;
    const { idleTimeout } = this.#limits;
    this.#sweep = setTimeout(
      () => {
        this.#sweep = undefined;
        const limit = performance.now() - idleTimeout;
        while (this.#idle[0] !== undefined && this.#idle[0].since <= limit) {
          const [expired] = this.#idle.splice(0, 1);
          if (expired !== undefined) this.#close(expired.session);
        }
        this.#planSweep();
      },
      Math.max(1, oldest.since + idleTimeout - performance.now()),
    );
    this.#sweep.unref();
  }

  #exhausted(): string {
    const { max, acquireTimeout } = this.#limits;
    const longest = Math.min(...this.#lent.values());
    const use =
      this.#lent.size === 0
        ? 'none is in use'
        : `${String(this.#lent.size)} of ${String(max)} are in use, the longest for ${seconds(performance.now() - longest)}`;
    const opening = this.#opening === 0 ? '' : `, ${String(this.#opening)} are being opened`;
    const waiting = this.#waiters.length === 0 ? '' : `, and ${String(this.#waiters.length)} others wait as well`;
    return `No connection was free within ${seconds(acquireTimeout)}: ${use}${opening}${waiting}.`;
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
