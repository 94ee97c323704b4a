import { wrongType } from './refusal.js';
import type { Value } from './value.js';

const isEqual = (value: string, cell: string): boolean => value === cell;

function checked(value: string): string {
  if (typeof value !== 'string') throw wrongType('a text', value);
  return value;
}

/** A text as it is stored: also of dates, times and decimals, which lose nothing that way. */
export const text: Value<string, string> = { read: (cell) => cell, write: checked, isSame: isEqual };

/** One label of a list, which the type of the column names. */
export function label<L extends string>(...labels: readonly L[]): Value<L, L> {
  return {
    read: (cell) => cell,
    write(value) {
      if (!labels.includes(value)) throw wrongType(`one of ${labels.join(', ')}`, value);
      return value;
    },
    isSame: isEqual,
  };
}
