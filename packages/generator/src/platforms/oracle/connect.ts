import type { ConnectionSettings } from '../../config/connection-settings.js';
import {
  type DatabaseConnection,
  DatabaseError,
  errorMessage,
  errorProperty,
  runInitialQueries,
  type SqlValue,
} from '../connection.js';
import { type DriverLoader, moduleDefault } from '../driver.js';
import { numberedPlaceholders } from '../placeholders.js';

// Written from the documentation of node-oracledb 6 in its thin mode. No Oracle Database can be had where this project
// is tested, so nothing here has run against one.

interface OracleConnection {
  callTimeout: number;
  module: string;
  action: string;
  clientInfo: string;
  clientId: string;
  execute(sql: string, values?: readonly SqlValue[]): Promise<{ readonly rows?: unknown[][] }>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

interface Driver {
  getConnection(options: object): Promise<OracleConnection>;
}

export async function connect(settings: ConnectionSettings, loadDriver: DriverLoader): Promise<DatabaseConnection> {
  const driver = moduleDefault(await loadDriver('oracledb')) as Driver;
  let oracle: OracleConnection;
  try {
    oracle = await driver.getConnection(configuration(settings));
  } catch (error) {
    throw databaseError(error, '');
  }
  applyAttributes(oracle, settings.attributes);
  const connection = new OracleSession(oracle);
  await runInitialQueries(connection, settings.queries);
  return connection;
}

/** The options of oracledb. It always speaks UTF-8, so there is nothing that `charset` could change. */
export function configuration({ connectString, user, password, timeout }: ConnectionSettings): object {
  return {
    connectString,
    user,
    password,
    ...(timeout === undefined ? {} : { connectTimeout: Math.ceil(timeout) }),
  };
}

function applyAttributes(oracle: OracleConnection, attributes: ConnectionSettings['attributes']): void {
  const text = (name: string): string | undefined => attributes.get(name)?.toString();
  // PDO and the driver both count the call timeout in milliseconds.
  const callTimeout = Number(attributes.get('OCI_ATTR_CALL_TIMEOUT') ?? 0);
  if (callTimeout > 0) oracle.callTimeout = callTimeout;
  oracle.module = text('OCI_ATTR_MODULE') ?? 'orm';
  const [action, info, id] = ['OCI_ATTR_ACTION', 'OCI_ATTR_CLIENT_INFO', 'OCI_ATTR_CLIENT_IDENTIFIER'].map(text);
  if (action !== undefined) oracle.action = action;
  if (info !== undefined) oracle.clientInfo = info;
  if (id !== undefined) oracle.clientId = id;
}

class OracleSession implements DatabaseConnection {
  constructor(private readonly oracle: OracleConnection) {}

  async execute(sql: string): Promise<void> {
    await this.query(sql);
  }

  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    try {
      return (await this.oracle.execute(sql)).rows ?? [];
    } catch (error) {
      throw databaseError(error, sql);
    }
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    const text = numberedPlaceholders(sql, (position) => `:${String(position)}`);
    try {
      return ((await this.oracle.execute(text, values)).rows ?? []) as SqlValue[][];
    } catch (error) {
      throw databaseError(error, text);
    }
  }

  /** A transaction starts by itself with the first change. */
  begin(): Promise<void> {
    return Promise.resolve();
  }

  commit(): Promise<void> {
    return this.oracle.commit();
  }

  rollback(): Promise<void> {
    return this.oracle.rollback();
  }

  close(): Promise<void> {
    return this.oracle.close();
  }
}

function databaseError(error: unknown, sql: string): DatabaseError {
  const number = errorProperty(error, 'errorNum');
  const code = errorProperty(error, 'code');
  const offset = errorProperty(error, 'offset');
  // The driver adds a line with a link to the vendor's help.
  const message = errorMessage(error).replace(/\nHelp: \S+$/, '');
  return new DatabaseError(message, {
    code: typeof number === 'number' && number > 0 ? String(number) : typeof code === 'string' ? code : undefined,
    position: typeof offset === 'number' && offset > 0 && offset < sql.length ? offset : undefined,
  });
}
