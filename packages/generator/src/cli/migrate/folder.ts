import { join } from 'node:path';
import type { Config, Connection } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Source, span } from '../../diagnostics/source.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { checksum, type MigrationScript, readScript } from '../../migrations/script.js';
import { readMigrations, readTexts, type StoredMigration } from '../../output/migration-folder.js';
import { type DatabaseAccess, loadAccess, loadDialect } from '../../platforms/access.js';
import { type Alteration, loadAlteration } from '../../platforms/alteration.js';
import { loadMigrating, type Migrating } from '../../platforms/migrating.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context } from '../command.js';
import type { Reached } from '../connecting.js';
import { foldedState, refuseOtherVendors } from '../migration/folded.js';
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

/** Reads the migrations of every connection that is wanted. What is wrong with them is known before anybody connects. */
export async function planMigrations(
  context: Context,
  config: Config,
  options: CommandOptions,
): Promise<readonly MigrationPlan[]> {
  for (const name of options.connection) {
    if (config.connections.has(name)) continue;
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(name)}`,
      help: suggestion(name, config.connections.keys()),
    });
  }
  const wanted = options.connection.length > 0 ? options.connection : config.generator.connections;
  const plans: MigrationPlan[] = [];
  for (const connection of config.connections.values()) {
    if (!wanted.includes(connection.name)) continue;
    const folder = join(config.paths.migrationDir, connection.name);
    plans.push(await planConnection(connection, folder, shownFolder(context.cwd, folder), context.reporter));
  }
  context.reporter.throwIfErrors();
  return plans;
}

async function planConnection(
  connection: Connection,
  folder: string,
  shown: string,
  reporter: Reporter,
): Promise<MigrationPlan> {
  const { adapter, name } = connection;
  const [access, alteration, migrating, dialect] = await Promise.all([
    loadAccess(adapter),
    loadAlteration(adapter),
    loadMigrating(adapter),
    loadDialect(adapter),
  ]);
  const stored = await readMigrations(folder, shown);
  refuseOtherVendors(stored, adapter, name);
  foldedState(name, stored);
  const migrations: RunnableMigration[] = [];
  for (const migration of stored) {
    const own = join(folder, migration.name);
    const [up, down, checks = ''] = await readTexts(own, ['up.sql', 'down.sql', 'checks.sql']);
    if (up === undefined) {
      reporter.error({
        code: 'migration/unreadable',
        message: `${quoted(`${shown}/${migration.name}/up.sql`)} is missing`,
        help: 'restore the file from version control',
      });
      continue;
    }
    const file = (fileName: string, text: string): ScriptFile => {
      const source = { path: `${shown}/${migration.name}/${fileName}`, text };
      return scriptFile(source, dialect, access.execution.transactional, reporter);
    };
    migrations.push({
      ...migration,
      up: file('up.sql', up),
      down: file('down.sql', down ?? ''),
      checks: checkQueries({ path: `${shown}/${migration.name}/checks.sql`, text: checks }, dialect, reporter),
    });
  }
  return {
    connection,
    access,
    alteration,
    migrating,
    migrations,
    stateBefore: (migration) =>
      foldedState(
        name,
        stored.slice(
          0,
          stored.findIndex((each) => each.name === migration.name),
        ),
      ),
  };
}

function scriptFile(source: Source, dialect: ScriptDialect, transactional: boolean, reporter: Reporter): ScriptFile {
  const script = readScript(source.text, dialect, transactional);
  for (const { message, help, start, end } of script.problems) {
    reporter.error({ code: 'migration/broken-sql', message, span: span(source, start, end), help });
  }
  return { source, script, checksum: (steps) => checksum(script, dialect, steps) };
}
