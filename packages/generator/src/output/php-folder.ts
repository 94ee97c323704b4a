import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { carriesMark } from './mark.js';
import type { PhpFolder } from './php-plan.js';

/**
 * Looks at a folder of classes; one that does not exist is empty. `mark` is the line that files of ours carry;
 * `isOurs` says by its path whether a file can be ours at all, `isPlanned` whether this build writes it.
 */
export async function readPhpFolder(
  folder: string,
  mark: RegExp,
  isOurs: (path: string) => boolean,
  isPlanned: (path: string) => boolean,
): Promise<PhpFolder> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Set<string>();
  const generated: string[] = [];
  for (const entry of entries) {
    const path = sep === '/' ? entry : entry.split(sep).join('/');
    if (!path.endsWith('.php')) continue;
    files.add(path);
    if (isOurs(path) && !isPlanned(path) && carriesMark(join(folder, path), mark)) generated.push(path);
  }
  return { files, generated };
}
