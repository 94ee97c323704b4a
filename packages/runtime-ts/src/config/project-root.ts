import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The project folder as it is found at run time, for files that are named relative to it. Compilers and bundlers move config.ts
 * to folders of their own, but hardly out of the project: it is the nearest folder upwards with the configuration of the generator,
 * or where that was not deployed, with a package.json. What is in neither runs where it was started.
 */
export function projectRoot(module: string | undefined, configuration: string): string {
  if (module?.startsWith('file:') !== true) return process.cwd();
  const folder = dirname(fileURLToPath(module));
  return nearest(folder, configuration) ?? nearest(folder, 'package.json') ?? process.cwd();
}

function nearest(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
