import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Connection } from '../../config/config.js';
import { type DiagnosticDetails, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { LONGEST_NAME } from '../../migrations/ledger.js';
import { mergeConflict } from '../../migrations/merge-conflict.js';
import { checksums, type MigrationScript, readScript } from '../../migrations/script.js';
import { readMigrations, readTexts, type StoredMigration } from '../../output/migration-folder.js';
import { type DatabaseAccess, loadAccess, loadDialect } from '../../platforms/access.js';
import { type Alteration, loadAlteration } from '../../platforms/alteration.js';
import { loadMigrating, type Migrating } from '../../platforms/migrating.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context } from '../command.js';
import type { Reached } from '../connecting.js';
import { foldedStates, refuseOtherVendors } from '../migration/folded.js';
import { type CheckQuery, checkQueries } from './checks.js';

/** A file of a migration that can be run. */
export interface ScriptFile {
  readonly source: Source;
  readonly script: MigrationScript;
  /** Of its first steps, or of all. */
  readonly checksum: (steps?: number) => string;
}

/** A migration with its SQL. */
export interface RunnableMigration extends StoredMigration {
  readonly up: ScriptFile;
  readonly down: ScriptFile;
  /** Queries for rows that stand in its way. */
  readonly checks: readonly CheckQuery[];
}

/** A connection and its migrations, in their order. */
export interface MigrationPlan extends Reached {
  readonly connection: Connection;
  readonly access: DatabaseAccess;
  readonly alteration: Alteration;
  readonly migrating: Migrating;
  readonly migrations: readonly RunnableMigration[];
  /** What the database is before a migration. */
  stateBefore(migration: RunnableMigration): DatabaseShape;
}

/** The migrations of a connection as its folder has them, whether they fit together or not. */
export type MigrationReading = Omit<MigrationPlan, 'stateBefore'>;

/** Reads the migrations of every connection that is wanted. What is wrong with them is known before anybody connects. */
export async function planMigrations(
  context: Context,
  config: Config,
  options: CommandOptions,
): Promise<readonly MigrationPlan[]> {
  return (await readFolders(context, config, options)).map(planned);
}

/** What a plan knows besides. Throws where migrations do not fit together. */
export function planned(reading: MigrationReading): MigrationPlan {
  const { connection, migrations } = reading;
  const { state, before } = foldedStates(connection.name, migrations);
  return { ...reading, stateBefore: ({ name }) => before.get(name) ?? state };
}

/** A folder that somebody named has to be there: a wrong name would look like a database without migrations. */
export function refuseMissingFolder(
  { cwd }: Pick<Context, 'cwd'>,
  { paths: { migrationDir }, spans }: Config,
  { outputDir }: Pick<CommandOptions, 'outputDir'>,
): void {
  const place = spans.get('paths.migrationDir');
  if (place === undefined || existsSync(migrationDir)) return;
  const isOption = outputDir !== undefined;
  throw failure({
    code: 'migration/no-folder',
    message: `${isOption ? '--output-dir' : 'paths.migrationDir'} names ${quoted(shownFolder(cwd, migrationDir), 500)}, and there is no such folder`,
    span: isOption ? undefined : place,
    help: 'correct the name; or, if there are no migrations yet, run "orm migration:diff", which makes the folder',
  });
}

export async function readFolders(
  context: Context,
  config: Config,
  options: Pick<CommandOptions, 'connection' | 'outputDir'>,
): Promise<readonly MigrationReading[]> {
  refuseMissingFolder(context, config, options);
  for (const name of options.connection) {
    if (config.connections.has(name)) continue;
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(name)}`,
      help: suggestion(name, config.connections.keys()),
    });
  }
  const wanted = options.connection.length > 0 ? options.connection : config.generator.connections;
  const plans: MigrationReading[] = [];
  for (const connection of config.connections.values()) {
    if (!wanted.includes(connection.name)) continue;
    const folder = join(config.paths.migrationDir, connection.name);
    plans.push(await readConnection(connection, folder, shownFolder(context.cwd, folder), context.reporter));
  }
  context.reporter.throwIfErrors();
  return plans;
}

/** The migrations of one folder, for the vendor of a connection. */
export async function planConnection(
  ...[connection, folder, shown, reporter, isRun]: Parameters<typeof readConnection>
): Promise<MigrationPlan> {
  const reading = await readConnection(connection, folder, shown, reporter, isRun);
  reporter.throwIfErrors();
  return planned(reading);
}

/** `isRun`: false where nothing is undone, and nobody has to hear what is wrong in a `down.sql`. */
async function readConnection(
  connection: Connection,
  folder: string,
  shown: string,
  reporter: Reporter,
  isRun = true,
): Promise<MigrationReading> {
  const { adapter, name } = connection;
  const [access, alteration, migrating, dialect] = await Promise.all([
    loadAccess(adapter),
    loadAlteration(adapter),
    loadMigrating(adapter),
    loadDialect(adapter),
  ]);
  const stored = await readMigrations(folder, shown, reporter);
  refuseOtherVendors(stored, adapter, name);
  const migrations: RunnableMigration[] = [];
  for (const migration of stored) {
    const own = join(folder, migration.name);
    if (migration.name.length > LONGEST_NAME) {
      reporter.error({
        code: 'migration/name',
        message: `the name of migration ${quoted(migration.name)} has ${String(migration.name.length)} characters, and the history takes ${String(LONGEST_NAME)}`,
        help: 'rename its folder',
      });
      continue;
    }
    const shownOwn = `${shown}/${migration.name}`;
    const texts = await readTexts(own, shownOwn, ['up.sql', 'down.sql', 'checks.sql']);
    const sourceOf = (file: string, text = ''): Source => ({ path: `${shownOwn}/${file}`, text });
    const up = sourceOf('up.sql', texts[0]);
    const down = sourceOf('down.sql', texts[1]);
    const checks = sourceOf('checks.sql', texts[2]);
    const conflicts = [up, down, checks].flatMap((source) => mergeConflict(source, dialect) ?? []);
    for (const place of conflicts) reporter.error(unmerged(place));
    // What else is wrong with two versions at once helps nobody.
    if (conflicts.length > 0) continue;
    const { transactional } = access.execution;
    migrations.push({
      ...migration,
      up: scriptFile(up, dialect, transactional, reporter),
      down: (isRun ? scriptFile : laterFile)(down, dialect, transactional, reporter),
      checks: checkQueries(checks, dialect, reporter),
    });
  }
  return { connection, access, alteration, migrating, migrations };
}

const unmerged = (place: Span): DiagnosticDetails => ({
  code: 'migration/unmerged',
  message: 'git left two versions of some lines in this file',
  span: place,
  help: 'keep what is right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>',
});

function scriptFile(source: Source, dialect: ScriptDialect, transactional: boolean, reporter: Reporter): ScriptFile {
  const script = readScript(source.text, dialect, transactional);
  for (const { message, help, start, end } of script.problems) {
    reporter.error({ code: 'migration/broken-sql', message, span: span(source, start, end), help });
  }
  return { source, script, checksum: checksums(script, dialect) };
}

/** The same, read when somebody asks. */
function laterFile(source: Source, dialect: ScriptDialect, transactional: boolean): ScriptFile {
  let known: ScriptFile | undefined;
  const read = (): ScriptFile => (known ??= scriptFile(source, dialect, transactional, new Reporter()));
  return {
    source,
    get script() {
      return read().script;
    },
    checksum: (steps) => read().checksum(steps),
  };
}
