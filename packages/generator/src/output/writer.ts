import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { fileFailure } from './file-failure.js';
import type { FilePlan, FileResult, PlannedFile } from './file-plan.js';
import { refuseForeign } from './mark.js';
import { removeLeftovers, temporaryName } from './temporary.js';

export interface WriteOptions {
  readonly dryRun: boolean;
  /** Whether wrong permissions alone leave a file unchanged: version control does not keep them. */
  readonly ignoreModes?: boolean;
  /** Replaces files that are not ours, too. */
  readonly force?: boolean;
}

/**
 * Carries out a plan, or with `dryRun` only says what it would do. The one place in the program that writes files:
 * each is written under a temporary name in its folder and renamed, so that at every moment it is whole, old or new.
 * Thousands of small files take half the time when nothing is awaited between them.
 */
export function writeFiles(plan: FilePlan, options: WriteOptions): readonly FileResult[] {
  const results: FileResult[] = [];
  const prepared = new Set<string>();
  const checked = new Set([plan.folder]);
  if (!options.dryRun && options.force !== true) refuseForeign(changedFiles(plan));
  for (const file of plan.files) {
    const target = inside(plan.folder, file.path);
    refuseLinks(plan.folder, dirname(target), checked);
    const content = Buffer.from(file.content);
    const status = statusOf(target, content, file.mode, options.ignoreModes === true);
    if (!options.dryRun && status !== 'unchanged') {
      const folder = dirname(target);
      try {
        if (!prepared.has(folder)) {
          makeFolder(folder);
          removeLeftovers(folder);
          prepared.add(folder);
        }
        replaceFile(target, content, file.mode);
      } catch (error) {
        throw fileFailure(error, 'write', target);
      }
    }
    results.push({ path: file.path, status });
  }
  for (const path of plan.removals) {
    const target = inside(plan.folder, path);
    refuseLinks(plan.folder, dirname(target), checked);
    try {
      if (!options.dryRun) rmSync(target, { force: true });
    } catch (error) {
      throw fileFailure(error, 'write', target);
    }
    results.push({ path, status: 'removed' });
  }
  return results;
}

/** Files with a mark that are there with another content. */
function changedFiles({ folder, files }: FilePlan): readonly (readonly [string, PlannedFile])[] {
  return files
    .filter(({ mark }) => mark !== undefined)
    .map((file) => [inside(folder, file.path), file] as const)
    .filter(([target, file]) => statusOf(target, Buffer.from(file.content), undefined, true) === 'changed');
}

/** The absolute path of a planned file; one that would leave the folder stops the build. */
export function inside(folder: string, path: string): string {
  const target = resolve(folder, path);
  if (target === folder || leaves(folder, target) || isAbsolute(path) || path.includes('\0') || path.includes('\\')) {
    throw failure({
      code: 'output/outside',
      message: `refused to write ${quoted(path)}: it is outside the output folder`,
      help: 'a name in the schema leads there: rename it',
    });
  }
  return target;
}

function leaves(folder: string, target: string): boolean {
  const way = relative(folder, target);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** A folder below the output folder that is a link to somewhere else: what is there is not ours to write or remove. */
function refuseLinks(root: string, folder: string, checked: Set<string>): void {
  if (checked.has(folder)) return;
  checked.add(folder);
  refuseLinks(root, dirname(folder), checked);
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    return; // not there yet
  }
  if (!leaves(realpathSync(root), real)) return;
  throw failure({
    code: 'output/outside',
    message: `refused to write into ${quoted(folder)}: it is a link that leads out of the output folder`,
    help: 'replace the link by a folder, or let the configuration name the folder that the files belong into',
  });
}

function statusOf(
  target: string,
  content: Buffer,
  mode: number | undefined,
  ignoreMode: boolean,
): 'created' | 'changed' | 'unchanged' {
  try {
    const found = statSync(target, { throwIfNoEntry: false });
    if (found === undefined) return 'created';
    if (found.isFile() && found.size !== content.length) return 'changed';
    if (!readFileSync(target).equals(content)) return 'changed';
    return ignoreMode || hasMode(found.mode, mode) ? 'unchanged' : 'changed';
  } catch (error) {
    // What stands in the way of a folder is found out when the folder is made.
    if (isMissing(error)) return 'created';
    throw fileFailure(error, 'read', target);
  }
}

const hasMode = (found: number, mode: number | undefined): boolean =>
  mode === undefined || process.platform === 'win32' || (found & 0o777) === mode;

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileFailure(error, 'read', path);
  }
}

/** Node's own recursive mkdir never ends where the system refuses new folders, such as below /proc. */
function makeFolder(folder: string): void {
  if (makeOneFolder(folder, dirname(folder) !== folder)) return;
  makeFolder(dirname(folder));
  makeOneFolder(folder, false);
}

/** Whether the folder is there now, made by us or by a build beside this one. */
function makeOneFolder(folder: string, parentMayMiss: boolean): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code !== 'ENOENT' || !parentMayMiss) throw error;
    return false;
  }
}

function replaceFile(target: string, content: Buffer, mode: number | undefined): void {
  const temporary = temporaryName(target);
  try {
    // Narrow from the first byte on, then exact: the system takes the bits of its umask away from the first.
    writeFileSync(temporary, content, { mode: mode ?? 0o666, flag: 'wx' });
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
