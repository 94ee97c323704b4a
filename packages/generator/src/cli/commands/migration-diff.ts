import { failure } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { changeLine, verbOf } from '../../migrations/describe.js';
import type { ChangeEffect } from '../../migrations/effects.js';
import { removeMigration, writeMigration } from '../../output/migration-folder.js';
import { loadProject } from '../../schema/project.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { ownersOf } from '../migration/groups.js';
import { MissedNames } from '../migration/missed.js';
import { type PlannedMigration, planMigration } from '../migration/plan.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm migration:diff`: schema and migrations in, another migration out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const config = await projectConfig(context, options, 'migrationDir');
  const { migrationDir } = config.paths;
  const online = config.migrations.online && !options.offline;
  if (options.split && options.amend) {
    throw failure({
      code: 'cli/conflict',
      message: '--split and --amend do not go together',
      help: 'remove the newest migration, if it ran nowhere yet, and run "orm migration:diff --split"',
    });
  }
  const { fromDatabase, connection: names } = options;
  const wanted = fromDatabase && names.length > 0 ? ownersOf(config, names) : names;
  const project = await loadProject(config, context.cwd, wanted, context.reporter);
  refuseTogether(options, 'fromDatabase', ['split', 'amend', 'check']);
  const planned: PlannedMigration[] = [];
  const missing = project.models.length > 1 ? new MissedNames(project.models.length) : undefined;
  for (const model of project.models) {
    const read = options.fromDatabase
      ? (await import('../migration/live-state.js')).liveState(context, config, model, options)
      : undefined;
    planned.push(
      ...(await planMigration(context, options, model, migrationDir, project.platformOptions, {
        online,
        isOnly: project.models.length === 1,
        missed: missing?.missed,
        read,
      })),
    );
  }
  missing?.report(context.reporter);
  context.reporter.throwIfErrors();
  context.showDiagnostics();
  for (const each of planned) write(context, options, migrationDir, each);
  context.document({
    folder: shownFolder(context.cwd, migrationDir),
    databases: planned.map((each) => ({
      name: each.database,
      adapter: each.adapter,
      migration: isNews(each) ? each.name : null,
      changes: each.effects.map(({ change, blocking, words }) => ({
        ...change,
        verb: verbOf(change),
        effects: words,
        lock: blocking?.lock ?? null,
      })),
      mapping: each.mapping.map((change) => ({ ...change, verb: verbOf(change) })),
      ...(options.dryRun ? { files: each.files } : {}),
    })),
    skipped: project.skipped,
  });
  if (!options.check || !planned.some(isNews)) return 0;
  context.terminal.warn('a migration is missing: run "orm migration:diff"');
  return 2;
}

/** A line for each change, and behind it what others notice. */
function effectLines(effects: readonly ChangeEffect[]): readonly string[] {
  const lines = effects.map(({ change }) => changeLine(change));
  const width = Math.max(...lines.map((line) => line.length));
  return lines.map((line, at) => `${line.padEnd(width)}   ${effects[at]?.words.join(', ') ?? ''}`.trimEnd());
}

function refuseTogether(
  options: CommandOptions,
  first: 'fromDatabase',
  others: readonly ('split' | 'amend' | 'check')[],
): void {
  const other = others.find((name) => options[first] && options[name]);
  if (other === undefined) return;
  throw failure({
    code: 'cli/conflict',
    message: `--from-database and --${other} do not go together`,
    help: 'write the migration of what the database has first, then run "orm migration:diff" again',
  });
}

const isNews = ({ changes, amends }: PlannedMigration): boolean => changes.length > 0 || amends;

function write({ cwd, terminal }: Context, options: CommandOptions, folder: string, planned: PlannedMigration): void {
  const { database, name, formerName, changes, effects, files, amends } = planned;
  if (!isNews(planned)) {
    terminal.result(`${printable(database)}: no changes`);
    return;
  }
  terminal.result(`${printable(database)}: ${counted(changes.length, 'change')}`);
  for (const line of effectLines(effects)) terminal.result(`  ${line}`);
  if (options.check) return;
  const shown = `${printable(shownFolder(cwd, folder))}/${printable(database)}/${printable(name)}/`;
  const status = amends ? (files.length === 0 ? 'removed' : 'changed') : 'created';
  if (options.dryRun) {
    if (files.length === 0) terminal.result(`would be ${status}: ${shown}`);
    for (const file of files.filter((each) => each.name.endsWith('.sql'))) {
      terminal.result(`\n-- would be ${status}: ${shown}${file.name}\n${file.content.trimEnd()}`);
    }
    return;
  }
  if (files.length === 0) removeMigration(folder, database, name);
  else writeMigration(folder, database, name, files, formerName);
  const former = formerName === undefined ? '' : `, formerly ${printable(formerName)}`;
  terminal.result(`${status}: ${shown}${files.length === 0 ? '' : ` (${counted(files.length, 'file')}${former})`}`);
  if (options.fromDatabase) {
    const only = options.connection.map((each) => ` --connection ${printable(each)}`).join('');
    terminal.talk(`on the database that was read it is done: "orm migration:baseline${only}" records that`);
  }
}
