import type { ServerSettings } from '../drivers/settings.js';
import { ConfigurationError } from '../errors/orm-error.js';
import { dsnParameters, restOfDsn } from './dsn.js';

/** A server as config.ts names it. */
export interface DsnSettings {
  readonly dsn: string;
  readonly user?: string;
  readonly password?: string;
}

/** Parameters that are followed. */
const KNOWN: ReadonlySet<string> = new Set(['host', 'port', 'unix_socket', 'dbname', 'user', 'password', 'charset']);

/** The settings of a driver from a DSN; what it says of the login counts where nothing else does. */
export function serverSettings(vendor: string, { dsn, user, password }: DsnSettings): ServerSettings {
  const parameters = dsnParameters(restOfDsn(vendor, dsn, `${vendor}:host=localhost;dbname=app`));
  // One that is not followed might be the encryption that somebody counts on.
  const unknown = [...parameters.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw new ConfigurationError(`This version does not follow "${unknown}" in a DSN: take it out.`);
  }
  const charset = parameters.get('charset');
  if (charset !== undefined && !/^utf-?8(?:mb4)?$/i.test(charset)) {
    throw new ConfigurationError('The drivers of Node use UTF-8: take the charset out of the DSN.');
  }
  const port = parameters.get('port');
  if (port !== undefined && !/^[0-9]{1,5}$/.test(port)) {
    throw new ConfigurationError('The port in the DSN is no number.');
  }
  return {
    host: parameters.get('host'),
    port: port === undefined ? undefined : Number(port),
    socket: parameters.get('unix_socket'),
    database: parameters.get('dbname'),
    user: user ?? parameters.get('user'),
    password: password ?? parameters.get('password'),
  };
}
