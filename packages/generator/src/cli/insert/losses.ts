import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Dependent } from '../../platforms/dependents.js';
import type { TableRows } from '../../platforms/table-rows.js';
import type { CommandOptions, Context } from '../command.js';
import { askYesNo } from '../prompt.js';
import type { Terminal } from '../terminal.js';
import type { Destruction } from './destruction.js';
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
    for (const { danger, span: place } of statements.slice(0, SHOWN)) {
      const message = `${protects} ${printable(danger)} could destroy what is there`;
      reporter.error({ code: 'insert/protected', message, span: place, help: help([]) });
    }
    if (statements.length > SHOWN) {
      const message = `${protects} ${String(statements.length - SHOWN)} more statements could destroy what is there`;
      reporter.error({ code: 'insert/protected', message, span: at });
    }
  }
  reporter.throwIfErrors();
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
  const lossy = sessions.filter(({ destruction }) => hasLosses(destruction));
  if (lossy.length === 0) return;
  if (options.yes || options.force) {
    for (const message of lossy.flatMap(futureLosses)) terminal.result(message);
    return;
  }
  if (terminal.interactive) return confirmLosses(lossy, terminal);
  if (config.generator.sqlInsert.rows === 'refuse') refuseLosses(lossy, config, context.reporter);
  for (const message of lossy.flatMap(futureLosses)) {
    const help =
      'set generator.sqlInsert.rows: refuse, and this needs --yes; set protected: true on the connection, and it needs --force';
    context.reporter.warning({ code: 'insert/erases', message, help });
  }
  context.showDiagnostics();
}

const futureLosses = ({ plan, destruction }: Lossy): readonly string[] => {
  const name = quoted(plan.connection.name);
  return lossSentences(destruction, [
    `tables with rows will be dropped on ${name}`,
    `these will be dropped along with them on ${name}`,
    `these will stop working on ${name}`,
  ]);
};

function refuseLosses(lossy: readonly Lossy[], config: Config, reporter: Reporter): void {
  const at = config.spans.get('generator.sqlInsert.rows');
  for (const { plan, destruction } of lossy) {
    const { tables, dependents } = destruction;
    const what = tables.length > 0 ? 'tables that hold rows' : 'what other objects depend on';
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
    const { tables, dependents } = destruction;
    const name = quoted(plan.connection.name);
    list(`These tables on ${name} hold rows, and the SQL drops them:`, tableLines(tables));
    list(
      `These depend on what the SQL drops on ${name}, and are dropped along:`,
      dependents.filter(goes).map(dependentLine),
    );
    list(`These stop working without what the SQL drops on ${name}:`, dependents.filter(breaks).map(dependentLine));
  }
  const hasRows = lossy.some(({ destruction }) => destruction.tables.length > 0);
  if (await askYesNo(terminal, hasRows ? 'Drop them, with all their rows?' : 'Drop them?')) return;
  throw failure({ code: 'insert/declined', message: 'aborted; nothing was changed' });
}

function tableLines(tables: readonly TableRows[]): readonly string[] {
  const width = Math.max(0, ...tables.map(({ name }) => printable(name).length));
  return tables.map((table) => `${printable(table.name).padEnd(width)}  ${rowCount(table)}`);
}
