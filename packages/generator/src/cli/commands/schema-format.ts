import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findConfig, shownPath } from '../../config/find.js';
import { DEFAULT_SCHEMA_SIZE } from '../../config/keys/generator.js';
import { DiagnosticError, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { FileResult } from '../../output/file-plan.js';
import { writeFiles } from '../../output/writer.js';
import { decodedSchema, externalFile, findSchemaFiles, type ReadLimits, readSchemaSource } from '../../schema/files.js';
import { formatSchema } from '../../schema/format/format.js';
import { statusWord, upToDate } from '../build-report.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { elapsed, fileSummary } from '../summary.js';

/** `orm schema:format`: schema files in, the same files in the canonical layout out. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  if (options.argument === '-') return formatInput(context, options);
  const started = performance.now();
  const { files, limits } = await wantedFiles(context, options);
  const results: FileResult[] = [];
  const waiting = [...files];
  const seen = new Set<string>();
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    // A link stays a link: what it points at is written, and written once.
    const path = realPath(file);
    if (seen.has(path)) continue;
    seen.add(path);
    const source = await readSchemaSource(file, limits, context.reporter);
    const formatted = source && formatSchema(source, context.reporter);
    if (!formatted) continue;
    const status = put(path, source.text, formatted.text, options);
    results.push({ path: shownPath(file, context.cwd), status });
    if (options.argument !== undefined) continue;
    for (const element of formatted.root.children) {
      if (element.name !== 'external-schema') continue;
      // One that is missing is not a matter of layout: schema:check and the builds say so.
      const other = await externalFile(file, element, context.cwd, new Reporter());
      if (other !== undefined && !isForeign(other, context.cwd)) waiting.push(other);
    }
  }
  context.showDiagnostics();
  for (const result of results) {
    if (result.status !== 'unchanged') context.terminal.result(`${statusWord(result, options)} ${result.path}`);
  }
  if (results.length > 0) context.terminal.result(`${fileSummary(results)} in ${elapsed(started)}`);
  context.document({ files: results });
  return context.reporter.hasErrors ? 1 : upToDate(context, options, results, 'schema:format');
}

interface Wanted {
  readonly files: readonly string[];
  readonly limits: ReadLimits;
}

async function wantedFiles(context: Context, options: CommandOptions): Promise<Wanted> {
  const { cwd } = context;
  const limits = { cwd, maxSize: DEFAULT_SCHEMA_SIZE };
  if (options.argument !== undefined) return { files: [resolve(cwd, options.argument)], limits };
  if (!(await isConfigured(cwd, options))) {
    const schemaDir = resolve(cwd, options.schemaDir ?? '.');
    return { files: await findSchemaFiles({ schemaDir, recursive: false, cwd }), limits };
  }
  const config = await projectConfig(context, options);
  const { recursive, maxSchemaSize } = config.generator;
  const files = await findSchemaFiles({ schemaDir: config.paths.schemaDir, recursive, cwd });
  return { files, limits: { cwd, maxSize: maxSchemaSize } };
}

async function isConfigured(cwd: string, { configDir }: CommandOptions): Promise<boolean> {
  if (configDir !== undefined) return true;
  try {
    await findConfig(cwd, undefined);
    return true;
  } catch (error) {
    if (error instanceof DiagnosticError && error.diagnostics[0]?.code === 'config/not-found') return false;
    throw error;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // reading it says what is wrong
  }
}

/** What packages bring along is theirs. */
function isForeign(path: string, cwd: string): boolean {
  return relative(cwd, path)
    .split(sep)
    .some((part) => part === 'node_modules' || part === 'vendor');
}

function put(path: string, before: string, after: string, options: CommandOptions): FileResult['status'] {
  if (before === after) return 'unchanged';
  if (options.dryRun || options.check) return 'changed';
  if (readFileSync(path, 'utf8') !== before) {
    throw failure({
      code: 'output/file',
      message: `${quoted(path)} was saved by somebody else while it was being formatted`,
      help: 'it was left as it is: run "orm schema:format" again',
    });
  }
  const files = [{ path: basename(path), content: after, mode: statSync(path).mode & 0o777 }];
  writeFiles({ folder: dirname(path), files, removals: [] }, { dryRun: false });
  return 'changed';
}

/** For editors that pass a text through a program. */
async function formatInput(context: Context, options: CommandOptions): Promise<ExitCode> {
  const source = decodedSchema('stdin', await buffer(context.terminal.stdin), context.reporter);
  const formatted = source && formatSchema(source, context.reporter);
  if (!formatted) return 1;
  const status = source.text === formatted.text ? 'unchanged' : 'changed';
  context.document({ files: [{ path: '-', status }], text: formatted.text });
  if (!options.check && !context.terminal.json) context.terminal.write(formatted.text);
  return upToDate(context, options, [{ path: '-', status }], 'schema:format');
}
