import type { ConnectionSettings } from '../config/connection-settings.js';
import { printable } from '../diagnostics/printable.js';
import type { DatabaseError } from '../platforms/connection.js';

/** What to do about a refused connection: lines that go with the database's own reason. All commands say the same. */
export function connectionHints(
  error: DatabaseError,
  settings: ConnectionSettings,
  isMissingDatabase: boolean,
  server?: string,
): readonly string[] {
  if (isMissingDatabase) return missingDatabase(settings);
  const hint = connectionHint(error, settings, server);
  if (hint !== undefined) return [hint];
  const isEncryption = /\b(ssl|tls|certificate|handshake)\b/i.test(error.message);
  return isEncryption ? [TLS[settings.adapter] ?? 'check the encryption that the server wants'] : [];
}

const TLS: Readonly<Partial<Record<ConnectionSettings['adapter'], string>>> = {
  pgsql: 'say in the DSN which encryption the server wants, such as pgsql:host=…;dbname=…;sslmode=require',
  mysql: 'set MYSQL_ATTR_SSL_CA under options of the connection in the configuration',
  mssql: 'add TrustServerCertificate=yes to the DSN if the server signed its certificate itself',
};

/** The command that creates the database, where its parts need no quoting in a shell. */
function missingDatabase({ adapter, host, port, socket, user, database = '' }: ConnectionSettings): readonly string[] {
  const parts = [host ?? '', user ?? '', database, socket ?? ''];
  const isPlain = parts.every((part) => /^[\w./-]*$/.test(part));
  const name = printable(database);
  if (!isPlain || (adapter !== 'pgsql' && adapter !== 'mysql')) {
    return [`create the database first: CREATE DATABASE "${name}"`];
  }
  const flag = (letter: string, value: string | number | undefined): string =>
    value === undefined || value === '' ? '' : ` -${letter} ${String(value)}`;
  return [
    'create the database first, then try again:',
    adapter === 'pgsql'
      ? `createdb${flag('h', socket ?? host)}${flag('p', port)}${flag('U', user)} ${name}`
      : `mysql${flag('h', host)}${flag('P', port)}${flag('u', user)} -p -e "CREATE DATABASE ${name} CHARACTER SET utf8mb4"`,
  ];
}

function connectionHint(
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
