import { type PgsqlDsn, pgsqlSettings } from './config/pgsql.js';
import { pgsql as driver } from './drivers/pgsql/connect.js';
import type { Driver } from './drivers/session.js';

export { projectRoot } from './config/project-root.js';
export { pgsqlDialect } from './dialects/pgsql.js';
export { pgsqlLocks } from './lock/protocols/pgsql.js';
export * from './values/pgsql.js';

/** A database of PostgreSQL, for config.ts. */
export const pgsql = (settings: PgsqlDsn): Driver => driver(pgsqlSettings(settings));
