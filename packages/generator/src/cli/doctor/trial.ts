import type { Connection } from '../../config/config.js';
import { type ConnectionSettings, connectionSettings } from '../../config/connection-settings.js';
import type { Environment } from '../../config/template.js';
import { type Diagnostic, DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { loadAccess } from '../../platforms/access.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import { driverLoader } from '../../platforms/driver.js';
import { connectionHints } from '../connection-hints.js';
import { withoutPassword } from '../insert/scrub.js';
import { type Finding, notChecked, ok, problem, warning } from './finding.js';
import { type Patience, TookTooLong } from './patience.js';
import { serverVersion } from './server-version.js';

/** A connection that was tried, and what came of it. It is open when there is a database. */
export interface TriedConnection {
  readonly connection: Connection;
  readonly finding: Finding;
  readonly open?: { readonly settings: ConnectionSettings; readonly database: DatabaseConnection };
}

/** Tries all connections at once, so that many silent servers take no longer than one. */
export function tryConnections(
  connections: readonly Connection[],
  env: Environment,
  root: string,
  patience: Patience,
): Promise<readonly TriedConnection[]> {
  return Promise.all(connections.map((connection) => tryConnection(connection, env, root, patience)));
}

async function tryConnection(
  connection: Connection,
  env: Environment,
  root: string,
  patience: Patience,
): Promise<TriedConnection> {
  const reporter = new Reporter();
  const given = connectionSettings(connection, env, reporter);
  if (given === undefined) return { connection, finding: unusable(connection, reporter.diagnostics) };
  // The driver gives up shortly before we do: its own message says more.
  const settings = {
    ...given,
    timeout: Math.min(given.timeout ?? Infinity, Math.max(patience.milliseconds / 1000 - 0.2, 0.1)),
  };
  const { connect, execution } = await loadAccess(connection.adapter);
  if (execution.exists?.(settings) === false) {
    const what = `${quoted(connection.name)}: the database does not exist yet`;
    return { connection, finding: warning(what, 'orm sql:insert creates it, with its tables') };
  }
  try {
    const work = connect(settings, driverLoader(root));
    const database = await patience.wait(work, (late) => late.close());
    // Asked here and not beside the other checks: a connection takes one statement at a time.
    const version = await patience.wait(serverVersion(connection.adapter, database));
    const finding = ok(`${quoted(connection.name)}: ${printable(version)}`);
    return { connection, finding, open: { settings, database } };
  } catch (error) {
    return {
      connection,
      finding: refused(error, connection, settings, patience, (refusal) => execution.isMissingDatabase(refusal)),
    };
  }
}

function unusable({ name, dsn }: Connection, diagnostics: readonly Diagnostic[]): Finding {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const advice = first?.help === undefined ? [] : [first.help];
  // A build needs no DSN: whoever only builds has nothing to fix.
  return (dsn === undefined ? notChecked : problem)(
    `${quoted(name)}: ${first?.message ?? 'it has no settings'}`,
    ...advice,
  );
}

/** What drivers say when their own time is up. */
const SILENCE = /ETIMEDOUT|ETIMEOUT|^timeout expired/i;
const reasonOf = ({ code = '', message }: DatabaseError): string => `${message} ${code}`;

function refused(
  error: unknown,
  { name }: Connection,
  settings: ConnectionSettings,
  patience: Patience,
  isMissingDatabase: (error: DatabaseError) => boolean,
): Finding {
  // The driver: what to do about it is said there.
  if (error instanceof DiagnosticError) return notChecked(`${quoted(name)}: ${error.message}`);
  const isLate = error instanceof TookTooLong || (error instanceof DatabaseError && SILENCE.test(reasonOf(error)));
  const refusal = isLate ? new DatabaseError(`no answer within ${patience.shown}`, { code: 'ETIMEDOUT' }) : error;
  if (!(refusal instanceof DatabaseError)) throw error;
  const shown = (text: string): string => printable(withoutPassword(text, settings));
  return problem(
    `${quoted(name)}: ${shown(refusal.message)}`,
    ...refusal.details.map(shown),
    ...connectionHints(refusal, settings, isMissingDatabase(refusal)),
  );
}
