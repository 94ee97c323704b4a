import type { Parameter } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import type { AnyValue } from './value.js';

/** What errors about values say, where nobody has named the column yet. */
const endings = new WeakMap<Error, string>();

/** For a value that its column cannot take. What it is stays out of the message: it may be a secret. */
export function wrongType(wanted: string, given: unknown): InvalidValueError {
  const ending = `takes ${wanted}, not ${described(given)}.`;
  const error = new InvalidValueError(`A column ${ending}`);
  endings.set(error, ending);
  return error;
}

/** The same error with the name of the column; any other as it is. */
export function namedRefusal(name: string, error: unknown): unknown {
  const ending = error instanceof Error ? endings.get(error) : undefined;
  return ending === undefined ? error : new InvalidValueError(`${name} ${ending}`);
}

/** What the value of a column is in a statement; an error names the column. */
export function written(
  { property, value }: { readonly property: string; readonly value: AnyValue },
  given: unknown,
  table?: string,
): Parameter {
  try {
    return value.write(given as never);
  } catch (error) {
    throw namedRefusal(`"${property}"${table === undefined ? '' : ` of "${table}"`}`, error);
  }
}

function described(given: unknown): string {
  if (given === undefined) return 'undefined: leave the property out, or set null';
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'an array';
  if (typeof given === 'number') return describedNumber(given);
  // What is wanted may be a text as well, of another form.
  if (typeof given === 'string') return 'this text';
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`;
}

function describedNumber(given: number): string {
  if (Number.isNaN(given)) return 'NaN';
  if (!Number.isFinite(given)) return 'infinity';
  if (!Number.isInteger(given)) return 'a fraction';
  return Number.isSafeInteger(given) ? 'a number' : 'a number beyond 2^53';
}
