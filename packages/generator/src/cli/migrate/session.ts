import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Entry, Ledger } from '../../migrations/ledger.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import type { Migrating } from '../../platforms/migrating.js';
import { openDatabase } from '../connecting.js';
import { withoutPassword } from '../insert/scrub.js';
import { ownPackage } from '../installed.js';
import type { Terminal } from '../terminal.js';
import type { MigrationPlan, RunnableMigration } from './folder.js';

/** A connection that is open, and the history of its database. */
export interface HistorySession {
  readonly plan: Pick<MigrationPlan, 'connection' | 'migrating'>;
  readonly settings: ConnectionSettings;
  readonly database: DatabaseConnection;
  readonly ledger: Ledger;
}

/** A planned connection that is open. */
export interface MigrationSession extends HistorySession {
  readonly plan: MigrationPlan;
}

export const sessionLedger = (migrating: Migrating, { migrations }: Config): Ledger =>
  new Ledger(migrating, migrations.tableName, ownPackage().version, `orm ${String(process.pid)}`);

export async function openMigrations(
  plan: MigrationPlan,
  settings: ConnectionSettings,
  config: Config,
): Promise<MigrationSession> {
  const database = await openDatabase(plan, settings, config.root);
  return { plan, settings, database, ledger: sessionLedger(plan.migrating, config) };
}

/** The history, as the database tells it. */
export async function readHistory({ plan, settings, database, ledger }: HistorySession): Promise<readonly Entry[]> {
  try {
    return await ledger.read(database);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'migration/history',
      message: `the history of migrations on ${quoted(plan.connection.name)} cannot be read: ${withoutPassword(error.message, settings)}`,
      help: `the table ${quoted(ledger.table)} is not one that this version of orm made: use the version that made it, or another migrations.tableName`,
    });
  }
}

/** Writes into the history that migrations ran, whatever it said of them. */
export async function markAllDone(
  { database, ledger }: HistorySession,
  migrations: readonly RunnableMigration[],
  entries: readonly Entry[],
): Promise<void> {
  for (const { name, up } of migrations) {
    const steps = up.script.steps.length;
    const fields = { checksum: up.checksum(), steps, done: steps, inFlight: undefined };
    const isThere = entries.some((entry) => entry.name === name);
    await database.execute(
      isThere
        ? ledger.update(name, { ...fields, state: 'done', error: undefined })
        : ledger.insert({ name, ...fields }),
    );
  }
}

const LONGEST_WAIT_MS = 10 * 60_000;
const PAUSE_MS = 200;

/** Does something while no other runner works on the database. */
export async function alone<T>(
  session: MigrationSession,
  config: Config,
  terminal: Terminal,
  work: () => Promise<T>,
): Promise<T> {
  const { plan, database, ledger } = session;
  const { migrating, connection } = plan;
  await refuseShared(session, config);
  if (migrating.lock === undefined) return work();
  const started = performance.now();
  for (let isAnnounced = false; !(await migrating.lock(database, ledger.table)); ) {
    if (performance.now() - started > LONGEST_WAIT_MS) {
      throw failure({
        code: 'migration/locked',
        message: `another runner has been migrating ${quoted(connection.name)} for ten minutes`,
        help: 'nothing was changed; wait for it to end, or end its session on the server',
      });
    }
    if (!isAnnounced) terminal.talk(`waiting for another runner that is migrating ${quoted(connection.name)}`);
    isAnnounced = true;
    await pause(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    // A connection that is lost has given the lock back.
    await migrating.unlock?.(database, ledger.table).catch(() => undefined);
  }
}

/** Behind a pool that gives a session to several, a lock protects nothing and settings go astray. */
async function refuseShared({ plan, settings, database }: MigrationSession, config: Config): Promise<void> {
  const { sharesSessions } = plan.migrating;
  if (sharesSessions === undefined) return;
  const other = await openDatabase(plan, settings, config.root);
  try {
    if (!(await sharesSessions(database, other))) return;
  } finally {
    await other.close().catch(() => undefined);
  }
  throw failure({
    code: 'migration/pooled',
    message: `the connection ${quoted(plan.connection.name)} goes through a pool that shares sessions, and a migration needs one of its own`,
    span: plan.connection.dsn?.span ?? plan.connection.span,
    help: 'nothing was changed; use a connection to the server itself, or a pool in session mode',
  });
}
