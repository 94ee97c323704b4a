import type { Token } from './tokens.js';

export interface TableComments {
  readonly table: string | undefined;
  /** By the first token of the column. */
  readonly columns: ReadonlyMap<Token, string>;
}

/** The first tokens of what a table consists of. */
export interface TableParts {
  readonly opening: Token;
  readonly columns: readonly Token[];
  readonly constraints: readonly Token[];
}

/**
 * Which comment is said of what. One behind something on the same line belongs to it; one on a line of its own belongs
 * to the column that follows, unless an empty line stands between. The generator writes the table's comment behind the
 * opening parenthesis and that of a column above it; people write them behind the column.
 */
export function commentsOf(all: readonly Token[], { opening, columns, constraints }: TableParts): TableComments {
  const starts = new Set([opening, ...columns, ...constraints]);
  const notes = new Map<Token, string[]>();
  let owner: Token | undefined;
  let previous: Token | undefined;
  let waiting: string[] = [];
  let lines = 0;
  let depth = 0;
  for (const [at, token] of all.entries()) {
    if (token.kind === 'space') {
      lines += lineEnds(token);
      if (lines > 1) waiting = [];
    } else if (token.kind === 'comment') {
      const note = depth === 1 ? noteOf(token.text) : undefined;
      const isBehind = lines === 0 && (previous?.text !== ',' || lineEnds(all[at + 1]) > 0);
      if (note !== undefined && isBehind && owner) notes.get(owner)?.push(note);
      else if (note !== undefined && !isBehind) waiting.push(note);
      lines = 0;
    } else {
      if (token.text === '(') depth++;
      else if (token.text === ')' && --depth === 0) break;
      if (starts.has(token)) {
        owner = token;
        notes.set(token, waiting);
      } else if (owner === opening) owner = undefined;
      waiting = [];
      lines = 0;
      previous = token;
    }
  }
  const described = new Map(
    [...notes].flatMap(([token, texts]) => (texts.length > 0 ? [[token, texts.join(' ')]] : [])),
  );
  return { table: described.get(opening), columns: described };
}

const lineEnds = (token: Token | undefined): number =>
  token?.kind === 'space' ? token.text.split('\n').length - 1 : 0;

/** The words of a comment on one line, or undefined for a mere rule. */
function noteOf(comment: string): string | undefined {
  const inner = comment.startsWith('--') ? comment.slice(2) : comment.slice(2).replace(/\*\/$/, '');
  const words = inner.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return /^[-=*#_~\s]*$/.test(words) ? undefined : words;
}
