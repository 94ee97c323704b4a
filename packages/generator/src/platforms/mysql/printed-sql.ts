import { isUtf8 } from 'node:buffer';
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

/**
 * An expression as MySQL keeps it in its dictionary: escaped as if it stood in a string, and shown byte by byte, so that
 * each character beyond ASCII looks like several. A text that is no UTF-8 in this way is one that a later server shows right.
 */
export function dictionaryText(shown: string): string {
  return unescaped(asUtf8(shown));
}

function asUtf8(shown: string): string {
  if (!/[\x80-\xff]/.test(shown) || /[^\0-\xff]/.test(shown)) return shown;
  const bytes = Buffer.from(shown, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : shown;
}

/** What stands behind backslash escapes. */
function unescaped(escaped: string): string {
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

/** Strings and names, which are left alone. */
const QUOTED = /('(?:[^'\\]|''|\\[\s\S])*'|`(?:[^`]|``)*`)/;
const NEGATIVE = /-\((-?\d+)\)/g;
const CALCULATED = /(?<!\w)\((-?\d+) ([-+*]) (-?\d+)\)/g;

/**
 * An expression with its whole numbers worked out. MySQL keeps `a > -(100)` when a table is created, and works out what a
 * column is compared with when the table is altered: `a > -100`.
 */
export function workedOut(sql: string): string {
  const parts = sql.split(QUOTED);
  return parts.map((part, at) => (at % 2 === 1 ? part : calculated(part))).join('');
}

function calculated(sql: string): string {
  const result = sql
    .replaceAll(CALCULATED, (_, one: string, sign: string, other: string) => {
      const [a, b] = [BigInt(one), BigInt(other)];
      return String(sign === '*' ? a * b : sign === '+' ? a + b : a - b);
    })
    .replaceAll(NEGATIVE, (_, number: string) => String(-BigInt(number)));
  return result === sql ? sql : calculated(result);
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
