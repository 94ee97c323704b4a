import { setTimeout as pause } from 'node:timers/promises';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import type { MigrationStatement, Step } from '../../migrations/script.js';
import { DatabaseError } from '../../platforms/connection.js';
import { firstLine, refusedStatement, shownStatement } from '../insert/refused-statement.js';
import { withoutPassword } from '../insert/scrub.js';
import type { Terminal } from '../terminal.js';
import { checkRows, checkUndoing } from './checks.js';
import { claimJob, entryOf, isFinished } from './claim.js';
import type { ScriptFile } from './folder.js';
import { heldDetails } from './held.js';
import type { Job } from './jobs.js';
import { LockWatch } from './lock-watch.js';
import { isUnlocked, OtherRunners } from './others.js';
import { type MigrationSession, readHistory } from './session.js';
import { firstStep } from './settle.js';
import { refuseLostTriggers } from './triggers.js';

export interface JobResult {
  readonly migration: string;
  readonly statements: number;
  readonly milliseconds: number;
  /** Another runner did it meanwhile, where no lock of the session keeps others out. */
  readonly byOther?: true;
}

const PAUSE_MS = 500;

/** Runs a migration, or undoes it, from where it was left. */
export function runJob(
  session: MigrationSession,
  job: Job,
  terminal: Terminal,
  resumeAt: number | undefined,
): Promise<JobResult> {
  const watch = new LockWatch(session, terminal);
  return new JobRun(session, job, terminal, watch).run(resumeAt).finally(() => watch.close());
}

class JobRun {
  readonly #file: ScriptFile;
  readonly #steps: readonly Step[];
  /** Whether the history has a line of it. */
  #isRecorded: boolean;
  #ran = 0;
  /** Whether another runner has done a step of it meanwhile. */
  #isShared = false;
  #prepared: unknown;
  /** The step that a dead runner had begun, and that is ours now. */
  #settled: number | undefined;
  readonly #others: OtherRunners;

  constructor(
    private readonly session: MigrationSession,
    private readonly job: Job,
    private readonly terminal: Terminal,
    private readonly watch: LockWatch,
  ) {
    this.#file = job.direction === 'up' ? job.migration.up : job.migration.down;
    this.#steps = this.#file.script.steps;
    this.#isRecorded = job.entry !== undefined;
    this.#others = new OtherRunners(session, terminal);
  }

  async run(resumeAt: number | undefined): Promise<JobResult> {
    const { database, plan } = this.session;
    const started = performance.now();
    this.#prepared = await plan.access.execution.prepare?.(database);
    await plan.migrating.prepare?.(database, this.session.locks.lockTimeout);
    await this.watch.begin();
    if (plan.migrating.lock !== undefined || this.#steps[0]?.isTransaction !== true) await this.#check();
    let { entry } = this.job;
    if (this.session.isCluster) {
      const claim = await claimJob(this.session, this.job, this.#file, resumeAt, this.terminal);
      if (claim === undefined) {
        return { migration: this.job.migration.name, statements: 0, milliseconds: 0, byOther: true };
      }
      entry = claim.entry;
      this.#isRecorded = true;
    }
    if (isUnlocked(this.session) && resumeAt === undefined && entry !== undefined) {
      entry = await this.#others.idle(this.job.migration.name, entry);
      if (isFinished(this.job, entry)) {
        return { migration: this.job.migration.name, statements: 0, milliseconds: 0, byOther: true };
      }
    }
    const first = await firstStep(this.session, { ...this.job, entry }, resumeAt);
    for (const step of this.#steps.slice(0, first)) {
      const settings = [...step.session, ...step.statements.filter(({ isSession }) => isSession)];
      for (const statement of settings) await this.#execute(statement, first);
    }
    if (entry?.inFlight !== undefined) this.#settled = first;
    const isBegun = entry !== undefined && entry.state !== 'done';
    const { closing } = this.#file.script;
    // What is no step is all that there is.
    if (this.#steps.length === 0) for (const statement of closing) await this.#execute(statement, 0);
    // Where no lock keeps others out, they see by this line which step is the next.
    if (first === this.#steps.length || (isBegun && first !== entry?.done)) {
      await this.#guard(() => database.execute(this.#record(first)), first);
    }
    for (let at = first; at < this.#steps.length; at++) {
      this.terminal.progress.update(
        `${this.job.migration.name} → ${plan.connection.name}: ${String(at)} of ${String(this.#steps.length)} steps`,
      );
      await this.#runStep(at);
    }
    if (this.#steps.length > 0) for (const statement of closing) await this.#execute(statement, this.#steps.length);
    return {
      migration: this.job.migration.name,
      statements: this.#ran,
      milliseconds: Math.round(performance.now() - started),
      ...(this.#isShared && this.#ran === 0 ? { byOther: true } : {}),
    };
  }

  /** Where a lock keeps others out, or no transaction could, before anything else; else in the first transaction. */
  async #check(): Promise<void> {
    const { direction, migration, entry } = this.job;
    if (entry !== undefined && entry.state !== 'done') return;
    if (direction === 'up') await checkRows(this.session, migration);
    else await checkUndoing(this.session, migration);
  }

  async #runStep(at: number): Promise<void> {
    const step = this.#steps[at];
    if (step === undefined) return;
    for (const statement of step.session) await this.#execute(statement, at);
    const { lockTries } = this.session.locks;
    for (let tries = 1; ; tries++) {
      const locked = step.isTransaction ? await this.#inTransaction(step, at) : await this.#byItself(step, at);
      if (locked === undefined) return;
      if (tries >= lockTries) {
        if (this.session.isCluster) await this.#note(new DatabaseError(locked.message), true);
        throw locked;
      }
      this.terminal.talk(
        `${quoted(this.session.plan.connection.name)}: a lock was waited for in vain; trying again (${[`${String(tries + 1)} of ${String(lockTries)}`, ...this.watch.lines].join('; ')})`,
      );
      await pause(PAUSE_MS * tries);
    }
  }

  /** A step that is done or not, with the line of it in the history. The answer is the error of a lock that others held. */
  async #inTransaction(step: Step, at: number): Promise<DiagnosticError | undefined> {
    const { database, plan } = this.session;
    const { execution } = plan.access;
    let current: MigrationStatement | undefined;
    try {
      await database.begin();
      if (plan.migrating.lock === undefined && !(await this.#isNext(at))) {
        await database.rollback();
        this.#isShared = true;
        return undefined;
      }
      if (plan.migrating.lock === undefined && at === 0) await this.#check();
      const triggers = (await plan.migrating.triggers?.(database)) ?? [];
      for (current of step.statements) {
        const { text } = current;
        await this.watch.during(() => database.execute(text));
      }
      current = undefined;
      await refuseLostTriggers(this.session, triggers, this.#file.script, this.job);
      const problem = await execution.verify?.(database, this.#prepared);
      if (problem !== undefined) throw new DatabaseError(problem);
      await database.execute(this.#record(at + 1));
      await database.commit();
    } catch (error) {
      await database.rollback().catch(() => undefined);
      if (!(error instanceof DatabaseError)) throw error;
      const refused = await this.#failure(error, current, at);
      if (plan.migrating.isLockTimeout(error)) return refused;
      await this.#note(error);
      throw refused;
    }
    this.#isRecorded = this.#isRecorded || this.job.direction === 'up';
    this.#ran += step.statements.length;
    return undefined;
  }

  /** A statement that the vendor cannot take back, or that must be alone: the history says that it has begun. */
  async #byItself(step: Step, at: number): Promise<DiagnosticError | undefined> {
    const { database, plan } = this.session;
    const [statement] = step.statements;
    if (statement === undefined) return undefined;
    if (isUnlocked(this.session)) {
      if (!(await this.#claim(at))) {
        this.#isShared = true;
        return undefined;
      }
    } else {
      await this.#guard(() => database.execute(this.#begun(at)), at);
    }
    this.#isRecorded = true;
    const started = performance.now();
    try {
      await this.#executeAlone(statement.text);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await plan.migrating.clear?.(database, statement.text).catch(() => undefined);
      const isLocked = plan.migrating.isLockTimeout(error);
      // The server has answered, so nothing is on its way. Where the connection is lost, this fails too. On a cluster it says that we
      // have ended.
      if (!isLocked || !this.session.isCluster) await this.#note(error, true);
      const refused = await this.#failure(error, statement, at);
      const isOver = performance.now() - started >= Math.max(1, this.session.longestWait) * 1000;
      if (isLocked && !(isOver && plan.migrating.isPatient?.(statement.text) === true)) return refused;
      throw refused;
    }
    await this.#guard(() => database.execute(this.#record(at + 1)), at);
    this.#ran++;
    return undefined;
  }

  /** A statement that makes nobody wait has the time that it needs. What one that failed has left is taken away first. */
  async #executeAlone(sql: string): Promise<void> {
    const { database, plan, locks } = this.session;
    const { clear, isPatient, waitForLocks } = plan.migrating;
    const isLong = isPatient?.(sql) === true;
    // To a server, 0 may mean for ever.
    if (isLong) await waitForLocks?.(database, Math.max(1, this.session.longestWait));
    try {
      await clear?.(database, sql);
      await this.watch.during(() => database.execute(sql), isLong);
    } finally {
      if (isLong) await waitForLocks?.(database, locks.lockTimeout).catch(() => undefined);
    }
  }

  /** Writes that a step has begun, where no lock keeps others out; false when another runner has done it. */
  async #claim(at: number): Promise<boolean> {
    const { database, ledger } = this.session;
    const { name } = this.job.migration;
    for (;;) {
      let entry: Entry | undefined;
      try {
        await database.begin();
        const isNext = await this.#isNext(at);
        entry = await entryOf(this.session, name);
        const isFree = entry?.inFlight === undefined || this.#settled === at || (await ledger.isOurs(database, name));
        if (isNext && isFree) await database.execute(this.#begun(at));
        await database.commit();
        if (!isNext || isFree || entry === undefined) return isNext;
      } catch (error) {
        await database.rollback().catch(() => undefined);
        if (!(error instanceof DatabaseError)) throw error;
        throw await this.#failure(error, undefined, at);
      }
      await this.#others.wait(name, entry);
    }
  }

  /** Whether nobody else has done the step, where no lock keeps others out. */
  async #isNext(at: number): Promise<boolean> {
    const { direction, migration } = this.job;
    const entry = (await readHistory(this.session)).find(({ name }) => name === migration.name);
    this.#isRecorded = entry !== undefined;
    const done = stepsDone(direction, entry, this.#steps.length);
    if (done >= at) return done === at;
    throw failure({
      code: 'migration/history',
      message: `step ${String(at + 1)} of migration ${quoted(migration.name)} cannot run: by the history of ${quoted(this.session.plan.connection.name)} the step before it is not done`,
      help: 'another runner may have changed the history meanwhile; "orm migration:status" shows it',
    });
  }

  #begun(at: number): string {
    const { ledger } = this.session;
    const { direction, migration } = this.job;
    const fields = { checksum: this.#file.checksum(at), steps: this.#steps.length, done: at, inFlight: at };
    if (!this.#isRecorded) return ledger.insert({ name: migration.name, ...fields });
    return ledger.update(migration.name, { ...fields, state: direction === 'up' ? 'running' : 'undoing' });
  }

  /** The line of the history after so many steps. */
  #record(done: number): string {
    const { ledger } = this.session;
    const { direction, migration } = this.job;
    const steps = this.#steps.length;
    const isLast = done === steps;
    if (direction === 'down' && isLast) return ledger.remove(migration.name);
    const fields = { checksum: this.#file.checksum(done), steps, done, inFlight: undefined };
    if (!this.#isRecorded) return ledger.insert({ name: migration.name, ...fields });
    const state = direction === 'down' ? 'undoing' : isLast ? 'done' : 'running';
    return ledger.update(migration.name, { ...fields, state, error: undefined });
  }

  /** Writes down what went wrong, where there is a line for it. */
  async #note(error: DatabaseError, hasEnded = false): Promise<void> {
    if (!this.#isRecorded) return;
    const { ledger, database } = this.session;
    const fields = { error: this.#clean(error.message).slice(0, 1000) };
    const sql = ledger.update(this.job.migration.name, hasEnded ? { ...fields, inFlight: undefined } : fields);
    await database.execute(sql).catch(() => undefined);
  }

  async #execute(statement: MigrationStatement, at: number): Promise<void> {
    try {
      await this.session.database.execute(statement.text);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw await this.#failure(error, statement, at);
    }
  }

  /** Work around the statements: an error in it has no place in a file. */
  async #guard(work: () => Promise<void>, at: number): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw await this.#failure(error, undefined, at);
    }
  }

  async #failure(
    error: DatabaseError,
    statement: MigrationStatement | undefined,
    at: number,
  ): Promise<DiagnosticError> {
    const place = `step ${String(at + 1)} of ${String(this.#steps.length)} on ${quoted(this.session.plan.connection.name)}`;
    const held = heldDetails(this.session, error, [place, ...this.#state(at, false)]);
    if (held !== undefined) {
      return failure({ ...held, span: statement && firstLine(this.#file.source, statement) });
    }
    const state = (await this.#isLost()) ? this.#unknown() : this.#state(at);
    if (statement === undefined) {
      const help = [...error.details.map((line) => this.#clean(line)), place, ...state].join('\n');
      return failure({ code: 'database/refused', message: this.#clean(error.message), help });
    }
    const refused = refusedStatement(error, this.#file.source, statement, (text) => this.#clean(text));
    const waited = this.session.plan.migrating.isLockTimeout(error) ? this.watch.lines : [];
    const advice = this.session.plan.migrating.advice?.(error);
    const told = [...refused.help, ...(advice === undefined ? [] : [advice]), ...waited];
    const help = [...told, ...shownStatement(statement.text), place, ...state].join('\n');
    return failure({ code: 'database/refused', message: refused.message, span: refused.span, help });
  }

  /** Whether the server no longer answers, so that it may have done what it was asked for. */
  async #isLost(): Promise<boolean> {
    const { plan, database, ledger } = this.session;
    try {
      await plan.migrating.hasTable(database, ledger.table);
      return false;
    } catch {
      return true;
    }
  }

  /** What is known after the connection was lost in a step. */
  #unknown(): readonly string[] {
    const command = this.job.direction === 'up' ? 'migration:migrate' : 'migration:down';
    return [
      'the connection was lost, so the server may have done this step all the same',
      `run "orm ${command}" again when the server can be reached: it looks at the database, and goes on with what is missing`,
    ];
  }

  /** What the database is like after a failure in a step. */
  #state(at: number, mayBeAdopted = true): readonly string[] {
    const step = this.#steps[at];
    const { direction } = this.job;
    const command = direction === 'up' ? 'migration:migrate' : 'migration:down';
    const adopted =
      mayBeAdopted && this.job.isFirst === true
        ? ['the history is empty: if the database was made without migrations, "orm migration:baseline" adopts it']
        : [];
    if (at === 0 && (step === undefined || step.isTransaction)) {
      return ['everything of this migration was rolled back: the database is as it was', ...adopted];
    }
    if (at === 0) return ['nothing of this migration was done', ...adopted];
    const before =
      at === 1 ? 'the step before it is done and stays' : `the ${String(at)} steps before it are done and stay`;
    return [before, `fix what stands in the way, or this statement, and run "orm ${command}" again: it goes on here`];
  }

  #clean(text: string): string {
    return withoutPassword(text, this.session.settings);
  }
}

/** How many steps are done by the history, in the direction that is wanted. */
function stepsDone(direction: Job['direction'], entry: Entry | undefined, steps: number): number {
  if (direction === 'up') return entry === undefined ? 0 : entry.state === 'done' ? steps : entry.done;
  if (entry === undefined) return steps;
  return entry.state === 'undoing' ? entry.done : 0;
}
