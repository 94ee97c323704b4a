import type { Stored } from '../stored.js';

export const stored: Stored = {
  padsChars: true,
  specialFloats: false,
  decimals: 'text',
  plainDecimal: [18, 0],
  booleans: false,
  filledBytes: /^binary\b/i,
  trimsFractions: false,
  plainFraction: 6,
  incomparable: /^(n?text|image|xml|geometry|geography)$/i,
  comparesByFunction: false,
  unsignedIntegers: false,
  emptyTextIsNull: false,
  geometry: 'text',
  capitalUuids: true,
  swapsUuids: () => false,
};
