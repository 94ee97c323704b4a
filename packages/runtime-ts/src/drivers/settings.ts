import { ConfigurationError, ConnectionError } from '../errors/orm-error.js';
import { errorMessage, errorText } from './thrown.js';

export type SslMode = 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** How a connection is encrypted, in the terms of no driver. */
export interface SslSettings {
  readonly mode: SslMode;
  /** The PEM file of trusted authorities. All paths are absolute. */
  readonly ca?: string | undefined;
  /** A folder of trusted authorities, each in a file that has the hash of its name as OpenSSL wants it. */
  readonly caFolder?: string | undefined;
  /** The authorities that the system trusts, in place of a file. */
  readonly systemCa?: boolean | undefined;
  /** The PEM file of revoked certificates. */
  readonly crl?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly keyPassword?: string | undefined;
  /** The name the certificate must have, where it is not the host that is dialled. */
  readonly serverName?: string | undefined;
  readonly ciphers?: string | undefined;
  readonly minVersion?: string | undefined;
  readonly maxVersion?: string | undefined;
}

/** How to reach a server. */
export interface ServerSettings {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** A Unix socket: the file for mysql, the folder for pgsql. Wins over host and port. */
  readonly socket?: string | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly ssl?: SslSettings | undefined;
  /** Seconds to wait for the server. */
  readonly timeout?: number | undefined;
  /** Statements to run on connecting, in order. */
  readonly queries?: readonly string[] | undefined;
}

/** Imports the package of a driver, for programs that keep it in a place of their own. */
export type DriverLoader = (specifier: string) => Promise<unknown>;

/** The whole module of a CommonJS package, however it was imported. */
export function moduleDefault(module: unknown): unknown {
  const whole: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  return whole ?? module;
}

/** Loads the package of a driver, or says how to install it. */
export async function loaded(name: string, load: () => Promise<unknown>): Promise<unknown> {
  try {
    return moduleDefault(await load());
  } catch (error) {
    const isMissing = /^(ERR_)?MODULE_NOT_FOUND$/.test(errorText(error, 'code') ?? '');
    if (!isMissing || !errorMessage(error).includes(name)) throw error;
    throw new ConfigurationError(`Connecting needs the package ${name}, which is not installed: npm install ${name}`, {
      cause: error,
    });
  }
}

/** For a database that cannot be reached; `step` says how far it came. */
export function unreachable(where: string, error: unknown, step = 'cannot be opened'): Error {
  if (error instanceof ConfigurationError || error instanceof ConnectionError) return error;
  return new ConnectionError(`The database ${where} ${step}: ${errorMessage(error)}`, { cause: error });
}

/** Which database is meant, for messages; without the password. */
export function nameOf({ host = 'localhost', port, socket, database }: ServerSettings): string {
  const at = socket ?? (port === undefined ? host : `${host}:${String(port)}`);
  return database === undefined ? `at ${at}` : `"${database}" at ${at}`;
}

/** Runs the statements of the settings; only their numbers are told, since one may have a secret in it. */
export async function runQueries(
  where: string,
  queries: readonly string[],
  command: (sql: string) => Promise<void>,
): Promise<void> {
  for (const [index, query] of queries.entries()) {
    try {
      await command(query);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const step = `was reached, but statement ${String(index + 1)} of its settings.queries failed`;
      throw unreachable(where, cause ?? error, step);
    }
  }
}
