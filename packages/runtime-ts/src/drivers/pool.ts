import { ConnectionLostError, ReadOnlyServerError } from '../errors/database-error.js';
import { ConfigurationError } from '../errors/orm-error.js';
import type { Access, Driver, Session } from './session.js';
import { Shelf, type ShelfLimits } from './shelf.js';

export interface PoolSettings {
  /** How many connections there may be at once. */
  readonly max?: number | undefined;
  /** Seconds that a connection is kept which nobody uses. */
  readonly idleTimeout?: number | undefined;
  /** Seconds that somebody waits for a connection. */
  readonly acquireTimeout?: number | undefined;
}

const MAX = 10;
const IDLE_TIMEOUT = 30;
const ACQUIRE_TIMEOUT = 30;

/** Connections to one database, lent to one after the other. For SQLite there is one that writes, and others that only read. */
export class Pool {
  readonly vendor: Driver['vendor'];
  readonly rules: Driver['rules'];
  readonly hasReaders: boolean;
  readonly #writers: Shelf;
  readonly #readers: Shelf;
  readonly #patience: number;

  constructor(driver: Driver, { max = MAX, idleTimeout, acquireTimeout }: PoolSettings = {}) {
    if (!Number.isInteger(max) || max < 1) {
      throw new ConfigurationError(`A pool needs a max of at least 1 connection, and it is ${String(max)}.`);
    }
    this.vendor = driver.vendor;
    this.rules = driver.rules;
    this.hasReaders = driver.hasReaders;
    this.#patience = acquireTimeout ?? ACQUIRE_TIMEOUT;
    const shelf = (access: Access, most: number): Shelf => {
      const limits: ShelfLimits = {
        max: most,
        idleTimeout: (idleTimeout ?? IDLE_TIMEOUT) * 1000,
        acquireTimeout: (acquireTimeout ?? ACQUIRE_TIMEOUT) * 1000,
      };
      return new Shelf(() => driver.connect(access), limits);
    };
    this.#writers = shelf('writes', Math.min(max, driver.writers));
    this.#readers = driver.hasReaders ? shelf('reads', Math.max(1, max - driver.writers)) : this.#writers;
  }

  /** A connection that is free right now, if there is one. */
  take(access: Access = 'writes'): Session | undefined {
    return (access === 'writes' ? this.#writers : this.#readers).take();
  }

  /** A connection of one's own, until it is released. */
  acquire(access: Access = 'writes'): Promise<Session> {
    return (access === 'writes' ? this.#writers : this.#readers).acquire();
  }

  /** Gives a connection back. One that is not open, busy, in a transaction or broken is closed, and replaced when needed. */
  release(session: Session, isBroken = false): void {
    (this.#readers.has(session) ? this.#readers : this.#writers).release(session, isBroken);
  }

  /** Lends a connection to a function, until that has ended. */
  async use<T>(work: (session: Session) => Promise<T>, access: Access = 'writes'): Promise<T> {
    const session = await this.acquire(access);
    let isBroken = false;
    try {
      return await work(session);
    } catch (error) {
      // A server that has become a replica stays one: the next connection may reach another.
      isBroken = error instanceof ConnectionLostError || error instanceof ReadOnlyServerError;
      throw error;
    } finally {
      this.release(session, isBroken);
    }
  }

  /** Closes all connections; waits for those that are lent. */
  async end(): Promise<void> {
    await this.#end(Number.POSITIVE_INFINITY);
  }

  /**
   * Closes all connections; waits so many seconds for those that are lent, `acquireTimeout` if nothing is said, and closes them then.
   * How many were still lent.
   */
  close(timeout: number = this.#patience): Promise<number> {
    return this.#end(timeout * 1000);
  }

  async #end(patience: number): Promise<number> {
    const shelves = new Set([this.#writers, this.#readers]);
    const lent = await Promise.all([...shelves].map((shelf) => shelf.end(patience)));
    return lent.reduce((sum, count) => sum + count, 0);
  }
}
