import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { positionAt, type Span } from '../../diagnostics/source.js';
import type { Dependent } from '../../platforms/dependents.js';
import type { TableRows } from '../../platforms/table-rows.js';
import type { CommandOptions, Context } from '../command.js';
import { askYesNo } from '../prompt.js';
import type { Terminal } from '../terminal.js';
import type { Destruction, RiskyStatement } from './destruction.js';
import type { PlannedConnection } from './plan.js';
import type { Session } from './session.js';

type Lossy = Pick<Session, 'plan' | 'destruction'>;

/** Statements of a protected connection that are shown; there may be thousands. */
const SHOWN = 20;

/** `about 1,200 rows`; without an idea of the catalog, `some rows`. */
function rowCount({ estimate, state }: Pick<TableRows, 'estimate' | 'state'>): string {
  if (state === 'unknown') return 'perhaps rows (it cannot be read)';
  if (state === 'empty') return 'no rows';
  if (estimate === undefined) return 'some rows';
  return `about ${estimate.toLocaleString('en-US')} row${estimate === 1 ? '' : 's'}`;
}

/** `book (about 1,200 rows), author (some rows)` */
export function lossList(tables: readonly TableRows[]): string {
  return tables.map((table) => `${printable(table.name)} (${rowCount(table)})`).join(', ');
}

/** `view shop.sold, materialized view shop.sums (about 12 rows)` */
function dependentList(dependents: readonly Dependent[]): string {
  return dependents.map(dependentLine).join(', ');
}

function dependentLine({ kind, name, rows }: Dependent): string {
  return `${kind} ${printable(name)}${rows === undefined ? '' : ` (${rowCount(rows)})`}`;
}

const dependentFates = (dependents: readonly Dependent[]): readonly string[] => [
  ...dependents.filter(goes).map((dependent) => `${dependentLine(dependent)} would be dropped along`),
  ...dependents.filter(breaks).map((dependent) => `${dependentLine(dependent)} would stop working`),
];

const goes = ({ fate }: Dependent): boolean => fate === 'goes';
const breaks = ({ fate }: Dependent): boolean => fate === 'breaks';

/** What is lost, a sentence for each kind of loss, in the tense that the caller gives: `tables with rows were dropped`. */
export function lossSentences(
  { tables, dependents }: Destruction,
  [dropped, taken, broken]: readonly [dropped: string, taken: string, broken: string],
): readonly string[] {
  const [along, useless] = [dependents.filter(goes), dependents.filter(breaks)];
  return [
    ...(tables.length === 0 ? [] : [`${dropped}: ${lossList(tables)}`]),
    ...(along.length === 0 ? [] : [`${taken}: ${dependentList(along)}`]),
    ...(useless.length === 0 ? [] : [`${broken}: ${dependentList(useless)}`]),
  ];
}

export const hasLosses = ({ tables, dependents }: Destruction): boolean => tables.length + dependents.length > 0;

/** Refuses where a protected connection would lose something and nobody forced it; all such connections are named. */
export function refuseProtected(sessions: readonly Lossy[], config: Config, reporter: Reporter): void {
  for (const { plan, destruction } of sessions) {
    const { name, span } = plan.connection;
    if (!plan.connection.protected) continue;
    const { tables, dependents, statements } = destruction;
    const help = (lines: readonly string[]): string =>
      [...lines, 'nothing was changed; "orm sql:insert --force" does it all the same'].join('\n');
    const at = config.spans.get(`database.connections.${name}.protected`) ?? span;
    const protects = `the connection ${quoted(name)} is protected, and`;
    if (tables.length > 0) {
      reporter.error({
        code: 'insert/protected',
        message: `${protects} the SQL drops tables that hold rows`,
        span: at,
        help: help(tableLines(tables)),
      });
    }
    if (dependents.length > 0) {
      reporter.error({
        code: 'insert/protected',
        message: `${protects} the SQL drops what other things depend on`,
        span: at,
        help: help(dependentFates(dependents)),
      });
    }
    reportStatements(statements, reporter, {
      code: 'insert/protected',
      before: protects,
      behind: '',
      help: help([]),
      at,
    });
  }
  reporter.throwIfErrors();
}

interface StatementErrors {
  readonly code: string;
  /** What comes before the danger in the message, and behind it. */
  readonly before: string;
  readonly behind: string;
  readonly help: string;
  /** The setting that refuses. */
  readonly at: Span | undefined;
}

function reportStatements(statements: readonly RiskyStatement[], reporter: Reporter, errors: StatementErrors): void {
  const { code, before, behind, help, at } = errors;
  const message = (danger: string): string => `${before} ${danger} could destroy what is there${behind}`;
  for (const { danger, span } of statements.slice(0, SHOWN)) {
    reporter.error({ code, message: message(printable(danger)), span, help });
  }
  const more = statements.length - SHOWN;
  if (more > 0) reporter.error({ code, message: message(`${String(more)} more statements`), span: at });
}

/**
 * Says everything that will be lost, before it is. Where somebody can answer, asks. Without a terminal
 * `generator.sqlInsert.rows` decides: it refuses, or goes on with a warning. `--yes` and `--force` are an answer.
 */
export async function announceLosses(
  sessions: readonly Lossy[],
  config: Config,
  context: Context,
  options: CommandOptions,
): Promise<void> {
  const { terminal } = context;
  const refuses = config.generator.sqlInsert.rows === 'refuse';
  const lossy = sessions
    .map((session) => (countsRisks(session.plan, config) ? session : withoutRisks(session)))
    .filter(({ destruction }) => hasLosses(destruction) || destruction.statements.length > 0);
  if (lossy.length === 0) return;
  if (options.yes || options.force) {
    for (const message of lossy.flatMap(futureLosses)) terminal.result(message);
    return;
  }
  if (terminal.interactive) return confirmLosses(lossy, terminal);
  if (refuses) refuseLosses(lossy, config, context.reporter);
  for (const message of lossy.flatMap(futureLosses)) {
    const help =
      'set generator.sqlInsert.rows: refuse, and this needs --yes; set protected: true on the connection, and it needs --force';
    context.reporter.warning({ code: 'insert/erases', message, help });
  }
  context.showDiagnostics();
}

/** Where nothing may be erased unasked, what only could be counts too. */
export const countsRisks = ({ connection }: PlannedConnection, config: Config): boolean =>
  connection.protected || config.generator.sqlInsert.rows === 'refuse';

const withoutRisks = ({ plan, destruction }: Lossy): Lossy => ({
  plan,
  destruction: { ...destruction, statements: [] },
});

const futureLosses = ({ plan, destruction }: Lossy): readonly string[] => {
  const name = quoted(plan.connection.name);
  const losses = lossSentences(destruction, [
    `tables with rows will be dropped on ${name}`,
    `these will be dropped along with them on ${name}`,
    `these will stop working on ${name}`,
  ]);
  const risks = riskList(destruction.statements);
  return risks.length === 0 ? losses : [...losses, `these could destroy what is on ${name}: ${risks.join(', ')}`];
};

/** `DELETE (own.sql:3)` for each statement, and how many are not shown. */
export function riskList(statements: readonly RiskyStatement[]): readonly string[] {
  const more = statements.length - SHOWN;
  return [
    ...statements.slice(0, SHOWN).map(({ danger, span }) => `${printable(danger)} (${placeOf(span)})`),
    ...(more > 0 ? [`${String(more)} more statements`] : []),
  ];
}

function refuseLosses(lossy: readonly Lossy[], config: Config, reporter: Reporter): void {
  const at = config.spans.get('generator.sqlInsert.rows');
  for (const { plan, destruction } of lossy) {
    const { tables, dependents, statements } = destruction;
    const what = tables.length > 0 ? 'tables that hold rows' : 'what other objects depend on';
    if (hasLosses(destruction)) {
      reporter.error({
        code: 'insert/rows',
        message: `the SQL drops ${what} on ${quoted(plan.connection.name)}, and there is no terminal to ask on`,
        span: at,
        help: [
          ...tableLines(tables),
          ...dependentFates(dependents),
          'nothing was changed; "orm sql:insert --yes" drops them',
        ].join('\n'),
      });
    }
    reportStatements(statements, reporter, {
      code: 'insert/rows',
      before: `on ${quoted(plan.connection.name)}`,
      behind: ', and there is no terminal to ask on',
      help: 'nothing was changed; "orm sql:insert --yes" runs it',
      at,
    });
  }
  reporter.throwIfErrors();
}

async function confirmLosses(lossy: readonly Lossy[], terminal: Terminal): Promise<void> {
  const { yellow, bold } = terminal.talkPaint;
  const list = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    terminal.warn(bold(yellow(title)), true);
    for (const line of lines) terminal.warn(`  ${line}`, true);
  };
  for (const { plan, destruction } of lossy) {
    const { tables, dependents, statements } = destruction;
    const name = quoted(plan.connection.name);
    list(`These statements could destroy what is on ${name}:`, riskList(statements));
    list(`These tables on ${name} hold rows, and the SQL drops them:`, tableLines(tables));
    list(
      `These depend on what the SQL drops on ${name}, and are dropped along:`,
      dependents.filter(goes).map(dependentLine),
    );
    list(`These stop working without what the SQL drops on ${name}:`, dependents.filter(breaks).map(dependentLine));
  }
  const hasRows = lossy.some(({ destruction }) => destruction.tables.length > 0);
  const isDropOnly = lossy.every(({ destruction }) => destruction.statements.length === 0);
  const question = hasRows ? 'Drop them, with all their rows?' : 'Drop them?';
  if (await askYesNo(terminal, isDropOnly ? question : 'Run all of it?')) return;
  throw failure({ code: 'insert/declined', message: 'aborted; nothing was changed' });
}

function placeOf({ source, start }: Span): string {
  return `${printable(source.path)}:${String(positionAt(source, start).line)}`;
}

function tableLines(tables: readonly TableRows[]): readonly string[] {
  const width = Math.max(0, ...tables.map(({ name }) => printable(name).length));
  return tables.map((table) => `${printable(table.name).padEnd(width)}  ${rowCount(table)}`);
}
