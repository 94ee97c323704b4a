import type { Change } from '../../changes/change.js';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { type Fills, fillName, isRequired } from '../../migrations/fill.js';
import type { Adapter } from '../../model/adapter.js';
import { expressionProblem } from '../../platforms/sql-expression.js';
import type { CommandOptions } from '../command.js';
import type { Missed } from './missed.js';

/** What `--fill` says, with what a migration that is written anew said before. */
export async function saidFills(
  reporter: Reporter,
  options: CommandOptions,
  changes: readonly Change[],
  adapter: Adapter,
  known: Fills = {},
  missed: Missed = (_, diagnostic) => reporter.error(diagnostic),
): Promise<Fills | undefined> {
  const wanting = changes.filter(isRequired).map(fillName);
  const fills = new Map(Object.entries(known).filter(([column]) => wanting.includes(column)));
  for (const given of options.fill) {
    const [, column = '', sql = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
    const { loadDialect } = await import('../../platforms/access.js');
    const problem = expressionProblem(sql, await loadDialect(adapter));
    if (!wanting.includes(column)) {
      missed(`--fill ${given}`, {
        code: 'migration/fill',
        message: `--fill names ${quoted(column === '' ? given : column)}, and no such column becomes required`,
        help:
          suggestion(column, wanting) ??
          (wanting.length === 0 ? undefined : `these do: ${wanting.map((each) => printable(each)).join(', ')}`),
      });
    } else if (problem !== undefined) {
      reporter.error({
        code: 'migration/fill',
        message: `what --fill says of ${quoted(column)} ${problem}`,
        help: "write one expression of SQL behind the equals sign, such as 0 or '' or LOWER(title)",
      });
    } else fills.set(column, sql);
  }
  return fills.size === 0 ? undefined : Object.fromEntries(fills);
}
