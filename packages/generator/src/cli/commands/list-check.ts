import type { ConnectionSettings } from '../../config/connection-settings.js';
import { DiagnosticError, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { DatabaseError } from '../../platforms/connection.js';
import { loadProject } from '../../schema/project.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { openLists } from '../lists/open.js';
import { type PlannedLists, planListCheck } from '../lists/plan.js';
import { type ConnectionReport, connectionDocument, type TableReport } from '../lists/report.js';
import type { ListSession } from '../lists/session.js';
import { TableWork } from '../lists/table-work.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed } from '../summary.js';

/** `orm list:check`: looks for lists whose ranks are wrong, and fixes them when asked. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, env, reporter, terminal } = context;
  const started = performance.now();
  if (options.rankUnranked === '') {
    throw failure({
      code: 'lists/no-column',
      message: '--rank-unranked= names no column',
      help: 'write --rank-unranked=created_at, or --rank-unranked alone for the order of the primary key',
    });
  }
  const config = await projectConfig(context, options);
  // What the schema could do better is said where it is built.
  const project = await loadProject(config, cwd, options.connection, new Reporter());
  const plan = await planListCheck(project, config, options, reporter);
  const settings = settingsOf(plan, env, reporter);
  const reports: ConnectionReport[] = [];
  context.document({ connections: [] });
  context.showDiagnostics();
  if (plan.length === 0) terminal.result('no table is sortable');
  for (const [i, lists] of plan.entries()) {
    const own = settings[i];
    if (own === undefined) continue;
    try {
      terminal.progress.update(`connecting to ${lists.connection.name}`);
      refuseMissingFile(lists, own);
      const timeoutSeconds = config.runtime.lists.lockTimeout;
      const session = await openLists({ plan: lists, settings: own, terminal, timeoutSeconds }, config.root);
      try {
        reports.push(await checkConnection(context, session, options));
      } finally {
        await session.close().catch(() => undefined);
      }
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      for (const diagnostic of error.diagnostics) reporter.add(diagnostic);
    }
    terminal.progress.done();
    context.document({ connections: reports.map(connectionDocument) });
    context.showDiagnostics();
  }
  if (reports.length > 0) summarize(context, reports, started);
  return reporter.hasErrors ? 1 : 0;
}

/** SQLite would create the file, and then find no table in it. */
function refuseMissingFile({ access, connection }: PlannedLists, settings: ConnectionSettings): void {
  if (access.execution.exists?.(settings) !== false) return;
  throw failure({
    code: 'database/missing',
    message: `the database of ${quoted(connection.name)} does not exist`,
    span: connection.dsn?.span ?? connection.span,
    help: '"orm sql:insert" creates it, with its tables',
  });
}

async function checkConnection(
  context: Context,
  session: ListSession,
  options: CommandOptions,
): Promise<ConnectionReport> {
  const { connection, tables } = session.plan;
  const changes = options.repair || options.rankUnranked !== undefined;
  let refusal: string | undefined;
  try {
    refusal = changes ? await session.prepare() : undefined;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'database/refused',
      message: `lists cannot be changed on ${quoted(connection.name)}: ${session.clean(error)}`,
    });
  }
  const reports: TableReport[] = [];
  for (const table of tables) {
    context.terminal.progress.update(`${table.name} on ${connection.name}`);
    reports.push(await new TableWork(context, session, table, options, refusal).run());
  }
  reportLeft(context, session, reports, options);
  return { connection: connection.name, adapter: connection.adapter, tables: reports };
}

/** Lists that are wrong and that nobody tried to fix. */
function reportLeft(
  { reporter }: Context,
  session: ListSession,
  reports: readonly TableReport[],
  options: CommandOptions,
): void {
  const left = reports
    .map(({ table, broken }) => ({ table, count: broken.filter(({ status }) => status === 'broken').length }))
    .filter(({ count }) => count > 0);
  const total = left.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return;
  const names = left.map(({ table, count }) => `${table.name} (${String(count)})`).join(', ');
  reporter.error({
    code: 'lists/broken',
    message: `${total === 1 ? '1 list is' : `${String(total)} lists are`} broken on ${quoted(session.name)}: ${printable(names)}`,
    help: options.repair ? undefined : '"orm list:check --repair" numbers them anew, in the order of their ranks',
  });
}

function summarize({ terminal }: Context, reports: readonly ConnectionReport[], started: number): void {
  const tables = reports.flatMap((report) => report.tables);
  const lists = tables.reduce((sum, table) => sum + table.lists, 0);
  const broken = tables.flatMap((table) => table.broken);
  const repaired = broken.filter(({ status }) => status === 'repaired');
  const left = broken.filter(({ status }) => status === 'broken' || status === 'failed').length;
  const isComplete = tables.every(({ status }) => status === 'checked');
  const ranked = tables.flatMap((table) => table.ranked).reduce((sum, { rows }) => sum + rows, 0);
  const done = [
    ...(ranked > 0 ? [`${counted(ranked, 'row')} ranked`] : []),
    ...(repaired.length > 0 ? [`${counted(repaired.length, 'list')} repaired`] : []),
    left > 0 ? `${counted(left, 'list')} broken` : isComplete ? 'all right' : 'not all were checked',
  ];
  terminal.result(
    `${counted(lists, 'list')} in ${counted(tables.length, 'table')}, ${elapsed(started)}: ${done.join(', ')}`,
  );
}
