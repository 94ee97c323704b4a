import { wrongType } from './refusal.js';
import type { Value } from './value.js';

const DIGITS = /^[0-9a-f]{32}$/;
const HYPHENS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Hexadecimal digits in groups. */
export const grouped = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** A UUID as it is shown everywhere: 36 characters in lower case. */
export function checkedUuid(value: string): string {
  const uuid = typeof value === 'string' ? value.toLowerCase() : '';
  if (HYPHENS.test(uuid)) return uuid;
  if (DIGITS.test(uuid)) return grouped(uuid);
  throw wrongType('a UUID of 32 hexadecimal digits in the form 8-4-4-4-12', value);
}

export const uuid: Value<string, string> = {
  read: (cell) => cell,
  write: checkedUuid,
  isSame: (value, cell) => value === cell || checkedUuid(value) === cell,
};

/** Digits in the order of MySQL's UUID_TO_BIN(uuid, 1): the bits of the time that change least come first. */
const swapped = (hex: string): string => hex.slice(12, 16) + hex.slice(8, 12) + hex.slice(0, 8) + hex.slice(16);
const unswapped = (hex: string): string => hex.slice(8, 16) + hex.slice(4, 8) + hex.slice(0, 4) + hex.slice(16);

function stored(order: (hex: string) => string, back: (hex: string) => string): Value<string, Uint8Array> {
  const read = (cell: Uint8Array): string => grouped(back(Buffer.from(cell).toString('hex')));
  return {
    read,
    write: (value) => new Uint8Array(Buffer.from(order(checkedUuid(value).replaceAll('-', '')), 'hex')),
    isSame: (value, cell) => checkedUuid(value) === read(cell),
  };
}

/** 16 bytes in the database. */
export const uuidBytes: Value<string, Uint8Array> = stored(
  (hex) => hex,
  (hex) => hex,
);

export const swappedUuidBytes: Value<string, Uint8Array> = stored(swapped, unswapped);
