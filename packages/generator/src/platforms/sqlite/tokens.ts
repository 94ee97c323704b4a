/**
 * Words of SQL as SQLite itself cuts them ("SQL As Understood By SQLite", tokenize.c). The scanner of scripts is made for
 * all vendors and for statements of people; this one must agree with SQLite on every name that its catalog can hold.
 */
export type TokenKind = 'space' | 'comment' | 'word' | 'quoted' | 'string' | 'blob' | 'number' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offset in the statement. */
  readonly start: number;
}

/** What a token may be, in the order to try. Every character from U+0080 on may stand in a name, a no-break space too. */
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['space', /[ \t\n\f\r\ufeff]+/y],
  ['comment', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['blob', /x'[^']*'/iy],
  ['string', /'(?:[^']|'')*'/y],
  ['quoted', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['number', /0x[0-9a-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?/iy],
  ['word', /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy],
  ['symbol', /[\s\S]/y],
];

/** The whole text as tokens, nothing left out. */
export function tokens(sql: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < sql.length; at += found.at(-1)?.text.length ?? 1) found.push(tokenAt(sql, at));
  return found;
}

function tokenAt(sql: string, start: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    const text = pattern.exec(sql)?.[0];
    if (text !== undefined) return { kind, text, start };
  }
  return { kind: 'symbol', text: sql.charAt(start), start };
}

/** True for a keyword, however it is written; a quoted word is none. */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

/** The name that a token stands for. SQLite takes a string for a name where only a name can be. */
export function nameOf({ kind, text }: Token): string {
  if (kind !== 'quoted' && kind !== 'string') return text;
  const quote = text.charAt(0);
  const inner = text.slice(1, -1);
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote);
}

/** SQL on one line, without its comments and without the spaces that lines needed. */
export function oneLine(sql: string): string {
  let line = '';
  let gap = false;
  for (const { kind, text } of tokens(sql)) {
    if (kind === 'space' || kind === 'comment') {
      gap = true;
      continue;
    }
    const tight = line === '' || line.endsWith('(') || text === ')' || text === ',';
    line += gap && !tight ? ` ${text}` : text;
    gap = false;
  }
  return line;
}
