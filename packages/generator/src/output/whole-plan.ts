import { chmodSync, existsSync, lstatSync, readFileSync, rmdirSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FilePlan, FileResult } from './file-plan.js';
import { inside, writeFiles } from './writer.js';

/**
 * Writes a plan whole or not at all: when one of its files cannot be written, those before it are as they were, and so are
 * folders. For a handful of files that make sense only together; a build of thousands is simply run again.
 */
export function writeWhole(plan: FilePlan): readonly FileResult[] {
  const targets = [...plan.files.map(({ path }) => path), ...plan.removals];
  const undo = targets.map((path) => restorer(inside(plan.folder, path)));
  const folders = newFolders(plan);
  try {
    return writeFiles(plan, { dryRun: false });
  } catch (error) {
    for (const restore of undo) restore();
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder);
    throw error;
  }
}

/** What brings a file back to how it is now. What is neither file nor absent cannot be written over. */
function restorer(target: string): () => void {
  const found = foundAt(target);
  if (found === undefined) {
    return () => {
      if (foundAt(target) !== undefined) rmSync(target, { force: true });
    };
  }
  if (!found.isFile()) return () => undefined;
  const content = readFileSync(target);
  return () => {
    if (existsSync(target) && readFileSync(target).equals(content)) return;
    writeFileSync(target, content, { mode: found.mode & 0o777 });
    chmodSync(target, found.mode & 0o777);
  };
}

function foundAt(target: string): Stats | undefined {
  try {
    return lstatSync(target, { throwIfNoEntry: false });
  } catch {
    return undefined; // a file is in the way of its folder
  }
}

/** The folders that the plan makes, the innermost first. */
function newFolders(plan: FilePlan): readonly string[] {
  const found = new Set<string>();
  for (const { path } of plan.files) {
    let folder = dirname(inside(plan.folder, path));
    while (folder !== plan.folder && !existsSync(folder)) {
      found.add(folder);
      folder = dirname(folder);
    }
  }
  return [...found].sort((a, b) => b.length - a.length);
}
