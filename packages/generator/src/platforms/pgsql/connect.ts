import { pgsql } from '../../../../runtime-ts/src/drivers/pgsql/connect.js';
import { errorText } from '../../../../runtime-ts/src/drivers/thrown.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { type DatabaseConnection, DatabaseError, errorMessage } from '../connection.js';
import type { DriverLoader } from '../driver.js';
import { numberedPlaceholders } from '../placeholders.js';
import { openConnection, type SessionVendor } from '../session-connection.js';

export function connect(settings: ConnectionSettings, load: DriverLoader): Promise<DatabaseConnection> {
  return openConnection(vendor, settings, load);
}

export const vendor: SessionVendor = {
  driver: (settings, load) => pgsql({ ...settings, maxStatements: 0, load }),
  begin: 'BEGIN',
  placeholders: (sql) => numberedPlaceholders(sql, (position) => `$${String(position)}`),
  error(thrown, sql) {
    const text = (name: string): string | undefined => errorText(thrown, name);
    return new DatabaseError(errorMessage(thrown), {
      code: text('code'),
      details: [text('detail'), text('hint')].filter((line) => line !== undefined),
      position: offsetOf(sql, Number(text('position'))),
    });
  },
};

/** The server counts characters from 1; we count UTF-16 units from 0. */
function offsetOf(sql: string, position: number): number | undefined {
  if (!Number.isInteger(position) || position < 1) return undefined;
  let offset = 0;
  for (let n = 1; n < position; n++) offset += (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
