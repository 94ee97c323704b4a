import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { writeFiles } from '../../output/writer.js';
import type { Reversed } from '../../reverse/reverse.js';
import { printSchema } from '../../schema/format/print.js';
import { shownFolder, statusWord, upToDate } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { readBack } from '../reverse/read.js';
import { findingDocument, nameDocument, showFindings, showNames } from '../reverse/report.js';
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
  const tables = reversed.database.tables.length;
  const findings = reversed.findings.map(findingDocument);
  const names = reversed.names.map(nameDocument);
  context.document({ connection: name, adapter, file: shown, status: planned?.status, tables, names, findings });
  if (tables === 0) throw nothingFound(name, options);
  if (planned?.status === 'changed' && !options.force && !options.dryRun && !options.check) throw isThere(shown);
  const results = writeFiles(plan, { dryRun: options.dryRun || options.check });

  context.showDiagnostics();
  if (options.dryRun) terminal.result(content.trimEnd());
  else for (const result of results) terminal.result(`${statusWord(result, options)} ${shown}`);
  showNames(terminal, reversed.names, options.dryRun);
  showFindings(terminal, reversed.findings, options.dryRun);
  if (!options.dryRun) terminal.result(`${closingLine(reversed)} in ${elapsed(started)}`);
  return upToDate(context, options, results, 'database:reverse --force');
}

function closingLine({ database, findings }: Reversed): string {
  const lost = findings.filter((finding) => finding.lost).length;
  const rest = lost === 0 ? 'everything in it' : `${counted(lost, 'thing')} of the database not in it`;
  return `${counted(database.tables.length, 'table')}, ${rest},`;
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
