import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Dependent } from '../../platforms/dependents.js';
import type { TableRows } from '../../platforms/table-rows.js';
import type { CommandOptions } from '../command.js';
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
      const lines = [
        ...dependents.filter(goes).map((dependent) => `${dependentLine(dependent)} would go along`),
        ...dependents.filter(breaks).map((dependent) => `${dependentLine(dependent)} would work no more`),
      ];
      reporter.error({
        code: 'insert/protected',
        message: `${protects} the SQL drops what other things depend on`,
        span: at,
        help: help(lines),
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

/** Asks before anything is lost, where somebody can answer. Without a terminal there is nobody to ask, and it goes on. */
export async function confirmLosses(
  sessions: readonly Lossy[],
  terminal: Terminal,
  options: CommandOptions,
): Promise<void> {
  const lossy = sessions.filter(({ destruction }) => hasLosses(destruction));
  if (lossy.length === 0 || options.yes || options.force || !terminal.interactive) return;
  const { yellow, bold } = terminal.talkPaint;
  const list = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    terminal.complain(bold(yellow(title)), true);
    for (const line of lines) terminal.complain(`  ${line}`, true);
  };
  for (const { plan, destruction } of lossy) {
    const { tables, dependents } = destruction;
    const name = quoted(plan.connection.name);
    list(`These tables on ${name} hold rows, and the SQL drops them:`, tableLines(tables));
    list(`These depend on what the SQL drops on ${name}, and go along:`, dependents.filter(goes).map(dependentLine));
    list(`These work no more without what the SQL drops on ${name}:`, dependents.filter(breaks).map(dependentLine));
  }
  const hasRows = lossy.some(({ destruction }) => destruction.tables.length > 0);
  if (await askYesNo(terminal, hasRows ? 'Drop them, with all their rows?' : 'Drop them?')) return;
  throw failure({ code: 'insert/declined', message: 'stopped as you answered; nothing was changed' });
}

function tableLines(tables: readonly TableRows[]): readonly string[] {
  const width = Math.max(0, ...tables.map(({ name }) => printable(name).length));
  return tables.map((table) => `${printable(table.name).padEnd(width)}  ${rowCount(table)}`);
}
