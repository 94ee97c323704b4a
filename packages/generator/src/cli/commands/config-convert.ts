import { runtimeConnections } from '../../config/runtime-connections.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { FilePlan } from '../../output/file-plan.js';
import { writeFiles } from '../../output/writer.js';
import { TARGETS, targetsOf } from '../../targets/registry.js';
import { shownFolder, shownPath, statusWord, upToDate } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';
import { commonFolder, refuseShared } from '../target-folders.js';

/** `orm config:convert`: the runtime part of the configuration in, a file for each language of the project out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, terminal, reporter } = context;
  refusePath(options.outputFile);
  const config = await projectConfig(context, options, ...TARGETS.map(({ paths }) => paths.config));
  const targets = targetsOf(config);
  refuseShared(options, targets, 'config');
  const plans: FilePlan[] = [];
  for (const target of targets) {
    const printer = await target.config();
    printer.check(config, reporter);
    reporter.throwIfErrors();
    const file = printer.print(config, options.outputFile ?? target.configFile);
    plans.push({ folder: config.paths[target.paths.config], files: [file], removals: [] });
  }
  const { folder, pathOf } = commonFolder(cwd, plans);
  const results = plans.flatMap((plan) =>
    writeFiles(plan, {
      dryRun: options.dryRun || options.check,
      ignoreModes: options.check,
      force: options.force,
    }).map((result) => ({ ...result, path: pathOf(plan, result.path) })),
  );

  context.showDiagnostics();
  const connections = runtimeConnections(config);
  const { defaultConnection } = config.runtime;
  for (const result of results) {
    const content = `${counted(connections.length, 'connection')}, default ${defaultConnection}`;
    terminal.result(`${statusWord(result, options)} ${shownPath(cwd, folder, result.path)} (${content})`);
  }
  context.document({
    folder: shownFolder(cwd, folder),
    connections: connections.map(({ name, adapter, replicas }) => ({ name, adapter, replicas: replicas.length })),
    defaultConnection,
    files: results,
  });
  return upToDate(context, options, results, 'config:convert');
}

function refusePath(file: string | undefined): void {
  if (file === undefined || !/[/\\\0]|^\.{0,2}$/.test(file)) return;
  throw failure({
    code: 'cli/wrong-value',
    message: `--output-file takes the name of a file, not ${quoted(file)}`,
    help: 'give the folder with --output-dir',
  });
}
