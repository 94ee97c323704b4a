export { pgsql } from './pgsql/connect.js';
export type { Authentication, PgsqlSettings } from './pgsql/settings.js';
export type * from './session.js';
export type { DriverLoader, ServerSettings, SslMode, SslSettings } from './settings.js';
