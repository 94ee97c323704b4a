import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of an installed npm package, or nothing. Packages are code that runs: they are taken from beside this program
 * and from the project, up to the root of the workspace it belongs to, and from no other folder above. Node itself would
 * go on to the root of the disk, through folders that others may write to.
 */
export function packageFolder(name: string, projectDir: string): string | undefined {
  return searchedFolders(projectDir)
    .map((folder) => join(folder, 'node_modules', name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

/** The folders whose `node_modules` count, in order. */
function searchedFolders(projectDir: string): readonly string[] {
  const own = ownFolder();
  const holder = dirname(own);
  const beside = basename(holder) === 'node_modules' ? [own, dirname(holder)] : upToWorkspace(own);
  return [...new Set([...beside, ...upToWorkspace(projectDir)])];
}

/** The folder of this package: the first one above this file that has a package.json, from `src` and from `dist` alike. */
function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** A folder, and where it belongs to a workspace of npm, Yarn, pnpm or Bun, those above it up to the workspace's root. */
function upToWorkspace(start: string): readonly string[] {
  const folders = [start];
  for (let folder = start; ; folder = dirname(folder)) {
    if (folder !== start) folders.push(folder);
    if (isWorkspaceRoot(folder)) return folders;
    if (dirname(folder) === folder || isForEverybody(dirname(folder))) return [start];
  }
}

function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  try {
    const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly workspaces?: unknown };
    return typeof found.workspaces === 'object' && found.workspaces !== null;
  } catch {
    return false;
  }
}

/** A folder such as /tmp, where everybody may put files beside those of others. */
function isForEverybody(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & 0o1002) === 0o1002;
}
