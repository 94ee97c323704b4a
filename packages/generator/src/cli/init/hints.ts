import type { ConnectionSettings } from '../../config/connection-settings.js';
import { printable } from '../../diagnostics/printable.js';
import type { DatabaseError } from '../../platforms/connection.js';
import { type Answers, adapterOf } from './answers.js';
import { TITLES } from './questions.js';

/** What to do about a refused connection: one or two lines that go with the database's own reason. */
export function failureHints(
  error: DatabaseError,
  settings: ConnectionSettings,
  isMissingDatabase: boolean,
  answers: Answers,
): readonly string[] {
  if (isMissingDatabase) return missingDatabase(settings);
  const host = printable(settings.host ?? 'localhost');
  const port = settings.port === undefined ? '' : `:${String(settings.port)}`;
  const { code = '', message } = error;
  if (WRONG_LOGIN.has(code)) return ['Check the user and the password.'];
  if (code === '1044') return [`The user has no rights on this database: GRANT them first.`];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return [`No machine is called ${host}: check the host.`];
  if (code === 'ECONNREFUSED' || /ECONNREFUSED/.test(message)) {
    return [`Nothing listens on ${host}${port}: is ${TITLES[adapterOf(answers)]} running, and is this its port?`];
  }
  if (code === 'ENOENT' || code === 'EACCES') return ['There is no such socket, or no way to it: check the path.'];
  if (/TIMEOUT|TIMEDOUT/.test(code) || /timeout|timed out/i.test(message)) {
    return [`${host}${port} does not answer: check host and port, and that no firewall is between.`];
  }
  if (/\b(ssl|tls|certificate|handshake)\b/i.test(message))
    return [TLS[settings.adapter] ?? 'Check the encryption that the server wants.'];
  if (/not a database|SQLITE_NOTADB/.test(`${code} ${message}`))
    return ['The file is there, but SQLite did not write it.'];
  return [];
}

const WRONG_LOGIN = new Set(['28P01', '28000', '1045', '1698', 'ELOGIN', '18456', '1017']);

const TLS: Readonly<Partial<Record<ConnectionSettings['adapter'], string>>> = {
  pgsql: 'Give a whole DSN with sslmode, such as pgsql:host=…;dbname=…;sslmode=require.',
  mysql: 'Go on without a connection, and set MYSQL_ATTR_SSL_CA under options in the configuration.',
  mssql: 'Give a whole DSN with TrustServerCertificate=yes if the certificate is its own.',
};

/** The command that creates the database, where its parts need no quoting in a shell. */
function missingDatabase({ adapter, host, port, socket, user, database = '' }: ConnectionSettings): readonly string[] {
  const parts = [host ?? '', user ?? '', database, socket ?? ''];
  const isPlain = parts.every((part) => /^[\w./-]*$/.test(part));
  const name = printable(database);
  if (!isPlain || (adapter !== 'pgsql' && adapter !== 'mysql')) return [`Create it first: CREATE DATABASE "${name}"`];
  const flag = (letter: string, value: string | number | undefined): string =>
    value === undefined || value === '' ? '' : ` -${letter} ${String(value)}`;
  return adapter === 'pgsql'
    ? [
        'Create it in another window, then try again:',
        `createdb${flag('h', socket ?? host)}${flag('p', port)}${flag('U', user)} ${name}`,
      ]
    : [
        'Create it in another window, then try again:',
        `mysql${flag('h', host)}${flag('P', port)}${flag('u', user)} -p -e "CREATE DATABASE ${name} CHARACTER SET utf8mb4"`,
      ];
}
