import { printable } from '../../diagnostics/printable.js';
import { readClassFolder } from '../../output/class-folder.js';
import { type ClassPlan, classPlan } from '../../output/class-plan.js';
import { writeFiles } from '../../output/writer.js';
import { loadProject } from '../../schema/project.js';
import { classChecks } from '../../targets/checks.js';
import { TARGETS, targetsOf } from '../../targets/registry.js';
import { reportBuild, shownPath } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { plannedDatabases } from '../planned-databases.js';
import { projectConfig } from '../project-config.js';
import { commonFolder, refuseShared } from '../target-folders.js';

/** `orm model:build`: schema and configuration in, classes out, in every language of the project. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { cwd } = context;
  const config = await projectConfig(context, options, ...TARGETS.map(({ paths }) => paths.classes));
  const targets = targetsOf(config);
  refuseShared(options, targets, 'classes');
  const project = await loadProject(config, cwd, options.connection, context.reporter, {
    onFile: (path) => context.inputs?.schemaFile(path),
    checkClasses: await classChecks(config),
    loaded: context.loaded,
  });
  const { progress } = context.terminal;
  const databases = plannedDatabases(project, ({ name }) => progress.update(`classes of ${printable(name)}`));
  const whole = options.connection.length === 0 && project.skipped.length === 0;

  const plans: (ClassPlan & { readonly afterwards: string | undefined })[] = [];
  for (const target of targets) {
    const printer = await target.classes();
    const files = printer.print(databases, config);
    const folder = config.paths[target.paths.classes];
    progress.update(`comparing ${String(files.owned.length)} files`);
    const layout = printer.layout(config);
    const existing = await readClassFolder(folder, layout, files);
    plans.push({ ...classPlan(folder, files, existing, layout, whole), afterwards: printer.afterwards });
  }
  // Nothing is written before everything is printed.
  const isPreview = options.dryRun || options.check;
  const { folder, pathOf } = commonFolder(cwd, plans);
  const written = plans.map((plan) => {
    const results = writeFiles(plan, { dryRun: isPreview });
    const hasOthers = results.some(({ status }) => status === 'created' || status === 'removed');
    return {
      results: results.map((result) => ({ ...result, path: pathOf(plan, result.path) })),
      orphans: plan.orphans.map((path) => pathOf(plan, path)),
      remarks: plan.afterwards !== undefined && hasOthers && !isPreview ? [plan.afterwards] : [],
    };
  });

  context.showDiagnostics();
  const orphans = written.flatMap((each) => each.orphans);
  return reportBuild(context, options, {
    command: 'model:build',
    started,
    folder,
    project,
    results: written.flatMap(({ results }) => results),
    remarks: [
      ...orphans.map(
        (path) =>
          `left alone: ${shownPath(cwd, folder, path)} (its table is gone from the schema; delete it if it is no longer needed)`,
      ),
      ...written.flatMap(({ remarks }) => remarks),
    ],
    fields: { orphans },
  });
}
