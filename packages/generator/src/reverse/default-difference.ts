import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { sameExpression } from './expression-difference.js';

/** Whether a column of a type gets the same value by two texts behind the word DEFAULT, as far as they can tell. */
export function sameDefault(
  mine: string | undefined,
  its: string | undefined,
  type: string,
  dialect: ScriptDialect,
): boolean {
  if (mine === its) return true;
  // DEFAULT NULL is no default, and ON UPDATE is no part of one.
  const [one, other] = [mine, its].map((sql) =>
    sql === undefined || /^\(*\s*null\b/i.test(sql) ? undefined : sql.replace(/\s+on\s+update\b.*$/is, ''),
  );
  if (one === undefined || other === undefined) return one === other;
  // A sequence is named with its schema or without.
  if (/\bnextval\b/i.test(one) && /\bnextval\b/i.test(other)) return true;
  if (sameExpression(one, other, dialect)) return true;
  return sameLiteral(plainLiteral(one), plainLiteral(other), type);
}

const plainLiteral = (sql: string): string => sql.replace(/^\(+/, '').replace(/\)+$/, '').trim();

const NUMBER = /^'?([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)'?$/i;
const STRING = /^'((?:[^']|'')*)'$/s;
const BYTES = /^(?:x'|'\\x)([\da-f]*)'(?:::bytea)?$/i;

/** Whether a column of a type keeps the same value for both. The first is what the server was told. */
function sameLiteral(mine: string, its: string, type: string): boolean {
  const [size, scale] = (/\(([\d\s,]+)\)/.exec(type)?.[1] ?? '').split(',').map((digits) => Number(digits) || 0);
  const [bytes, itsBytes] = [mine, its].map((sql) =>
    BYTES.exec(sql)?.[1]
      ?.toUpperCase()
      .replace(/(00)+$/, ''),
  );
  if (bytes !== undefined && itsBytes !== undefined) return bytes === itsBytes;
  const [number, itsNumber] = [mine, its].map((sql) => NUMBER.exec(sql)?.[1]);
  if (number !== undefined && itsNumber !== undefined && !/char|text|clob/i.test(type)) {
    if (/^(float|real)\b/i.test(type)) return Math.fround(Number(number)) === Math.fround(Number(itsNumber));
    const kept = rounded(number, scale ?? 0);
    const isRounded = /^(decimal|numeric)\b/i.test(type) && numberText(kept) === numberText(itsNumber);
    return isRounded || numberText(number) === numberText(itsNumber);
  }
  const [text, itsText] = [mine, its].map((sql) => STRING.exec(sql)?.[1]);
  if (text === undefined || itsText === undefined) return false;
  if (!/^(datetime|timestamp|time)/i.test(type)) return shownText(text) === shownText(itsText);
  const [whole, fraction = ''] = text.split('.');
  const [itsWhole, itsFraction = ''] = itsText.split('.');
  // Some vendors round a time that has more digits than the column, and some cut it.
  if (size !== undefined && fraction.length > size) return true;
  return whole === itsWhole && fraction.replace(/0+$/, '') === itsFraction.replace(/0+$/, '');
}

/** Blanks at the end of a CHAR are no part of its value. */
const shownText = (text: string): string => catalogText(text.replace(/ +$/, ''));

/** MariaDB's catalog has no characters beyond 16 bits: it shows a question mark for each. */
export const catalogText = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');

/** A number as a column of so many digits after the point keeps it. */
function rounded(value: string, scale: number): string {
  const match = /^([+-]?)(\d*)\.(\d+)$/.exec(value);
  if (match === null) return value;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length <= scale) return value;
  const kept = BigInt(whole + fraction.slice(0, scale)) + (fraction.charAt(scale) >= '5' ? 1n : 0n);
  const digits = String(kept).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${sign}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

/** Digits are compared as they are, because a number of a program does not hold them all. */
function numberText(value: string): string {
  if (/e/i.test(value)) return String(Number(value));
  const [whole = '', fraction = ''] = value.replace(/^\+/, '').split('.');
  const digits = fraction.replace(/0+$/, '');
  const sign = whole.startsWith('-') ? '-' : '';
  const plain = `${whole.replace(/^-?0*(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
  return plain === '0' ? plain : sign + plain;
}
