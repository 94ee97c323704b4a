import { setTimeout as pause } from 'node:timers/promises';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import type { Terminal } from '../terminal.js';
import { entryOf, resumeOptions } from './claim.js';
import { isAlive, type MigrationSession, PAUSE_MS, shownWait } from './session.js';

/** Whether only transactions keep other runners out: a statement outside of them has to be claimed in the history. */
export const isUnlocked = ({ plan, isCluster }: MigrationSession): boolean =>
  plan.migrating.lock === undefined && plan.access.execution.transactional && !isCluster;

/** Waits for other runners, as long as `--wait` says, and says so once. */
export class OtherRunners {
  #since: number | undefined;

  constructor(
    private readonly session: MigrationSession,
    private readonly terminal: Terminal,
  ) {}

  /** A while, for the runner that has begun a step of a migration. */
  async wait(name: string, entry: Entry): Promise<void> {
    const { plan, longestWait } = this.session;
    if (this.#since === undefined) {
      this.#since = performance.now();
      this.terminal.talk(
        `waiting for another runner that has begun step ${shownStep(entry)} of ${quoted(name)} on ${quoted(plan.connection.name)}`,
      );
    }
    if (performance.now() - this.#since > longestWait * 1000) throw atWork(this.session, name, entry);
    await pause(PAUSE_MS);
  }

  /** What the history says of a migration, once no runner that is alive is in the middle of a statement of it. */
  async idle(name: string, first: Entry | undefined): Promise<Entry | undefined> {
    const { database, ledger } = this.session;
    let entry = first;
    while (entry?.inFlight !== undefined) {
      const runner = await ledger.runnerOf(database, name);
      if (runner === undefined || !isAlive(runner)) break;
      await this.wait(name, entry);
      entry = await entryOf(this.session, name);
    }
    return entry;
  }
}

const shownStep = ({ inFlight, done }: Entry): string => String((inFlight ?? done) + 1);

const atWork = ({ plan, longestWait }: MigrationSession, name: string, entry: Entry): DiagnosticError =>
  failure({
    code: 'migration/claimed',
    message: `another runner has begun step ${shownStep(entry)} of ${quoted(name)} on ${quoted(plan.connection.name)}, and has not ended it for ${shownWait(longestWait)}`,
    help: `wait for it to end (--wait says for how many seconds), and run this again; if it has died, look at the database, then ${resumeOptions(entry)}`,
  });
