import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import { runScript } from '../../migrations/run-script.js';
import { fileFailure } from '../../output/file-failure.js';
import { DatabaseError } from '../../platforms/connection.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { withoutPassword } from '../insert/scrub.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed } from '../summary.js';
import { planMigrations } from './folder.js';
import { type Job, jobsOf, type Wish } from './jobs.js';
import { announceErasures, erasureOf } from './losses.js';
import { runJob } from './run.js';
import { alone, type MigrationSession, markAllDone, openMigrations, readHistory } from './session.js';

/** What is known of one connection, for `--json`. */
interface ConnectionReport {
  readonly connection: string;
  readonly adapter: string;
  migrations: Readonly<Record<string, unknown>>[];
}

/** Runs migrations, or undoes them, on every connection that is wanted. */
export async function runMigrations(
  context: Context,
  options: CommandOptions,
  wish: Wish,
  command: string,
): Promise<ExitCode> {
  const { terminal, env, reporter } = context;
  const started = performance.now();
  const config = await projectConfig(context, options, 'migrationDir');
  const resumeAt = numberOf(options.resumeAt);
  const plans = await planMigrations(context, config, options);
  const settings = settingsOf(plans, env, reporter);
  const reports: ConnectionReport[] = plans.map(({ connection }) => ({
    connection: connection.name,
    adapter: connection.adapter,
    migrations: [],
  }));
  context.document({ connections: reports, ...(options.dryRun ? { dryRun: true } : {}) });
  const sessions: MigrationSession[] = [];
  let count = 0;
  try {
    terminal.progress.update('connecting');
    for (const [at, plan] of plans.entries()) {
      const own = settings[at];
      if (own !== undefined) sessions.push(await openMigrations(plan, own, config));
    }
    terminal.progress.done();
    const todo = await Promise.all(
      sessions.map(async (session) => jobsOf(session.plan, await readHistory(session), wish, options, reporter)),
    );
    context.showDiagnostics();
    if (options.dryRun) return preview(context, sessions, todo, reports);
    if (options.script !== undefined) return await writeScript(context, sessions, todo, reports, options.script);
    if (!options.fake) {
      const erasures = [];
      for (const [at, session] of sessions.entries()) erasures.push(await erasureOf(session, todo[at] ?? []));
      await announceErasures(erasures, config, context, options, command);
    }
    for (const [at, session] of sessions.entries()) {
      const report = reports[at];
      if (report === undefined) continue;
      count += await runOn(session, config, context, options, wish, report, resumeAt);
    }
  } finally {
    terminal.progress.done();
    for (const { database } of sessions) await database.close().catch(() => undefined);
  }
  if (count > 0) {
    const what = wish.direction === 'up' ? counted(count, 'migration') : `${counted(count, 'migration')} undone`;
    terminal.result(`${what}${options.fake ? ' recorded, without running them,' : ''} in ${elapsed(started)}`);
  }
  return 0;
}

function numberOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw failure({ code: 'cli/value', message: `--resume-at takes the number of a step, and not ${quoted(value)}` });
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
): Promise<number> {
  const { terminal, reporter } = context;
  const { connection, migrations } = session.plan;
  const shown = printable(connection.name);
  try {
    return await alone(session, config, terminal, async () => {
      const entries = await readHistory(session);
      const jobs = jobsOf(session.plan, entries, wish, options, reporter);
      if (options.fake) return await record(session, jobs, entries, wish, context, report);
      if (jobs.length === 0) {
        const nothing = wish.direction === 'down' ? 'no migration is left to undo' : nothingToDo(migrations.length);
        terminal.result(`${shown}: ${nothing}`);
        return 0;
      }
      if (wish.direction === 'up') await session.ledger.ensure(session.database);
      for (const [at, job] of jobs.entries()) {
        const { name } = job.migration;
        const result = await runJob(session, job, terminal, at === 0 ? resumeAt : undefined);
        terminal.progress.done();
        report.migrations.push({ ...result, state: job.direction === 'up' ? 'done' : 'undone' });
        const verb = job.direction === 'up' ? '' : 'undone: ';
        terminal.result(
          `${verb}${printable(name)} → ${shown}: ${counted(result.statements, 'statement')} in ${String(result.milliseconds)} ms`,
        );
        if (result.statements === 0 && job.migration.up.script.steps.length === 0) {
          terminal.warn(`${printable(job.migration.up.source.path)} has no statements`);
        }
      }
      return jobs.length;
    });
  } catch (error) {
    if (error instanceof DatabaseError) {
      throw failure({
        code: 'database/refused',
        message: `${quoted(connection.name)}: ${withoutPassword(error.message, session.settings)}`,
      });
    }
    throw error instanceof DiagnosticError ? withDone(error, report) : error;
  }
}

const nothingToDo = (count: number): string =>
  count === 0 ? 'no migrations' : `nothing to do, ${counted(count, 'migration')} done`;

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
): Promise<number> {
  const { database, ledger, plan } = session;
  const isUp = direction === 'up';
  const outdated = plan.migrations.filter(({ name, up }) =>
    entries.some((entry) => isUp && entry.name === name && entry.state === 'done' && entry.checksum !== up.checksum()),
  );
  const migrations = [...outdated, ...jobs.map(({ migration }) => migration)];
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
  if (migrations.length === 0) terminal.result(`${printable(plan.connection.name)}: nothing to record`);
  return migrations.length;
}

/** `--dry-run`: the SQL, and nothing is run. */
function preview(
  { terminal }: Context,
  sessions: readonly MigrationSession[],
  todo: readonly (readonly Job[])[],
  reports: readonly ConnectionReport[],
): ExitCode {
  for (const [at, session] of sessions.entries()) {
    const jobs = todo[at] ?? [];
    const shown = printable(session.plan.connection.name);
    if (jobs.length === 0) terminal.result(`${shown}: ${nothingToDo(session.plan.migrations.length)}`);
    for (const { direction, migration } of jobs) {
      const { source, script } = direction === 'up' ? migration.up : migration.down;
      const statements = script.steps.flatMap((step) => [...step.session, ...step.statements]);
      reports[at]?.migrations.push({
        migration: migration.name,
        state: 'dry run',
        statements: statements.map(({ text }) => text),
      });
      terminal.result(`-- ${printable(source.path)} → ${shown}`);
      for (const { text } of statements) terminal.result(text.endsWith(';') ? text : `${text};`);
    }
  }
  return 0;
}

/** `--script`: what would run, for a place without Node. */
async function writeScript(
  { cwd, terminal }: Context,
  sessions: readonly MigrationSession[],
  todo: readonly (readonly Job[])[],
  reports: readonly ConnectionReport[],
  file: string,
): Promise<ExitCode> {
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) {
    throw failure({
      code: 'cli/value',
      message: `--script writes the SQL of one database, and there are ${String(sessions.length)} connections`,
      help: 'name one of them with --connection',
    });
  }
  const { plan, ledger } = session;
  const shown = printable(plan.connection.name);
  const jobs = todo[0] ?? [];
  if (jobs.length === 0) {
    terminal.result(`${shown}: ${nothingToDo(plan.migrations.length)}`);
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
  const hasHistory = await plan.migrating.hasTable(session.database, ledger.table);
  try {
    writeFileSync(path, runScript(title, scripted, ledger, hasHistory, plan.migrating, plan.alteration));
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
  reports[0]?.migrations.push(...jobs.map(({ migration }) => ({ migration: migration.name, state: 'scripted' })));
  terminal.result(`written: ${printable(file)} (${counted(jobs.length, 'migration')} of ${shown})`);
  return 0;
}
