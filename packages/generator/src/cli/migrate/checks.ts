import { type Diagnostic, DiagnosticError, failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type Source, span } from '../../diagnostics/source.js';
import { linesBefore } from '../../migrations/script.js';
import { DatabaseError } from '../../platforms/connection.js';
import { MOST_ROWS } from '../../platforms/row-checks.js';
import { type Statement, splitScript } from '../../platforms/sql-script.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { firstLine, refusedStatement } from '../insert/refused-statement.js';
import { withoutPassword } from '../insert/scrub.js';
import type { RunnableMigration } from './folder.js';
import type { MigrationSession } from './session.js';

/** A statement of `checks.sql`: its rows stand in the way. */
export interface CheckQuery {
  readonly source: Source;
  readonly statement: Statement;
  /** What its comment says. */
  readonly reason: string;
}

export function checkQueries(source: Source, dialect: ScriptDialect, reporter: Reporter): readonly CheckQuery[] {
  const { statements, problems } = splitScript(source.text, dialect);
  for (const { message, start, end } of problems) {
    reporter.error({ code: 'migration/broken-sql', message, span: span(source, start, end) });
  }
  return statements.map((statement, at) => {
    const lines = linesBefore(source.text, statements[at - 1]?.end ?? 0, statement.start, dialect);
    const reason = (lines.at(-1) ?? '').replace(/^--\s*(orm:)?\s*/, '').trim();
    return { source, statement, reason: reason === '' ? 'a check of checks.sql' : reason };
  });
}

/** Rows that a message names. */
const SHOWN = 5;

/** Refuses a migration while rows stand in its way. Nothing was changed by then. */
export async function checkRows(session: MigrationSession, { checks }: RunnableMigration): Promise<void> {
  const found: Diagnostic[] = [];
  for (const { source, statement, reason } of checks) {
    const rows = await rowsOf(session, source, statement);
    if (rows.length === 0) continue;
    const shown = rows.slice(0, SHOWN).map((row) => row.map((value) => printable(String(value))).join('/'));
    const count =
      rows.length >= MOST_ROWS
        ? `more than ${(MOST_ROWS - 1).toLocaleString('en-US')} rows stand`
        : rows.length === 1
          ? '1 row stands'
          : `${String(rows.length)} rows stand`;
    found.push({
      severity: 'error',
      code: 'migration/rows',
      message: `${count} in the way: ${printable(reason)}`,
      span: firstLine(source, statement),
      help: [
        `${shown.join(', ')}${rows.length > SHOWN ? ' …' : ''} on ${quoted(session.plan.connection.name)}`,
        'nothing was changed; change those rows, or let up.sql do it first and remove this check',
      ].join('\n'),
    });
  }
  if (found.length > 0) throw new DiagnosticError(found);
}

async function rowsOf(
  { database, settings }: MigrationSession,
  source: Source,
  statement: Statement,
): Promise<readonly (readonly unknown[])[]> {
  try {
    return await database.query(statement.text);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const refused = refusedStatement(error, source, statement, (text) => withoutPassword(text, settings));
    throw failure({
      code: 'database/refused',
      message: refused.message,
      span: refused.span,
      help: [...refused.help, 'nothing was changed; correct this check, or remove it'].join('\n'),
    });
  }
}
