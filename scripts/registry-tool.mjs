// Programs that are too large to be dependencies: fetched from the registry when they are needed, and kept beside node_modules.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** `npm` without what a surrounding `npm run` tells it. */
export function npm(args, cwd) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return execFileSync('npm', args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000,
  });
}

/**
 * @param {string} name of the package
 * @param {string} version
 * @param {string} command
 * @returns {string | undefined} the program; nothing where the registry cannot be reached
 */
export function registryTool(name, version, command = name) {
  const folder = join(ROOT, 'node_modules/.cache/tools', `${command}-${version}`);
  const program = join(folder, 'node_modules/.bin', command);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}\n');
  try {
    npm(['install', '--no-audit', '--no-fund', `${name}@${version}`], folder);
    return program;
  } catch {
    return undefined;
  }
}

/** Packs a package as it would be published, and returns the file. */
export function packed(source, folder) {
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], join(ROOT, source)));
  return join(folder, filename);
}
