import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { readSqlFolder } from '../../output/sql-folder.js';
import { MAP_FILE } from '../../output/sql-plan.js';
import { writeFiles } from '../../output/writer.js';
import type { Reversed } from '../../reverse/reverse.js';
import { printSchema } from '../../schema/format/print.js';
import { shownFolder, statusWord, upToDate } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { readBack } from '../reverse/read.js';
import { findingDocument, nameDocument, showFindings, showNames } from '../reverse/report.js';
import { restPlan } from '../reverse/rest-plan.js';
import { reverseTarget } from '../reverse/target.js';
import { counted, elapsed } from '../summary.js';

/** `orm database:reverse`: a database in, a schema file out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const started = performance.now();
  const target = await reverseTarget(context, options);
  const { adapter, name } = target.connection;
  terminal.progress.update(`reading ${name}`);
  const reversed = await readBack(context, target);
  terminal.progress.done();
  const content = printSchema(reversed.file);
  const plan = { folder: target.folder, files: [{ path: target.file, content }], removals: [] };
  const [planned] = writeFiles(plan, { dryRun: true });
  const shown = `${shownFolder(cwd, target.folder)}/${target.file}`.replace(/^\.\//, '');
  const views = viewsIn(reversed);
  const tables = reversed.database.tables.length - views;
  const findings = reversed.findings.map(findingDocument);
  const names = reversed.names.map(nameDocument);
  const { sqlDir, request } = target;
  const restFiles = restPlan(sqlDir, request.databaseName, reversed.rest, await readSqlFolder(sqlDir), options.map);
  const rest = writeFiles(restFiles, { dryRun: true });
  const restShown = (path: string): string => `${shownFolder(cwd, sqlDir)}/${path}`.replace(/^\.\//, '');
  context.document({ connection: name, adapter, file: shown, status: planned?.status, tables, views, names, findings });
  context.document({ rest: rest.map(({ path, status }) => ({ file: restShown(path), status })) });
  if (tables + views === 0) throw nothingFound(name, options);
  const isWritten = !options.dryRun && !options.check;
  if (isWritten && !options.force) {
    if (planned?.status === 'changed') throw isThere(shown);
    // The map is kept line by line.
    const changed = rest.find(({ path, status }) => status === 'changed' && path !== MAP_FILE);
    if (changed !== undefined) throw isThere(restShown(changed.path));
  }
  const results = writeFiles(plan, { dryRun: !isWritten });
  const restResults = writeFiles(restFiles, { dryRun: !isWritten, force: options.force });

  context.showDiagnostics();
  if (options.dryRun) terminal.result(content.trimEnd());
  else for (const result of results) terminal.result(`${statusWord(result, options)} ${shown}`);
  for (const result of restResults) {
    const line = `${statusWord(result, options)} ${restShown(result.path)}`;
    if (options.dryRun) terminal.talk(line);
    else terminal.result(line);
  }
  showNames(terminal, reversed.names, options.dryRun);
  const scripts = restFiles.files.filter(({ path }) => path !== MAP_FILE).map(({ path }) => restShown(path));
  showFindings(terminal, reversed.findings, {
    isPreview: options.dryRun,
    rest: { shown: scripts.join(' and '), holds: (finding) => reversed.rest.made.has(finding) },
  });
  if (!options.dryRun) terminal.result(`${closingLine(reversed)} in ${elapsed(started)}`);
  return upToDate(context, options, [...results, ...restResults], 'database:reverse --force');
}

const viewsIn = ({ database }: Reversed): number =>
  database.tables.filter(({ viewSql }) => viewSql !== undefined).length;

function closingLine(reversed: Reversed): string {
  const { database, findings, rest } = reversed;
  const views = viewsIn(reversed);
  const lost = findings.filter((finding) => finding.lost && !rest.made.has(finding)).length;
  const made = rest.made.size;
  const parts = [counted(database.tables.length - views, 'table')];
  if (views > 0) parts.push(counted(views, 'view'));
  if (made > 0) parts.push(`${counted(made, 'thing')} beside it as SQL`);
  if (lost > 0) parts.push(`${counted(lost, 'thing')} of the database ${made > 0 ? 'in neither' : 'not in it'}`);
  if (made + lost === 0) parts.push('everything in it');
  return `${parts.join(', ')},`;
}

function isThere(file: string): Error {
  return failure({
    code: 'reverse/file-exists',
    message: `${quoted(file)} is there already, and would change`,
    help: '--dry-run shows what would be written, --output-dir or --schema-name write it elsewhere, --force overwrites it',
  });
}

function nothingFound(name: string, { exclude, schema }: CommandOptions): Error {
  return failure({
    code: 'reverse/no-tables',
    message: `there is no table to read in the database of ${quoted(name)}`,
    help:
      exclude.length > 0 || schema.length > 0
        ? 'check --exclude and --schema'
        : 'check the name of the database, and that its user may see the tables; --schema reads another SQL schema',
  });
}
