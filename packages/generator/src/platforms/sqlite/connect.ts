import { sqlite } from '../../../../runtime-ts/src/drivers/sqlite/connect.js';
import { nodeSqlite } from '../../../../runtime-ts/src/drivers/sqlite/handle.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { type DatabaseConnection, DatabaseError, errorMessage, errorProperty } from '../connection.js';
import type { DriverLoader } from '../driver.js';
import { openConnection, type SessionVendor } from '../session-connection.js';
import { fileSettings } from './file.js';

export function connect(settings: ConnectionSettings, load: DriverLoader): Promise<DatabaseConnection> {
  return openConnection(vendor, settings, load);
}

/** Whether Node itself has what is needed, and no package is. */
export const isBuiltIn = (): boolean => nodeSqlite() !== undefined;

export const vendor: SessionVendor = {
  driver(settings, load) {
    const { timeout, queries } = settings;
    return sqlite({ ...fileSettings(settings), timeout, queries, foreignKeys: false, load });
  },
  // At once for writing: a transaction that starts reading may find the file locked in its middle.
  begin: 'BEGIN IMMEDIATE',
  placeholders: (sql) => sql,
  error(thrown, sql) {
    const code = errorProperty(thrown, 'code');
    const message = errorMessage(thrown);
    return new DatabaseError(message, {
      // The general code of both drivers says nothing that the message does not.
      code: typeof code === 'string' && !/^(ERR_)?SQLITE_ERROR$/.test(code) ? code : undefined,
      position: syntaxPosition(message, sql),
    });
  },
};

/** `near "FORM": syntax error` names a token; where it stands only once, that is the place. */
function syntaxPosition(message: string, sql: string): number | undefined {
  const token = /^near "([^"]+)": syntax error$/.exec(message)?.[1];
  if (token === undefined) return undefined;
  const first = sql.indexOf(token);
  return first >= 0 && first === sql.lastIndexOf(token) ? first : undefined;
}
