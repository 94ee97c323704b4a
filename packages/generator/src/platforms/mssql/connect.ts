import type { EventEmitter } from 'node:events';
import type { ConnectionSettings } from '../../config/connection-settings.js';
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
import { numberedPlaceholders } from '../placeholders.js';

// Written from the documentation and the type declarations of tedious 19. No SQL Server can be had where this project
// is tested, so nothing here has run against one.

type Callback = (error?: Error | null) => void;

interface Request extends EventEmitter {
  addParameter(name: string, type: unknown, value: unknown): void;
  setTimeout?(milliseconds: number): void;
}

interface TediousConnection extends EventEmitter {
  connect(callback: Callback): void;
  execSqlBatch(request: Request): void;
  execSql(request: Request): void;
  close(): void;
}

interface Driver {
  Connection: new (config: unknown) => TediousConnection;
  Request: new (sql: string, callback: Callback) => Request;
  TYPES: Readonly<Record<'NVarChar' | 'BigInt' | 'VarBinary' | 'DateTime2', unknown>>;
}

export async function connect(settings: ConnectionSettings, loadDriver: DriverLoader): Promise<DatabaseConnection> {
  const driver = moduleDefault(await loadDriver('tedious')) as Driver;
  const tedious = await open(driver, settings);
  const connection = new MssqlConnection(driver, tedious);
  await runInitialQueries(connection, settings.queries);
  return connection;
}

function open(driver: Driver, settings: ConnectionSettings): Promise<TediousConnection> {
  return new Promise((resolve, reject) => {
    const connection = new driver.Connection(configuration(settings));
    // A connection that breaks between two statements is reported by the next one.
    connection.on('error', () => undefined);
    connection.connect((error) => {
      if (error) reject(databaseError(error, ''));
      else resolve(connection);
    });
  });
}

/** The options of tedious. It always speaks Unicode, so there is nothing that `charset` could change. */
export function configuration(settings: ConnectionSettings): object {
  const { host, port, instance, database, user, password, timeout, ssl, applicationName, attributes, parameters } =
    settings;
  const seconds = Number(
    attributes.get('SQLSRV_ATTR_QUERY_TIMEOUT') ?? attributes.get('DBLIB_ATTR_QUERY_TIMEOUT') ?? 0,
  );
  return {
    server: host ?? 'localhost',
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      appName: applicationName ?? 'orm',
      ...(database === undefined ? {} : { database }),
      // The port wins: with it no browser service has to be asked for the instance.
      ...(port !== undefined ? { port } : instance !== undefined ? { instanceName: instance } : {}),
      ...(timeout === undefined ? {} : { connectTimeout: timeout * 1000 }),
      // 0 is without limit; the driver's own 15 seconds would end a long CREATE INDEX.
      requestTimeout: Number.isFinite(seconds) ? seconds * 1000 : 0,
      ...(ssl === undefined
        ? {}
        : {
            encrypt: encryption(ssl.mode, parameters.get('encrypt')),
            trustServerCertificate: ssl.mode !== 'verify-full',
          }),
      ...(parameters.get('applicationintent')?.toLowerCase() === 'readonly' ? { readOnlyIntent: true } : {}),
      ...(/^(yes|true|1)$/i.test(parameters.get('multisubnetfailover') ?? '') ? { multiSubnetFailover: true } : {}),
      ...(parameters.has('wsid') ? { workstationId: parameters.get('wsid') } : {}),
      useColumnNames: false,
    },
  };
}

/** `strict` is TLS from the first byte on. */
function encryption(mode: string, asked: string | undefined): boolean | 'strict' {
  if (mode === 'disable') return false;
  return asked?.toLowerCase() === 'strict' ? 'strict' : true;
}

class MssqlConnection implements DatabaseConnection {
  constructor(
    private readonly driver: Driver,
    private readonly connection: TediousConnection,
  ) {}

  async execute(sql: string): Promise<void> {
    await this.query(sql);
  }

  query(sql: string): Promise<readonly (readonly unknown[])[]> {
    // As a batch: through sp_executesql SET options and temporary tables would end with the statement.
    return this.#request(sql, (request) => this.connection.execSqlBatch(request));
  }

  run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    return this.#request<SqlValue>(
      numberedPlaceholders(sql, (position) => `@p${String(position)}`),
      (request) => {
        for (const [i, value] of values.entries()) request.addParameter(`p${String(i + 1)}`, this.#type(value), value);
        this.connection.execSql(request);
      },
    );
  }

  #type(value: SqlValue): unknown {
    const { TYPES } = this.driver;
    if (typeof value === 'number' || typeof value === 'bigint') return TYPES.BigInt;
    if (value instanceof Date) return TYPES.DateTime2;
    return value instanceof Uint8Array ? TYPES.VarBinary : TYPES.NVarChar;
  }

  #request<T>(sql: string, start: (request: Request) => void): Promise<readonly (readonly T[])[]> {
    return new Promise((resolve, reject) => {
      const rows: T[][] = [];
      const request = new this.driver.Request(sql, (error) => {
        if (error) reject(databaseError(error, sql));
        else resolve(rows);
      });
      request.on('row', (columns: readonly { readonly value: T }[]) => {
        rows.push(columns.map((column) => column.value));
      });
      start(request);
    });
  }

  begin(): Promise<void> {
    return this.execute('BEGIN TRANSACTION');
  }

  commit(): Promise<void> {
    return this.execute('COMMIT TRANSACTION');
  }

  rollback(): Promise<void> {
    // Some errors have rolled back already, and another ROLLBACK would be an error of its own.
    return this.execute('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION');
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.connection.once('end', () => resolve());
      this.connection.close();
    });
  }
}

function databaseError(error: unknown, sql: string): DatabaseError {
  // A batch with several errors gives them all; the first one is the cause.
  const first: unknown = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const number = errorProperty(first, 'number');
  const code = errorProperty(first, 'code');
  const line = errorProperty(first, 'lineNumber');
  const isInSql = typeof line === 'number' && line > 0 && !errorProperty(first, 'procName');
  return new DatabaseError(errorMessage(first), {
    code: typeof number === 'number' ? String(number) : typeof code === 'string' ? code : undefined,
    position: isInSql ? lineOffset(sql, line) : undefined,
  });
}
