import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { TableRows } from '../../platforms/table-rows.js';
import type { CommandOptions } from '../command.js';
import { askYesNo } from '../prompt.js';
import type { Terminal } from '../terminal.js';
import type { Session } from './session.js';

type Lossy = Pick<Session, 'plan' | 'losses'>;

/** `about 1,200 rows`; without an idea of the catalog, `some rows`. */
function rowCount({ estimate, state }: TableRows): string {
  if (state === 'unknown') return 'perhaps rows (it cannot be read)';
  if (estimate === undefined) return 'some rows';
  return `about ${estimate.toLocaleString('en-US')} row${estimate === 1 ? '' : 's'}`;
}

/** `book (about 1,200 rows), author (some rows)` */
export function lossList(losses: readonly TableRows[]): string {
  return losses.map((loss) => `${printable(loss.name)} (${rowCount(loss)})`).join(', ');
}

/** Refuses where a protected connection would lose rows and nobody forced it; all such connections are named. */
export function refuseProtected(sessions: readonly Lossy[], config: Config, reporter: Reporter): void {
  for (const { plan, losses } of sessions) {
    const { name, span } = plan.connection;
    if (!plan.connection.protected || losses.length === 0) continue;
    reporter.error({
      code: 'insert/protected',
      message: `the connection ${quoted(name)} is protected, and the SQL drops tables that hold rows`,
      span: config.spans.get(`database.connections.${name}.protected`) ?? span,
      help: [...tableLines(losses), 'nothing was changed; "orm sql:insert --force" drops them all the same'].join('\n'),
    });
  }
  reporter.throwIfErrors();
}

/** Asks before rows are lost, where somebody can answer. Without a terminal there is nobody to ask, and it goes on. */
export async function confirmLosses(
  sessions: readonly Lossy[],
  terminal: Terminal,
  options: CommandOptions,
): Promise<void> {
  const lossy = sessions.filter(({ losses }) => losses.length > 0);
  if (lossy.length === 0 || options.yes || options.force || !terminal.interactive) return;
  const { yellow, bold } = terminal.talkPaint;
  for (const { plan, losses } of lossy) {
    const title = `These tables on ${quoted(plan.connection.name)} hold rows, and the SQL drops them:`;
    terminal.complain(bold(yellow(title)), true);
    for (const line of tableLines(losses)) terminal.complain(`  ${line}`, true);
  }
  if (await askYesNo(terminal, 'Drop them, with all their rows?')) return;
  throw failure({ code: 'insert/declined', message: 'stopped as you answered; nothing was changed' });
}

function tableLines(losses: readonly TableRows[]): readonly string[] {
  const width = Math.max(...losses.map(({ name }) => printable(name).length));
  return losses.map((loss) => `${printable(loss.name).padEnd(width)}  ${rowCount(loss)}`);
}
