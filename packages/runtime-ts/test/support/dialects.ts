import type { Dialect } from '../../src/dialects/dialect.js';
import { mysqlDialect } from '../../src/dialects/mysql.js';
import { pgsqlDialect } from '../../src/dialects/pgsql.js';
import { sqliteDialect } from '../../src/dialects/sqlite.js';
import type { Vendor } from '../../src/drivers/session.js';

export const DIALECTS: Readonly<Record<Vendor, Dialect>> = {
  pgsql: pgsqlDialect,
  mysql: mysqlDialect,
  sqlite: sqliteDialect,
};
