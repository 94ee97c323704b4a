import { resolve } from 'node:path';
import { type PgsqlSecurity, pgsqlSecurity } from '../../../runtime-ts/src/drivers/pgsql/security.js';
import type { Authentication } from '../../../runtime-ts/src/drivers/pgsql/settings.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Adapter } from '../model/adapter.js';
import type { Connection, Setting } from './config.js';
import { type Dsn, parseDsn } from './dsn.js';
import { DSN_DRIVERS } from './dsn-parameters.js';
import { reportMysqlTls } from './mysql-tls.js';
import { serverOf } from './server.js';
import { type SslSettings, sslOf } from './ssl.js';
import { type Environment, literalText, resolveTemplate, type Template } from './template.js';
import { isLoginProblem, noteIgnored, withoutUrl } from './url-login.js';

/** How to reach a database, in the terms of no driver; `platforms/<vendor>` turns it into the options of its own. */
export interface ConnectionSettings {
  readonly connection: string;
  readonly adapter: Adapter;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** A Unix socket: the file for mysql, the folder for pgsql. Wins over host and port. */
  readonly socket: string | undefined;
  /** A named instance of SQL Server. */
  readonly instance: string | undefined;
  /** The database; the service name on Oracle. */
  readonly database: string | undefined;
  /** What stands for host, port and service on Oracle: an Easy Connect string or a TNS alias. */
  readonly connectString: string | undefined;
  /** The file of SQLite, absolute, or `:memory:`. */
  readonly path: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly charset: string;
  readonly ssl: SslSettings | undefined;
  /** How a server of PostgreSQL may ask who we are; nothing: in any way. */
  readonly authentication: Authentication | undefined;
  /** Seconds to wait for the server; on SQLite, for a lock. */
  readonly timeout: number | undefined;
  readonly applicationName: string | undefined;
  /** Parameters of a PostgreSQL session (`-c search_path=app`). */
  readonly options: string | undefined;
  /** Statements to run on connecting, in order. */
  readonly queries: readonly string[];
  /** PDO attributes and options, options first, with their environment lookups replaced. */
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** Everything else in the DSN that the generator follows, by its name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Whether a command can connect; reports which settings are missing, at the connection. */
export function requireConnectable(connection: Connection, reporter: Reporter): boolean {
  const missing: string[] = [];
  if (connection.dsn === undefined) missing.push('dsn');
  const dsn = connection.dsn && literalText(connection.dsn);
  const mayHoldUser = connection.dsn !== undefined && (dsn === undefined || /\buser\s*=/i.test(dsn));
  if (needsUser(connection.adapter) && connection.user === undefined && !mayHoldUser) missing.push('user');
  if (missing.length === 0) return true;
  reportMissing(connection, missing, reporter);
  return false;
}

const needsUser = (adapter: Adapter): boolean => adapter !== 'sqlite';

function reportMissing(connection: Connection, missing: readonly string[], reporter: Reporter): void {
  const example = Object.values(DSN_DRIVERS).find((driver) => driver.adapter === connection.adapter)?.example ?? '';
  const lines = missing.map((key) =>
    key === 'dsn' ? `dsn: ${example}` : `${key}: the database user, and password if it has one`,
  );
  reporter.error({
    code: 'config/not-connectable',
    message: `the connection ${quoted(connection.name)} needs ${missing.join(' and ')} before a command can connect to its database`,
    span: connection.span,
    help: lines.join('\n'),
  });
}

/**
 * The settings of a connection in an environment: lookups, DSN, attributes and defaults put together.
 * What is missing or cannot be followed is reported; errors give nothing.
 */
export function connectionSettings(
  connection: Connection,
  env: Environment,
  reporter: Reporter,
): ConnectionSettings | undefined {
  const before = reporter.errorCount;
  if (!requireConnectable(connection, reporter) || connection.dsn === undefined) return undefined;
  const read = (template: Template | undefined): string | undefined =>
    template && resolveTemplate(template, env, reporter);
  const text = read(connection.dsn);
  const attributes = readAttributes(connection, read);
  const given = {
    user: read(connection.user),
    password: read(connection.password),
    charset: read(connection.settings.charset),
  };
  const queries = [...connection.settings.queries.values()].map(read);
  if (reporter.errorCount > before || text === undefined) return undefined;
  const { adapter, name, root } = connection;
  const login = withoutUrl({ dsn: text, user: given.user, password: given.password }, name);
  if (isLoginProblem(login)) {
    reporter.error({ ...login, span: connection.dsn.span });
    return undefined;
  }
  const dsn = parseDsn({ text: login.dsn, adapter, connection: name, span: connection.dsn.span }, reporter);
  if (dsn === undefined) return undefined;
  const server = serverOf(dsn, connection.dsn.span, reporter);
  const user = login.user ?? dsn.parameters.get('user');
  if (needsUser(adapter) && user === undefined) reportMissing(connection, ['user'], reporter);
  const security = securityOf(dsn, connection, env, reporter);
  if (reporter.errorCount === before) {
    warnOfPdoOnly(dsn, connection, reporter);
    noteIgnored(login.ignored ?? connection.ignored ?? [], connection.dsn.span, reporter);
  }
  if (adapter === 'mysql') reportMysqlTls(attributes, connection.span, reporter);
  if (reporter.errorCount > before) return undefined;
  const dsnCharset = dsn.parameters.get('charset') ?? dsn.parameters.get('client_encoding');
  const initial = attributes.get('MYSQL_ATTR_INIT_COMMAND');
  return Object.freeze({
    connection: name,
    adapter,
    ...server,
    path: dsn.path === undefined ? undefined : filePath(dsn.path, root),
    user,
    password: login.password ?? dsn.parameters.get('password'),
    charset: (connection.settings.charsetGiven ? given.charset : (dsnCharset ?? given.charset)) ?? '',
    ssl: sslOf(dsn, attributes, root, security),
    authentication: security?.authentication,
    timeout: timeoutOf(dsn, attributes),
    applicationName:
      dsn.parameters.get('application_name') ?? dsn.parameters.get('app') ?? dsn.parameters.get('appname'),
    options: dsn.parameters.get('options'),
    queries: [
      ...(adapter === 'mysql' && typeof initial === 'string' ? [initial] : []),
      ...queries.filter((query) => query !== undefined && query.trim() !== ''),
    ] as readonly string[],
    attributes,
    parameters: dsn.parameters,
  });
}

function securityOf(dsn: Dsn, connection: Connection, env: Environment, reporter: Reporter): PgsqlSecurity | undefined {
  if (dsn.driver !== 'pgsql') return undefined;
  return pgsqlSecurity(dsn.parameters, connection.root, env, (message, help) =>
    reporter.error({ code: 'config/security', message, span: connection.dsn?.span ?? connection.span, help }),
  );
}

function filePath(path: string, root: string): string {
  return path === ':memory:' || path.startsWith('file:') ? path : resolve(root, path);
}

function readAttributes(
  connection: Connection,
  read: (template: Template) => string | undefined,
): ReadonlyMap<string, string | number | boolean> {
  const attributes = new Map<string, string | number | boolean>();
  const all: readonly (readonly [string, Setting])[] = [...connection.options, ...connection.attributes];
  for (const [name, setting] of all) {
    const value = typeof setting === 'object' ? read(setting) : setting;
    if (value !== undefined) attributes.set(name, value);
  }
  return attributes;
}

function timeoutOf(dsn: Dsn, attributes: ReadonlyMap<string, string | number | boolean>): number | undefined {
  const candidates = [
    attributes.get('ATTR_TIMEOUT'),
    attributes.get('DBLIB_ATTR_CONNECTION_TIMEOUT'),
    dsn.parameters.get('connect_timeout'),
    dsn.parameters.get('logintimeout'),
  ];
  // libpq and sqlsrv read 0 as "without limit"; so does a missing setting here.
  return candidates.map(Number).find((seconds) => Number.isFinite(seconds) && seconds > 0);
}

function warnOfPdoOnly(dsn: Dsn, connection: Connection, reporter: Reporter): void {
  const unused = [...dsn.parameters.keys()].filter((name) => DSN_DRIVERS[dsn.driver]?.pdoOnly.includes(name));
  if (unused.length === 0) return;
  reporter.warning({
    code: 'config/dsn-php-only',
    message: `this command does not follow ${unused.join(', ')} in the DSN; only the PHP driver does`,
    span: connection.dsn?.span ?? connection.span,
  });
}
