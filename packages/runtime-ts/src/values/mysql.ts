export { bytes, filledBytes } from './bytes.js';
export * from './common.js';
export { boolean, float, integer, singleFloat } from './numbers.js';
export { char, text } from './texts.js';
export { swappedUuidBytes, uuidBytes } from './uuids.js';
