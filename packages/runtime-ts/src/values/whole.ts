import { InvalidValueError } from '../errors/orm-error.js';
import { wrongType } from './refusal.js';

/** A whole number that a `number` holds exactly, from what a driver gave. */
export function wholeNumber(cell: string | number | bigint): number {
  const value = Number(cell);
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidValueError(
    'A whole number in the database is beyond what a number of JavaScript holds exactly (2^53): set ' +
      'generator.typescript.bigint to bigint or string.',
  );
}

/** The digits of a whole number, for drivers that would send a floating-point number. */
export function digits(value: number): string {
  if (!Number.isSafeInteger(value)) throw wrongType('a whole number', value);
  return String(value);
}
