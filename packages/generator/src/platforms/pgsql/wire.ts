import type { Wire } from '../wire.js';

/** PDO's `pgsql`: parameters travel as C strings, `bytea` as a stream, booleans as booleans. */
export const wire: Wire = {
  textEndsAtZero: true,
  padsChars: true,
  specialFloats: true,
  decimals: 'text',
  plainDecimal: [undefined, undefined],
  booleans: true,
  bytes: 'stream',
  trimsFractions: true,
  plainFraction: 6,
  incomparable: /^(json|xml|point)$/i,
  comparesByFunction: false,
  unsignedIntegers: false,
  emptyTextIsNull: false,
  geometry: 'text',
  capitalUuids: false,
  swapsUuids: () => false,
};
