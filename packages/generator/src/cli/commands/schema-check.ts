import { loadProject } from '../../schema/project.js';
import { classChecks } from '../../targets/checks.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed } from '../summary.js';

/** `orm schema:check`: says what is wrong with schema and configuration, and writes nothing. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { cwd, terminal } = context;
  const config = await projectConfig(context, options);
  const { models } = await loadProject(config, cwd, options.connection, context.reporter, {
    checkClasses: await classChecks(config),
  });
  context.showDiagnostics();
  const databases = models.map(({ database, platform }) => ({
    name: database.name,
    adapter: platform.adapter,
    tables: database.tables.length,
  }));
  for (const { name, adapter, tables } of databases)
    terminal.result(`${name} (${adapter}): ${counted(tables, 'table')}`);
  terminal.result(`no errors in ${elapsed(started)}`);
  context.document({ databases });
  return 0;
}
