export { mysql } from './mysql/connect.js';
export type { MysqlSettings } from './mysql/settings.js';
export { pgsql } from './pgsql/connect.js';
export type { Authentication, PgsqlSettings } from './pgsql/settings.js';
export { Pool, type PoolSettings } from './pool.js';
export type * from './session.js';
export type { DriverLoader, ServerSettings, SslMode, SslSettings } from './settings.js';
export { sqlite } from './sqlite/connect.js';
export type { SqliteFunction, SqliteSettings } from './sqlite/settings.js';
