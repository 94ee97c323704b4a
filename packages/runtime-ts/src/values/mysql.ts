export { json } from './json.js';
export * from './numbers.js';
export { label, text } from './texts.js';
