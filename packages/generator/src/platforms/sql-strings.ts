import type { ScriptDialect } from './sql-tokens.js';

/** MySQL manual, "String Literals". `\%` and `\_` keep their backslash: it is there for a pattern. */
const MYSQL_ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  '%': '\\%',
  _: '\\_',
};
/** PostgreSQL manual, "String Constants with C-Style Escapes". */
const PGSQL_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const PGSQL_ESCAPE =
  /(?<bytes>(?:\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}))+)|\\(?:u(?<short>[0-9A-Fa-f]{4})|U(?<long>0010[0-9A-Fa-f]{4}|000[0-9A-Fa-f]{5}))|\\(?<other>[\s\S])|''/g;

/**
 * The value of a string literal, or of what MySQL takes for one: `"…"`. The same for `E'\\''2'` and `'\''2'` in PostgreSQL, and
 * for `'it\'s'` and `'it''s'` in MySQL.
 */
export function stringValue(literal: string, dialect: ScriptDialect): string {
  const tag = dialect.dollarQuotes ? /^\$[^$]*\$/.exec(literal)?.[0] : undefined;
  if (tag !== undefined) return literal.slice(tag.length, -tag.length);
  const quote = literal.at(-1) ?? '';
  const start = literal.indexOf(quote);
  const body = literal.slice(start + 1, -1);
  if (dialect.dollarQuotes && /^e$/i.test(literal.slice(0, start))) return body.replaceAll(PGSQL_ESCAPE, pgsqlEscape);
  if (!dialect.backslashEscapes) return body.replaceAll(quote + quote, quote);
  return body.replaceAll(/\\([\s\S])|''|""/g, (found: string, escaped: string | undefined) => {
    if (escaped !== undefined) return MYSQL_ESCAPES[escaped] ?? escaped;
    return found[0] === quote ? quote : found;
  });
}

function pgsqlEscape(...match: readonly unknown[]): string {
  const { bytes, short, long, other } = match.at(-1) as Readonly<Record<string, string | undefined>>;
  if (bytes !== undefined) {
    const codes = bytes.slice(1).split('\\');
    return Buffer.from(codes.map((code) => Number.parseInt(...digitsOf(code)))).toString('utf8');
  }
  // Two of the short ones may be the halves of a character.
  if (short !== undefined) return String.fromCharCode(Number.parseInt(short, 16));
  if (long !== undefined) return String.fromCodePoint(Number.parseInt(long, 16));
  return other === undefined ? "'" : (PGSQL_ESCAPES[other] ?? other);
}

const digitsOf = (code: string): [digits: string, base: number] =>
  code.startsWith('x') ? [code.slice(1), 16] : [code, 8];
