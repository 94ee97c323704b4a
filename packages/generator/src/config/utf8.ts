import type { Adapter } from '../model/adapter.js';

/**
 * One statement for MySQL and MariaDB: SET takes a list, and NAMES may stand in it only first. `collation_server` is
 * the session's own value here; no privilege is needed for it.
 */
const MYSQL_UTF8 =
  'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, collation_connection = utf8mb4_unicode_ci, ' +
  'collation_database = utf8mb4_unicode_ci, collation_server = utf8mb4_unicode_ci';

interface Utf8Settings {
  readonly charset: string;
  /** The statement `settings.queries.utf8`, where the vendor needs one. */
  readonly query?: string;
}

/** The settings that make a connection speak UTF-8: the defaults of `settings.charset` and `settings.queries`. */
export const UTF8: Readonly<Record<Adapter, Utf8Settings>> = {
  mysql: { charset: 'utf8mb4', query: MYSQL_UTF8 },
  pgsql: { charset: 'utf8', query: "SET NAMES 'UTF8'" },
  sqlite: { charset: 'utf8' },
  mssql: { charset: 'UTF-8' },
  oracle: { charset: 'UTF8' },
};
