import { mysql } from '../../../../runtime-ts/src/drivers/mysql/connect.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { type DatabaseConnection, DatabaseError, errorMessage, errorProperty, lineOffset } from '../connection.js';
import type { DriverLoader } from '../driver.js';
import { openConnection, type SessionVendor } from '../session-connection.js';

export function connect(settings: ConnectionSettings, load: DriverLoader): Promise<DatabaseConnection> {
  return openConnection(vendor, settings, load);
}

export const vendor: SessionVendor = {
  driver(settings, load) {
    const compress = /^(1|true|yes|on)$/i.test(String(settings.attributes.get('MYSQL_ATTR_COMPRESS') ?? ''));
    return mysql({ ...settings, compress, keepsIsolation: true, load });
  },
  begin: 'START TRANSACTION',
  placeholders: (sql) => sql,
  error(thrown, sql) {
    const number = errorProperty(thrown, 'errno');
    const code = errorProperty(thrown, 'code');
    // A negative number is the system's (a refused connection), where the name says more.
    const isVendor = typeof number === 'number' && number > 0;
    const message = errorMessage(thrown);
    return new DatabaseError(message, {
      code: isVendor ? String(number) : typeof code === 'string' ? code : undefined,
      position: syntaxPosition(message, sql),
    });
  },
};

/** A syntax error quotes the rest of the statement and its line: `… near 'FORM t' at line 2`. */
function syntaxPosition(message: string, sql: string): number | undefined {
  const match = /near '([\s\S]*)' at line (\d+)$/.exec(message);
  if (match === null) return undefined;
  const from = lineOffset(sql, Number(match[2]));
  const rest = match[1] ?? '';
  if (rest === '') return sql.length - 1;
  const found = sql.indexOf(rest, from);
  // MariaDB's quotation may start with the space before the word.
  return found < 0 ? from : found + rest.search(/\S|$/);
}
