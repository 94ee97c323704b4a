import { wrongType } from './refusal.js';
import type { Value } from './value.js';

export function checkedBytes(value: Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrongType('bytes (a Uint8Array)', value);
  return value;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Bytes. Both ways are copies, so that a change in place is one of the object and not of its row. */
export const bytes: Value<Uint8Array, Uint8Array> = {
  read: (cell) => new Uint8Array(cell),
  write: (value) => new Uint8Array(checkedBytes(value)),
  isSame: (value, cell) => sameBytes(checkedBytes(value), cell),
};

/** Bytes that the database fills up with zero bytes. */
export function filledBytes(length: number): Value<Uint8Array, Uint8Array> {
  const write = (value: Uint8Array): Uint8Array => {
    const filled = new Uint8Array(Math.max(length, checkedBytes(value).byteLength));
    filled.set(value);
    return filled;
  };
  return { read: (cell) => new Uint8Array(cell), write, isSame: (value, cell) => sameBytes(write(value), cell) };
}
