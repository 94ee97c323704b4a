import { checkedBytes, bytes as plainBytes, sameBytes } from './bytes.js';
import type { Value } from './value.js';

export * from './common.js';
export { decimalNumber } from './decimals.js';
export { boolean, float, integer } from './numbers.js';
export { char, text } from './texts.js';
export { uuidBytes } from './uuids.js';

/** Bytes. Values have types here, and not columns: SQL may have put a text where bytes are kept. */
const stored = (cell: Uint8Array | string): Uint8Array => (typeof cell === 'string' ? Buffer.from(cell) : cell);

export const bytes: Value<Uint8Array, Uint8Array | string> = {
  read: (cell) => plainBytes.read(stored(cell)),
  write: (value) => plainBytes.write(value),
  isSame: (value, cell) => sameBytes(checkedBytes(value), stored(cell)),
};
