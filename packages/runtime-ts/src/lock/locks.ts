import type { Result, Session } from '../drivers/session.js';
import type { Frame } from '../transactions/frame.js';
import type { HeldLocks } from '../transactions/transaction-session.js';
import type { Lockable } from './lockable.js';
import type { FirstReads, LockAnswer, LockProtocol, LockWait, TransactionLocking } from './protocol.js';
import { HOLDING, NEXT } from './waits.js';

/** So many locks of a failed attempt the next one begins with. */
const TOUCHED = 1000;

/** What one piece of work has taken, so that it can give it back. */
export interface Taken {
  /** How often each key was. */
  readonly keys: Map<string, number>;
  /** Whether something was locked that the transaction did not hold before. */
  isNew: boolean;
  /** The caller's own time-out, which the first lock has replaced. */
  callersTimeout: string | undefined;
}

export interface Acquisition {
  /** Whether the transaction is the library's own and does nothing else. */
  readonly isOwn: boolean;
  /** Milliseconds to wait while nothing is held. */
  readonly timeout: number;
  /** Milliseconds to wait for each further lock. */
  readonly next?: number;
  /** What the work reads first. */
  readonly reads?: FirstReads | undefined;
}

export interface Acquired {
  /** Whether reads need the form for reads under the lock. */
  readonly lockingReads: boolean;
  /** The answers to the first reads. */
  readonly results: readonly Result[];
}

/** The locks of an outermost transaction, and what is known under them. */
export class Locks implements HeldLocks {
  readonly locking: TransactionLocking;
  readonly #protocol: LockProtocol;
  /** Keys, and how often each was taken. */
  readonly #held = new Map<string, number>();
  /** What the transaction has locked, or whose rows it has edited, by id. */
  readonly #touched = new Map<string, Lockable>();
  /** Numbers that hold while the locks are held and nobody else writes, by id: the highest rank of a list. */
  readonly #known = new Map<string, number>();
  #lockingReads = false;

  private constructor(protocol: LockProtocol) {
    this.#protocol = protocol;
    this.locking = protocol.open();
  }

  static of({ root }: Frame, protocol: LockProtocol): Locks {
    if (root.locks instanceof Locks) return root.locks;
    const locks = new Locks(protocol);
    root.locks = locks;
    return locks;
  }

  /** Whether reads in the transaction need the form for reads under the lock, as the last lock has said. */
  get lockingReads(): boolean {
    return this.#lockingReads;
  }

  get isEmpty(): boolean {
    return this.#touched.size === 0;
  }

  /** Takes locks, several of them in the order of their keys. */
  async acquire(frame: Frame, locks: readonly Lockable[], taken: Taken, options: Acquisition): Promise<Acquired> {
    const { isOwn, timeout, next = NEXT, reads } = options;
    this.#known.clear();
    const different = locks.length < 2 ? locks : [...new Map(locks.map((lock) => [lock.id, lock])).values()];
    // A transaction of our own is retried by who began it, with the locks that it then needs.
    if (!isOwn || different.length > 1) for (const lock of different) this.touch(lock);
    // Who holds something waits briefly, since somebody may be waiting for that.
    const holds = !isOwn && (this.#held.size > 0 || frame.root.mayHoldRows);
    const first: LockWait = { milliseconds: holds ? HOLDING : timeout, isOwn, isFirst: isOwn && this.#held.size === 0 };
    const later: LockWait = { milliseconds: holds ? HOLDING : Math.min(timeout, next), isOwn, isFirst: false };
    // Where nothing is locked, nobody has said how far a plain read can be behind: it is not believed when it finds nothing.
    let answer: LockAnswer = { key: undefined, lockingReads: true };
    const ordered =
      different.length > 1 && this.locking.hasKeys
        ? await this.#inOrder(frame, different)
        : different.map((lock) => ({ lock, key: undefined }));
    for (const [index, { lock, key }] of ordered.entries()) {
      const isLast = index === ordered.length - 1;
      answer = await this.locking.take(frame, {
        lock,
        ...(key === undefined ? {} : { key }),
        wait: index === 0 ? first : later,
        reads: isLast ? reads : undefined,
      });
      this.#note(frame, answer, taken);
    }
    const { lockingReads, results } = answer;
    this.#lockingReads = lockingReads;
    const statements = results === undefined ? (reads?.(lockingReads) ?? []) : [];
    return { lockingReads, results: results ?? (statements.length === 0 ? [] : await frame.together(statements)) };
  }

  touch(lock: Lockable): void {
    if (this.#touched.size < TOUCHED) this.#touched.set(lock.id, lock);
  }

  /** In order, and with nothing else held, each may be waited for. */
  async takeAgain(frame: Frame): Promise<void> {
    const locks = Locks.of(frame, this.#protocol);
    const { lock: timeout } = frame.root.timeouts;
    const taken = nothingTaken();
    await locks.acquire(frame, [...this.#touched.values()], taken, { isOwn: false, timeout, next: timeout });
    await locks.locking.restore(frame, taken.callersTimeout);
  }

  /** The work went back to its savepoint: what it has locked behind it is gone, or not needed. */
  async giveBack(frame: Frame, { keys }: Taken): Promise<void> {
    this.#known.clear();
    // Else a rollback to the savepoint has done it.
    if (!this.locking.outlivesSavepoint) return;
    // Where the transaction ends meanwhile this is refused, and its end gives back what is still known to be held.
    await this.locking.release(frame, keys);
    this.#forget(keys);
  }

  async release(session: Session): Promise<void> {
    const held = new Map(this.#held);
    this.#held.clear();
    await this.locking.end(session, held);
  }

  /** What is known under a lock that is held. */
  known(lock: Lockable): number | undefined {
    return this.#known.get(lock.id);
  }

  know(lock: Lockable, number: number): void {
    this.#known.set(lock.id, number);
  }

  async #inOrder(
    frame: Frame,
    locks: readonly Lockable[],
  ): Promise<readonly { readonly lock: Lockable; readonly key: string }[]> {
    // What the database takes for equal is one key.
    const keys = new Map<string, Lockable>();
    for (const lock of locks) keys.set(await this.locking.key(frame, lock), lock);
    return [...keys].sort(([one], [other]) => compareKeys(one, other)).map(([key, lock]) => ({ lock, key }));
  }

  #note(frame: Frame, { key, callersTimeout }: LockAnswer, taken: Taken): void {
    taken.callersTimeout ??= callersTimeout;
    if (key === undefined) return;
    const times = this.#held.get(key) ?? 0;
    this.#held.set(key, times + 1);
    taken.keys.set(key, (taken.keys.get(key) ?? 0) + 1);
    taken.isNew ||= times === 0;
    // Also for a savepoint of the caller's own, which may be rolled back later.
    if (!this.locking.outlivesSavepoint) frame.onRollback(() => this.#forget(new Map([[key, 1]])));
  }

  #forget(keys: ReadonlyMap<string, number>): void {
    for (const [key, times] of keys) {
      const left = (this.#held.get(key) ?? 0) - times;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    }
  }
}

export const nothingTaken = (): Taken => ({ keys: new Map(), isNew: false, callersTimeout: undefined });

/** One order for programs in every language: numbers by their value, names by their characters. */
export function compareKeys(one: string, other: string): number {
  const areNumbers = [one, other].every((key) => /^-?\d+$/.test(key));
  const [a, b] = areNumbers ? [BigInt(one), BigInt(other)] : [one, other];
  return a < b ? -1 : a > b ? 1 : 0;
}
