import type { Config, Connection } from '../../config/config.js';
import { adapterOfDsn, connectionOfDsn } from '../../config/dsn-connection.js';
import { failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { emptyDatabase } from '../../migrations/history.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { SchemaDifference } from '../../reverse/differences.js';
import { isOther } from '../../reverse/shown-difference.js';
import type { Context } from '../command.js';
import { settingsOf } from '../connecting.js';
import { driftCount, driftLines, readDrift } from '../migrate/drift.js';
import { type MigrationReading, planned, type RunnableMigration } from '../migrate/folder.js';
import { runJob } from '../migrate/run.js';
import { alone, type MigrationSession, openMigrations, readHistory } from '../migrate/session.js';
import { counted } from '../summary.js';

/** What was done on an empty database. */
export interface Played {
  readonly connection: string;
  readonly up: number;
  readonly down: number;
}

/** The database that `--on` names: a connection of the configuration, or a DSN or URL. */
export function playedOn(words: string, config: Config): Connection {
  const configured = config.connections.get(words);
  if (configured !== undefined) return configured;
  if (adapterOfDsn(words) !== undefined) return connectionOfDsn({ dsn: words, name: 'on', root: config.root });
  throw failure({
    code: 'cli/unknown-connection',
    // It may be a DSN with a typing error, and a password in it.
    message: '--on names no connection of the configuration, and is no DSN',
    help: `${/^[\w.-]{1,60}$/.test(words) ? `${suggestion(words, config.connections.keys()) ?? ''}\n` : ''}a DSN starts with pgsql:, mysql: or sqlite:, a URL with postgres:// or mysql://`.trim(),
  });
}

/** Which folder is played: the one that has migrations, or the one that `--connection` names. */
export function playedFolder(readings: readonly MigrationReading[], on: Connection): MigrationReading {
  const filled = readings.filter(({ migrations }) => migrations.length > 0);
  const [first] = filled;
  if (first === undefined || filled.length > 1) {
    throw failure({
      code: 'cli/value',
      message:
        first === undefined
          ? '--on plays migrations, and there are none'
          : `--on plays the migrations of one database, and there are ${String(filled.length)}`,
      help: first === undefined ? 'run "orm migration:diff" first' : 'name one of them with --connection',
    });
  }
  if (first.connection.adapter === on.adapter) return first;
  throw failure({
    code: 'migration/adapter',
    message: `--on names a database for ${on.adapter}, and the migrations of ${quoted(first.connection.name)} are for ${first.connection.adapter}`,
  });
}

/** Runs all migrations, undoes them and runs them again, on a database that has nothing; then compares it with what they say. */
export async function play(
  { terminal, env, reporter }: Context,
  config: Config,
  reading: MigrationReading,
  on: Connection,
  expected: DatabaseShape,
): Promise<Played> {
  const plan = { ...planned(reading), connection: on };
  // What rules have found does not stand in the way of a connection.
  const [settings] = settingsOf([plan], env, new Reporter());
  if (settings === undefined) throw new Error('a connection without settings');
  const session = await openMigrations(plan, settings, config);
  try {
    await refuseFilled(session, expected, config);
    const { migrations } = plan;
    const down = await alone(session, config, terminal, async () => {
      await session.ledger.ensure(session.database);
      await runAll(session, migrations, 'up', terminal);
      const undone = undoable(migrations);
      await runAll(session, undone, 'down', terminal);
      if (undone.length === migrations.length) await reportLeft(session, expected, config, reporter);
      await runAll(session, undone.toReversed(), 'up', terminal);
      return undone.length;
    });
    await reportDifferences(session, expected, config, reporter);
    const shown = down === migrations.length ? '' : ` of which ${String(down)} could be undone,`;
    terminal.result(
      `${printable(reading.connection.name)}: ${counted(migrations.length, 'migration')} played up, down and up,${shown} on an empty database`,
    );
    return { connection: on.name, up: migrations.length, down };
  } finally {
    terminal.progress.done();
    await session.database.close().catch(() => undefined);
  }
}

/** The newest migrations that can be undone, in the order in which they are. */
function undoable(migrations: readonly RunnableMigration[]): readonly RunnableMigration[] {
  const newest = migrations.toReversed();
  const end = newest.findIndex(({ up, down }) => up.script.steps.length > 0 && down.script.steps.length === 0);
  return end < 0 ? newest : newest.slice(0, end);
}

async function runAll(
  session: MigrationSession,
  migrations: readonly RunnableMigration[],
  direction: 'up' | 'down',
  terminal: Context['terminal'],
): Promise<void> {
  for (const migration of migrations) {
    const entry = (await readHistory(session)).find(({ name }) => name === migration.name);
    await runJob(session, { direction, migration, entry }, terminal, undefined);
  }
}

async function differencesOf(
  session: MigrationSession,
  expected: DatabaseShape,
  config: Config,
): Promise<readonly SchemaDifference[]> {
  // Nothing is left out: a table of somebody else would be in danger here.
  return (await readDrift(session, expected, config, { exclude: [] }))?.differences ?? [];
}

/** Tables that are there, in the schemas that the migrations work in. */
async function tablesOf(
  session: MigrationSession,
  expected: DatabaseShape,
  config: Config,
): Promise<readonly string[]> {
  const empty = { ...emptyDatabase(expected.name), schemas: expected.schemas };
  const found = await differencesOf(session, empty, config);
  return found.filter((each) => each.kind === 'table' && each.status === 'extra').map(({ table }) => printable(table));
}

/** Whatever is there could be lost. */
async function refuseFilled(session: MigrationSession, expected: DatabaseShape, config: Config): Promise<void> {
  const hasHistory = await session.plan.migrating.hasTable(session.database, session.ledger.table);
  const tables = [...(hasHistory ? [session.ledger.table] : []), ...(await tablesOf(session, expected, config))];
  if (tables.length === 0) return;
  throw failure({
    code: 'migration/not-empty',
    message: `the database of --on is not empty: it has ${counted(tables.length, 'table')}`,
    help: `${tables.slice(0, 5).join(', ')}${tables.length > 5 ? ' …' : ''}\nnothing was changed; --on wants a database of its own, which has no tables`,
  });
}

async function reportLeft(
  session: MigrationSession,
  expected: DatabaseShape,
  config: Config,
  reporter: Reporter,
): Promise<void> {
  const left = await tablesOf(session, expected, config);
  if (left.length === 0) return;
  reporter.error({
    code: 'migration/left-behind',
    message: `after all migrations were undone, ${counted(left.length, 'table')} still there: ${left.slice(0, 5).join(', ')}`,
    help: 'complete down.sql of the migration that creates them',
  });
}

async function reportDifferences(
  session: MigrationSession,
  expected: DatabaseShape,
  config: Config,
  reporter: Reporter,
): Promise<void> {
  // SQL of your own may make tables that the schema does not have.
  const wrong = (await differencesOf(session, expected, config)).filter((each) => !isOther(each));
  if (wrong.length === 0) return;
  reporter.error({
    code: 'migration/differs',
    message: `after all migrations the database is not what they say: ${driftCount(wrong)}`,
    help: [...driftLines(wrong), 'SQL of your own, or an edited statement, does something else'].join('\n'),
  });
}
