import type { Stored } from '../stored.js';

export const stored: Stored = {
  padsChars: true,
  specialFloats: true,
  decimals: 'text',
  plainDecimal: [undefined, undefined],
  booleans: true,
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
