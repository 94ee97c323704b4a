import { mysqlDsn } from '../drivers/mysql/dsn-rules.js';
import type { ServerSettings } from '../drivers/settings.js';
import { type DsnSettings, readServer } from './server.js';

/** The settings of the driver for MySQL and MariaDB. */
export function mysqlSettings(settings: DsnSettings): ServerSettings {
  const { parameters, user, password } = readServer(mysqlDsn, settings);
  const port = parameters.get('port');
  return {
    host: parameters.get('host'),
    port: port === undefined ? undefined : Number(port),
    socket: parameters.get('unix_socket'),
    database: parameters.get('dbname'),
    user,
    password,
  };
}
