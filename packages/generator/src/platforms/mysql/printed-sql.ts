import { text } from './quoting.js';

/** A literal that the server printed. Bytes and bits are given as their digits. */
export interface Literal {
  readonly kind: 'text' | 'number' | 'bytes' | 'bits';
  readonly value: string;
}

/** Strings with either escape for a quote, quoted names, and everything else by one. */
const TOKEN = /(?:_utf8mb4\s*)?'(?:[^'\\]|''|\\[\s\S])*'|`(?:[^`]|``)*`|[\s\S]/gi;
const STRING = /^(?:_utf8mb4\s*)?('(?:[^'\\]|''|\\[\s\S])*')$/i;
const ESCAPES: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/** What stands behind backslash escapes. MySQL keeps expressions in its dictionary escaped as if in a string. */
export function unescaped(escaped: string): string {
  return escaped.replaceAll(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}

/**
 * An expression in one spelling for both servers: strings quoted as we quote them, without the character set of the
 * connection that MySQL writes before each, and without parentheses around the whole.
 */
export function normalExpression(sql: string): string {
  const parts = [...sql.matchAll(TOKEN)].map(([part]) => {
    const string = STRING.exec(part)?.[1];
    return string === undefined ? part : text(stringValue(string));
  });
  return withoutParentheses(parts);
}

/** The value of `'…'`. */
function stringValue(quoted: string): string {
  return unescaped(quoted.slice(1, -1).replaceAll("''", "\\'"));
}

/** Parts without the parentheses that enclose all of them. */
function withoutParentheses(parts: readonly string[]): string {
  if (parts[0] !== '(' || parts.at(-1) !== ')') return parts.join('').trim();
  let depth = 0;
  for (const [at, part] of parts.entries()) {
    if (part === '(') depth++;
    else if (part === ')' && --depth === 0 && at < parts.length - 1) return parts.join('').trim();
  }
  return withoutParentheses(parts.slice(1, -1));
}

/** The literal that a text is, if it is nothing else. */
export function literalOf(sql: string): Literal | undefined {
  const string = STRING.exec(sql)?.[1];
  if (string !== undefined) return { kind: 'text', value: stringValue(string) };
  if (/^-?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(sql)) return { kind: 'number', value: sql };
  const bytes = /^(?:0x([0-9a-f]*)|x'([0-9a-f]*)')$/i.exec(sql);
  if (bytes) return { kind: 'bytes', value: (bytes[1] ?? bytes[2] ?? '').toUpperCase() };
  const bits = /^b'([01]*)'$/i.exec(sql);
  return bits ? { kind: 'bits', value: bits[1] ?? '' } : undefined;
}

/** SQL of several lines on one. The name of its own database says nothing in another. */
export function oneLine(sql: string, database: string): string {
  return sql
    .replaceAll(`\`${database.replaceAll('`', '``')}\`.`, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The labels of `enum('a','b')` or `set('a','b')`. */
export function labelsOf(list: string): string[] {
  return [...list.matchAll(/'(?:[^'\\]|''|\\[\s\S])*'/g)].map(([label]) => stringValue(label));
}
