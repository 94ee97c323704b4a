import { type Source, type Span, span } from '../../diagnostics/source.js';
import type { DatabaseError } from '../../platforms/connection.js';
import type { Statement } from '../../platforms/sql-script.js';

/** Lines of a statement that a message repeats. */
const SHOWN_LINES = 12;

/** Where a statement starts, for a message. */
export function firstLine(source: Source, { start, text }: Statement): Span {
  const end = text.search(/[\r\n]/);
  return span(source, start, start + (end < 0 ? text.length : end));
}

/** What a database said about a statement, as the parts of a diagnostic. */
export function refusedStatement(
  error: DatabaseError,
  source: Source,
  statement: Statement,
  clean: (text: string) => string,
): { readonly message: string; readonly span: Span; readonly help: readonly string[] } {
  const code = error.code === undefined || error.message.includes(error.code) ? '' : ` (${error.code})`;
  return {
    message: `${clean(error.message)}${code}`,
    span: errorSpan(source, statement, error.position),
    help: error.details.map(clean),
  };
}

/** The word the database points at, or the first line of the statement. */
function errorSpan(source: Source, statement: Statement, position: number | undefined): Span {
  if (position === undefined || position >= statement.text.length) return firstLine(source, statement);
  const word = /^(?:[\p{L}\p{N}_$]+|"[^"\r\n]*"|`[^`\r\n]*`|.)/u.exec(statement.text.slice(position))?.[0] ?? '';
  return span(source, statement.start + position, statement.start + position + word.length);
}

/** The statement; one of a single line stands in the code frame already. */
export function shownStatement(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\r\n]/);
  if (lines.length === 1) return [];
  const more = lines.length - SHOWN_LINES;
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${line.slice(0, 200)}`);
  return more > 0 ? [...shown, `  … ${String(more)} more lines`] : shown;
}
