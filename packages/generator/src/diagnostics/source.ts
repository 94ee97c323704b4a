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

/** The line and column of an offset. `\n`, `\r\n` and a lone `\r` end a line. */
export function positionAt(source: Source, offset: number): Position {
  const { text } = source;
  const limit = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < limit; i++) {
    const code = text.charCodeAt(i);
    const ends = code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10);
    if (ends) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: Array.from(text.slice(lineStart, limit)).length + 1 };
}
