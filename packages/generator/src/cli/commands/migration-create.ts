import { join } from 'node:path';
import { failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { emptyMigration, migrationName } from '../../migrations/migration.js';
import { readMigrations, writeMigration } from '../../output/migration-folder.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { ownersOf } from '../migration/groups.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm migration:create`: a migration for SQL that a person writes. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const config = await projectConfig(context, options, 'migrationDir');
  const wanted = ownersOf(config, options.connection);
  for (const name of wanted) {
    if (config.connections.has(name)) continue;
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(name)}`,
      help: suggestion(name, config.connections.keys()),
    });
  }
  const databases: { name: string; migration: string }[] = [];
  for (const { name } of config.connections.values()) {
    if (!wanted.includes(name)) continue;
    const folder = join(config.paths.migrationDir, name);
    const others = await readMigrations(folder, shownFolder(context.cwd, folder), context.reporter);
    const migration = migrationName(
      new Date(),
      options.name,
      others.map((each) => each.name),
    );
    const files = emptyMigration(migration, name);
    writeMigration(config.paths.migrationDir, name, migration, files);
    const shown = shownFolder(context.cwd, join(folder, migration));
    context.terminal.result(`created: ${printable(shown)}/ (${counted(files.length, 'file')})`);
    databases.push({ name, migration });
  }
  context.document({ folder: shownFolder(context.cwd, config.paths.migrationDir), databases });
  return 0;
}
