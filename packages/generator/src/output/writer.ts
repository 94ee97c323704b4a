import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { fileFailure } from './file-failure.js';
import type { FilePlan, FileResult, PlannedFile } from './file-plan.js';

/** Files being written have this ending and are in no plan; one that a killed build left is removed by the next. */
const TEMPORARY = /^\..*\.[0-9a-f]{12}\.orm-tmp$/;

export interface WriteOptions {
  readonly dryRun: boolean;
  /** Whether wrong permissions alone leave a file unchanged: version control does not keep them. */
  readonly ignoreModes?: boolean;
}

/**
 * Carries out a plan, or with `dryRun` only says what it would do. The one place in the program that writes files:
 * each is written under a temporary name in its folder and renamed, so that at every moment it is whole, old or new.
 */
export async function writeFiles(plan: FilePlan, options: WriteOptions): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  const cleaned = new Set<string>();
  for (const file of plan.files) {
    const target = inside(plan.folder, file.path);
    const status = await statusOf(target, file, options.ignoreModes === true);
    if (!options.dryRun && status !== 'unchanged') {
      const folder = dirname(target);
      try {
        await makeFolder(folder);
        if (!cleaned.has(folder)) await removeLeftovers(folder);
        cleaned.add(folder);
        await replaceFile(target, file);
      } catch (error) {
        throw fileFailure(error, 'write', target);
      }
    }
    results.push({ path: file.path, status });
  }
  for (const path of plan.removals) {
    const target = inside(plan.folder, path);
    if (!options.dryRun) {
      await rm(target, { force: true }).catch((error: unknown) => {
        throw fileFailure(error, 'write', target);
      });
    }
    results.push({ path, status: 'removed' });
  }
  return results;
}

/** The absolute path of a planned file; one that would leave the folder stops the build. */
export function inside(folder: string, path: string): string {
  const target = resolve(folder, path);
  const way = relative(folder, target);
  const leaves = way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  if (leaves || isAbsolute(path) || path.includes('\0') || path.includes('\\')) {
    throw failure({
      code: 'output/outside',
      message: `refused to write ${quoted(path)}: it is outside the output folder`,
      help: 'a name in the schema leads there: rename it',
    });
  }
  return target;
}

async function statusOf(
  target: string,
  file: PlannedFile,
  ignoreMode: boolean,
): Promise<'created' | 'changed' | 'unchanged'> {
  const current = await readIfThere(target);
  if (current === undefined) return 'created';
  if (!current.equals(Buffer.from(file.content))) return 'changed';
  return ignoreMode || (await hasMode(target, file.mode)) ? 'unchanged' : 'changed';
}

async function hasMode(target: string, mode: number | undefined): Promise<boolean> {
  if (mode === undefined || process.platform === 'win32') return true;
  return ((await stat(target)).mode & 0o777) === mode;
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What stands in the way of a folder is found out when the folder is made.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw fileFailure(error, 'read', path);
  }
}

/** Node's own recursive mkdir never ends where the system refuses new folders, such as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

async function replaceFile(target: string, { content, mode }: PlannedFile): Promise<void> {
  const name = target.slice(dirname(target).length + 1);
  const temporary = join(dirname(target), `.${name}.${randomBytes(6).toString('hex')}.orm-tmp`);
  try {
    // Narrow from the first byte on, then exact: the system takes the bits of its umask away from the first.
    await writeFile(temporary, content, { mode: mode ?? 0o666 });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true });
  }
}
