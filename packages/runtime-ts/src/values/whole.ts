import { InvalidValueError } from '../errors/orm-error.js';
import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** A whole number that a `number` holds exactly, from what a driver gave. */
export function wholeNumber(cell: string | number | bigint): number {
  const value = Number(cell);
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidValueError(
    'A whole number in the database is beyond what a number of JavaScript holds exactly (2^53): set ' +
      'generator.typescript.bigint, or tsType of the column, to bigint or string.',
  );
}

const WHOLE = 'a whole number of at most 2^53 - 1 (larger ones: generator.typescript.bigint, or tsType of the column)';

/** The digits of a whole number, for drivers that would send a floating-point number. */
export function digits(value: number): string {
  if (!Number.isSafeInteger(value)) throw wrongType(WHOLE, value);
  return String(value);
}

/** Numbers of 64 bits, with a sign or without. */
export type Range = 'signed' | 'unsigned';

function fitting(value: bigint, range: Range, given: unknown): string {
  const wrapped = range === 'signed' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
  if (wrapped !== value) throw wrongType(`a whole number of 64 bits, ${range}`, given);
  return String(value);
}

/** Whole numbers of 64 bits as `bigint`. */
export function bigInteger(range: Range): Value<bigint, string | number | bigint> {
  return {
    read: BigInt,
    write(value) {
      if (typeof value !== 'bigint') throw wrongType('a bigint', value);
      return fitting(value, range, value);
    },
    isSame: (value, cell) => value === BigInt(cell),
  };
}

/** Whole numbers of 64 bits as their digits. */
export function integerText(range: Range): Value<string, string | number | bigint> {
  const write = (value: string): string => {
    if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) throw wrongType('a whole number as a text', value);
    return fitting(BigInt(value.replace('+', '')), range, value);
  };
  return { read: String, write, isSame: (value, cell) => value === String(cell) || write(value) === String(cell) };
}
