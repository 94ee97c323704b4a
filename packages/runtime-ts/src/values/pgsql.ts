import { wrongType } from './refusal.js';
import type { Value } from './value.js';
import { digits, wholeNumber } from './whole.js';

export { json } from './json.js';
export { label, text } from './texts.js';

// PostgreSQL hands over every value as its text.

export const integer: Value<number, string> = {
  read: wholeNumber,
  write: digits,
  isSame: (value, cell) => String(value) === cell,
};

export const float: Value<number, string> = {
  read: Number,
  write(value) {
    if (typeof value !== 'number') throw wrongType('a number', value);
    return String(value);
  },
  isSame: (value, cell) => Object.is(value, Number(cell)),
};

export const boolean: Value<boolean, string> = {
  read: (cell) => cell === 't',
  write(value) {
    if (typeof value !== 'boolean') throw wrongType('true or false', value);
    return value ? 't' : 'f';
  },
  isSame: (value, cell) => (value ? 't' : 'f') === cell,
};
