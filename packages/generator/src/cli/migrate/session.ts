import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Entry, Ledger } from '../../migrations/ledger.js';
import { type DatabaseConnection, DatabaseError, errorProperty } from '../../platforms/connection.js';
import { shownHolder } from '../../platforms/lock-holder.js';
import type { Migrating } from '../../platforms/migrating.js';
import type { ObjectName } from '../../platforms/shape.js';
import type { CommandOptions } from '../command.js';
import { openDatabase } from '../connecting.js';
import { withoutPassword } from '../insert/scrub.js';
import { ownPackage } from '../installed.js';
import { counted } from '../summary.js';
import type { Terminal } from '../terminal.js';
import type { MigrationPlan, RunnableMigration } from './folder.js';
import { refuseHeld } from './held.js';

/** Unless `--wait` says another, in seconds. */
const LONGEST_WAIT = 600;
export const PAUSE_MS = 200;
const READ_TRIES = 20;

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
  /** Whether several servers share the database: migrations are claimed in the history, because a lock is of one server. */
  readonly isCluster: boolean;
  readonly locks: LockSettings;
  /** How long others are waited for where nobody has to wait meanwhile, in seconds. */
  readonly longestWait: number;
  /** One more connection to the same database. */
  readonly another: () => Promise<DatabaseConnection>;
}

/** How long a statement waits for a lock, in seconds, and how often it is tried. */
export type LockSettings = Pick<Config['migrations'], 'lockTimeout' | 'lockTries'>;

export const sessionLedger = (migrating: Migrating, { migrations }: Config): Ledger =>
  new Ledger(migrating, migrations.tableName, ownPackage().version, runnerName());

/** No other runner has it, on this machine or another one. */
const runnerName = (): string => `orm ${String(process.pid)} on ${machine()} (${randomBytes(6).toString('hex')})`;

const machine = (): string => hostname().slice(0, 100);

/** Whether a runner is another process of this machine that is alive. */
export function isAlive(runner: string): boolean {
  const [, id, place] = /^orm (\d+) on (.*) \([0-9a-f]+\)$/s.exec(runner) ?? [];
  if (id === undefined || place !== machine() || Number(id) === process.pid) return false;
  try {
    process.kill(Number(id), 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return errorProperty(error, 'code') === 'EPERM';
  }
}

export async function openMigrations(
  plan: MigrationPlan,
  given: ConnectionSettings,
  config: Config,
  wait?: number,
): Promise<MigrationSession> {
  const { withWait } = plan.migrating;
  const isOneWait = wait !== undefined && withWait !== undefined;
  const settings = isOneWait ? withWait(given, wait) : given;
  // Where that is the whole wait, it is not waited for several times.
  const locks = isOneWait ? { ...config.migrations, lockTries: 1 } : config.migrations;
  const longestWait = wait ?? LONGEST_WAIT;
  const database = await openDatabase(plan, settings, config.root);
  const isCluster = (await plan.migrating.joinCluster?.(database)) === true;
  const ledger = sessionLedger(plan.migrating, config);
  const another = (): Promise<DatabaseConnection> => openDatabase(plan, settings, config.root);
  return { plan, settings, database, ledger, isCluster, locks, longestWait, another };
}

/** The history, as the database tells it. */
export async function readHistory(session: HistorySession, tries = 1): Promise<readonly Entry[]> {
  const { plan, settings, database, ledger } = session;
  try {
    return known(session, await ledger.read(database));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    refuseHeld(session, error);
    // A node of a cluster answers when it has done what the others did, such as a long ALTER TABLE.
    if (plan.migrating.isLockTimeout(error) && tries < READ_TRIES) {
      await pause(PAUSE_MS);
      return readHistory(session, tries + 1);
    }
    // Where the server does not answer at all, the history is not the cause.
    await plan.migrating.hasTable(database, ledger.table).catch((): never => {
      throw failure({
        code: 'database/refused',
        message: `${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
        help: 'the connection was lost while the history of migrations was read; run the command again when the server can be reached',
      });
    });
    throw failure({
      code: 'migration/history',
      message: `the history of migrations on ${quoted(plan.connection.name)} cannot be read: ${withoutPassword(error.message, settings)}`,
      help: `the table ${quoted(ledger.table)} is not one that this version of orm made: use the version that made it, or another migrations.tableName`,
    });
  }
}

const STATES: ReadonlySet<string> = new Set<Entry['state']>(['running', 'done', 'undoing']);

/** A later version may have written what this one would take for something else. */
function known({ plan, ledger }: HistorySession, entries: readonly Entry[]): readonly Entry[] {
  const other = entries.find(({ state }) => !STATES.has(state));
  if (other === undefined) return entries;
  throw failure({
    code: 'migration/history',
    message: `the history of migrations on ${quoted(plan.connection.name)} says that ${quoted(other.name)} is ${quoted(other.state)}, which this version of orm does not know`,
    help: `nothing was changed; use the version of orm that wrote it: the column orm_version of ${quoted(ledger.table)} has it`,
  });
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

/** Does something while no other runner works on the database. */
export async function alone<T>(
  session: MigrationSession,
  config: Config,
  terminal: Terminal,
  work: () => Promise<T>,
): Promise<T> {
  const { plan, database, ledger, longestWait } = session;
  const { migrating, connection } = plan;
  await refuseShared(session, config);
  if (migrating.lock === undefined || session.isCluster) return work();
  const started = performance.now();
  for (let isAnnounced = false; !(await migrating.lock(database, ledger.table)); ) {
    const isOver = performance.now() - started > longestWait * 1000;
    const who = isOver || !isAnnounced ? await runnersOf(session) : [];
    if (isOver) {
      throw failure({
        code: 'migration/locked',
        message: `another runner has been migrating ${quoted(connection.name)} for ${shownWait(longestWait)}`,
        help: [
          ...who,
          'nothing was changed; wait for it to end (--wait says for how many seconds), or end its session on the server',
        ].join('\n'),
      });
    }
    if (!isAnnounced) {
      const line = `waiting for another runner that is migrating ${quoted(connection.name)}`;
      terminal.talk([line, ...who].join(': '));
    }
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

/** The runner that has the lock, as far as the server tells. */
async function runnersOf({ plan, settings, database, ledger }: MigrationSession): Promise<readonly string[]> {
  const found = (await plan.migrating.runners?.(database, ledger.table).catch(() => [])) ?? [];
  return found.slice(0, 1).map((each) => withoutPassword(shownHolder(each), settings));
}

export const shownWait = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');

/** `--wait`: so many seconds. */
export function waitSeconds({ wait }: Pick<CommandOptions, 'wait'>): number | undefined {
  if (wait === undefined) return undefined;
  if (/^\d{1,6}$/.test(wait)) return Number(wait);
  throw failure({ code: 'cli/value', message: `--wait takes a number of seconds, and not ${quoted(wait)}` });
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

/** Whether a table is there and holds rows, as far as anybody may look. */
export async function hasRows({ database, plan }: MigrationSession, { schema, name }: ObjectName): Promise<boolean> {
  const parts = [...(schema === undefined ? [] : [schema]), name].map((text) => ({ text, quoted: true }));
  const [found] = await plan.access.execution.tableRows(database, [parts], []);
  return found !== undefined && found.state !== 'empty';
}
