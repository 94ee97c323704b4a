import { vendorValue } from '../../model/vendor-parameter.js';
import type { Stored } from '../stored.js';

/** MySQL and MariaDB. A type without digits has none after the second. */
export const stored: Stored = {
  padsChars: false,
  specialFloats: false,
  singleFloats: /^float(?!\s*\(\s*(?:2[5-9]|[3-5]\d))/i,
  decimals: 'text',
  plainDecimal: [10, 0],
  booleans: false,
  filledBytes: /^binary\b/i,
  trimsFractions: false,
  plainFraction: 0,
  // A text is never equal to a JSON document there, however alike they look.
  incomparable: /^json$/i,
  comparesByFunction: false,
  unsignedIntegers: true,
  // The first label.
  madeUp: /^enum\b/i,
  emptyTextIsNull: false,
  geometry: 'bytes',
  capitalUuids: false,
  swapsUuids: (table) => vendorValue(table.vendor, 'mysql', 'UuidSwapFlag')?.toLowerCase() !== 'false',
};
