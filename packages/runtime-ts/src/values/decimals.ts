import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** A number that needs no rounding and no other spelling, but for zeros at its end. */
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * The one spelling of a number, rounded half away from zero as databases do.
 *
 * @param size how many digits the column holds; none for no limit
 * @param scale how many of them after the point; none for as many as given
 */
export function spelled(value: string, size: number | undefined, scale: number | undefined): string {
  const plain = scale === undefined ? undefined : plainly(value, size, scale);
  if (plain !== undefined) return plain;
  const match = typeof value === 'string' ? NUMBER.exec(value) : null;
  const [, sign, before = '', behind = '', exponent = '0'] = match ?? [];
  const digits = before + behind;
  if (digits === '') throw wrongType('a number as a text, such as "12.50"', value);
  const point = before.length + Number(exponent);
  let whole = digits.slice(0, Math.max(point, 0)).padEnd(point, '0');
  let fraction = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  if (scale === undefined) fraction = fraction.replace(/0+$/, '');
  else if (fraction.length <= scale) fraction = fraction.padEnd(scale, '0');
  else {
    const up = fraction.charAt(scale) >= '5' ? 1n : 0n;
    const rounded = String(BigInt(`0${whole}${fraction.slice(0, scale)}`) + up).padStart(scale, '0');
    whole = rounded.slice(0, rounded.length - scale);
    fraction = rounded.slice(rounded.length - scale);
  }
  whole = whole.replace(/^0+/, '');
  const room = size === undefined ? whole.length : size - (scale ?? 0);
  if (whole.length > room) throw wrongType(`a number with up to ${String(room)} digits before the point`, value);
  const number = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && /[1-9]/.test(number) ? `-${number}` : number;
}

function plainly(value: string, size: number | undefined, scale: number): string | undefined {
  if (typeof value !== 'string' || !PLAIN.test(value)) return undefined;
  const point = value.indexOf('.');
  const whole = point < 0 ? value.length : point;
  const length = scale === 0 ? whole : whole + 1 + scale;
  if (value.length > length || whole > (size ?? length) - scale) return undefined;
  return (point < 0 && scale > 0 ? `${value}.` : value).padEnd(length, '0');
}

/** An exact number as its text, which loses no digit. */
export function decimal(size?: number, scale?: number): Value<string, string> {
  const write = (value: string): string => spelled(value, size, scale);
  return { read: (cell) => cell, write, isSame: (value, cell) => value === cell || write(value) === cell };
}

/** The same where the database keeps it as a number, as SQLite does. */
export function decimalNumber(size?: number, scale?: number): Value<string, string | number | bigint> {
  const write = (value: string): string => spelled(value, size, scale);
  const read = (cell: string | number | bigint): string => spelled(String(cell), undefined, scale);
  return { read, write, isSame: (value, cell) => value === read(cell) || write(value) === read(cell) };
}
