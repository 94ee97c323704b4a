import { originOf, withOrigin } from '../errors/origin.js';
import { ConfigurationError, ConnectionError } from '../errors/orm-error.js';
import type { SslMode } from './dsn/ssl-modes.js';
import { errorMessage } from './thrown.js';

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

/** Something that the settings name for the encryption cannot be had. */
export class CertificateError extends ConfigurationError {
  /** The file or folder, where it is one. */
  readonly path: string | undefined;
  /** Why, or what to do about it. */
  readonly reason: string;

  constructor(problem: string, reason: string, path?: string) {
    super(`${problem}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
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

/** For a database that cannot be reached; `step` says how far it came. */
export function unreachable(where: string, error: unknown, step = 'cannot be opened'): Error {
  if (error instanceof ConfigurationError || error instanceof ConnectionError) return error;
  const failure = new ConnectionError(`The database ${where} ${step}: ${errorMessage(error)}`, { cause: error });
  return withOrigin(failure, originOf(error) ?? error);
}

/** Which database is meant, for messages; without the password. */
export function nameOf({ host = 'localhost', port, socket, database }: ServerSettings): string {
  const at = socket ?? (port === undefined ? host : `${host}:${String(port)}`);
  return database === undefined ? `at ${at}` : `"${database}" at ${at}`;
}

/** A statement of the settings that failed. Only its number is told, since it may have a secret in it. */
export class FailedSetting extends ConnectionError {
  /** Counted from 0. */
  readonly index: number;

  constructor(where: string, index: number, error: unknown) {
    const cause = (error instanceof Error ? error.cause : undefined) ?? error;
    const step = `was reached, but statement ${String(index + 1)} of its settings.queries failed`;
    super(`The database ${where} ${step}: ${errorMessage(cause)}`, { cause });
    this.index = index;
    withOrigin(this, originOf(error));
  }
}

/** Runs the statements of the settings. */
export async function runQueries(
  where: string,
  queries: readonly string[],
  command: (sql: string) => Promise<void>,
): Promise<void> {
  for (const [index, query] of queries.entries()) {
    try {
      await command(query);
    } catch (error) {
      throw new FailedSetting(where, index, error);
    }
  }
}
