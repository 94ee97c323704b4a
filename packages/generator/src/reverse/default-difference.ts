import type { Column } from '../model/model.js';
import { type StoredValue, storedDefault } from '../platforms/default-value.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { sameExpression } from './expression-difference.js';

/** Whether two columns get the same value when none is given, as far as two texts can tell. */
export function sameDefault(column: Column, other: Column, dialect: ScriptDialect): boolean {
  if (hasDefault(column) !== hasDefault(other)) return false;
  if (column.default === undefined || other.default === undefined) return true;
  if (column.default.kind === 'expression') return sameAsExpression(column.default.sql, other, dialect);
  if (other.default.kind === 'expression') return true;
  if (isCut(column.default.value, other)) return true;
  const mine = comparable(storedDefault(column, rounded(column.default.value, other)));
  const its = comparable(storedDefault(other, other.default.value));
  // Bytes and UUIDs look different on each vendor's wire.
  return mine === undefined || its === undefined || mine.kind !== its.kind || mine.text === its.text;
}

/** A default as people are told of it. */
export const defaultText = ({ default: given }: Column): string =>
  given === undefined ? 'none' : given.kind === 'value' ? `"${given.value}"` : given.sql;

/** A number or a string, which a database may show as the value that it is. */
const LITERAL = /^\(*\s*(?:[-+]?\s*\d+(?:\.\d+)?|'(?:[^'\\]|'')*')\s*\)*$/;

function sameAsExpression(sql: string, { default: given, family }: Column, dialect: ScriptDialect): boolean {
  if (given?.kind === 'value') {
    if (!LITERAL.test(sql) || family === 'binary' || family === 'uuid' || family === 'float') return true;
    const texts = [given.value, `'${given.value.replaceAll("'", "''")}'`];
    return texts.some((text) => sameExpression(sql, text, dialect));
  }
  const its = given?.sql ?? '';
  // A sequence is named with its schema or without, and ON UPDATE is no part of the default.
  if (/\bnextval\b/i.test(sql) && /\bnextval\b/i.test(its)) return true;
  const [mine, other] = [sql, its].map((text) => text.replace(/\s+on\s+update\b.*$/is, ''));
  return sameExpression(mine ?? '', other ?? '', dialect);
}

/** MariaDB's catalog has no characters beyond 16 bits: it shows a question mark for each. */
export const catalogText = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');

/** DEFAULT NULL is no default. */
const hasDefault = ({ default: given }: Column): boolean =>
  given !== undefined && !(given.kind === 'expression' && /^\(*\s*null\b/i.test(given.sql));

function comparable(stored: StoredValue): { readonly kind: string; readonly text: string } | undefined {
  switch (stored.kind) {
    case 'number':
      return { kind: 'number', text: numberText(stored.value) };
    case 'boolean':
      return { kind: 'number', text: stored.value ? '1' : '0' };
    case 'text':
      // Blanks at the end of a CHAR are no part of its value.
      return { kind: 'text', text: catalogText(stored.value.replace(/ +$/, '')) };
    case 'date':
    case 'time':
    case 'datetime':
      return {
        kind: stored.kind,
        text: stored.value.replace(/\.(\d*?)0*$/, (_, digits: string) => digits && `.${digits}`),
      };
    case 'bytes':
    case 'uuid':
      return undefined;
  }
}

/** A number as a column of so many digits after the point keeps it: where the schema gives no size, some vendors take none. */
function rounded(value: string, { family, size, scale = 0 }: Column): string {
  const match = /^([+-]?)(\d*)\.(\d+)$/.exec(value);
  if (match === null || family !== 'decimal' || size === undefined) return value;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length <= scale) return value;
  const kept = BigInt(whole + fraction.slice(0, scale)) + (fraction.charAt(scale) >= '5' ? 1n : 0n);
  const digits = String(kept).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${sign}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

/** A time with more digits than the column has: some vendors round it and some cut it, so nothing can be told. */
function isCut(value: string, { family, size }: Column): boolean {
  const isTime = family === 'time' || family === 'datetime';
  return isTime && size !== undefined && (value.split('.')[1] ?? '').length > size;
}

/** Digits are compared as they are, because a number of PHP or JavaScript does not hold them all. */
function numberText(value: string): string {
  if (/e/i.test(value)) return String(Number(value));
  const [whole = '', fraction = ''] = value.replace(/^\+/, '').split('.');
  const digits = fraction.replace(/0+$/, '');
  const sign = whole.startsWith('-') ? '-' : '';
  const plain = `${whole.replace(/^-?0*(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
  return plain === '0' ? plain : sign + plain;
}
