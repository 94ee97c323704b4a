export { session } from './ambient.js';
export type { BeginOptions, Connection, OpenTransaction, TransactionOptions } from './connection.js';
export { Database, type DatabaseSettings } from './database.js';
export { Frame } from './frame.js';
export { IdentityMap } from './identity-map.js';
export type { QueryMessage } from './observe.js';
export type { Isolation } from './statements.js';
export type { SessionPool } from './transaction-session.js';
export type { Action, Restorable } from './undo.js';
