import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, ConnectionLostError, ReadOnlyServerError } from '../errors/database-error.js';
import { ConnectionError } from '../errors/orm-error.js';

/** Milliseconds for which a transaction is retried after conflicts. */
export const RETRY = 10_000;

/** Attempts that a transaction which locks lists has in any case: each begins with the lists of the ones before. */
export const ATTEMPTS = 20;

/** Milliseconds that are waited at most before another attempt: after a conflict, and while there is no server. */
export const PAUSE = 50;
export const RECONNECT_PAUSE = 250;

/** The attempts at one transaction: which of them it is, since when, and what is a reason for another one. */
export class Retries {
  readonly #limit: number;
  readonly #begun = performance.now();
  #attempt = 1;
  #reconnects = false;
  #wasReadOnly = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get attempt(): number {
    return this.#attempt;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#limit - (performance.now() - this.#begun);
  }

  /** `comesToAnEnd`: each attempt gets farther than the one before, so that it is worth more than the time. */
  mayRetry(error: unknown, comesToAnEnd = false): boolean {
    const isReason = error instanceof ConflictError || this.#mayReconnect(error);
    return isReason && (this.left > 0 || (comesToAnEnd && this.#limit > 0 && this.#attempt < ATTEMPTS));
  }

  /** Waits a little, by chance: who met in one attempt is not to meet in the next. */
  async pause(): Promise<void> {
    const longest = Math.min(this.#reconnects ? RECONNECT_PAUSE : PAUSE, 2 ** Math.min(this.#attempt, 8));
    this.#attempt++;
    await sleep(0.5 + Math.random() * (longest - 0.5));
  }

  /**
   * Whether the attempt has lost its server before anything was committed. A server that takes no writes is left once: the
   * new connection leads to the same one if nobody has taken over.
   */
  #mayReconnect(error: unknown): boolean {
    if (error instanceof ConnectionLostError) {
      this.#reconnects = !error.mayBeCommitted;
      return this.#reconnects;
    }
    if (error instanceof ReadOnlyServerError) {
      this.#reconnects = !this.#wasReadOnly;
      this.#wasReadOnly = true;
      return this.#reconnects;
    }
    // While another server takes over, nobody answers.
    return this.#reconnects && error instanceof ConnectionError;
  }
}
