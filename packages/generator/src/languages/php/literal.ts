import { hasUnseen } from '../../text/unseen.js';

/** PHP source that stands where a value may stand: `\getenv('DB_HOST')`, `__DIR__ . '/..'`. */
export class PhpCode {
  constructor(readonly source: string) {}
}

/** What can be written as a PHP literal. A `Map` keeps its order and any keys; `bigint` is a 64-bit integer. */
export type PhpData = null | boolean | number | bigint | string | PhpCode | readonly PhpData[] | PhpMap;

export type PhpMap = ReadonlyMap<string | number, PhpData>;

/** Nearly every text, and quick to find out: large schemas have a hundred thousand of them. */
const PLAIN = /^[ !-&(-[\]-~]*$/;

/** A PHP string literal. The one place where text becomes PHP source. */
export function phpString(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  // What a reviewer sees in a generated file is what PHP reads.
  if (!hasUnseen(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${[...text].map(escaped).join('')}"`;
}

/** A character between double quotes. Names such as `\n` are not needed to be exact, but they are what people read. */
function escaped(char: string): string {
  switch (char) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    case '\\':
    case '"':
    case '$':
      return `\\${char}`;
  }
  if (!hasUnseen(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  // \x takes one byte, and always both digits here: a digit that follows stays text.
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** A value as PHP source. Arrays that are not empty have one line per item, indented by four spaces more than `indent`. */
export function phpLiteral(value: PhpData, indent = ''): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return phpString(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return phpNumber(value);
  if (typeof value === 'bigint') return phpInteger(value);
  if (value instanceof PhpCode) return value.source;
  const items = isMap(value)
    ? [...value].map(([key, item]) => `${phpLiteral(key)} => ${phpLiteral(item, `${indent}    `)}`)
    : value.map((item) => phpLiteral(item, `${indent}    `));
  if (items.length === 0) return '[]';
  return `[\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}]`;
}

const isMap = (value: readonly PhpData[] | PhpMap): value is PhpMap => value instanceof Map;

function phpNumber(value: number): string {
  if (Number.isNaN(value)) return '\\NAN';
  if (!Number.isFinite(value)) return value > 0 ? '\\INF' : '-\\INF';
  if (Object.is(value, -0)) return '-0.0';
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  return /[.e]/.test(text) ? text.replace('e', text.includes('.') ? 'e' : '.0e') : `${text}.0`;
}

const LEAST = -(2n ** 63n);

function phpInteger(value: bigint): string {
  if (value < LEAST || value >= -LEAST) throw new RangeError(`${String(value)} is no 64-bit integer`);
  // PHP reads a minus sign and a number, and the number alone would be too large.
  return value === LEAST ? '\\PHP_INT_MIN' : String(value);
}
