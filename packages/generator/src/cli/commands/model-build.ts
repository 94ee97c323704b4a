import { relative, sep } from 'node:path';
import type { FileResult, PlannedFile } from '../../output/file-plan.js';
import { readPhpFolder } from '../../output/php-folder.js';
import { phpPlan } from '../../output/php-plan.js';
import { writeFiles } from '../../output/writer.js';
import { complainTo } from '../../schema/complaints.js';
import { loadProject } from '../../schema/project.js';
import { planTable } from '../../statements/table.js';
import { once, phpClasses } from '../../targets/php/build.js';
import { checkPhp } from '../../targets/php/check.js';
import { checkPdoNames } from '../../targets/php/check-pdo-names.js';
import { GENERATED_MARK } from '../../targets/php/file.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { counted, elapsed, fileSummary } from '../summary.js';

/** `orm model:build`: schema and configuration in, PHP classes out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { cwd, terminal } = context;
  const config = await projectConfig(context, options, 'phpDir');
  const { models, platformOptions, skipped } = await loadProject(config, cwd, options.connection, context.reporter);
  const naming = {
    mapNamespace: config.generator.objectModel.namespaceMap,
    classPrefix: config.generator.objectModel.classPrefix,
    keyType: config.generator.objectModel.defaultKeyType,
  };
  checkPhp(
    models.map(({ database }) => database),
    naming,
    complainTo(context.reporter),
  );
  for (const { database, platform } of models) {
    checkPdoNames(database, platform.adapter, complainTo(context.reporter));
  }
  context.reporter.throwIfErrors();
  const owned: PlannedFile[] = [];
  const stubs: PlannedFile[] = [];
  for (const { database, platform } of models) {
    const statementsOf = once((table) => planTable(table, platform, platformOptions));
    const classes = phpClasses(database, statementsOf, naming);
    owned.push(...classes.owned);
    stubs.push(...classes.stubs);
  }

  const folder = config.paths.phpDir;
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
  const shownFolder = relative(cwd, folder).split(sep).join('/') || '.';
  showFiles(context, options, results, shownFolder);
  for (const path of plan.orphans) {
    terminal.talk(
      `left alone: ${shownFolder}/${path} (its table is gone from the schema; delete it if you need it no more)`,
    );
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
    orphans: plan.orphans,
    skipped,
  });
  const differs = results.some((result) => result.status !== 'unchanged');
  if (options.check && differs) {
    terminal.complain('not up to date: run "orm model:build"');
    return 2;
  }
  return 0;
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A line per file, unless there are too many to read: then the first ones and their number. */
function showFiles(
  { terminal }: Context,
  options: CommandOptions,
  results: readonly FileResult[],
  folder: string,
): void {
  const wouldBe = options.dryRun || options.check ? 'would be ' : '';
  const changed = results.filter(({ status }) => status !== 'unchanged');
  const shown = changed.length > SHOWN && !options.dryRun && !options.check ? changed.slice(0, SHOWN) : changed;
  for (const { path, status } of shown) terminal.result(`${wouldBe}${status}: ${folder}/${path}`);
  if (shown.length < changed.length) terminal.result(`… and ${counted(changed.length - shown.length, 'file')} more`);
}

const SHOWN = 100;
