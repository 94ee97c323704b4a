import { relative, sep } from 'node:path';
import type { FileResult } from '../output/file-plan.js';
import type { Project } from '../schema/project.js';
import type { CommandOptions, Context, ExitCode } from './command.js';
import { counted, elapsed, fileSummary } from './summary.js';

/** A folder as a person in `cwd` writes it. */
export function shownFolder(cwd: string, folder: string): string {
  return relative(cwd, folder).split(sep).join('/') || '.';
}

/** A file in a folder as a person in `cwd` writes it. */
export function shownPath(cwd: string, folder: string, path: string): string {
  const shown = shownFolder(cwd, folder);
  return shown === '.' ? path : `${shown}/${path}`;
}

/** `created:`, or `would be created:` where nothing is written. */
export function statusWord({ status }: FileResult, { dryRun, check }: CommandOptions): string {
  return `${(dryRun || check) && status !== 'unchanged' ? 'would be ' : ''}${status}:`;
}

/** Files that are shown one by one; of more only the number, unless somebody asked what would be. */
const SHOWN = 100;

/** What a command made of a schema. */
interface Build {
  readonly command: string;
  readonly started: number;
  readonly folder: string;
  readonly project: Project;
  readonly results: readonly FileResult[];
  /** What else there is to say before the closing line, and fields of its own for `--json`. */
  readonly remarks?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Says what a build did, and how it ended: with `--check`, files that would change are a failure of their own. */
export function reportBuild(context: Context, options: CommandOptions, build: Build): ExitCode {
  const { terminal } = context;
  const { models, skipped } = build.project;
  const folder = shownFolder(context.cwd, build.folder);
  const changed = build.results.filter(({ status }) => status !== 'unchanged');
  const shown = options.dryRun || options.check ? changed : changed.slice(0, SHOWN);
  for (const result of shown) {
    terminal.result(`${statusWord(result, options)} ${shownPath(context.cwd, build.folder, result.path)}`);
  }
  if (shown.length < changed.length) terminal.result(`… and ${counted(changed.length - shown.length, 'file')} more`);
  for (const remark of build.remarks ?? []) terminal.talk(remark);
  for (const name of skipped) terminal.talk(`left out: database "${name}" (not among the connections of this build)`);
  const databases = models.map(({ database, platform }) => ({
    name: database.name,
    adapter: platform.adapter,
    tables: database.tables.length,
  }));
  const tables = databases.reduce((sum, database) => sum + database.tables, 0);
  terminal.result(`${counted(tables, 'table')} → ${fileSummary(build.results)} in ${elapsed(build.started)}`);
  context.document({ folder, databases, files: build.results, ...build.fields, skipped });
  return upToDate(context, options, build.results, build.command);
}

/** The exit code of a command that wrote, or with `--check` only compared, its files. */
export function upToDate(
  { terminal }: Context,
  { check }: CommandOptions,
  results: readonly FileResult[],
  command: string,
): ExitCode {
  if (!check || results.every(({ status }) => status === 'unchanged')) return 0;
  terminal.warn(`not up to date: run "orm ${command}"`);
  return 2;
}
