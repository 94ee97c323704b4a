import { hasUnseen } from '../text/unseen.js';
import { type ScriptDialect, type Token, tokenAt } from './sql-tokens.js';

/**
 * What keeps a text from being one expression (or one type) and nothing more, however the vendor's server and its
 * command-line client are set; nothing for a text that ends where it ends. It is stricter than the vendor wherever two
 * versions or two settings of it disagree about where a string ends.
 */
export function expressionProblem(sql: string, dialect: ScriptDialect): string | undefined {
  return problemOf(sql, dialect, EXPRESSION);
}

/**
 * What keeps a text from being one statement, or one clause of it, and nothing more: the SELECT of a view, or how a table is
 * partitioned. It may have lines and commas where an expression may not.
 */
export function statementProblem(sql: string, dialect: ScriptDialect): string | undefined {
  return problemOf(sql, dialect, STATEMENT);
}

interface Allowed {
  readonly commas: boolean;
  readonly lines: boolean;
}

const EXPRESSION: Allowed = { commas: false, lines: false };
const STATEMENT: Allowed = { commas: true, lines: true };

function problemOf(sql: string, dialect: ScriptDialect, allowed: Allowed): string | undefined {
  if (sql.trim() === '') return 'is empty';
  for (const reading of readings(dialect)) {
    const problem = readingProblem(sql, reading, allowed);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** MySQL reads quotes by `sql_mode`: NO_BACKSLASH_ESCAPES for all of them, ANSI_QUOTES for `"…"`. Others have one reading. */
function readings(dialect: ScriptDialect): readonly ScriptDialect[] {
  if (!dialect.backslashEscapes) return [dialect];
  return [dialect, { ...dialect, ansiQuotes: true }, { ...dialect, backslashEscapes: false }];
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function readingProblem(sql: string, dialect: ScriptDialect, allowed: Allowed): string | undefined {
  const open: string[] = [];
  let before: Token | undefined;
  let solid: Token | undefined;
  for (let at = 0; at < sql.length; ) {
    const token = tokenAt(sql, at, dialect);
    const text = sql.slice(token.start, token.end);
    const problem =
      tokenProblem(token, text, dialect, allowed) ??
      gluedProblem(sql, before, token) ??
      joinedProblem(sql, solid, token);
    if (problem !== undefined) return problem;
    if (token.kind === 'symbol') {
      if (text === ',' && open.length === 0 && !allowed.commas) return 'has a comma outside of brackets';
      if (text === '(' || text === '[') open.push(text);
      if (Object.hasOwn(OPENING, text) && open.pop() !== OPENING[text]) return 'closes a bracket that it did not open';
    }
    before = token;
    if (token.kind !== 'space') solid = token;
    at = token.end;
  }
  return open.length > 0 ? 'has a bracket that is not closed' : undefined;
}

function tokenProblem(
  { kind, open }: Token,
  text: string,
  dialect: ScriptDialect,
  { lines }: Allowed,
): string | undefined {
  // `--` and `/*` are comments to somebody, and `/*!` is SQL to MySQL alone.
  if (kind === 'comment' || text.startsWith('/*')) return 'has a comment in it';
  switch (kind) {
    case 'string':
    case 'name':
      if (open) return 'has a quote that is not closed';
      return text.startsWith('$') && !/^\$\w*\$/.test(text)
        ? 'has a dollar quote with letters beyond ASCII'
        : undefined;
    case 'space':
      if (lines) return /[^ \t\r\n]/.test(text) ? 'has an unusual space outside of quotes' : undefined;
      return /[^ \t]/.test(text) ? 'has a line break or an unusual space outside of quotes' : undefined;
    case 'word':
      if (/[^\p{L}\p{N}\p{M}\w$@#:]/u.test(text) || hasUnseen(text))
        return 'has an unusual character outside of quotes';
      return parameterProblem(text, dialect);
    case 'symbol':
      if (text === ';') return 'has a semicolon in it';
      // psql and mysql would take it for a command of theirs, of which `\!` runs a program.
      if (text === '\\') return 'has a backslash outside of quotes';
      return /[^ -z|~]/.test(text) ? 'has an unusual character outside of quotes' : parameterProblem(text, dialect);
  }
}

/**
 * Parameters have no place in an expression of a table, and few know where they end: SQLite reads `$a(')` as one, MySQL 9
 * reads `$$…$$` as a string and earlier ones as a name, sqlcmd replaces `$(name)`.
 */
function parameterProblem(text: string, dialect: ScriptDialect): string | undefined {
  const signs = { pgsql: /^\$/, mysql: /^\$|@$/, sqlite: /^[$@#:?]/, mssql: /^\$$/, oracle: /^[:$]/ }[dialect.blocks];
  return signs.test(text) ? `has a parameter in it (${text.charAt(0)})` : undefined;
}

/** What may stand right before a quote: `N'…'`, `X'…'`, `_utf8mb4'…'`, `DATE'…'`. */
const PREFIX = /^(?:[bnxe]|[a-z_]\w+)$/i;

/** Versions disagree about a number that touches a quote: `1e'\''` is `1` and `E'\''` in PostgreSQL 14. */
function gluedProblem(sql: string, before: Token | undefined, { kind }: Token): string | undefined {
  if (before?.kind !== 'word' || (kind !== 'string' && kind !== 'name')) return undefined;
  return PREFIX.test(sql.slice(before.start, before.end)) ? undefined : 'has a quote right after a number';
}

/** PostgreSQL joins two strings over a line break, and reads the second by the rules of the first. */
function joinedProblem(sql: string, solid: Token | undefined, { kind, start }: Token): string | undefined {
  if (kind !== 'string' || solid?.kind !== 'string') return undefined;
  return /[\r\n]/.test(sql.slice(solid.end, start)) ? 'has two strings with only a line break between' : undefined;
}
