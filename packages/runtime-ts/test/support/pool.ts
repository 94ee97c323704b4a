import { Pool } from '../../src/drivers/index.js';
import type { Access, Driver, Session } from '../../src/drivers/session.js';
import type { SessionPool } from '../../src/transactions/index.js';

/** A pool that counts. */
export class CountingPool implements SessionPool {
  readonly vendor: Driver['vendor'];
  readonly rules: Driver['rules'];
  readonly hasReaders: boolean;
  readonly #pool: Pool;
  /** Sessions that somebody has. */
  taken = 0;
  /** Sessions that were given back in a state in which they are closed. */
  broken = 0;

  constructor(driver: Driver, max: number) {
    this.vendor = driver.vendor;
    this.rules = driver.rules;
    this.hasReaders = driver.hasReaders;
    this.#pool = new Pool(driver, { max });
  }

  take(access?: Access): Session | undefined {
    const session = this.#pool.take(access);
    if (session !== undefined) this.taken++;
    return session;
  }

  async acquire(access?: Access): Promise<Session> {
    this.taken++;
    return this.#pool.acquire(access).catch((error: unknown) => {
      this.taken--;
      throw error;
    });
  }

  release(session: Session, isBroken = false): void {
    this.taken--;
    if (isBroken || !session.isOpen || session.inTransaction) this.broken++;
    this.#pool.release(session, isBroken);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
