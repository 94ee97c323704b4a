import { isIP, connect as openSocket } from 'node:net';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2/promise';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import type { SslSettings } from '../../config/ssl.js';
import {
  type DatabaseConnection,
  DatabaseError,
  errorMessage,
  errorProperty,
  lineOffset,
  runInitialQueries,
  type SqlValue,
} from '../connection.js';
import { type DriverLoader, moduleDefault } from '../driver.js';
import { tlsOptions } from '../tls.js';

const DEFAULT_PORT = 3306;

interface Driver {
  createConnection(options: ConnectionOptions): Promise<Connection>;
}

export async function connect(settings: ConnectionSettings, loadDriver: DriverLoader): Promise<DatabaseConnection> {
  const driver = moduleDefault(await loadDriver('mysql2/promise')) as Driver;
  const connection = new MysqlConnection(await open(driver, settings));
  await runInitialQueries(connection, settings.queries);
  return connection;
}

async function open(driver: Driver, settings: ConnectionSettings): Promise<Connection> {
  const { host, port, socket, database, user, password, charset, timeout, ssl, attributes } = settings;
  const isOn = (name: string): boolean => /^(1|true|yes|on)$/i.test(String(attributes.get(name) ?? ''));
  try {
    const connection = await driver.createConnection({
      ...(socket === undefined ? address(host ?? 'localhost', port, ssl) : { socketPath: socket }),
      ...(database === undefined ? {} : { database }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ...(charset === '' ? {} : { charset }),
      ...(timeout === undefined ? {} : { connectTimeout: timeout * 1000 }),
      ...(ssl === undefined ? {} : { ssl: sslOptions(ssl) }),
      ...(isOn('MYSQL_ATTR_COMPRESS') ? { compress: true } : {}),
      // Without them `LOAD DATA LOCAL` and a list of statements in one text stay off, whatever a file holds.
      multipleStatements: false,
      rowsAsArray: true,
      supportBigNumbers: true,
      // A date of JavaScript has no microseconds.
      dateStrings: true,
    });
    connection.on('error', () => undefined);
    return connection;
  } catch (error) {
    throw databaseError(error, '');
  }
}

function sslOptions(ssl: SslSettings): SslOptions {
  // The driver compares names by itself, and takes no function for it.
  const { checkServerIdentity, ...options } = tlsOptions(ssl, '');
  return { ...(options as SslOptions), verifyIdentity: ssl.mode === 'verify-full' };
}

/**
 * Where to dial. The driver gives Node no name to look for in the certificate when the host is an address, and Node then
 * looks for "localhost". A dot behind it makes a name of the address, which Node takes for the address when it compares.
 */
function address(
  host: string,
  port: number | undefined,
  ssl: SslSettings | undefined,
): Pick<ConnectionOptions, 'host' | 'port' | 'stream'> {
  const at = { host, ...(port === undefined ? {} : { port }) };
  if (ssl?.mode !== 'verify-full' || isIP(host) === 0) return at;
  return { ...at, host: `${host}.`, stream: () => openSocket({ host, port: port ?? DEFAULT_PORT }) };
}

class MysqlConnection implements DatabaseConnection {
  constructor(private readonly connection: Connection) {}

  async execute(sql: string): Promise<void> {
    await this.query(sql);
  }

  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    try {
      const [rows] = await this.connection.query(sql);
      return Array.isArray(rows) ? (rows as unknown as unknown[][]) : [];
    } catch (error) {
      throw databaseError(error, sql);
    }
  }

  /** Prepared by the server: the driver itself would take every `?` for a placeholder, also one in a name. */
  async run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    try {
      // A number of JavaScript would arrive as a DOUBLE.
      const given = values.map((value) =>
        typeof value === 'bigint' || typeof value === 'number' ? String(value) : value,
      );
      const [rows] = await this.connection.execute(sql, given);
      return Array.isArray(rows) ? (rows as unknown as SqlValue[][]) : [];
    } catch (error) {
      throw databaseError(error, sql);
    }
  }

  begin(): Promise<void> {
    return this.execute('START TRANSACTION');
  }

  commit(): Promise<void> {
    return this.execute('COMMIT');
  }

  rollback(): Promise<void> {
    return this.execute('ROLLBACK');
  }

  async close(): Promise<void> {
    await this.connection.end();
  }
}

function databaseError(error: unknown, sql: string): DatabaseError {
  const number = errorProperty(error, 'errno');
  const code = errorProperty(error, 'code');
  // A negative number is the system's (a refused connection), where the name says more.
  const isVendor = typeof number === 'number' && number > 0;
  const message = errorMessage(error);
  return new DatabaseError(message, {
    code: isVendor ? String(number) : typeof code === 'string' ? code : undefined,
    position: syntaxPosition(message, sql),
  });
}

/** A syntax error quotes the rest of the statement and its line: `… near 'FORM t' at line 2`. */
function syntaxPosition(message: string, sql: string): number | undefined {
  const match = /near '([\s\S]*)' at line (\d+)$/.exec(message);
  if (match === null) return undefined;
  const from = lineOffset(sql, Number(match[2]));
  const rest = match[1] ?? '';
  if (rest === '') return sql.length - 1;
  const found = sql.indexOf(rest, from);
  // MariaDB's quotation may start with the space before the word.
  return found < 0 ? from : found + rest.search(/\S|$/);
}
