import { applyChanges } from '../../changes/apply.js';
import { type Change, inverse } from '../../changes/change.js';
import { keyOf } from '../../changes/state.js';
import { type Diagnostic, DiagnosticError, failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type Source, span } from '../../diagnostics/source.js';
import { rowChecks } from '../../migrations/checks.js';
import { linesBefore } from '../../migrations/script.js';
import { printedStatements } from '../../migrations/settle.js';
import { DatabaseError } from '../../platforms/connection.js';
import { MOST_ROWS } from '../../platforms/row-checks.js';
import { writingWord } from '../../platforms/sql-reads.js';
import { type Statement, splitScript } from '../../platforms/sql-script.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { firstLine, refusedStatement } from '../insert/refused-statement.js';
import { withoutPassword } from '../insert/scrub.js';
import type { RunnableMigration } from './folder.js';
import { namesBefore } from './jobs.js';
import { hasRows, type MigrationSession } from './session.js';

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
  for (const statement of statements) {
    const word = writingWord(statement.text, dialect);
    if (word === undefined) continue;
    reporter.error({
      code: 'migration/check-writes',
      message: `${printable(word)} has no place in checks.sql, which only looks for rows`,
      span: firstLine(source, statement),
      help: 'write a SELECT that finds the rows which stand in the way; what changes something belongs into up.sql',
    });
  }
  return statements.map((statement, at) => {
    const lines = linesBefore(source.text, statements[at - 1]?.end ?? 0, statement.start, dialect);
    const reason = (lines.at(-1) ?? '').replace(/^--\s*(orm:)?\s*/, '').trim();
    return { source, statement, reason: reason === '' ? 'a check of checks.sql' : reason };
  });
}

/** Rows that a message names. */
const SHOWN = 5;

/** How the reason of a check ends where the database may take a value by cutting it. */
const NARROWS = '(migration/narrows-type)';

/** Refuses a migration while rows stand in its way. Nothing was changed by then. */
export async function checkRows(session: MigrationSession, { checks }: RunnableMigration): Promise<void> {
  const found: Diagnostic[] = [];
  for (const { source, statement, reason } of checks) {
    const rows = await rowsOf(session, source, statement);
    if (rows.length === 0) continue;
    found.push({
      severity: 'error',
      code: 'migration/rows',
      message: `${countOf(rows)} in the way: ${printable(reason)}`,
      span: firstLine(source, statement),
      help: [
        shownRows(session, rows),
        'nothing was changed; change those rows, or let up.sql do it first and remove this check',
        ...(reason.endsWith(NARROWS) ? ['remove it as well if their values may be cut or rounded'] : []),
      ].join('\n'),
    });
  }
  if (found.length > 0) throw new DiagnosticError(found);
}

type Rows = readonly (readonly unknown[])[];

function countOf({ length }: Rows): string {
  if (length >= MOST_ROWS) return `more than ${(MOST_ROWS - 1).toLocaleString('en-US')} rows stand`;
  return length === 1 ? '1 row stands' : `${String(length)} rows stand`;
}

function shownRows({ plan }: MigrationSession, rows: Rows): string {
  const shown = rows.slice(0, SHOWN).map((row) => row.map((value) => printable(String(value))).join('/'));
  return `${shown.join(', ')}${rows.length > SHOWN ? ' …' : ''} on ${quoted(plan.connection.name)}`;
}

async function rowsOf({ database, settings }: MigrationSession, source: Source, statement: Statement): Promise<Rows> {
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

/**
 * Refuses to undo a migration while rows stand in the way: rows without a value for a required column that comes back, for which MySQL
 * would make one up, and rows that the older types, keys and checks do not take, or would cut. Nobody has written these checks down; a
 * down.sql that somebody has changed may know what to do with such rows.
 */
export async function checkUndoing(session: MigrationSession, migration: RunnableMigration): Promise<void> {
  const { plan } = session;
  const { name, changes, fills, down } = migration;
  const before = plan.stateBefore(migration);
  const printed = printedStatements(before, changes, plan.alteration, 'down', fills);
  if (down.script.steps.some(({ statements }) => statements.some(({ text }) => !printed.has(text)))) return;
  const undone = inverse(changes);
  const found = [...(await withoutValues(session, migration, undone))];
  for (const { reason, sql } of rowChecks(applyChanges(before, changes), undone, plan.alteration.rowChecks)) {
    const rows = await session.database.query(sql);
    if (rows.length === 0) continue;
    found.push({
      severity: 'error',
      code: 'migration/rows',
      message: `${countOf(rows)} in the way of undoing ${quoted(name)}: ${printable(reason)}`,
      help: [
        shownRows(session, rows),
        `nothing was changed; change those rows, or change ${quoted(down.source.path)}: with SQL of your own in it, it runs as it is`,
      ].join('\n'),
    });
  }
  if (found.length > 0) throw new DiagnosticError(found);
}

/** Required columns without a default that come back into tables with rows. */
async function withoutValues(
  session: MigrationSession,
  { name, down }: RunnableMigration,
  undone: readonly Change[],
): Promise<readonly Diagnostic[]> {
  const before = namesBefore(undone);
  const made = new Set(undone.filter(isMade).map((change) => keyOf(before(change))));
  const found: Diagnostic[] = [];
  for (const change of undone) {
    const table = before(change);
    if (!isWithoutValue(change) || made.has(keyOf(table)) || !(await hasRows(session, table))) continue;
    const column = `${printable(change.table ?? '')}.${printable(change.name)}`;
    found.push({
      severity: 'error',
      code: 'migration/rows',
      message: `migration ${quoted(name)} cannot be undone while ${quoted(change.table ?? '')} has rows: they have no value for ${column}, which is required`,
      help: `nothing was changed; change ${quoted(down.source.path)} so that it adds the column without NOT NULL, gives the rows a value and then sets NOT NULL`,
    });
  }
  return found;
}

const isMade = ({ kind, before, from }: Change): boolean =>
  kind === 'table' && before === undefined && from === undefined;

function isWithoutValue(change: Change): boolean {
  if (change.kind !== 'column' || change.before !== undefined || change.from !== undefined) return false;
  const { after } = change;
  if (after?.notNull !== true) return false;
  return [after.default, after.identity, after.sequence, after.generated].every((value) => value === undefined);
}
