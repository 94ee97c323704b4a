import type { Client, ClientConfig } from 'pg';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { plainSsl } from '../../config/ssl.js';
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
import { tlsOptions } from '../tls.js';
import { AuthenticationGuard } from './authentication.js';

interface Driver {
  readonly Client: new (config: ClientConfig) => Client;
}

export async function connect(settings: ConnectionSettings, loadDriver: DriverLoader): Promise<DatabaseConnection> {
  const driver = moduleDefault(await loadDriver('pg')) as Driver;
  const client = await dial(driver, settings);
  const connection = new PgsqlConnection(client);
  await runInitialQueries(connection, settings.queries);
  // The driver writes and reads UTF-8 only, whatever the session was told: another encoding would garble every text.
  if (settings.queries.some((query) => /\b(names|client_encoding)\b/i.test(query))) {
    await connection.execute("SET client_encoding = 'UTF8'");
  }
  return connection;
}

/** Connects as libpq does for each sslmode; the driver itself knows only with and without. */
async function dial(driver: Driver, settings: ConnectionSettings): Promise<Client> {
  // libpq's default: encrypted where the server can.
  const ssl = settings.ssl ?? plainSsl('prefer');
  const plain = (): Promise<Client> => open(driver, settings, false);
  const encrypted = (): Promise<Client> => open(driver, settings, tlsOptions(ssl, settings.host ?? 'localhost'));
  if (ssl.mode === 'disable' || settings.socket !== undefined) return plain();
  if (ssl.mode === 'prefer') {
    return encrypted().catch((error: unknown) => {
      if (/does not support SSL/i.test(errorMessage(error))) return plain();
      throw error;
    });
  }
  if (ssl.mode === 'allow') {
    return plain().catch((error: unknown) => {
      // 28000: no entry of pg_hba.conf for a connection without encryption.
      if (error instanceof DatabaseError && error.code === '28000') return encrypted();
      throw error;
    });
  }
  return encrypted();
}

async function open(driver: Driver, settings: ConnectionSettings, ssl: ClientConfig['ssl']): Promise<Client> {
  const { port, database, user, timeout, applicationName, options } = settings;
  const guard = new AuthenticationGuard(settings);
  const client = new driver.Client({
    host: settings.socket ?? settings.host ?? 'localhost',
    ssl: ssl ?? false,
    ...(port === undefined ? {} : { port }),
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...guard.password,
    ...(timeout === undefined ? {} : { connectionTimeoutMillis: timeout * 1000 }),
    ...(options === undefined ? {} : { options }),
    application_name: applicationName ?? 'orm',
  });
  // A connection that breaks between two statements is reported by the next one.
  client.on('error', () => undefined);
  guard.watch(client);
  try {
    await client.connect();
    await guard.check(client);
    return client;
  } catch (error) {
    throw databaseError(error, '');
  }
}

/** The text of a value is what its type reads again, without loss. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

class PgsqlConnection implements DatabaseConnection {
  constructor(private readonly client: Client) {}

  async execute(sql: string): Promise<void> {
    await this.query(sql);
  }

  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    try {
      return (await this.client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
    } catch (error) {
      throw databaseError(error, sql);
    }
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    const text = numberedPlaceholders(sql, (position) => `$${String(position)}`);
    try {
      const { rows } = await this.client.query<SqlValue[]>({
        text,
        values: values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
        rowMode: 'array',
        types: AS_TEXT,
      });
      return rows;
    } catch (error) {
      throw databaseError(error, text);
    }
  }

  begin(): Promise<void> {
    return this.execute('BEGIN');
  }

  commit(): Promise<void> {
    return this.execute('COMMIT');
  }

  rollback(): Promise<void> {
    return this.execute('ROLLBACK');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

function databaseError(error: unknown, sql: string): DatabaseError {
  const text = (name: string): string | undefined => {
    const value = errorProperty(error, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [detail, hint] = [text('detail'), text('hint')];
  return new DatabaseError(errorMessage(error), {
    code: text('code'),
    details: [...(detail === undefined ? [] : [detail]), ...(hint === undefined ? [] : [hint])],
    position: offsetOf(sql, Number(text('position'))),
  });
}

/** The server counts characters from 1; we count UTF-16 units from 0. */
function offsetOf(sql: string, position: number): number | undefined {
  if (!Number.isInteger(position) || position < 1) return undefined;
  let offset = 0;
  for (let n = 1; n < position; n++) offset += (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
