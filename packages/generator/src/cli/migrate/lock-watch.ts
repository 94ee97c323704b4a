import { setTimeout as pause } from 'node:timers/promises';
import { quoted } from '../../diagnostics/printable.js';
import type { DatabaseConnection } from '../../platforms/connection.js';
import { shownHolder } from '../../platforms/lock-holder.js';
import { withoutPassword } from '../insert/scrub.js';
import type { Terminal } from '../terminal.js';
import type { MigrationSession } from './session.js';

const MOST_SHOWN = 3;
const SLOWEST_LOOK_MS = 1000;
const ANNOUNCED_MS = 10_000;

/** Looks, on a connection of its own, who keeps the statements of a session waiting. */
export class LockWatch {
  #session: string | undefined;
  #other: Promise<DatabaseConnection | undefined> | undefined;
  #found: readonly string[] = [];

  constructor(
    private readonly session: MigrationSession,
    private readonly terminal: Terminal,
  ) {}

  /** Lines about those that the last statement waited for; none where the server does not tell. */
  get lines(): readonly string[] {
    return this.#found;
  }

  /** Before the first statement: a session that waits cannot be asked who it is. */
  async begin(): Promise<void> {
    const { plan, database } = this.session;
    this.#session = await plan.migrating.sessionId?.(database);
  }

  /** Does something that may wait for a lock. `isLong`: it may do so for long, and says every ten seconds for whom. */
  async during<T>(work: () => Promise<T>, isLong = false): Promise<T> {
    this.#found = [];
    if (this.#session === undefined) return work();
    const end = new AbortController();
    // What goes wrong here is nothing to the migration.
    this.#look(this.#session, end.signal, isLong).catch(() => undefined);
    try {
      return await work();
    } finally {
      end.abort();
    }
  }

  async #look(session: string, signal: AbortSignal, isLong: boolean): Promise<void> {
    const { plan, locks } = this.session;
    const interval = Math.min(SLOWEST_LOOK_MS, Math.max(100, (locks.lockTimeout * 1000) / 4));
    let announced = performance.now();
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(interval, undefined, { signal });
      this.#other ??= this.session.another().catch(() => undefined);
      const other = await this.#other;
      if (other === undefined || isOver()) return;
      const found = (await plan.migrating.blockers?.(other, session)) ?? [];
      if (isOver() || found.length === 0) continue;
      this.#found = found
        .slice(0, MOST_SHOWN)
        .map((each) => `waited for ${withoutPassword(shownHolder(each), this.session.settings)}`);
      if (!isLong || performance.now() - announced < ANNOUNCED_MS) continue;
      announced = performance.now();
      this.terminal.talk(`${quoted(plan.connection.name)}: ${this.#found.join('; ')}`);
    }
  }

  async close(): Promise<void> {
    await (await this.#other)?.close().catch(() => undefined);
  }
}
