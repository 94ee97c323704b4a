// Composer for the applications in examples/ that are built with a framework.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian, lastLines } from './debian.mjs';
import { run, runtimeFolder } from './tools.mjs';

/** What is done where a copy of Packagist lacks a package. */
const substitutes = {
  slim: {
    lacking: 'nikic/fast-route',
    note: "nikic/fast-route is Debian's, for Composer cannot fetch it",
    apply: fastRouteFromDebian,
  },
  laravel: {
    lacking: 'fruitcake/php-cors',
    note: 'Laravel 10 without CORS and Markdown, whose packages Composer cannot fetch and the example does not use',
    apply: oldLaravel,
  },
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
  const substitute = substitutes[name];
  const isLacking = substitute && (await composer(['show', '--available', substitute.lacking], folder)).code !== 0;
  const problem = isLacking ? await substitute.apply(file, folder) : undefined;
  if (problem) return { skipped: `${substitute.lacking} is missing: ${problem}` };
  writeFileSync(path, JSON.stringify(file, null, 2));
  const { code, output } = await composer(['update', '--no-progress', '--no-audit'], folder);
  if (code === 0) return { note: isLacking ? substitute.note : undefined };
  if (!cannotFetch.test(output)) throw new Error(`composer update failed:\n${output.trim()}`);
  return { skipped: `Composer cannot fetch its packages\n    ${lastLines(output)}` };
}

function composer(args, folder) {
  return run('composer', [...args, '--no-interaction', '--no-ansi'], {
    cwd: folder,
    env: { COMPOSER_ALLOW_SUPERUSER: '1' },
    minutes: 5,
  });
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

function oldLaravel(file) {
  file.require['laravel/framework'] = '^10.39';
  file.replace = { 'fruitcake/php-cors': '*', 'league/commonmark': '*' };
  file['require-dev']['phpunit/phpunit'] = '^10.5';
}
