// Installs what PHP tests need: node scripts/php/install.mjs
//
// With Composer: PHPUnit 11, PHPStan, PHP_CodeSniffer and Monolog, into packages/runtime-php/vendor. Where Composer's
// packages cannot be reached: PHPUnit 9.6 and psr/log of Debian, and a loud line about what is left out then.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian, lastLines } from './debian.mjs';
import { run, runtimeFolder, withoutComposer } from './tools.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

// There is no composer.lock: a library is tested with what its users get, the newest versions that it allows.
const stamp = join(runtimeFolder, 'vendor', '.installed-for');
const wanted = createHash('sha256')
  .update(readFileSync(join(runtimeFolder, 'composer.json')))
  .digest('hex');

async function installFromComposer() {
  if (withoutComposer) return 'ORM_PHP_NO_COMPOSER is set';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    say("PHP tools: Composer's packages are installed");
    return undefined;
  }
  const problem = await installFromDebian(['composer', 'unzip']);
  if (problem) return problem;
  const { code, output } = await run('composer', ['update', '--no-interaction', '--no-progress', '--no-ansi'], {
    cwd: runtimeFolder,
    env: { COMPOSER_ALLOW_SUPERUSER: '1' },
  });
  if (code !== 0) return `composer update failed:\n    ${lastLines(output)}`;
  writeFileSync(stamp, wanted);
  say("PHP tools: Composer's packages are installed in packages/runtime-php/vendor");
  return undefined;
}

try {
  const problem = await installFromComposer();
  if (problem) {
    say(`PHP tools: ${problem}`);
    const failed = await installFromDebian(['phpunit', 'php-psr-log', 'php-xml', 'php-mbstring']);
    if (failed) throw new Error(failed);
    say("!!! NO COMPOSER PACKAGES: tests run with Debian's PHPUnit 9.6 and psr/log; PHPStan, PHP_CodeSniffer and");
    say('!!! the benchmarks of other libraries are SKIPPED. Only those are; everything else runs.');
  }
} catch (error) {
  say(`PHP tools: ${error.message}`);
  process.exitCode = 1;
}
