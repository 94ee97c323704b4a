import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ClassFiles, ClassFolder, ClassLayout } from './class-plan.js';
import { carriesMark } from './mark.js';

/** Looks at a folder of classes; one that does not exist is empty. */
export async function readClassFolder(
  folder: string,
  { ending, mark, isOurs }: ClassLayout,
  { owned }: ClassFiles,
): Promise<ClassFolder> {
  const planned = new Set(owned.map(({ path }) => path));
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Set<string>();
  const generated: string[] = [];
  for (const entry of entries) {
    const path = sep === '/' ? entry : entry.split(sep).join('/');
    if (!path.endsWith(ending)) continue;
    files.add(path);
    if (isOurs(path) && !planned.has(path) && carriesMark(join(folder, path), mark)) generated.push(path);
  }
  return { files, generated };
}
