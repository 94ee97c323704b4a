import { readSqlFolder } from '../../output/sql-folder.js';
import { databaseSql, sqlPlan } from '../../output/sql-plan.js';
import { writeFiles } from '../../output/writer.js';
import { loadProject } from '../../schema/project.js';
import { reportBuild } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';

/** `orm sql:build`: schema and configuration in, SQL files out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const config = await projectConfig(context, options);
  const project = await loadProject(config, context.cwd, options.connection, context.reporter, {
    onFile: (path) => context.inputs?.schemaFile(path),
    loaded: context.loaded,
  });
  const folder = config.paths.sqlDir;
  const whole = options.connection.length === 0 && project.skipped.length === 0;
  const plan = sqlPlan(folder, databaseSql(project), await readSqlFolder(folder), whole);
  const results = writeFiles(plan, { dryRun: options.dryRun || options.check, force: options.force });

  context.showDiagnostics();
  return reportBuild(context, options, { command: 'sql:build', started, folder, project, results });
}
