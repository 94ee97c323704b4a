import type { DsnRules } from '../../../runtime-ts/src/drivers/dsn/rules.js';
import {
  type DsnOfUrl,
  readDsnUrl as readUrl,
  schemeOf,
  type UrlProblem,
} from '../../../runtime-ts/src/drivers/dsn/url.js';
import { mysqlDsn } from '../../../runtime-ts/src/drivers/mysql/dsn-rules.js';
import { pgsqlDsn } from '../../../runtime-ts/src/drivers/pgsql/dsn-rules.js';
import { sqliteDsn } from '../../../runtime-ts/src/drivers/sqlite/dsn-rules.js';

/** The vendors that have URLs. */
export const DSN_RULES: Readonly<Record<'pgsql' | 'mysql' | 'sqlite', DsnRules>> = {
  pgsql: pgsqlDsn,
  mysql: mysqlDsn,
  sqlite: sqliteDsn,
};

function rulesOf(text: string): DsnRules | undefined {
  const scheme = schemeOf(text) ?? '';
  return Object.values(DSN_RULES).find(({ schemes }) => schemes.includes(scheme));
}

/** The PDO driver of a URL, or nothing when it is none that names a database. */
export const driverOfUrl = (text: string): DsnRules['name'] | undefined => rulesOf(text)?.name;

/** Reads a URL that names a database, as the runtimes do. */
export function readDsnUrl(url: string): DsnOfUrl | UrlProblem {
  const rules = rulesOf(url);
  return rules === undefined ? { problem: 'it is not a URL of a database' } : readUrl(url, rules);
}
