import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { renderDiagnostic } from '../diagnostics/render.js';
import { positionAt, type Span } from '../diagnostics/source.js';
import type { Terminal } from './terminal.js';

/** More than these nobody reads at once; a file of nonsense must not flood the terminal. `--json` has them all. */
const MOST_SHOWN = 200;

/** Shows diagnostics on stderr, each followed by an empty line. Notes are talk: `--quiet` leaves them out. */
export function showDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  // Errors first in line for a place, but all in the order of the file.
  const errors = diagnostics.filter((d) => d.severity === 'error').slice(0, MOST_SHOWN);
  const others = diagnostics.filter((d) => d.severity !== 'error').slice(0, MOST_SHOWN - errors.length);
  const shown = new Set([...errors, ...others]);
  for (const diagnostic of diagnostics) {
    if (!shown.has(diagnostic)) continue;
    const text = `${renderDiagnostic(diagnostic, terminal.talkPaint)}\n`;
    if (diagnostic.severity === 'note') terminal.talk(text);
    else terminal.warn(text);
  }
  const left = diagnosticCount(
    diagnostics.filter((d) => !shown.has(d)),
    'more ',
  );
  if (left !== '') terminal.warn(`… and ${left}: --json shows them all\n`);
}

/** `2 errors, 1 warning`, or nothing when there are neither. */
export function diagnosticCount(diagnostics: readonly Diagnostic[], more = ''): string {
  return (['error', 'warning'] as const)
    .map((severity) => counted(more + severity, diagnostics.filter((d) => d.severity === severity).length))
    .filter((text) => text !== '')
    .join(', ');
}

function counted(what: string, count: number): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** A diagnostic as `--json` prints it. What has no place in a file has `null` for it. */
export function diagnosticDocument(diagnostic: Diagnostic): Readonly<Record<string, unknown>> {
  return {
    severity: diagnostic.severity,
    code: diagnostic.code,
    message: diagnostic.message,
    ...placeDocument(diagnostic.span),
    help: diagnostic.help ?? null,
    ...(diagnostic.related === undefined
      ? {}
      : { related: { message: diagnostic.related.message, ...placeDocument(diagnostic.related.span) } }),
  };
}

function placeDocument(span: Span | undefined): Readonly<Record<string, unknown>> {
  if (span === undefined) return { file: null, line: null, column: null, endLine: null, endColumn: null };
  const start = positionAt(span.source, span.start);
  const end = positionAt(span.source, span.end);
  return {
    file: span.source.path,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}
