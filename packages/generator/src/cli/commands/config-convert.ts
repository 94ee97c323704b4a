import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { writeFiles } from '../../output/writer.js';
import { checkRuntime } from '../../targets/php/config/check.js';
import { configFile, runtimeConnections } from '../../targets/php/config/config-file.js';
import { shownFolder, statusWord, upToDate } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm config:convert`: the runtime part of the configuration in, config.php out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, terminal, reporter } = context;
  const file = options.outputFile ?? 'config.php';
  if (/[/\\\0]|^\.{0,2}$/.test(file)) {
    throw failure({
      code: 'cli/wrong-value',
      message: `--output-file takes the name of a file, not ${quoted(file)}`,
      help: 'give the folder with --output-dir',
    });
  }
  const config = await projectConfig(context, options, 'phpConfDir');
  checkRuntime(config, reporter);
  reporter.throwIfErrors();
  const folder = config.paths.phpConfDir;
  const plan = { folder, files: [configFile(config, file)], removals: [] };
  const results = writeFiles(plan, {
    dryRun: options.dryRun || options.check,
    ignoreModes: options.check,
    force: options.force,
  });

  context.showDiagnostics();
  const connections = runtimeConnections(config);
  const { defaultConnection } = config.runtime;
  const shown = shownFolder(cwd, folder);
  for (const result of results) {
    const content = `${counted(connections.length, 'connection')}, default ${defaultConnection}`;
    terminal.result(`${statusWord(result, options)} ${shown}/${result.path} (${content})`);
  }
  context.document({
    folder: shown,
    connections: connections.map(({ name, adapter, replicas }) => ({ name, adapter, replicas: replicas.length })),
    defaultConnection,
    files: results,
  });
  return upToDate(context, options, results, 'config:convert');
}
