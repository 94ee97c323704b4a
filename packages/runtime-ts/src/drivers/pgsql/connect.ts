import type { ClientConfig } from 'pg';
import { loaded } from '../loading.js';
import type { Driver } from '../session.js';
import { nameOf, runQueries, type SslSettings, unreachable } from '../settings.js';
import { errorMessage, errorProperty, errorText } from '../thrown.js';
import { tlsOptions } from '../tls.js';
import { AuthenticationGuard } from './authentication.js';
import { rules } from './rules.js';
import { type PgClient, PgsqlSession } from './session.js';
import type { PgsqlSettings } from './settings.js';
import type { Wire } from './wire.js';

/** As many as the runtime for PHP keeps. */
const MAX_STATEMENTS = 200;

interface Client extends PgClient {
  readonly connection: Wire;
  /** The number of the backend, as the server has told on connecting. */
  readonly processID: number | null;
  connect(): Promise<unknown>;
}

interface Pg {
  readonly Client: new (config: ClientConfig) => Client;
}

/** A connection that was just opened, and what its server has said of its settings. */
interface Dialled {
  readonly client: Client;
  readonly dateStyle: string;
}

/** PostgreSQL by the package `pg`. */
export function pgsql(settings: PgsqlSettings): Driver {
  const { load = () => import('pg') } = settings;
  return {
    vendor: 'pgsql',
    rules,
    writers: Number.POSITIVE_INFINITY,
    hasReaders: false,
    connect: async () => connect((await loaded('pg', () => load('pg'))) as Pg, settings),
  };
}

async function connect(pg: Pg, settings: PgsqlSettings): Promise<PgsqlSession> {
  const where = nameOf(settings);
  const { client, dateStyle } = await dial(pg, settings).catch((error: unknown) => {
    throw unreachable(where, error);
  });
  const { queries = [], maxStatements = MAX_STATEMENTS } = settings;
  const session = new PgsqlSession(client, client.connection, maxStatements);
  try {
    // Values are read in ISO form; a server may have been set up for another one, in which 02/03 is either day.
    if (!dateStyle.startsWith('ISO')) await session.command("SET DateStyle TO 'ISO'");
    if (maxStatements > 0 && (await keepsSession(session, client))) session.keepStatements();
    await runQueries(where, queries, (sql) => session.command(sql));
    // The driver writes and reads UTF-8 only, whatever the session was told: another encoding would garble every text.
    if (queries.some((query) => /\b(names|client_encoding)\b/i.test(query))) {
      await session.command("SET client_encoding = 'UTF8'");
    }
    return session;
  } catch (error) {
    await session.close();
    throw unreachable(where, error, 'was reached, but the session could not be set up');
  }
}

/**
 * The client is told the number of its backend when it connects. A pooler makes one up, because it has no backend yet: the
 * server that answers then has another one, and the names of prepared statements would meet those of other clients.
 */
async function keepsSession(session: PgsqlSession, client: Client): Promise<boolean> {
  const { rows } = await session.run({ sql: 'SELECT pg_backend_pid()', values: [], once: true });
  return Number(rows[0]?.[0]) === client.processID;
}

/** Connects as libpq does for each sslmode; the driver itself knows only with and without. */
async function dial(pg: Pg, settings: PgsqlSettings): Promise<Dialled> {
  // libpq's default: encrypted where the server can.
  const ssl: SslSettings = settings.ssl ?? { mode: 'prefer' };
  const plain = (): Promise<Dialled> => open(pg, settings, false);
  const encrypted = (): Promise<Dialled> => open(pg, settings, tlsOptions(ssl, settings.host ?? 'localhost'));
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
      if (errorText(error, 'code') === '28000') return encrypted();
      throw error;
    });
  }
  return encrypted();
}

async function open(pg: Pg, settings: PgsqlSettings, ssl: NonNullable<ClientConfig['ssl']>): Promise<Dialled> {
  const { port, database, user, timeout, applicationName, options } = settings;
  const guard = new AuthenticationGuard(settings);
  const client = new pg.Client({
    host: settings.socket ?? settings.host ?? 'localhost',
    ssl,
    ...(port === undefined ? {} : { port }),
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...guard.password,
    ...(timeout === undefined ? {} : { connectionTimeoutMillis: timeout * 1000 }),
    ...(options === undefined ? {} : { options }),
    application_name: applicationName ?? 'orm',
    keepAlive: true,
  });
  // A connection that breaks between two statements is reported by the next one.
  client.on('error', () => undefined);
  guard.watch(client.connection);
  let dateStyle = '';
  client.connection.on('parameterStatus', (message: unknown) => {
    if (errorProperty(message, 'parameterName') === 'DateStyle') dateStyle = errorText(message, 'parameterValue') ?? '';
  });
  await client.connect();
  await guard.check(client);
  return { client, dateStyle };
}
