import type { Diagnostic, Severity } from './diagnostic.js';
import { printable } from './printable.js';
import { positionAt, type Span } from './source.js';
import { displayWidth } from './width.js';

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
/** How much of a cut line stands before the caret. */
const FRAME_BEFORE = 40;

const severityColor = (paint: Paint, severity: Severity): ((text: string) => string) =>
  severity === 'error' ? paint.red : severity === 'warning' ? paint.yellow : paint.cyan;

/**
 * One diagnostic as text:
 *
 *     error: unknown attribute "descripton" on <table>
 *       --> schema.xml:3:22
 *        |
 *      3 |   <table name="book" descripton="…">
 *        |                      ^^^^^^^^^^
 *        = did you mean "description"?
 */
export function renderDiagnostic(diagnostic: Diagnostic, paint: Paint = plainPaint): string {
  const color = severityColor(paint, diagnostic.severity);
  const { span, related } = diagnostic;
  const lines = [`${color(paint.bold(`${diagnostic.severity}:`))} ${paint.bold(shown(diagnostic.message))}`];
  // One gutter for both frames, so that they stand under each other.
  const numbers = [span, related?.span].map((at) => (at ? lineNumber(at).length : 0));
  const width = Math.max(...numbers);
  const gutter = ' '.repeat(width + 2);
  if (span) lines.push(...codeFrame(span, width, color, paint));
  if (related) {
    lines.push(`${gutter}${paint.cyan(':')} ${shown(related.message)}`);
    lines.push(...codeFrame(related.span, width, paint.cyan, paint));
  }
  for (const help of diagnostic.help?.split('\n') ?? []) lines.push(`${gutter}${paint.cyan('=')} ${shown(help)}`);
  return lines.join('\n');
}

/** A name in a message may have megabytes. */
const MOST_CHARACTERS = 1000;

const shown = (text: string): string =>
  printable(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

export function renderDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint = plainPaint): string {
  return diagnostics.map((d) => `${renderDiagnostic(d, paint)}\n`).join('\n');
}

const lineNumber = (at: Span): string => String(positionAt(at.source, at.start).line);

function codeFrame(at: Span, width: number, color: (text: string) => string, paint: Paint): readonly string[] {
  const { line, column } = positionAt(at.source, at.start);
  const gutter = ' '.repeat(width + 2);
  const { text, caretStart, caretLength } = shownLine(at);
  return [
    `${' '.repeat(width + 1)}${paint.cyan('-->')} ${printable(at.source.path)}:${String(line)}:${String(column)}`,
    `${gutter}${paint.cyan('|')}`,
    ` ${paint.cyan(`${String(line).padStart(width)} |`)} ${text}`.trimEnd(),
    `${gutter}${paint.cyan('|')} ${' '.repeat(caretStart)}${color('^'.repeat(caretLength))}`,
  ];
}

/** The source line of a span as it can be shown: tabs widened, hidden characters spelled out, cut to a window. */
function shownLine(at: Span): { text: string; caretStart: number; caretLength: number } {
  const source = at.source.text;
  const start = Math.min(at.start, source.length);
  const lineStart = Math.max(source.lastIndexOf('\n', start - 1), source.lastIndexOf('\r', start - 1)) + 1;
  const after = source.slice(lineStart).search(/[\r\n]/);
  const lineEnd = after < 0 ? source.length : lineStart + after;
  const { from, to } = frameWindow(source, lineStart, lineEnd, at);
  const end = Math.max(Math.min(at.end, to), start);
  const widen = (text: string): string => printable(text.replaceAll('\t', '  '));
  const before = (from > lineStart ? '…' : '') + widen(source.slice(from, start));
  const marked = widen(source.slice(start, end));
  const rest = widen(source.slice(end, to)) + (to < lineEnd ? '…' : '');
  return {
    text: before + marked + rest,
    caretStart: displayWidth(before),
    caretLength: Math.max(displayWidth(marked), 1),
  };
}

/** The part of a long (minified) line around the caret that is shown; whole characters only. */
function frameWindow(
  text: string,
  lineStart: number,
  lineEnd: number,
  { start, end }: Span,
): { from: number; to: number } {
  if (lineEnd - lineStart <= FRAME_WIDTH) return { from: lineStart, to: lineEnd };
  const fitsFromStart = Math.min(end, lineEnd) - lineStart <= FRAME_WIDTH;
  const splits = (offset: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(offset));
  let from = fitsFromStart ? lineStart : Math.max(lineStart, Math.min(start - FRAME_BEFORE, lineEnd - FRAME_WIDTH));
  if (splits(from)) from--;
  let to = Math.min(lineEnd, from + FRAME_WIDTH);
  if (splits(to)) to++;
  return { from, to };
}
