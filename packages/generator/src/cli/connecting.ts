import type { Connection } from '../config/config.js';
import { type ConnectionSettings, connectionSettings } from '../config/connection-settings.js';
import type { Environment } from '../config/template.js';
import { failure, type Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { DatabaseAccess } from '../platforms/access.js';
import { type DatabaseConnection, DatabaseError } from '../platforms/connection.js';
import { driverLoader } from '../platforms/driver.js';
import { connectionHints } from './connection-hints.js';
import { withoutPassword } from './insert/scrub.js';

/** A connection of the configuration, and how its vendor is reached. */
export interface Reached {
  readonly connection: Connection;
  readonly access: DatabaseAccess;
}

/** The settings of every connection of the plan; what is missing is reported for all of them. */
export function settingsOf(
  plan: readonly Reached[],
  env: Environment,
  reporter: Reporter,
): readonly ConnectionSettings[] {
  const settings = plan.map(({ connection }) => connectionSettings(connection, env, reporter));
  reporter.throwIfErrors();
  return settings.filter((each) => each !== undefined);
}

/** A connection that may be one of the configuration. */
type Named = Pick<Connection, 'name'> & Partial<Pick<Connection, 'dsn' | 'span'>>;

type Reachable = Pick<Reached, 'access'> & { readonly connection: Named };

export function openDatabase(plan: Reachable, settings: ConnectionSettings, root: string): Promise<DatabaseConnection> {
  return reach(plan, settings, () => plan.access.connect(settings, driverLoader(root)));
}

/** Connects; a refusal is thrown as a diagnostic, without the password. */
export async function reach<T>(plan: Reachable, settings: ConnectionSettings, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const advice = connectionHints(error, settings, plan.access.execution.isMissingDatabase(error));
    throw failure({
      code: 'database/connect',
      message: `cannot connect to ${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
      span: plan.connection.dsn?.span ?? plan.connection.span,
      help: [...error.details.map((line) => withoutPassword(line, settings)), ...advice].join('\n') || undefined,
    });
  }
}
