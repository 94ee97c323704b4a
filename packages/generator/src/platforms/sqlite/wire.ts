import type { Wire } from '../wire.js';

/** PDO's `sqlite`: values have types, columns hardly any. Times are text, compared as text: zeros at the end are cut. */
export const wire: Wire = {
  textEndsAtZero: false,
  padsChars: false,
  specialFloats: false,
  decimals: 'number',
  plainDecimal: [undefined, undefined],
  decimalCollation: 'orm_decimal',
  booleans: false,
  bytes: 'string',
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
