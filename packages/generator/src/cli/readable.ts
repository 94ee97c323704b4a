import type { ConnectionSettings } from '../config/connection-settings.js';
import { failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { DatabaseError } from '../platforms/connection.js';
import { withoutPassword } from './insert/scrub.js';

/** Reads the catalog of a database; what the server refuses is thrown as a diagnostic, without the password. */
export async function readable<T>(name: string, settings: ConnectionSettings, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'database/catalog',
      message: `${quoted(name)} cannot be read: ${withoutPassword(error.message, settings)}`,
    });
  }
}
