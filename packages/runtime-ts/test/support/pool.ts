import type { Driver, Session } from '../../src/drivers/session.js';
import type { SessionPool } from '../../src/transactions/index.js';

/** A pool without limits in time, which counts. */
export class TestPool implements SessionPool {
  readonly #driver: Driver;
  readonly #max: number;
  readonly #free: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #opened = 0;
  /** Sessions that somebody has. */
  taken = 0;
  /** Sessions that were given back as broken. */
  broken = 0;

  constructor(driver: Driver, max: number) {
    this.#driver = driver;
    this.#max = Math.min(max, driver.writers);
  }

  get vendor(): Driver['vendor'] {
    return this.#driver.vendor;
  }

  take(): Session | undefined {
    for (;;) {
      const session = this.#free.pop();
      if (session === undefined) return undefined;
      if (session.isOpen) {
        this.taken++;
        return session;
      }
      this.#opened--;
    }
  }

  async acquire(): Promise<Session> {
    for (;;) {
      const free = this.take();
      if (free !== undefined) return free;
      if (this.#opened < this.#max) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#opened++;
    this.taken++;
    return this.#driver.connect().catch((error: unknown) => {
      this.#opened--;
      this.taken--;
      throw error;
    });
  }

  release(session: Session, isBroken: boolean): void {
    this.taken--;
    if (isBroken) {
      this.broken++;
      this.#opened--;
      void session.close();
    } else this.#free.push(session);
    this.#waiting.shift()?.();
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map((session) => session.close()));
  }
}
