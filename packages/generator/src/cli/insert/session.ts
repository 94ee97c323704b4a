import type { ConnectionSettings } from '../../config/connection-settings.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import type { NamePart, TableName } from '../../platforms/sql-drops.js';
import type { TableRows } from '../../platforms/table-rows.js';
import { openDatabase } from '../connecting.js';
import type { PlannedConnection } from './plan.js';
import { withoutPassword } from './scrub.js';

/** A planned connection that is open, and the tables with rows that its files drop. */
export interface Session {
  readonly plan: PlannedConnection;
  readonly settings: ConnectionSettings;
  readonly database: DatabaseConnection;
  readonly losses: readonly TableRows[];
}

/** Connects, and looks which of the tables that will be dropped hold rows. */
export async function openSession(
  plan: PlannedConnection,
  settings: ConnectionSettings,
  root: string,
): Promise<Session> {
  const database = await openDatabase(plan, settings, root);
  try {
    const { tables, schemas } = droppedBy(plan);
    const rows = await plan.access.execution.tableRows(database, tables, schemas);
    return { plan, settings, database, losses: rows.filter(({ state }) => state !== 'empty') };
  } catch (error) {
    await database.close().catch(() => undefined);
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'database/catalog',
      message: `cannot look for tables on the connection ${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
    });
  }
}

function droppedBy(plan: PlannedConnection): { tables: readonly TableName[]; schemas: readonly NamePart[] } {
  const purposes = plan.files.flatMap((file) => file.statements.map(({ purpose }) => purpose));
  const all = purposes.flatMap(({ dropped }) => dropped);
  const tables = [...new Map(all.map((name) => [JSON.stringify(name), name])).values()];
  return { tables, schemas: purposes.flatMap(({ droppedSchemas }) => droppedSchemas) };
}
