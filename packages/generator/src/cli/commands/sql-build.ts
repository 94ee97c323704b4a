import { relative, sep } from 'node:path';
import type { FileResult } from '../../output/file-plan.js';
import { readSqlFolder } from '../../output/sql-folder.js';
import { sqlPlan } from '../../output/sql-plan.js';
import { writeFiles } from '../../output/writer.js';
import { loadProject } from '../../schema/project.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed, fileSummary } from '../summary.js';

/** `orm sql:build`: schema and configuration in, SQL files out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { cwd, terminal } = context;
  const config = await projectConfig(context, options);
  const { models, platformOptions, skipped } = await loadProject(config, cwd, options.connection, context.reporter);
  const folder = config.paths.sqlDir;
  const databases = models.map(({ database, platform }) => ({
    name: database.name,
    sql: platform.ddl(database, platformOptions),
  }));
  const whole = options.connection.length === 0 && skipped.length === 0;
  const plan = sqlPlan(folder, databases, await readSqlFolder(folder), whole);
  const results = writeFiles(plan, { dryRun: options.dryRun || options.check });

  context.showDiagnostics();
  const shownFolder = relative(cwd, folder).split(sep).join('/') || '.';
  for (const result of results) {
    if (result.status !== 'unchanged') terminal.result(`${statusWord(result, options)} ${shownFolder}/${result.path}`);
  }
  for (const name of skipped) terminal.talk(`left out: database "${name}" (not among the connections of this build)`);
  const tables = models.reduce((sum, { database }) => sum + database.tables.length, 0);
  terminal.result(`${counted(tables, 'table')} → ${fileSummary(results)} in ${elapsed(started)}`);
  context.document({
    folder: shownFolder,
    databases: models.map(({ database, platform }) => ({
      name: database.name,
      adapter: platform.adapter,
      tables: database.tables.length,
    })),
    files: results,
    skipped,
  });
  const differs = results.some((result) => result.status !== 'unchanged');
  if (options.check && differs) {
    terminal.complain('not up to date: run "orm sql:build"');
    return 2;
  }
  return 0;
}

function statusWord(result: FileResult, options: CommandOptions): string {
  const wouldBe = options.dryRun || options.check ? 'would be ' : '';
  return `${wouldBe}${result.status}:`;
}
