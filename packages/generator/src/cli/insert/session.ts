import type { ConnectionSettings } from '../../config/connection-settings.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import { openDatabase } from '../connecting.js';
import { type Destruction, destructionOf } from './destruction.js';
import type { PlannedConnection } from './plan.js';
import { withoutPassword } from './scrub.js';

/** A planned connection that is open, and what its files will destroy. */
export interface Session {
  readonly plan: PlannedConnection;
  readonly settings: ConnectionSettings;
  readonly database: DatabaseConnection;
  readonly destruction: Destruction;
}

/** Connects, and looks what will be destroyed. */
export async function openSession(
  plan: PlannedConnection,
  settings: ConnectionSettings,
  root: string,
): Promise<Session> {
  const database = await openDatabase(plan, settings, root);
  try {
    return { plan, settings, database, destruction: await destructionOf(plan, database) };
  } catch (error) {
    await database.close().catch(() => undefined);
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'database/catalog',
      message: `cannot look for what will be dropped on the connection ${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
    });
  }
}
