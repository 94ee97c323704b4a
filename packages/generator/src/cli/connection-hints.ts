import type { ConnectionSettings } from '../config/connection-settings.js';
import { printable } from '../diagnostics/printable.js';
import type { DatabaseError } from '../platforms/connection.js';

/** What to do about a refused connection: a line that goes with the database's own reason, or none. */
export function connectionHint(
  { code = '', message }: DatabaseError,
  settings: ConnectionSettings,
  server = 'the server',
): string | undefined {
  const host = printable(settings.host ?? 'localhost');
  const place = `${host}${settings.port === undefined ? '' : `:${String(settings.port)}`}`;
  if (WRONG_LOGIN.has(code)) return 'check the user and the password';
  if (code === '1044') return 'the user has no rights on this database: GRANT them first';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no machine is called ${host}: check the host`;
  if (/ECONNREFUSED/.test(`${code} ${message}`)) {
    return `nothing listens on ${place}: is ${server} running, and is this its port?`;
  }
  if (code === 'ENOENT' || code === 'EACCES') return 'there is no such socket, or no way to it: check the path';
  if (/TIMEOUT|TIMEDOUT/.test(code) || /timeout|timed out/i.test(message)) {
    return `${place} does not answer: check host and port, and that no firewall is between`;
  }
  if (/not a database|SQLITE_NOTADB/.test(`${code} ${message}`))
    return 'the file is there, but SQLite did not write it';
  return undefined;
}

const WRONG_LOGIN = new Set(['28P01', '28000', '1045', '1698', 'ELOGIN', '18456', '1017']);
