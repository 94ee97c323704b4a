import { setTimeout as pause } from 'node:timers/promises';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import { DatabaseError } from '../../platforms/connection.js';
import type { Terminal } from '../terminal.js';
import type { ScriptFile } from './folder.js';
import type { Job } from './jobs.js';
import { type MigrationSession, PAUSE_MS, readHistory, shownWait } from './session.js';

/** A migration that is ours to run, with what the history says of it. */
export interface Claim {
  readonly entry: Entry | undefined;
}

/** Transactions of a cluster also fail for reasons that have nothing to do with what they write. */
const TRIES = 20;

/**
 * Becomes the one who runs a migration where a lock of one server keeps nobody out. The claim is the line of the migration in the history: the
 * cluster lets one of two writers have it. Nothing when another runner has done the migration meanwhile.
 */
export async function claimJob(
  session: MigrationSession,
  job: Job,
  file: ScriptFile,
  resumeAt: number | undefined,
  terminal: Terminal,
): Promise<Claim | undefined> {
  const { database, ledger, plan } = session;
  const { name } = job.migration;
  let entry = job.entry;
  // There is nothing to resume, which is for another to say.
  if (entry === undefined && resumeAt !== undefined) return { entry };
  let [seen, since, tries, isAnnounced] = ['', performance.now(), 0, false];
  for (;;) {
    if (isFinished(job, entry)) return undefined;
    const sql = resumeAt === undefined ? claimOf(session, job, file, entry) : ledger.take(name);
    if (sql !== undefined) {
      try {
        await database.execute(sql);
        if (await ledger.isOurs(database, name)) return { entry };
      } catch (error) {
        // Another one was first: what it wrote is read below.
        if (!(error instanceof DatabaseError)) throw error;
        const isOver = !plan.migrating.isLockTimeout(error) || ++tries === TRIES;
        if (isOver && !isAnother(await entryOf(session, name), entry)) throw error;
      }
    } else {
      const progress = JSON.stringify(entry);
      if (progress !== seen) [seen, since] = [progress, performance.now()];
      if (performance.now() - since > session.longestWait * 1000) throw claimed(session, name, entry);
      if (!isAnnounced) terminal.talk(waiting(session, name, entry));
      isAnnounced = true;
      await pause(PAUSE_MS);
    }
    entry = await entryOf(session, name);
  }
}

export const entryOf = async (session: MigrationSession, name: string): Promise<Entry | undefined> =>
  (await readHistory(session)).find((entry) => entry.name === name);

const isAnother = (now: Entry | undefined, before: Entry | undefined): boolean =>
  JSON.stringify(now) !== JSON.stringify(before);

export const isFinished = ({ direction, entry: first }: Job, entry: Entry | undefined): boolean =>
  direction === 'up' ? entry?.state === 'done' : first !== undefined && entry === undefined;

/** The statement that claims a migration; nothing while another runner has it. */
function claimOf(
  { ledger }: MigrationSession,
  { direction, migration }: Job,
  file: ScriptFile,
  entry: Entry | undefined,
): string | undefined {
  const { name } = migration;
  if (entry === undefined) {
    const steps = file.script.steps.length;
    return ledger.insert({ name, checksum: file.checksum(0), steps, done: 0, inFlight: undefined });
  }
  if (direction === 'down' && entry.state === 'done') return ledger.take(name, 'done');
  // A runner that wrote down why it stopped has ended.
  return entry.error !== undefined && entry.inFlight === undefined ? ledger.take(name, 'failed') : undefined;
}

export const resumeOptions = (entry: Entry | undefined): string => {
  const next = (entry?.inFlight ?? entry?.done ?? 0) + 1;
  return entry?.inFlight === undefined
    ? `--resume-at ${String(next)} goes on`
    : `--resume-at ${String(next)} runs the statement in which it stopped, --resume-at ${String(next + 1)} takes it as done`;
};

const waiting = ({ plan }: MigrationSession, name: string, entry: Entry | undefined): string =>
  `waiting for another runner that has begun ${quoted(name)} on ${quoted(plan.connection.name)}; if none is left, ${resumeOptions(entry)}`;

const claimed = ({ plan, longestWait }: MigrationSession, name: string, entry: Entry | undefined): DiagnosticError =>
  failure({
    code: 'migration/claimed',
    message: `another runner has begun ${quoted(name)} on ${quoted(plan.connection.name)}, and has not gone on for ${shownWait(longestWait)}`,
    help: `on a cluster nobody can see whether it still works: wait for it; if it has died, look at the database, then ${resumeOptions(entry)}`,
  });
