import { dirname, join } from 'node:path';
import type { Change } from '../../changes/change.js';
import { compareShapes, type Rename } from '../../changes/compare.js';
import type { Config } from '../../config/config.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { changeLine, verbOf } from '../../migrations/describe.js';
import { type MigrationFiles, migrationFiles } from '../../migrations/files.js';
import { foldMigrations } from '../../migrations/history.js';
import { type MigrationFile, migrationName } from '../../migrations/migration.js';
import { readMigrations, writeMigration } from '../../output/migration-folder.js';
import { loadAlteration } from '../../platforms/alteration.js';
import { CannotAlter } from '../../platforms/operation.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { BuiltModel } from '../../schema/models.js';
import { loadProject, type Project } from '../../schema/project.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { askRenames, saidNames } from '../migration/names.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm migration:diff`: schema and migrations in, another migration out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const config = await projectConfig(context, options, 'migrationDir');
  const project = await loadProject(config, context.cwd, options.connection, context.reporter);
  const planned: Planned[] = [];
  for (const model of project.models) planned.push(await plan(context, options, { config, project, model }));
  context.reporter.throwIfErrors();
  context.showDiagnostics();
  for (const each of planned) write(context, options, each);
  context.document({
    folder: shownFolder(context.cwd, config.paths.migrationDir),
    databases: planned.map(({ database, adapter, name, changes }) => ({
      name: database,
      adapter,
      migration: changes.length === 0 ? null : name,
      changes: changes.map((change) => ({ ...change, verb: verbOf(change) })),
    })),
    skipped: project.skipped,
  });
  const missing = planned.filter(({ changes }) => changes.length > 0);
  if (!options.check || missing.length === 0) return 0;
  context.terminal.warn('a migration is missing: run "orm migration:diff"');
  return 2;
}

/** What a database lacks. */
interface Planned {
  readonly database: string;
  readonly adapter: string;
  readonly name: string;
  readonly changes: readonly Change[];
  /** Absolute. */
  readonly folder: string;
  readonly files: readonly MigrationFile[];
}

interface Given {
  readonly config: Config;
  readonly project: Project;
  readonly model: BuiltModel;
}

async function plan(context: Context, options: CommandOptions, { config, project, model }: Given): Promise<Planned> {
  const { database, platform } = model;
  const folder = join(config.paths.migrationDir, database.name);
  const shown = shownFolder(context.cwd, folder);
  const alteration = await loadAlteration(platform.adapter);
  const migrations = await readMigrations(folder, shown);
  for (const { name, adapter } of migrations) {
    if (adapter === undefined || adapter === platform.adapter) continue;
    throw failure({
      code: 'migration/adapter',
      message: `migration ${quoted(name)} is for ${adapter}, and the connection ${quoted(database.name)} is for ${platform.adapter}`,
      help: `set another paths.migrationDir for ${platform.adapter}, or move ${shown} away`,
    });
  }
  const { state, conflict } = foldMigrations(database.name, migrations);
  if (conflict !== undefined) {
    throw failure({
      code: 'migration/conflict',
      message: `migration ${quoted(conflict.migration.name)} does not fit those before it: ${printable(conflict.conflict.message)}`,
      help: 'two branches changed the same thing: remove one of the two migrations, and run "orm migration:diff" again',
    });
  }
  const after = platform.shape(database, project.platformOptions);
  const renames = await namesFor(context, options, model, state, after);
  const changes = compareShapes(state, after, renames);
  const name = migrationName(
    new Date(),
    options.name,
    migrations.map((each) => each.name),
  );
  const { files, noDown } = changes.length === 0 ? { files: [] } : printed(name, state, changes, platform, alteration);
  if (noDown !== undefined) {
    context.reporter.warning({
      code: 'migration/no-down',
      message: `the migration cannot be undone: ${printable(noDown)}`,
      help: 'write what undoes it into down.sql, if there is a way',
    });
  }
  return { database: database.name, adapter: platform.adapter, name, changes, folder, files };
}

/** What a vendor cannot do is no fault of ours. */
function printed(...given: Parameters<typeof migrationFiles>): MigrationFiles {
  try {
    return migrationFiles(...given);
  } catch (error) {
    if (!(error instanceof CannotAlter)) throw error;
    throw failure({
      code: 'migration/impossible',
      message: printable(error.message),
      help: 'take that change back; or make another column or table in one migration, move the values, and drop the old one in the next',
    });
  }
}

async function namesFor(
  context: Context,
  options: CommandOptions,
  model: BuiltModel,
  before: DatabaseShape,
  after: DatabaseShape,
): Promise<readonly Rename[]> {
  const said = saidNames(context.reporter, options, model.database, before, after);
  return askRenames(context, model.database, before, after, said);
}

function write(context: Context, options: CommandOptions, { database, name, changes, folder, files }: Planned): void {
  const { terminal } = context;
  if (changes.length === 0) {
    terminal.result(`${printable(database)}: no changes`);
    return;
  }
  terminal.result(`${printable(database)}: ${counted(changes.length, 'change')}`);
  for (const change of changes) terminal.result(`  ${changeLine(change)}`);
  if (options.check) return;
  const shown = shownFolder(context.cwd, join(folder, name));
  if (options.dryRun) {
    for (const file of files.filter((each) => each.name.endsWith('.sql'))) {
      terminal.result(`\n-- would be created: ${printable(shown)}/${file.name}\n${file.content.trimEnd()}`);
    }
    return;
  }
  writeMigration(dirname(folder), database, name, files);
  terminal.result(`created: ${printable(shown)}/ (${counted(files.length, 'file')})`);
}
