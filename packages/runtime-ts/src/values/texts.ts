import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** Half of a character that takes two units: it would reach the database as another one. */
const HALF = /\p{Surrogate}/u;

export function checkedText(value: string): string {
  if (typeof value !== 'string') throw wrongType('a text', value);
  if (HALF.test(value)) throw wrongType('a text of whole characters', value);
  return value;
}

/** Blanks at the end of a CHAR are no part of the value: some databases add them, some remove them. */
export const withoutBlanks = (value: string): string => value.replace(/ +$/, '');

export const text: Value<string, string> = {
  read: (cell) => cell,
  write: checkedText,
  isSame: (value, cell) => value === cell,
};

export const char: Value<string, string> = {
  read: (cell) => cell,
  write: (value) => withoutBlanks(checkedText(value)),
  isSame: (value, cell) => value === cell || (typeof value === 'string' && withoutBlanks(value) === cell),
};
