import type { ConnectionSettings } from '../config/connection-settings.js';
import { printable } from '../diagnostics/printable.js';
import type { DatabaseError } from '../platforms/connection.js';

/** What to do about a refused connection: a line or two that go with the database's own reason. */
export function connectionHints(
  { code = '', message }: DatabaseError,
  settings: ConnectionSettings,
  isMissingDatabase: boolean,
): readonly string[] {
  const host = printable(settings.host ?? 'localhost');
  const place = `${host}${settings.port === undefined ? '' : `:${String(settings.port)}`}`;
  if (isMissingDatabase) return ['create the database first: sql:insert creates the tables in it'];
  if (WRONG_LOGIN.has(code)) return ['check the user and the password of the connection'];
  if (code === '1044') return ['the user has no rights on this database: GRANT them first'];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return [`no machine is called ${host}: check the host`];
  if (/ECONNREFUSED/.test(`${code} ${message}`)) {
    return [`nothing listens on ${place}: is the server running, and is this its port?`];
  }
  if (code === 'ENOENT' || code === 'EACCES') return ['there is no such socket, or no way to it: check the path'];
  if (/TIMEOUT|TIMEDOUT|timeout|timed out/.test(`${code} ${message}`)) {
    return [`${place} does not answer: check host and port, and that no firewall is between`];
  }
  return [];
}

const WRONG_LOGIN = new Set(['28P01', '28000', '1045', '1698', 'ELOGIN', '18456', '1017']);
