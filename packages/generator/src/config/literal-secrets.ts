import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Connection } from './config.js';
import { literalText, type Template } from './template.js';

/** Who may read a file with a password in it: its owner, and the group that the server is in. */
export const SECRET_MODE = 0o640;

/** Warns of passwords that a file for the runtime would hold as they are; `where` is what loads the file. */
export function warnOfSecrets(
  connections: readonly Connection[],
  file: string,
  where: string,
  reporter: Reporter,
): void {
  for (const connection of connections) {
    for (const secret of literalSecrets(connection)) {
      reporter.warning({
        code: 'config/literal-password',
        message: `the password of the connection ${quoted(connection.name)} is written into ${file} as it is`,
        span: secret.span ?? connection.span,
        help: `write "%env.DB_PASSWORD%" in its place, and set that variable where ${where} runs: ${file} then looks it up`,
      });
    }
  }
}

/** The values of a connection that put a password into a file as it is, instead of looking it up. */
export function literalSecrets(connection: Connection): readonly Template[] {
  const found = new Set<Template>();
  for (const { dsn, password } of [connection, ...connection.replicas]) {
    if (password !== undefined && (literalText(password) ?? '') !== '') found.add(password);
    if (dsn !== undefined && hasPassword(dsn)) found.add(dsn);
  }
  return [...found];
}

/** What stands for a lookup in the text that is searched: nothing that a DSN would have. */
const LOOKUP = '\0';

function hasPassword(dsn: Template): boolean {
  const text = dsn.parts.map((part) => (typeof part === 'string' ? part : LOOKUP)).join('');
  if (/:\/\/[^:@/]*:[^@\0]+@/u.test(text)) return true;
  return [...text.matchAll(/\b\w*(?:password|pwd)\s*=\s*(\S?)/giu)].some(
    ([, first]) => first !== undefined && first !== '' && first !== ';' && first !== LOOKUP,
  );
}
