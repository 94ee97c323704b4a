import type { Wire } from '../wire.js';

/** PDO's `oci`: large objects arrive as streams, and the session's NLS formats are those of ISO 8601. */
export const wire: Wire = {
  textEndsAtZero: false,
  padsChars: true,
  specialFloats: false,
  decimals: 'text',
  plainDecimal: [undefined, undefined],
  booleans: false,
  bytes: 'stream',
  hexBytes: /^raw\b/i,
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
