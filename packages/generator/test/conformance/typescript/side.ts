import { AsyncLocalStorage } from 'node:async_hooks';
import { type Connection, type OpenTransaction, session, type TransactionOptions } from '@ormgen/runtime';

type Isolation = NonNullable<TransactionOptions['isolation']>;

const LEVELS: readonly Isolation[] = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'];

/** A connection of a scenario: the session whose objects it knows, and the transactions that are open on it. */
export class Side {
  readonly #connection: Connection;
  readonly #enter: <T>(work: () => T) => T;
  readonly #leave: () => void;
  readonly #open: OpenTransaction[] = [];

  private constructor(connection: Connection, enter: <T>(work: () => T) => T, leave: () => void) {
    this.#connection = connection;
    this.#enter = enter;
    this.#leave = leave;
  }

  /** A session that stays open until the side is ended. */
  static start(connection: Connection): Promise<Side> {
    return new Promise((resolve, reject) => {
      session(
        () => new Promise<void>((leave) => resolve(new Side(connection, AsyncLocalStorage.snapshot(), leave))),
      ).catch(reject);
    });
  }

  /** Where statements go now. */
  get con(): Connection {
    return this.#open.at(-1) ?? this.#connection;
  }

  get inTransaction(): boolean {
    return this.#open.length > 0;
  }

  /** Does something in the session. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return this.#enter(work);
  }

  async begin(level: string | undefined): Promise<void> {
    const isolation = LEVELS.find((known) => known === level?.toLowerCase());
    this.#open.push(await this.con.begin(isolation === undefined ? {} : { isolation }));
  }

  async commit(): Promise<void> {
    await this.#pop().commit();
  }

  async rollback(): Promise<void> {
    await this.#pop().rollback();
  }

  /** The session loses its objects. */
  forget(): Promise<void> {
    return this.within(() => Promise.resolve(this.con.identities?.clear()));
  }

  async end(): Promise<void> {
    try {
      while (this.inTransaction) await this.rollback();
    } finally {
      this.#leave();
    }
  }

  #pop(): OpenTransaction {
    const innermost = this.#open.pop();
    if (innermost === undefined) throw new Error('no transaction is open');
    return innermost;
  }
}
