import type { ServerSettings } from '../settings.js';
import type { Parameters, Report } from './security.js';

/** Where the server of a DSN is, and which database on it. */
export function pgsqlServer(
  parameters: Parameters,
  report: Report,
): Pick<ServerSettings, 'host' | 'port' | 'socket' | 'database'> {
  const host = parameters.get('hostaddr') ?? parameters.get('host');
  if (host?.includes(',')) {
    report(
      'the DSN names several hosts, and the driver for Node connects to one',
      'name the primary server in dsn, and the others under replicas',
    );
  }
  const database = parameters.get('dbname');
  const given = parameters.get('port');
  const port = given === undefined || !/^\d+$/.test(given) ? undefined : Number(given);
  // libpq takes a host that starts with a slash (or @, an abstract socket) as the folder of the server's socket.
  if (host !== undefined && /^[/@]/.test(host)) return { host: undefined, socket: host, port, database };
  return { host: host === '' ? undefined : host, socket: undefined, port, database };
}
