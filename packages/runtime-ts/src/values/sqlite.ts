export { bytes } from './bytes.js';
export * from './common.js';
export { decimalNumber } from './decimals.js';
export { boolean, float, integer } from './numbers.js';
export { char, text } from './texts.js';
export { uuidBytes } from './uuids.js';
