import { printable } from '../../diagnostics/printable.js';
import type { Paint } from '../../diagnostics/render.js';
import { displayWidth } from '../../diagnostics/width.js';

type Painter = (text: string) => string;

/** A cell of a row: pieces that are not broken unless one alone is wider than its place. */
export interface Cell {
  readonly pieces: readonly string[];
  readonly paint?: Painter | undefined;
  readonly align?: 'right' | undefined;
  /** How far lines after the first stand to the right of it. */
  readonly hang?: number;
  /** What it says where no title stands above it. */
  readonly alone?: string;
}

/** A cell with a text that may be broken at its blanks; names in it may be anything. */
export function cell(text: string, paint?: Painter, align?: 'right'): Cell {
  return { pieces: words(text), paint, align };
}

/** The words of a text, safe to show. */
export function words(text: string): readonly string[] {
  return printable(text.replaceAll(/\s+/gu, ' '))
    .split(' ')
    .filter((word) => word !== '');
}

const GAP = 2;
/** A column is at most as wide as this; what is longer gets lines of its own. */
const WIDEST = 36;
/** The last column takes what is left, if that is enough to read. */
const LEAST_LAST = 24;

type Row = readonly Cell[];

/**
 * Rows whose cells stand under each other; the last cell of a row is wrapped and stays in its column. On a screen that is
 * too narrow for that, and for a cell that is too long, the rest of the row goes below its first cell.
 */
export function alignedRows(rows: readonly Row[], width: number, indent: number, titles: Row = []): string[] {
  const all = [titles, ...rows];
  const count = Math.max(...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...all.map((row) => natural(row[column])).filter((cells) => cells <= WIDEST)),
  );
  const used = [...widths.keys()].filter((column) => all.some((row) => natural(row[column]) > 0));
  const first = used.slice(0, -1);
  const last = used.at(-1) ?? 0;
  const before = first.reduce((sum, column) => sum + (widths[column] ?? 0) + GAP, indent);
  const isNarrow = before + Math.min(LEAST_LAST, widths[last] ?? 0) > width;
  const shown = titles.length === 0 || isNarrow ? rows : all;
  return shown.flatMap((row) => {
    const isLong = first.some((column) => natural(row[column]) > (widths[column] ?? 0));
    if (isNarrow || isLong)
      return stacked(
        used.flatMap((column) => row[column] ?? []),
        width,
        indent,
      );
    let head = ' '.repeat(indent);
    for (const column of first) head += padded(row[column], widths[column] ?? 0) + ' '.repeat(GAP);
    return hanging(head, row[last], before, width);
  });
}

function natural(cell: Cell | undefined): number {
  return cell === undefined ? 0 : displayWidth(cell.pieces.join(' '));
}

function padded(cell: Cell | undefined, width: number): string {
  if (cell === undefined) return ' '.repeat(width);
  const text = cell.pieces.join(' ');
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  const painted = text === '' ? '' : (cell.paint?.(text) ?? text);
  return cell.align === 'right' ? blanks + painted : painted + blanks;
}

/** A line that begins with `head`, and the rest of the cell under its own beginning. */
function hanging(head: string, cell: Cell | undefined, column: number, width: number): string[] {
  if (cell === undefined || cell.pieces.length === 0) return [head.trimEnd()];
  const { hang = 0, paint, pieces } = cell;
  const lines = wrapped(pieces, width - column - hang);
  return lines.map((line, index) => (index === 0 ? head : ' '.repeat(column + hang)) + (paint?.(line) ?? line));
}

/** The first cell on its own, the others behind each other below it, as many to a line as fit. */
function stacked(cells: readonly Cell[], width: number, indent: number): string[] {
  const [first, ...rest] = cells.filter((cell) => natural(cell) > 0);
  const lines = hanging(' '.repeat(indent), first, indent, width);
  const column = indent + GAP;
  let line = '';
  let used = 0;
  for (const each of rest) {
    const cell = each.alone === undefined ? each : { ...each, pieces: [each.alone] };
    const room = width - column;
    if (used > 0 && used + GAP + natural(cell) <= room) {
      line += ' '.repeat(GAP) + padded({ ...cell, align: undefined }, 0);
      used += GAP + natural(cell);
      continue;
    }
    if (used > 0) lines.push(line);
    const own = hanging(' '.repeat(column), cell, column, width);
    lines.push(...own.slice(0, -1));
    line = own.at(-1) ?? '';
    used = own.length > 1 ? room : natural(cell);
  }
  if (used > 0) lines.push(line);
  return lines;
}

/** The first line of a block: a name, and about it what fits. */
export function heading(name: string, about: string, paint: Paint, width: number): string[] {
  const row = [cell(name, paint.bold), cell(about, paint.dim)];
  const isWide = row.reduce((sum, each) => sum + natural(each), 1) > width;
  if (isWide) return stacked(row, width, 0);
  return [row.map((each) => padded(each, 0)).join(' ')];
}

/** Pieces on as many lines as they need. */
export function wrapped(pieces: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces.flatMap((each) => broken(each, Math.max(width, 8)))) {
    if (line === '') line = piece;
    else if (displayWidth(line) + 1 + displayWidth(piece) <= width) line += ` ${piece}`;
    else {
      lines.push(line);
      line = piece;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** A piece that is wider than a line, at its blanks and then anywhere. */
function broken(piece: string, width: number): string[] {
  if (displayWidth(piece) <= width) return [piece];
  const parts = piece.split(' ');
  if (parts.length > 1) return parts.flatMap((word) => broken(word, width));
  const lines: string[] = [];
  let line = '';
  for (const character of piece) {
    if (displayWidth(line + character) > width) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return [...lines, line];
}
