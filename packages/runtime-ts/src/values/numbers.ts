import { wrongType } from './refusal.js';
import type { Value } from './value.js';
import { digits, wholeNumber } from './whole.js';

// What MySQL, MariaDB and SQLite hand over: numbers are numbers, or more than one where they are too large.

export const integer: Value<number, string | number | bigint> = {
  read: wholeNumber,
  write: digits,
  isSame: (value, cell) => String(value) === String(cell),
};

export const float: Value<number, number> = {
  read: (cell) => cell,
  write(value) {
    if (!Number.isFinite(value)) throw wrongType('a finite number', value);
    return value;
  },
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
