import { type DsnSettings, serverSettings } from './config/server.js';
import { pgsql as driver } from './drivers/pgsql/connect.js';
import type { Driver } from './drivers/session.js';

export { pgsqlDialect } from './dialects/pgsql.js';
export { pgsqlLocks } from './lock/protocols/pgsql.js';
export * from './values/pgsql.js';

/** A database of PostgreSQL, for config.ts. */
export const pgsql = (settings: DsnSettings): Driver => driver(serverSettings('pgsql', settings));
