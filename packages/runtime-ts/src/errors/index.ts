export * from './database-error.js';
export type { ErrorKind, ErrorNames } from './kind.js';
export * from './orm-error.js';
export { missingValue, readOnlyServer } from './translate.js';
