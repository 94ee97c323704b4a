// Which PHP tools are there, and how to start them.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout. */
export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const runtimeFolder = join(checkout, 'packages', 'runtime-php');

const vendorFolder = join(runtimeFolder, 'vendor');

/** Set to pretend that Composer's packages cannot be reached; everything then does what it does without them. */
export const withoutComposer = Boolean(process.env.ORM_PHP_NO_COMPOSER);

/** A tool of the Composer packages, or undefined. */
export function composerTool(name) {
  const path = join(vendorFolder, 'bin', name);
  return !withoutComposer && existsSync(path) ? path : undefined;
}

/** PHPUnit with its configuration: Composer's 11, else Debian's 9.6. */
export function phpunit() {
  const own = composerTool('phpunit');
  if (own) return { program: own, configuration: join(runtimeFolder, 'phpunit.xml.dist'), settings: [] };
  if (existsSync('/usr/bin/phpunit')) {
    return {
      program: '/usr/bin/phpunit',
      configuration: join(runtimeFolder, 'phpunit9.xml.dist'),
      // PHP of wasm.mjs knows no folder of Debian's. Deprecations count from tests/bootstrap.php on: PHPUnit 9.6 has some.
      settings: ['-d', 'include_path=.:/usr/share/php', '-d', 'error_reporting=8191'],
    };
  }
  throw new Error('PHPUnit is missing; run: node scripts/php/install.mjs');
}

/**
 * Runs a program to its end, or ends it after so many minutes.
 *
 * @returns {Promise<{ code: number, output: string }>} output and errors in the order they came
 */
export function run(program, args, { cwd = checkout, env = {}, minutes } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutes && minutes * 60_000,
      killSignal: 'SIGKILL',
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => reject(new Error(`cannot run ${program}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (signal)
        chunks.push(Buffer.from(`\nended by ${signal}${minutes ? `; the limit is ${minutes} minutes` : ''}\n`));
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Calls `work` on every item, at most `jobs` at the same time; results are in the order of the items. */
export async function inParallel(items, jobs, work) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  return results;
}
