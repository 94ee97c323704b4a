// Composer for the applications in examples/ that are built with a framework.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian, lastLines } from './debian.mjs';
import { run, runtimeFolder } from './tools.mjs';

/** What stands in for a package where a copy of Packagist lacks it. It is tried only after a plain install has failed. */
const substitutes = {
  slim: { note: "nikic/fast-route is Debian's, for Composer cannot fetch it", apply: fastRouteFromDebian },
};

/**
 * Installs the packages of an application in a folder, with the runtime of this checkout.
 *
 * @returns {Promise<{ skipped?: string, note?: string }>} why it was skipped, or what was done in another way
 */
export async function installExample(name, folder) {
  const path = join(folder, 'composer.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const versions = { 'ormgen/runtime': '0.1.0' };
  file.repositories = [{ type: 'path', url: runtimeFolder, options: { symlink: true, versions } }];
  file.config = { ...file.config, lock: false };
  const update = () => {
    writeFileSync(path, JSON.stringify(file, null, 2));
    return run('composer', ['update', '--no-interaction', '--no-progress', '--no-ansi', '--no-audit'], {
      cwd: folder,
      env: { COMPOSER_ALLOW_SUPERUSER: '1' },
      minutes: 5,
    });
  };
  const plain = await update();
  if (plain.code === 0) return {};
  if (!cannotFetch.test(plain.output)) throw new Error(`composer update failed:\n${plain.output.trim()}`);
  const substitute = substitutes[name];
  if (substitute) {
    const problem = await substitute.apply(file, folder);
    const again = problem ? undefined : await update();
    if (again?.code === 0) return { note: substitute.note };
  }
  return { skipped: `Composer cannot fetch its packages\n    ${lastLines(plain.output)}` };
}

/** What Composer says of packages that its source does not have or that it cannot reach; anything else is our mistake. */
const cannotFetch = /could not be (?:found|downloaded|fully loaded)|does not match the constraint|curl error/;

/** @returns {Promise<string | undefined>} what went wrong */
async function fastRouteFromDebian(file, folder) {
  const problem = await installFromDebian(['php-nikic-fast-route']);
  if (problem) return problem;
  const copy = join(folder, 'debian');
  mkdirSync(copy);
  cpSync('/usr/share/php/FastRoute', join(copy, 'src'), { recursive: true });
  const autoload = { 'psr-4': { 'FastRoute\\': 'src/' }, files: ['src/functions.php'] };
  writeFileSync(join(copy, 'composer.json'), JSON.stringify({ name: 'nikic/fast-route', version: '1.3.0', autoload }));
  file.repositories.push({ type: 'path', url: copy });
  return undefined;
}
