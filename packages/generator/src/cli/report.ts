import type { Diagnostic, Severity } from '../diagnostics/diagnostic.js';
import { renderDiagnostic } from '../diagnostics/render.js';
import { positionAt, type Span } from '../diagnostics/source.js';
import type { Terminal } from './terminal.js';

/** Shows complaints on stderr, each followed by an empty line. Notes are talk: `--quiet` leaves them out. */
export function showDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    const text = `${renderDiagnostic(diagnostic, terminal.talkPaint)}\n`;
    if (diagnostic.severity === 'note') terminal.talk(text);
    else terminal.complain(text);
  }
}

/** `2 errors, 1 warning`, or nothing when there are neither. */
export function diagnosticCount(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning'] as const)
    .map((severity) => counted(severity, diagnostics.filter((d) => d.severity === severity).length))
    .filter((text) => text !== '')
    .join(', ');
}

function counted(severity: Severity, count: number): string {
  return count === 0 ? '' : `${String(count)} ${severity}${count === 1 ? '' : 's'}`;
}

/** A complaint as `--json` prints it. What has no place in a file has `null` for it. */
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
