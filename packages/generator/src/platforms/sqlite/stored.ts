import type { Stored } from '../stored.js';

/** Values have types, columns hardly any. Times are text, compared as text: zeros at the end are cut. */
export const stored: Stored = {
  padsChars: false,
  specialFloats: false,
  decimals: 'number',
  plainDecimal: [undefined, undefined],
  decimalCollation: 'orm_decimal',
  booleans: false,
  trimsFractions: true,
  plainFraction: 6,
  incomparable: /^\b$/,
  comparesByFunction: false,
  unsignedIntegers: false,
  numbersKeys: /^integer$/i,
  emptyTextIsNull: false,
  geometry: 'bytes',
  capitalUuids: false,
  swapsUuids: () => false,
};
