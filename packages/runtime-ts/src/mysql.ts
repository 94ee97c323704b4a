import { mysqlSettings } from './config/mysql.js';
import type { DsnSettings } from './config/server.js';
import { mysql as driver } from './drivers/mysql/connect.js';
import type { Driver } from './drivers/session.js';

export { mysqlDialect } from './dialects/mysql.js';
export { mysqlLocks } from './lock/protocols/mysql.js';
export * from './values/mysql.js';

/** A database of MySQL or MariaDB, for config.ts. */
export const mysql = (settings: DsnSettings): Driver => driver(mysqlSettings(settings));
