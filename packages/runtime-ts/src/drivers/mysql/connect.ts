import { isIP, connect as openSocket } from 'node:net';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2';
import { loaded } from '../loading.js';
import type { Driver } from '../session.js';
import { nameOf, runQueries, type SslSettings, unreachable } from '../settings.js';
import { tlsOptions } from '../tls.js';
import { rules } from './rules.js';
import { MysqlSession } from './session.js';
import type { MysqlSettings } from './settings.js';

const DEFAULT_PORT = 3306;

/** As many as the runtime for PHP keeps. */
const MAX_STATEMENTS = 200;

interface Mysql2 {
  createConnection(options: ConnectionOptions): Connection;
}

/** MySQL and MariaDB by the package `mysql2`. */
export function mysql(settings: MysqlSettings): Driver {
  const { load = () => import('mysql2') } = settings;
  return {
    vendor: 'mysql',
    rules,
    writers: Number.POSITIVE_INFINITY,
    hasReaders: false,
    connect: async () => connect((await loaded('mysql2', () => load('mysql2'))) as Mysql2, settings),
  };
}

async function connect(mysql2: Mysql2, settings: MysqlSettings): Promise<MysqlSession> {
  const where = nameOf(settings);
  const connection = await dial(mysql2, settings).catch((error: unknown) => {
    throw unreachable(where, error);
  });
  const session = new MysqlSession(connection);
  try {
    // At REPEATABLE READ, the default of the server, writers of different rows lock each other out by the gaps between them.
    if (settings.keepsIsolation !== true) {
      await session.command('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    }
    await runQueries(where, settings.queries ?? [], (sql) => session.command(sql));
    return session;
  } catch (error) {
    await session.close();
    throw unreachable(where, error, 'was reached, but the session could not be set up');
  }
}

function dial(mysql2: Mysql2, settings: MysqlSettings): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = mysql2.createConnection(options(settings));
    connection.once('error', reject);
    connection.once('connect', () => {
      connection.off('error', reject);
      resolve(connection);
    });
  });
}

function options(settings: MysqlSettings): ConnectionOptions {
  const { host, port, socket, database, user, password, charset = 'utf8mb4', timeout, ssl } = settings;
  return {
    ...(socket === undefined ? address(host ?? 'localhost', port, ssl) : { socketPath: socket }),
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(charset === '' ? {} : { charset }),
    ...(timeout === undefined ? {} : { connectTimeout: timeout * 1000 }),
    ...(ssl === undefined || ssl.mode === 'disable' ? {} : { ssl: sslOptions(ssl) }),
    ...(settings.compress === true ? { compress: true } : {}),
    maxPreparedStatements: settings.maxStatements ?? MAX_STATEMENTS,
    // Without them `LOAD DATA LOCAL` and a list of statements in one text stay off, whatever a file holds.
    multipleStatements: false,
    rowsAsArray: true,
    supportBigNumbers: true,
    // A date of JavaScript has no microseconds.
    dateStrings: true,
    jsonStrings: true,
  };
}

function sslOptions(ssl: SslSettings): SslOptions {
  // The driver compares names by itself, and takes no function for it.
  const { checkServerIdentity, ...rest } = tlsOptions(ssl, '');
  return { ...(rest as SslOptions), verifyIdentity: ssl.mode === 'verify-full' };
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
