/** A text that was read, with the name people know it by. */
export interface Source {
  /** Path as shown in messages: relative to the working directory where possible, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A half-open range of UTF-16 offsets in a source. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A position a person can find: both count from 1, columns in characters as an editor shows them. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function span(source: Source, start: number, end: number = start): Span {
  return { source, start, end };
}

/** What is known of a source: where its lines start, and the last position asked for, as the next is often near it. */
interface Lines {
  readonly starts: readonly number[];
  last: { readonly line: number; readonly offset: number; readonly column: number };
}

const known = new WeakMap<Source, Lines>();

/** The line and column of an offset. `\n`, `\r\n` and a lone `\r` end a line. */
export function positionAt(source: Source, offset: number): Position {
  const { text } = source;
  const limit = Math.min(Math.max(offset, 0), text.length);
  const lines = linesOf(source);
  let low = 0;
  let high = lines.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.starts[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  const { last } = lines;
  const column =
    last.line === low
      ? last.column + characters(text, last.offset, limit)
      : 1 + characters(text, lines.starts[low] ?? 0, limit);
  lines.last = { line: low, offset: limit, column };
  return { line: low + 1, column };
}

function linesOf(source: Source): Lines {
  let lines = known.get(source);
  if (lines) return lines;
  const { text } = source;
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  lines = { starts, last: { line: 0, offset: 0, column: 1 } };
  known.set(source, lines);
  return lines;
}

/** Characters between two offsets, negative when they go backwards; a surrogate pair is one. */
function characters(text: string, from: number, to: number): number {
  if (to < from) return -characters(text, to, from);
  let count = 0;
  for (let i = from; i < to; i++) {
    const second = (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800;
    if (!second) count++;
  }
  return count;
}
