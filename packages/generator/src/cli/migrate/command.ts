import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.js';
import { DiagnosticError, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import { runScript } from '../../migrations/run-script.js';
import { fileFailure } from '../../output/file-failure.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed } from '../summary.js';
import { checkRows } from './checks.js';
import { type ConnectionReport, Crew, jobCount, lookedAt, type Target, targetsOf } from './crew.js';
import { planDatabases } from './databases.js';
import { driftInTheWay, refuseDrift, warnOfDifferences } from './drift.js';
import type { MigrationPlan } from './folder.js';
import { isHalf, type Job, jobsOf, type Wish } from './jobs.js';
import { announceErasures, type Erasure, erasureOf } from './losses.js';
import { preview } from './preview.js';
import { runJob } from './run.js';
import { alone, type MigrationSession, markAllDone, readHistory, sessionLedger, waitSeconds } from './session.js';
import { refuseStale } from './state.js';

/** What is to be done on a database, and what it would erase. */
interface Survey {
  readonly target: Target;
  readonly jobs: readonly Job[];
  readonly erasure: Erasure | undefined;
  readonly hasHistory: boolean;
  /** What is said where there is nothing to do. */
  readonly idle: string;
}

/** Runs migrations, or undoes them, on every database that is wanted. */
export async function runMigrations(
  context: Context,
  options: CommandOptions,
  wish: Wish,
  command: string,
): Promise<ExitCode> {
  const { terminal, env, reporter } = context;
  const started = performance.now();
  refuseTogether(options);
  const config = await projectConfig(context, options, 'migrationDir');
  const resumeAt = numberOf(options.resumeAt);
  const parallel = jobCount(options);
  const plans = await planDatabases(context, config, options);
  const targets = targetsOf(plans, settingsOf(plans, env, reporter));
  const reports = targets.map(({ report }) => report);
  context.document({ connections: reports, ...(options.dryRun ? { dryRun: true } : {}) });
  if (options.script !== undefined) refuseSeveral(targets, '--script writes the SQL of one database');
  if (resumeAt !== undefined) refuseSeveral(targets, '--resume-at is about one database');
  const crew = new Crew(context, config, parallel, targets.length, waitSeconds(options));
  const isLook = options.dryRun || options.script !== undefined;
  const erases = !options.fake && !isLook;
  const surveys = await crew.each(
    isLook ? targets.map(lookedAt) : targets,
    async (session, target, own): Promise<Survey> => {
      const entries = await readHistory(session);
      const jobs = jobsOf(session.plan, entries, wish, options, own);
      stoppedJob(jobs, resumeAt, session.plan.connection.name);
      if (!options.fake) refuseStale(session.plan, jobs, entries, own);
      if (options.script !== undefined) await checkScripted(session, jobs);
      const erasure = erases ? await erasureOf(session, jobs) : undefined;
      const { plan, database, ledger } = session;
      const hasHistory = await plan.migrating.hasTable(database, ledger.table);
      return { target, jobs, erasure, hasHistory, idle: nothingToDo(plan, entries, wish) };
    },
  );
  context.showDiagnostics();
  if (options.dryRun) {
    preview(context, surveys);
    crew.close();
    return 0;
  }
  if (options.script !== undefined) return writeScript(context, config, surveys, options.script);
  const erasures = surveys.flatMap(({ erasure }) => erasure ?? []);
  if (erases) await announceErasures(erasures, config, context, options, command);
  const counts = await crew.each(
    surveys.map(({ target }) => target),
    (session, { report }, own) => runOn(session, config, context, options, wish, report, resumeAt, own),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0) {
    const isUp = wish.direction === 'up';
    const recorded = ` recorded as ${isUp ? 'done' : 'not done'}, without running anything,`;
    const what = options.fake ? recorded : isUp ? '' : ' undone';
    terminal.result(`${counted(count, 'migration')}${what} in ${elapsed(started)}`);
  }
  crew.close();
  return 0;
}

/** Each of them does something else than running migrations, and a step to go on with belongs to running them. */
function refuseTogether({ fake, script, dryRun, resumeAt }: CommandOptions): void {
  const given = [
    ...(fake ? ['--fake'] : []),
    ...(script === undefined ? [] : ['--script']),
    ...(dryRun ? ['--dry-run'] : []),
    ...(resumeAt === undefined ? [] : ['--resume-at']),
  ];
  const [first, second] = given;
  if (first === undefined || second === undefined) return;
  throw failure({
    code: 'cli/conflict',
    message: `${first} and ${second} do not go together`,
    help: 'leave one of them out',
  });
}

function numberOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw failure({ code: 'cli/value', message: `--resume-at takes the number of a step, and not ${quoted(value)}` });
}

/** The migration that `--resume-at` is about. */
function stoppedJob(jobs: readonly Job[], resumeAt: number | undefined, connection: string): Job | undefined {
  const stopped = jobs.find(({ entry }) => entry !== undefined && entry.state !== 'done');
  if (resumeAt === undefined || stopped !== undefined) return stopped;
  throw failure({
    code: 'cli/value',
    message: `--resume-at is for a migration that stopped, and none has stopped on ${quoted(connection)}`,
    help: 'nothing was changed; run it without --resume-at',
  });
}

/** One database: under the lock everything is looked at again, since another runner may have been at work. */
async function runOn(
  session: MigrationSession,
  config: Config,
  context: Context,
  options: CommandOptions,
  wish: Wish,
  report: ConnectionReport,
  resumeAt: number | undefined,
  reporter: Reporter,
): Promise<number> {
  const { terminal } = context;
  const { connection } = session.plan;
  const shown = printable(connection.name);
  try {
    return await alone(session, config, terminal, async function work(): Promise<number> {
      const entries = await readHistory(session);
      const jobs = jobsOf(session.plan, entries, wish, options, new Reporter());
      if (options.fake) return await record(session, jobs, entries, wish, context, report, options);
      const stopped = stoppedJob(jobs, resumeAt, connection.name);
      refuseStale(session.plan, jobs, entries, new Reporter());
      if (jobs.length === 0) {
        terminal.result(`${shown}: ${nothingToDo(session.plan, entries, wish)}`);
        return 0;
      }
      const drift = await driftInTheWay(session, jobs, entries, config, terminal);
      // Where no lock keeps others out, it may be their work.
      if (drift.length > 0 && !isDeepStrictEqual(await readHistory(session), entries)) return work();
      if (drift.length > 0) await refuseDrift(session, jobs, drift, entries, reporter, options);
      const compareRest = async (rest: readonly Job[]): Promise<void> => {
        const now = await readHistory(session);
        // Another runner has gone on with them meanwhile, and has compared before it did.
        if (rest.some(({ migration: { name }, entry }) => !isDeepStrictEqual(entryNamed(now, name), entry))) return;
        const found = await driftInTheWay(session, rest, now, config, terminal);
        if (found.length > 0 && !isDeepStrictEqual(await readHistory(session), now)) return compareRest(rest);
        if (found.length > 0) await refuseDrift(session, rest, found, now, reporter, options);
      };
      if (wish.direction === 'up') await session.ledger.ensure(session.database);
      for (const [at, job] of jobs.entries()) {
        const { name } = job.migration;
        // Before one that stopped half way is done, nobody knows what the database should be.
        if (isHalf(jobs[at - 1])) await compareRest(jobs.slice(at));
        const result = await runJob(session, job, terminal, job === stopped ? resumeAt : undefined);
        terminal.progress.done();
        if (result.byOther === true) {
          terminal.result(`${printable(name)} → ${shown}: done by another runner`);
          continue;
        }
        report.migrations.push({ ...result, state: job.direction === 'up' ? 'done' : 'undone' });
        const verb = job.direction === 'up' ? '' : 'undone: ';
        terminal.result(
          `${verb}${printable(name)} → ${shown}: ${counted(result.statements, 'statement')} in ${String(result.milliseconds)} ms`,
        );
        if (result.statements === 0 && job.migration.up.script.steps.length === 0) {
          terminal.warn(`${printable(job.migration.up.source.path)} has no statements`);
        }
      }
      if (report.migrations.length > 0) await warnOfDifferences(session, jobs, drift, config, reporter, terminal);
      return report.migrations.length;
    });
  } catch (error) {
    throw error instanceof DiagnosticError ? withDone(error, report) : error;
  }
}

const entryNamed = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.find((entry) => entry.name === name);

function nothingToDo({ migrations }: MigrationPlan, entries: readonly Entry[], { direction }: Wish): string {
  if (direction === 'down') return 'no migration is left to undo';
  if (migrations.length === 0) return 'no migrations';
  const done = migrations.filter(({ name }) => entries.some((each) => each.name === name && each.state === 'done'));
  const left = migrations.length - done.length;
  return `nothing to do, ${counted(done.length, 'migration')} done${left > 0 ? `, ${String(left)} pending` : ''}`;
}

/** Adds what was finished before one failed. */
function withDone(error: DiagnosticError, { migrations }: ConnectionReport): DiagnosticError {
  if (migrations.length === 0) return error;
  const names = migrations.map(({ migration }) => printable(String(migration))).join(', ');
  return new DiagnosticError(
    error.diagnostics.map((diagnostic) => ({
      ...diagnostic,
      help: [diagnostic.help, `done before, and it stays: ${names}`].filter((line) => line !== undefined).join('\n'),
    })),
  );
}

/** `--fake`: the history says that they ran, or that they did not. */
async function record(
  session: MigrationSession,
  jobs: readonly Job[],
  entries: readonly Entry[],
  { direction }: Wish,
  { terminal }: Context,
  report: ConnectionReport,
  { to }: CommandOptions,
): Promise<number> {
  const { database, ledger, plan } = session;
  const isUp = direction === 'up';
  const outdated = plan.migrations.filter(({ name, up }) =>
    entries.some((entry) => isUp && entry.name === name && entry.state === 'done' && entry.checksum !== up.checksum()),
  );
  const wanted = jobs.map(({ migration }) => migration);
  // Whoever means an edited file does not mean those that never ran.
  const left = outdated.length > 0 && to === undefined ? wanted : [];
  const migrations = [...outdated, ...(left.length > 0 ? [] : wanted)];
  if (isUp) {
    await ledger.ensure(database);
    await markAllDone(session, migrations, entries);
  }
  for (const { name } of migrations) {
    if (!isUp) await database.execute(ledger.remove(name));
    report.migrations.push({ migration: name, state: isUp ? 'recorded' : 'forgotten' });
    terminal.result(
      `recorded as ${isUp ? 'done' : 'not done'}: ${printable(name)} → ${printable(plan.connection.name)}`,
    );
  }
  for (const { name } of left) {
    const shown = `${printable(name)} → ${printable(plan.connection.name)}`;
    terminal.result(`left as it was: ${shown}, because only edited files are recorded`);
  }
  if (migrations.length === 0) terminal.result(`${printable(plan.connection.name)}: nothing to record`);
  return migrations.length;
}

function refuseSeveral(targets: readonly Target[], why: string): void {
  if (targets.length === 1) return;
  throw failure({
    code: 'cli/value',
    message: `${why}, and there are ${String(targets.length)} connections`,
    help: 'name one of them with --connection',
  });
}

/** Asks the checks of what a script will run. Those of later migrations may be about what the earlier ones make. */
async function checkScripted(session: MigrationSession, jobs: readonly Job[]): Promise<void> {
  for (const [at, { migration }] of jobs.entries()) {
    await checkRows(session, migration).catch((error: unknown) => {
      const isEarly = at > 0 && error instanceof DiagnosticError;
      if (!isEarly || error.diagnostics.some(({ code }) => code !== 'database/refused')) throw error;
    });
  }
}

/** `--script`: what would run, for a place without Node. */
function writeScript({ cwd, terminal }: Context, config: Config, [survey]: readonly Survey[], file: string): ExitCode {
  if (survey === undefined) return 1;
  const { jobs, hasHistory, idle } = survey;
  const { plan, report } = survey.target;
  const ledger = sessionLedger(plan.migrating, config);
  const shown = printable(plan.connection.name);
  if (jobs.length === 0) {
    terminal.result(`${shown}: ${idle}`);
    return 0;
  }
  const half = jobs.find(({ entry }) => entry !== undefined);
  if (half !== undefined) {
    throw failure({
      code: 'migration/half',
      message: `migration ${quoted(half.migration.name)} stopped half way, and a file cannot go on with it`,
      help: 'run "orm migration:migrate" first',
    });
  }
  const scripted = jobs.map(({ migration: { name, up } }) => ({ name, script: up.script, checksum: up.checksum }));
  const title = `Migrations of "${plan.connection.name}", with their lines in ${ledger.table}. Stop at the first error.`;
  const path = resolve(cwd, file);
  try {
    writeFileSync(path, runScript(title, scripted, ledger, hasHistory, plan.migrating, plan.alteration));
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
  report.migrations.push(...jobs.map(({ migration }) => ({ migration: migration.name, state: 'scripted' })));
  terminal.result(`written: ${printable(file)} (${counted(jobs.length, 'migration')} of ${shown})`);
  return 0;
}
