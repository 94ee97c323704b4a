/**
 * How a vendor writes SQL, as far as one must know it to find the end of a statement and the words in it. Nothing
 * here understands SQL beyond that.
 */
export interface ScriptDialect {
  /** `#` starts a comment (MySQL). */
  readonly hashComments: boolean;
  /** `--` is a comment only before a space, a control character or the end (MySQL manual, "Comments"). */
  readonly dashNeedsSpace: boolean;
  /** `/*` inside a comment opens another one (PostgreSQL, SQL Server). */
  readonly nestedComments: boolean;
  /** A comment that starts with `/*!` is SQL (MySQL, MariaDB). */
  readonly executableComments: boolean;
  /** A backslash escapes the next character in `'…'` and `"…"` (MySQL). */
  readonly backslashEscapes: boolean;
  /** `"…"` is a name, without backslash escapes, where `'…'` has them (MySQL under ANSI_QUOTES). */
  readonly ansiQuotes?: boolean;
  /** `E'…'` has backslash escapes, and `$tag$…$tag$` is a string (PostgreSQL). */
  readonly dollarQuotes: boolean;
  /** `q'[…]'` is a string (Oracle). */
  readonly alternativeQuotes: boolean;
  readonly backticks: boolean;
  /** `[name]`: in SQL Server `]]` is a bracket inside the name, in SQLite the first `]` ends it. */
  readonly brackets: 'none' | 'doubled' | 'plain';
  /** What ends a statement beside `;`, and which statements hold `;` themselves. */
  readonly blocks: 'pgsql' | 'mysql' | 'sqlite' | 'mssql' | 'oracle';
}

/** `word` is also a number; `name` a quoted identifier, on MySQL also a `"…"` string. */
type TokenKind = 'space' | 'comment' | 'word' | 'name' | 'string' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** True when the text ended before the closing quote or comment sign. */
  readonly open: boolean;
}

const LINE_REST = /[^\r\n]*/uy;

type Vendor = ScriptDialect['blocks'];

/** SQL Server and Oracle know the spaces of Unicode; to the others they are letters. A file may start with a mark. */
const ASCII_SPACE = /[ \t\n\v\f\r]+|^\ufeff/uy;
const UNICODE_SPACE = /\s+/uy;
const SPACES: Readonly<Record<Vendor, RegExp>> = {
  pgsql: ASCII_SPACE,
  mysql: ASCII_SPACE,
  sqlite: /[ \t\n\f\r\ufeff]+/uy,
  mssql: UNICODE_SPACE,
  oracle: UNICODE_SPACE,
};

/**
 * Names without quotes, and numbers, as each vendor's scanner cuts them: every character from U+0080 on is a letter to
 * PostgreSQL, MySQL and SQLite. It matters where a quote follows: `a$$` is one name in PostgreSQL, `1$$` a number before a string.
 */
const WORDS: Readonly<Record<Vendor, RegExp>> = {
  pgsql: /[A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*|\d+/uy,
  mysql: /[\w$@\u0080-\u{10ffff}]+/uy,
  sqlite: /[\w\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*|[$@#:][\w$\u0080-\u{10ffff}]+/uy,
  mssql: /[\p{L}\p{N}_@#$][\p{L}\p{N}\p{M}_@#$]*/uy,
  oracle: /[\p{L}\p{N}_@#$][\p{L}\p{N}\p{M}_@#$]*/uy,
};
/** MySQL with a delimiter such as `$$`, which must be found right after a word. */
const WORD_WITHOUT_DOLLAR = /[\w@\u0080-\u{10ffff}]+/uy;
const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)?\$/uy;

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The token that starts at an offset. A character that belongs to nothing is a symbol of its own. */
export function tokenAt(text: string, at: number, dialect: ScriptDialect, delimiter = ';'): Token {
  return plainToken(text, at) ?? anyToken(text, at, dialect, delimiter);
}

const [NOT_PLAIN, LETTER, DIGIT, SPACE, SIGN] = [0, 1, 2, 3, 4] as const;

/** What every vendor takes for the same thing, by its code in ASCII. */
const PLAIN: ArrayLike<number> = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(c)) return LETTER;
  if (/[0-9]/.test(c)) return DIGIT;
  if (/[ \t\n\r]/.test(c)) return SPACE;
  return /[(),;]/.test(c) ? SIGN : NOT_PLAIN;
});

/** What belongs to a word or a space for some vendor only, or makes a string of a word. */
const BEHIND_WORD = "'$@#";
const BEHIND_SPACE = '\v\f';

/** Most tokens of most files are words, spaces and commas that no vendor cuts otherwise: found without a pattern. */
function plainToken(text: string, at: number): Token | undefined {
  const first = PLAIN[text.charCodeAt(at)];
  if (first === SIGN) return { kind: 'symbol', start: at, end: at + 1, open: false };
  if (first !== LETTER && first !== SPACE) return undefined;
  let end = at + 1;
  for (let next = PLAIN[text.charCodeAt(end)]; next === first || (first === LETTER && next === DIGIT); ) {
    next = PLAIN[text.charCodeAt(++end)];
  }
  const behind = text.charCodeAt(end);
  if (behind > 127 || (first === LETTER ? BEHIND_WORD : BEHIND_SPACE).includes(text.charAt(end) || '\0'))
    return undefined;
  return { kind: first === LETTER ? 'word' : 'space', start: at, end, open: false };
}

function anyToken(text: string, at: number, dialect: ScriptDialect, delimiter: string): Token {
  const token = (kind: TokenKind, end: number): Token =>
    end < 0 ? { kind, start: at, end: text.length, open: true } : { kind, start: at, end, open: false };
  const c = text[at] ?? '';
  const next = text[at + 1] ?? '';
  const spaceEnd = matchAt(SPACES[dialect.blocks], text, at);
  if (spaceEnd > at) return token('space', spaceEnd);
  if (c === '-' && next === '-' && (!dialect.dashNeedsSpace || /^[\s\p{Cc}]?$/u.test(text[at + 2] ?? ''))) {
    return token('comment', lineEnd(text, at));
  }
  if (c === '#' && dialect.hashComments) return token('comment', lineEnd(text, at));
  if (c === '/' && next === '*') {
    const kind = dialect.executableComments && /^(?:!|M!)/.test(text.slice(at + 2, at + 4)) ? 'symbol' : 'comment';
    return token(kind, commentEnd(text, at, dialect.nestedComments));
  }
  if (c === "'") return token('string', quoteEnd(text, at, "'", dialect.backslashEscapes));
  if (c === '"') return token('name', quoteEnd(text, at, '"', dialect.backslashEscapes && dialect.ansiQuotes !== true));
  if (c === '`' && dialect.backticks) return token('name', quoteEnd(text, at, '`', false));
  if (c === '[' && dialect.brackets === 'doubled') return token('name', quoteEnd(text, at, ']', false));
  if (c === '[' && dialect.brackets === 'plain') return token('name', after(text, ']', at + 1));
  if (c === '$' && dialect.dollarQuotes) {
    const tagEnd = matchAt(DOLLAR_TAG, text, at);
    if (tagEnd > 0) return token('string', after(text, text.slice(at, tagEnd), tagEnd));
  }
  const wordEnd = matchAt(wordPattern(dialect, delimiter), text, at);
  if (wordEnd < 0) return token('symbol', at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
  if (text[wordEnd] === "'") {
    const prefix = text.slice(at, wordEnd).toLowerCase();
    if (dialect.dollarQuotes && prefix === 'e') return token('string', quoteEnd(text, wordEnd, "'", true));
    if (dialect.alternativeQuotes && (prefix === 'q' || prefix === 'nq')) {
      return token('string', alternativeEnd(text, wordEnd));
    }
  }
  return token('word', wordEnd);
}

/** The tokens of a text that mean something: no spaces, no comments. */
export function significantTokens(text: string, dialect: ScriptDialect): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, dialect);
    if (token.kind !== 'space' && token.kind !== 'comment') tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function wordPattern(dialect: ScriptDialect, delimiter: string): RegExp {
  return dialect.blocks === 'mysql' && delimiter.includes('$') ? WORD_WITHOUT_DOLLAR : WORDS[dialect.blocks];
}

function after(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from);
  return found < 0 ? -1 : found + closing.length;
}

function lineEnd(text: string, at: number): number {
  return matchAt(LINE_REST, text, at);
}

function commentEnd(text: string, at: number, nested: boolean): number {
  if (!nested) return after(text, '*/', at + 2);
  const sign = /\/\*|\*\//g;
  sign.lastIndex = at + 2;
  for (let depth = 1, match = sign.exec(text); match !== null; match = sign.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return sign.lastIndex;
  }
  return -1;
}

/** After the closing quote of the quote at `at`; a doubled quote is part of the text. */
function quoteEnd(text: string, at: number, quote: string, backslash: boolean): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '\\' && backslash) i++;
    else if (c === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return -1;
}

/** The end of `q'[…]'`; brackets close with their pair, any other character with itself. */
function alternativeEnd(text: string, quoteAt: number): number {
  const opening = text[quoteAt + 1] ?? '';
  const closing = { '[': ']', '{': '}', '(': ')', '<': '>' }[opening] ?? opening;
  return opening === '' ? -1 : after(text, `${closing}'`, quoteAt + 2);
}
