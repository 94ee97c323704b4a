import type { Stored } from '../stored.js';

export const stored: Stored = {
  padsChars: true,
  specialFloats: false,
  decimals: 'text',
  plainDecimal: [undefined, undefined],
  booleans: false,
  trimsFractions: false,
  plainFraction: 6,
  incomparable: /^(n?clob|blob|long|sdo_geometry)\b/i,
  comparesByFunction: true,
  unsignedIntegers: false,
  emptyTextIsNull: true,
  geometry: 'text',
  capitalUuids: false,
  swapsUuids: () => false,
};
