import type { ServerSettings } from '../drivers/settings.js';
import { ConfigurationError } from '../errors/orm-error.js';
import { parseDsn } from './dsn.js';

/** A server as config.ts names it. */
export interface DsnSettings {
  readonly dsn: string;
  readonly user?: string;
  readonly password?: string;
}

/** The settings of a driver from a DSN; what it says of the login counts where nothing else does. */
export function serverSettings(vendor: string, { dsn, user, password }: DsnSettings): ServerSettings {
  const { driver, parameters } = parseDsn(dsn);
  if (driver !== vendor) {
    throw new ConfigurationError(`The DSN is one of ${driver}, and the connection is one of ${vendor}.`);
  }
  const port = parameters.get('port');
  return {
    host: parameters.get('host'),
    port: port === undefined ? undefined : Number(port),
    socket: parameters.get('unix_socket'),
    database: parameters.get('dbname'),
    user: user ?? parameters.get('user'),
    password: password ?? parameters.get('password'),
  };
}
