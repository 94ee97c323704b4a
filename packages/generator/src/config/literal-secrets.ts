import type { Connection } from '../../../config/config.js';
import { literalText, type Template } from '../../../config/template.js';

/** The values of a connection that put a password into config.php as it is, instead of looking it up. */
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
