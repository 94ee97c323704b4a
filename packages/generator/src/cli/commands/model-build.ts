import { printable } from '../../diagnostics/printable.js';
import type { PlannedFile } from '../../output/file-plan.js';
import { readPhpFolder } from '../../output/php-folder.js';
import { phpPlan } from '../../output/php-plan.js';
import { writeFiles } from '../../output/writer.js';
import { planTable } from '../../plan/table.js';
import { classNaming, loadProject } from '../../schema/project.js';
import { once, phpClasses } from '../../targets/php/build.js';
import { checkClasses } from '../../targets/php/check/classes.js';
import { GENERATED_MARK } from '../../targets/php/file.js';
import { reportBuild, shownFolder } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';

/** `orm model:build`: schema and configuration in, PHP classes out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { cwd } = context;
  const config = await projectConfig(context, options, 'phpDir');
  const project = await loadProject(config, cwd, options.connection, context.reporter, {
    onFile: (path) => context.inputs?.schemaFile(path),
    checkClasses,
    loaded: context.loaded,
  });
  const { models, platformOptions, skipped } = project;
  const naming = classNaming(config);
  const owned: PlannedFile[] = [];
  const stubs: PlannedFile[] = [];
  for (const { database, platform } of models) {
    const statementsOf = once((table) => {
      context.terminal.progress.update(`classes of ${printable(table.name)}`);
      return planTable(table, platform, platformOptions);
    });
    const classes = phpClasses(database, statementsOf, naming);
    owned.push(...classes.owned);
    stubs.push(...classes.stubs);
  }

  const folder = config.paths.phpDir;
  context.terminal.progress.update(`comparing ${String(owned.length)} files`);
  const whole = options.connection.length === 0 && skipped.length === 0;
  const paths = new Set(owned.map(({ path }) => path));
  const ours = new RegExp(`(^|/)(Base|Enum|${escapeRegExp(naming.mapNamespace.replaceAll('\\', '/'))})/[^/]+$`);
  const existing = await readPhpFolder(
    folder,
    GENERATED_MARK,
    (path) => ours.test(path),
    (path) => paths.has(path),
  );
  const plan = phpPlan(folder, owned, stubs, existing, whole);
  const results = writeFiles(plan, { dryRun: options.dryRun || options.check });

  context.showDiagnostics();
  const shown = shownFolder(cwd, folder);
  return reportBuild(context, options, {
    command: 'model:build',
    started,
    folder,
    project,
    results,
    remarks: [
      ...plan.orphans.map(
        (path) =>
          `left alone: ${shown}/${path} (its table is gone from the schema; delete it if it is no longer needed)`,
      ),
      ...(results.some(({ status }) => status === 'created' || status === 'removed') &&
      !options.dryRun &&
      !options.check
        ? ['classes were added or removed: if a Composer classmap loads them, run "composer dump-autoload"']
        : []),
    ],
    fields: { orphans: plan.orphans },
  });
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
