import type { Diagnostic, Severity } from './diagnostic.js';
import { printable } from './printable.js';
import { positionAt, type Span } from './source.js';

/** How the parts of a message are painted; without colour every painter returns its text. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
}

const same = (text: string): string => text;
export const plainPaint: Paint = { bold: same, dim: same, red: same, yellow: same, cyan: same, green: same };

/** Widest part of a source line that is shown; longer lines are cut around the caret. */
const FRAME_WIDTH = 100;

const severityColor = (paint: Paint, severity: Severity): ((text: string) => string) =>
  severity === 'error' ? paint.red : severity === 'warning' ? paint.yellow : paint.cyan;

/**
 * One complaint as text:
 *
 *     error: unknown attribute "phpname" on <table>
 *       --> schema.xml:3:22
 *        |
 *      3 |   <table name="book" phpname="Book">
 *        |                      ^^^^^^^
 *        = did you mean "phpName"?
 */
export function renderDiagnostic(diagnostic: Diagnostic, paint: Paint = plainPaint): string {
  const color = severityColor(paint, diagnostic.severity);
  const lines = [`${color(paint.bold(`${diagnostic.severity}:`))} ${paint.bold(printable(diagnostic.message))}`];
  let gutter = '  ';
  if (diagnostic.span) {
    const frame = codeFrame(diagnostic.span, color, paint);
    gutter = frame.gutter;
    lines.push(...frame.lines);
  }
  if (diagnostic.related) {
    lines.push(`${gutter}${paint.cyan(':')} ${printable(diagnostic.related.message)}`);
    lines.push(...codeFrame(diagnostic.related.span, paint.cyan, paint).lines);
  }
  for (const help of diagnostic.help?.split('\n') ?? []) lines.push(`${gutter}${paint.cyan('=')} ${printable(help)}`);
  return lines.join('\n');
}

export function renderDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint = plainPaint): string {
  return diagnostics.map((d) => `${renderDiagnostic(d, paint)}\n`).join('\n');
}

function codeFrame(
  at: Span,
  color: (text: string) => string,
  paint: Paint,
): { gutter: string; lines: readonly string[] } {
  const { line, column } = positionAt(at.source, at.start);
  const number = String(line);
  const gutter = ' '.repeat(number.length + 2);
  const { text, caretStart, caretLength } = shownLine(at);
  return {
    gutter,
    lines: [
      `${' '.repeat(number.length + 1)}${paint.cyan('-->')} ${printable(at.source.path)}:${number}:${String(column)}`,
      `${gutter}${paint.cyan('|')}`,
      ` ${paint.cyan(`${number} |`)} ${text}`.trimEnd(),
      `${gutter}${paint.cyan('|')} ${' '.repeat(caretStart)}${color('^'.repeat(caretLength))}`,
    ],
  };
}

/** The source line of a span as it can be shown: tabs widened, hidden characters spelled out, cut to a window. */
function shownLine(at: Span): { text: string; caretStart: number; caretLength: number } {
  const source = at.source.text;
  const start = Math.min(at.start, source.length);
  const lineStart = Math.max(source.lastIndexOf('\n', start - 1), source.lastIndexOf('\r', start - 1)) + 1;
  const after = source.slice(lineStart).search(/[\r\n]/);
  const lineEnd = after < 0 ? source.length : lineStart + after;
  // Only a window of a very long (minified) line is widened: the caret must stay in view.
  const from = start - lineStart > FRAME_WIDTH ? start - FRAME_WIDTH / 2 : lineStart;
  const to = Math.min(lineEnd, Math.max(start, from) + FRAME_WIDTH);
  const end = Math.max(Math.min(at.end, to), start);
  const widen = (text: string): string => printable(text.replaceAll('\t', '  '));
  const before = (from > lineStart ? '…' : '') + widen(source.slice(from, start));
  const marked = widen(source.slice(start, end));
  const rest = widen(source.slice(end, to)) + (to < lineEnd ? '…' : '');
  return { text: before + marked + rest, caretStart: [...before].length, caretLength: Math.max([...marked].length, 1) };
}
