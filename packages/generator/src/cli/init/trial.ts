import { type ConnectionSettings, connectionSettings } from '../../config/connection-settings.js';
import type { Environment } from '../../config/template.js';
import { DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { loadAccess } from '../../platforms/access.js';
import type { Catalog } from '../../platforms/catalog.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import { driverLoader } from '../../platforms/driver.js';
import { withoutPassword } from '../insert/scrub.js';
import { type Answers, adapterOf } from './answers.js';
import { connectionOf } from './connection.js';
import { failureHints } from './hints.js';

/** What came of trying a connection. */
export type Trial =
  | { readonly kind: 'connected'; readonly catalog: Catalog | undefined }
  /** A file of SQLite that is not there yet: connecting would create it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'no-driver'; readonly driver: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly hints: readonly string[] };

/** A server that does not answer at all must not hold up a dialogue. */
const TIMEOUT_SECONDS = 8;

/** Connects with the answers, as the configuration that will be written does, and looks what is in the database. */
export async function tryConnection(answers: Answers, cwd: string, env: Environment): Promise<Trial> {
  const { passwordEnv, password } = answers;
  const own = passwordEnv === undefined || password === undefined ? env : { ...env, [passwordEnv]: password };
  const reporter = new Reporter();
  const settings = connectionSettings(connectionOf(answers, cwd, TIMEOUT_SECONDS), own, reporter);
  if (settings === undefined) {
    const [first] = reporter.diagnostics;
    return {
      kind: 'failed',
      reason: first?.message ?? 'the connection has no DSN',
      hints: first?.help?.split('\n') ?? [],
    };
  }
  const access = await loadAccess(adapterOf(answers));
  if (access.execution.exists?.(settings) === false) return { kind: 'absent' };
  let database: DatabaseConnection | undefined;
  try {
    database = await withinTime(access.connect(settings, driverLoader(cwd)));
    const { readCatalog } = await import('./import.js');
    return { kind: 'connected', catalog: await readCatalog(settings.adapter, database) };
  } catch (error) {
    return failed(error, settings, answers, (refusal) => access.execution.isMissingDatabase(refusal));
  } finally {
    await database?.close().catch(() => undefined);
  }
}

function failed(
  error: unknown,
  settings: ConnectionSettings,
  answers: Answers,
  isMissingDatabase: (error: DatabaseError) => boolean,
): Trial {
  if (error instanceof DiagnosticError) {
    const [first] = error.diagnostics;
    if (first?.code === 'database/missing-driver') {
      return { kind: 'no-driver', driver: first.subject ?? '', reason: first.message };
    }
    return { kind: 'failed', reason: error.message, hints: first?.help?.split('\n') ?? [] };
  }
  if (!(error instanceof DatabaseError)) throw error;
  const shown = (text: string): string => printable(withoutPassword(text, settings));
  return {
    kind: 'failed',
    reason: shown(error.message),
    hints: [...error.details.map(shown), ...failureHints(error, settings, isMissingDatabase(error), answers)],
  };
}

/** The driver's own limit covers dialling; this one also the looking up of names. */
async function withinTime(work: Promise<DatabaseConnection>): Promise<DatabaseConnection> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        isLate = true;
        reject(new DatabaseError('the server did not answer in time', { code: 'ETIMEDOUT' }));
      },
      (TIMEOUT_SECONDS + 2) * 1000,
    );
  });
  // A connection that is made too late is of no use to anybody.
  work.then((connection) => (isLate ? connection.close() : undefined)).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
