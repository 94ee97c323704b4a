import { InvalidValueError } from '../errors/orm-error.js';

/** For a value of another type than its column has. What it is stays out of the message: it may be a secret. */
export function wrongType(wanted: string, given: unknown): InvalidValueError {
  return new InvalidValueError(`A column takes ${wanted}, not ${described(given)}.`);
}

function described(given: unknown): string {
  if (given === undefined) return 'undefined: leave the property out, or set null';
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'an array';
  if (typeof given === 'number') return Number.isInteger(given) ? 'a number' : 'a fraction, an infinity or NaN';
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`;
}
