import { wrongType } from './refusal.js';
import type { Value } from './value.js';
import { digits, wholeNumber } from './whole.js';

// What MySQL, MariaDB and SQLite hand over: numbers are numbers, or more than one where they are too large.

export const integer: Value<number, string | number | bigint> = {
  read: wholeNumber,
  write: digits,
  isSame: (value, cell) => value === cell || String(value) === String(cell),
};

function finite(value: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType('a finite number', value);
  return value;
}

export const float: Value<number, number> = {
  read: (cell) => cell,
  write: finite,
  isSame: (value, cell) => Object.is(value, cell),
};

export const boolean: Value<boolean, number> = {
  read: (cell) => cell !== 0,
  write(value) {
    if (typeof value !== 'boolean') throw wrongType('true or false', value);
    return value ? 1 : 0;
  },
  isSame: (value, cell) => value === (cell !== 0),
};

/** The most digits that a number of 24 bits needs. */
const SINGLE_DIGITS = 9;

/** The shortest number that is this one of 24 bits: 0.1, and not the 0.10000000149011612 that it is in 53 bits. */
function shortest(single: number): number {
  for (let count = 6; count < SINGLE_DIGITS; count++) {
    const number = Number(single.toPrecision(count));
    if (Math.fround(number) === single) return number;
  }
  return Number(single.toPrecision(SINGLE_DIGITS));
}

/** A number of 24 bits, which MySQL compares with all 53 bits of the other one. */
export const singleFloat: Value<number, number> = {
  read: (cell) => shortest(Math.fround(cell)),
  write(value) {
    const single = Math.fround(finite(value));
    return Number.isFinite(single) ? single : value;
  },
  isSame: (value, cell) => Object.is(Math.fround(value), Math.fround(cell)),
};
