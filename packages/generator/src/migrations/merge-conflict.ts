import { type Source, type Span, span } from '../diagnostics/source.js';
import { type ScriptDialect, tokenAt } from '../platforms/sql-tokens.js';

const MARKERS = /^<{7}(?= |$)[\s\S]*^>{7}(?= |$)/m;
const FIRST_LINE = /<{7}(?: .*)?$/my;

/** The first line that git has written into a SQL file because two versions of it differ. Such a line in a text or a comment is none. */
export function mergeConflict(source: Source, dialect: ScriptDialect): Span | undefined {
  const { text } = source;
  const found = MARKERS.exec(text)?.index;
  if (found === undefined) return undefined;
  for (let at = 0; at < text.length; ) {
    const { start, end, kind, open } = tokenAt(text, at, dialect);
    // Both versions together may close no quote of the first.
    if (open) return lineAt(source, found);
    if (kind === 'symbol' && /^[\r\n]?$/.test(text.charAt(start - 1))) {
      const line = lineAt(source, start);
      if (line !== undefined) return line;
    }
    at = end;
  }
  return undefined;
}

function lineAt(source: Source, at: number): Span | undefined {
  FIRST_LINE.lastIndex = at;
  return FIRST_LINE.test(source.text) ? span(source, at, FIRST_LINE.lastIndex) : undefined;
}
