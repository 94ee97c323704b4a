import { relative, sep } from 'node:path';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { writeFiles } from '../../output/writer.js';
import { checkRuntime } from '../../targets/php/config/check.js';
import { configFile, runtimeConnections } from '../../targets/php/config/config-file.js';
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
  const results = writeFiles(plan, { dryRun: options.dryRun || options.check, ignoreModes: options.check });

  context.showDiagnostics();
  const connections = runtimeConnections(config);
  const { defaultConnection } = config.runtime;
  const shownFolder = relative(cwd, folder).split(sep).join('/') || '.';
  for (const { path, status } of results) {
    const wouldBe = (options.dryRun || options.check) && status !== 'unchanged' ? 'would be ' : '';
    const content = `${counted(connections.length, 'connection')}, default ${defaultConnection}`;
    terminal.result(`${wouldBe}${status}: ${shownFolder}/${path} (${content})`);
  }
  context.document({
    folder: shownFolder,
    connections: connections.map(({ name, adapter, replicas }) => ({ name, adapter, replicas: replicas.length })),
    defaultConnection,
    files: results,
  });
  if (options.check && results.some(({ status }) => status !== 'unchanged')) {
    terminal.complain('not up to date: run "orm config:convert"');
    return 2;
  }
  return 0;
}
