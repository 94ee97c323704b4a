import { hasOtherCharset, notFollowed } from '../../../runtime-ts/src/drivers/dsn/followed.js';
import { pgsqlServer } from '../../../runtime-ts/src/drivers/pgsql/dsn.js';
import { type Report, refuseUnsupported } from '../../../runtime-ts/src/drivers/pgsql/security.js';
import { Reporter } from '../diagnostics/diagnostic.js';
import type { Connection } from './config.js';
import { parseDsn } from './dsn.js';
import { DSN_RULES } from './dsn-url.js';

/** Stands for the value of a lookup: whatever it will be, it is read where the application runs. */
const LOOKUP = '1';

/**
 * Reports what the DSN of a connection says and an application on Node could not follow, as far as the configuration holds it.
 * Mistakes for every language were reported when it was read.
 */
export function refuseForNode({ dsn, name, adapter }: Connection, report: Report): void {
  if (dsn === undefined || typeof dsn.parts[0] !== 'string' || (adapter !== 'pgsql' && adapter !== 'mysql')) return;
  const text = dsn.parts.map((part) => (typeof part === 'string' ? part : LOOKUP)).join('');
  const read = parseDsn({ text, adapter, connection: name, span: undefined }, new Reporter());
  if (read === undefined) return;
  const lost = notFollowed(DSN_RULES[adapter], read.parameters);
  if (lost.length > 0) {
    report(`the driver for Node does not follow ${lost.join(', ')} in the DSN`, 'remove it; only the PHP driver does');
    return;
  }
  if (hasOtherCharset(read.parameters)) {
    report('the driver for Node uses UTF-8, and the DSN asks for another character set', 'remove it from the DSN');
  }
  if (adapter !== 'pgsql') return;
  refuseUnsupported(read.parameters, report);
  pgsqlServer(read.parameters, report);
}
