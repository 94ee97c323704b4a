import { checkedBytes } from './bytes.js';
import { wrongType } from './refusal.js';
import { checkedText, withoutBlanks } from './texts.js';
import { checkedUuid, grouped } from './uuids.js';
import type { Value } from './value.js';
import { digits, wholeNumber } from './whole.js';

export * from './common.js';
export { array } from './pgsql-arrays.js';

// PostgreSQL hands over every value as its text.

function withoutZero(value: string): string {
  if (checkedText(value).includes('\0')) throw wrongType('a text without zero bytes', value);
  return value;
}

export const text: Value<string, string> = {
  read: (cell) => cell,
  write: withoutZero,
  isSame: (value, cell) => value === cell,
};

export const char: Value<string, string> = {
  read: withoutBlanks,
  write: (value) => withoutBlanks(withoutZero(value)),
  isSame: (value, cell) => withoutBlanks(checkedText(value)) === withoutBlanks(cell),
};

export const integer: Value<number, string> = {
  read: wholeNumber,
  write: digits,
  isSame: (value, cell) => String(value) === cell,
};

export const float: Value<number, string> = {
  read: Number,
  write(value) {
    if (typeof value !== 'number') throw wrongType('a number', value);
    return Object.is(value, -0) ? '-0' : String(value);
  },
  isSame: (value, cell) => Object.is(value, Number(cell)),
};

const truth = (yes: string, no: string): Value<boolean, string> => ({
  read: (cell) => cell === yes,
  write(value) {
    if (typeof value !== 'boolean') throw wrongType('true or false', value);
    return value ? yes : no;
  },
  isSame: (value, cell) => (value ? yes : no) === cell,
});

export const boolean: Value<boolean, string> = truth('t', 'f');

/** Truth in a column of whole numbers. */
export const flag: Value<boolean, string> = truth('1', '0');

const hex = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

/** Bytes as the server shows them: in hexadecimal digits, or with escapes where it was set up for older programs. */
function bytesOf(cell: string): Buffer {
  if (cell.startsWith('\\x')) return Buffer.from(cell.slice(2), 'hex');
  const plain = cell.replace(/\\(?:\\|(\d{3}))/g, (_, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(plain, 'latin1');
}

export const bytes: Value<Uint8Array, string> = {
  read: (cell) => new Uint8Array(bytesOf(cell)),
  write: (value) => hex(checkedBytes(value)),
  isSame: (value, cell) => hex(checkedBytes(value)) === hex(bytesOf(cell)),
};

export const uuidBytes: Value<string, string> = {
  read: (cell) => grouped(bytesOf(cell).toString('hex')),
  write: (value) => `\\x${checkedUuid(value).replaceAll('-', '')}`,
  isSame: (value, cell) => checkedUuid(value) === grouped(bytesOf(cell).toString('hex')),
};
