import type { ConnectionSettings } from '../../config/connection-settings.js';
import { printable } from '../../diagnostics/printable.js';
import type { DatabaseError } from '../../platforms/connection.js';
import { connectionHint } from '../connection-hints.js';
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
  const hint = connectionHint(error, settings, TITLES[adapterOf(answers)]);
  if (hint !== undefined) return [sentence(hint)];
  if (/\b(ssl|tls|certificate|handshake)\b/i.test(error.message))
    return [TLS[settings.adapter] ?? 'Check the encryption that the server wants.'];
  return [];
}

/** In a dialogue hints are sentences. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;

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
