import { join } from 'node:path';
import { compareShapes } from '../../changes/compare.js';
import type { Config } from '../../config/config.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { declarationsOf, foldDeclarations } from '../../migrations/declarations.js';
import { changeLine } from '../../migrations/describe.js';
import { schemaChanges } from '../../migrations/mapping.js';
import { loadDialect } from '../../platforms/access.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import { loadProject, type Project } from '../../schema/project.js';
import { shownFolder } from '../build-report.js';
import { openBase } from '../check/base.js';
import { type CheckedFolder, checkFolder } from '../check/findings.js';
import { annotation } from '../check/github.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { type MigrationReading, readFolders } from '../migrate/folder.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

const FORMATS = ['text', 'github'];

/** `orm migration:check`: what migrations would do to rows and to running code, before anybody runs them. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const isGithub = formatOf(options) === 'github';
  const annotate = (diagnostics: readonly Diagnostic[]): void => {
    if (!isGithub) return;
    // What is worth knowing of the schema is nothing to annotate a change with.
    const shown = diagnostics.filter(({ severity, code }) => severity !== 'note' || code.startsWith('migration/'));
    for (const each of shown) context.terminal.write(`${annotation(each, context.cwd, context.env)}\n`);
  };
  try {
    const exitCode = await check(context, options);
    annotate(context.reporter.diagnostics);
    return exitCode;
  } catch (error) {
    const thrown = error instanceof DiagnosticError ? error.diagnostics : [];
    annotate([...new Set([...context.reporter.diagnostics, ...thrown])]);
    throw error;
  }
}

function formatOf({ format = 'text', json }: CommandOptions): string {
  if (!FORMATS.includes(format)) {
    throw failure({
      code: 'cli/value',
      message: `--format takes ${FORMATS.join(' or ')}, and not ${quoted(format)}`,
      help: suggestion(format, FORMATS),
    });
  }
  if (format === 'github' && json) {
    throw failure({
      code: 'cli/conflict',
      message: '--format github and --json do not go together',
      help: 'leave one of them out',
    });
  }
  return format;
}

async function check(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, env, reporter } = context;
  const config = await projectConfig(context, options, 'migrationDir');
  const base = options.base === undefined ? undefined : await openBase(options.base, config.root, env);
  const readings = await readFolders(context, config, options);
  const project = isOff(config) ? undefined : await loadProject(config, cwd, options.connection, reporter);
  const databases: Readonly<Record<string, unknown>>[] = [];
  const states = new Map<string, DatabaseShape | undefined>();
  let missing = 0;
  for (const reading of readings) {
    const { name, adapter } = reading.connection;
    const known = await base?.(join(config.paths.migrationDir, name));
    const checked = checkFolder(reading, await loadDialect(adapter), known, config, reporter);
    const changes = checked.state === undefined ? 0 : neverMigrated(context, config, project, reading, checked.state);
    if (changes > 0 && config.migrations.rules['never-migrated'] === 'error') missing++;
    show(context, name, checked, reading.migrations.length, options);
    states.set(name, checked.state);
    databases.push({
      name,
      adapter,
      migrations: checked.migrations,
      allowed: checked.allowed,
      missingChanges: changes,
    });
  }
  context.document({ folder: shownFolder(cwd, config.paths.migrationDir), databases });
  if (options.on !== undefined) await playOn(context, config, options.on, readings, states);
  if (reporter.errorCount > missing) return 1;
  return missing === 0 ? 0 : 2;
}

/** `--on`: whatever rules say, the SQL has to run. */
async function playOn(
  context: Context,
  config: Config,
  words: string,
  readings: readonly MigrationReading[],
  states: ReadonlyMap<string, DatabaseShape | undefined>,
): Promise<void> {
  const { play, playedFolder, playedOn } = await import('../check/play.js');
  const on = playedOn(words, config);
  const reading = playedFolder(readings, on);
  const expected = states.get(reading.connection.name);
  // Migrations that do not fit together were reported.
  if (expected === undefined) return;
  context.document({ played: await play(context, config, reading, on, expected) });
}

const isOff = ({ migrations: { rules } }: Config): boolean => rules['never-migrated'] === 'off';

const SHOWN = 5;

/** How many changes of the schema have no migration. */
function neverMigrated(
  { reporter }: Context,
  config: Config,
  project: Project | undefined,
  { connection: { name }, migrations }: MigrationReading,
  state: DatabaseShape,
): number {
  const model = project?.models.find(({ database }) => database.name === name);
  const level = config.migrations.rules['never-migrated'];
  if (project === undefined || model === undefined || level === 'off') return 0;
  const wanted = model.platform.shape(model.database, project.platformOptions);
  const now = declarationsOf(model.database, project.platformOptions);
  const changes = compareShapes(state, schemaChanges(state, wanted, () => foldDeclarations(migrations), now).after);
  if (changes.length === 0) return 0;
  const more = changes.length > SHOWN ? [`… and ${String(changes.length - SHOWN)} more`] : [];
  reporter.add({
    severity: level,
    code: 'migration/never-migrated',
    message: `the schema of ${quoted(name)} has ${counted(changes.length, 'change')} that no migration makes`,
    help: [...changes.slice(0, SHOWN).map(changeLine), ...more, 'run "orm migration:diff"'].join('\n'),
  });
  return changes.length;
}

function show(
  { terminal }: Context,
  name: string,
  checked: CheckedFolder,
  all: number,
  { base }: CommandOptions,
): void {
  const count = checked.migrations.length;
  const which = base === undefined ? counted(count, 'migration') : `${String(count)} of ${counted(all, 'migration')}`;
  terminal.result(`${printable(name)}: ${which} checked${base === undefined ? '' : `, new since ${printable(base)}`}`);
  for (const { migration, rule, reason } of checked.allowed) {
    terminal.result(`  allowed in ${printable(migration)}: ${rule} (${printable(reason)})`);
  }
}
