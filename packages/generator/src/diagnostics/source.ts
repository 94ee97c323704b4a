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

/** What is known of a source: where its lines start, and how many surrogate pairs end before each block of it. */
interface Lines {
  readonly starts: readonly number[];
  readonly pairs: readonly number[];
}

/** Offsets of a block. A file may be one line of megabytes with thousands of mistakes in it. */
const BLOCK = 64;

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
  const start = lines.starts[low] ?? 0;
  const pairs = pairsBefore(text, limit, lines.pairs) - pairsBefore(text, start, lines.pairs);
  return { line: low + 1, column: 1 + limit - start - pairs };
}

function linesOf(source: Source): Lines {
  let lines = known.get(source);
  if (lines) return lines;
  const { text } = source;
  const starts = [0];
  const pairs: number[] = [];
  let pairsSoFar = 0;
  for (let i = 0; i < text.length; i++) {
    if (i % BLOCK === 0) pairs.push(pairsSoFar);
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    else if (endsPair(text, i)) pairsSoFar++;
  }
  pairs.push(pairsSoFar);
  lines = { starts, pairs };
  known.set(source, lines);
  return lines;
}

/** Surrogate pairs, each of them one character, whose second half is before an offset. */
function pairsBefore(text: string, offset: number, blocks: readonly number[]): number {
  const block = Math.floor(offset / BLOCK);
  let count = blocks[block] ?? 0;
  for (let i = block * BLOCK; i < offset; i++) if (endsPair(text, i)) count++;
  return count;
}

const endsPair = (text: string, i: number): boolean =>
  (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800;
