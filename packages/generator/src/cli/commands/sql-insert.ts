import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import type { Destruction } from '../insert/destruction.js';
import { announceLosses, countsRisks, hasLosses, lossSentences, refuseProtected, riskList } from '../insert/losses.js';
import { readSqlMap } from '../insert/map.js';
import { type PlannedConnection, planInsert } from '../insert/plan.js';
import { type FileResult, runSession } from '../insert/run.js';
import { openSession, type Session } from '../insert/session.js';
import { refuseStale } from '../insert/stale.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed } from '../summary.js';

/** Runs the SQL files of sqldb.map on their connections. Everything is checked before the first statement runs. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, env, reporter, terminal } = context;
  const started = performance.now();
  const config = await projectConfig(context, options);
  const { sqlDir } = config.paths;
  const map = await readSqlMap(sqlDir, cwd, reporter);
  const plan = await planInsert(config, map, { cwd, sqlDir, only: options.connection }, reporter);
  await refuseStale(plan, map, config, context, options);
  if (options.dryRun) return preview(context, plan, config);
  const settings = settingsOf(plan, env, reporter);
  if (plan.length === 0) {
    reporter.warning({ code: 'insert/nothing', message: `${map.source.path} lists no file to run` });
    context.document({ connections: [] });
    return 0;
  }
  const sessions: Session[] = [];
  try {
    terminal.progress.update('connecting');
    for (const [i, planned] of plan.entries()) {
      const own = settings[i];
      if (own !== undefined) sessions.push(await openSession(planned, own, config.root));
    }
    terminal.progress.done();
    if (!options.force) refuseProtected(sessions, config, reporter);
    context.showDiagnostics();
    const record = await recordingOf(sessions, config, context, options);
    await announceLosses(sessions, config, context, options);
    const results = await runAll(context, sessions);
    await record?.();
    summarize(context, results, started);
    return 0;
  } finally {
    for (const { database } of sessions) await database.close().catch(() => undefined);
  }
}

/** What writes into the histories that the migrations ran, where there are some. */
async function recordingOf(
  sessions: readonly Session[],
  config: Config,
  context: Context,
  options: CommandOptions,
): Promise<(() => Promise<void>) | undefined> {
  const migrated = sessions.filter(({ plan }) => existsSync(join(config.paths.migrationDir, plan.connection.name)));
  if (migrated.length === 0) return undefined;
  const { recordMigrations } = await import('../insert/migrations.js');
  return recordMigrations(migrated, config, context, options);
}

async function runAll(context: Context, sessions: readonly Session[]): Promise<readonly FileResult[]> {
  const documents = sessions.map((session) => ({
    ...connectionDocument(session.plan, session.destruction),
    status: 'not run',
  }));
  context.document({ connections: documents });
  const results: FileResult[] = [];
  for (const [i, session] of sessions.entries()) {
    const name = session.plan.connection.name;
    try {
      const files = await runSession(session, context.terminal, context.reporter);
      Object.assign(documents[i] ?? {}, { status: 'done', files });
      results.push(...files);
      context.terminal.progress.done();
      context.showDiagnostics();
      for (const [n, file] of files.entries()) {
        const shown = printable(session.plan.files[n]?.name ?? file.file);
        context.terminal.result(
          `${shown} → ${printable(name)}: ${counted(file.statements, 'statement')} in ${String(file.milliseconds)} ms`,
        );
      }
    } catch (error) {
      Object.assign(documents[i] ?? {}, {
        status: session.plan.access.execution.transactional ? 'rolled back' : 'failed',
      });
      throw withOthers(error, sessions.slice(0, i));
    }
  }
  return results;
}

/** Adds which connections were finished before one failed: their work stays. */
function withOthers(error: unknown, finished: readonly Session[]): unknown {
  if (!(error instanceof DiagnosticError) || finished.length === 0) return error;
  const names = finished.map(({ plan }) => quoted(plan.connection.name)).join(', ');
  return new DiagnosticError(
    error.diagnostics.map((diagnostic) => ({
      ...diagnostic,
      help: [diagnostic.help, `done before, and it stays: ${names}`].filter((line) => line !== undefined).join('\n'),
    })),
  );
}

function summarize({ terminal }: Context, results: readonly FileResult[], started: number): void {
  const statements = results.reduce((sum, file) => sum + file.statements, 0);
  terminal.result(`${counted(statements, 'statement')} from ${counted(results.length, 'file')} in ${elapsed(started)}`);
}

function connectionDocument(plan: PlannedConnection, destruction?: Destruction): Readonly<Record<string, unknown>> {
  const { tables = [], dependents = [] } = destruction ?? {};
  return {
    connection: plan.connection.name,
    adapter: plan.connection.adapter,
    tablesWithRows: tables.map(({ name, estimate }) => ({ table: name, estimatedRows: estimate ?? null })),
    dependents: dependents.map(({ kind, name, fate }) => ({ kind, name, fate })),
  };
}

/** `--dry-run`: the statements, and what would be lost as far as the database can be asked. */
async function preview(context: Context, plan: readonly PlannedConnection[], config: Config): Promise<ExitCode> {
  context.reporter.throwIfErrors();
  const documents: Readonly<Record<string, unknown>>[] = [];
  for (const planned of plan) {
    const destruction = await previewDestruction(context, planned, config);
    documents.push({
      ...connectionDocument(planned, destruction),
      status: 'dry run',
      files: planned.files.map((file) => ({
        file: file.source.path,
        statements: file.statements.map(({ text }) => text),
      })),
    });
    const { terminal } = context;
    for (const file of planned.files) {
      terminal.result(`-- ${printable(file.source.path)} → ${printable(planned.connection.name)}`);
      for (const { text } of file.statements) terminal.result(text.endsWith(';') ? text : `${text};`);
    }
    if (destruction === undefined) continue;
    for (const line of lossSentences(destruction, [
      'would drop tables with rows',
      'would be dropped along',
      'would stop working',
    ])) {
      terminal.result(`-- ${line}`);
    }
    const risks = countsRisks(planned, config) ? riskList(destruction.statements) : [];
    for (const risk of risks) terminal.result(`-- could destroy what is there: ${risk}`);
    const isRefused = hasLosses(destruction) || risks.length > 0;
    if (planned.connection.protected && isRefused) {
      terminal.result(`-- ${quoted(planned.connection.name)} is protected: this is refused without --force`);
    } else if (config.generator.sqlInsert.rows === 'refuse' && isRefused) {
      terminal.result(
        '-- generator.sqlInsert.rows is refuse: without a terminal to ask on, this is refused without --yes',
      );
    }
  }
  context.document({ dryRun: true, connections: documents });
  return 0;
}

/** Nothing when the database cannot be asked; a preview does not fail for that. */
async function previewDestruction(
  { env, reporter }: Context,
  planned: PlannedConnection,
  config: Config,
): Promise<Destruction | undefined> {
  try {
    const [settings] = settingsOf([planned], env, new Reporter());
    if (settings === undefined || planned.access.execution.exists?.(settings) === false) return undefined;
    const session = await openSession(planned, settings, config.root);
    await session.database.close();
    return session.destruction;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    reporter.warning({
      code: 'insert/not-looked',
      message: `what would be lost on ${quoted(planned.connection.name)} is not known: ${error.message}`,
    });
    return undefined;
  }
}
