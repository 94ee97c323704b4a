// Propel 2, the peer of the benchmarks, where Composer can fetch it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs Propel in a folder of its own: its command, or the reason why not. */
export function installPropel(folder) {
  const target = join(folder, 'propel-vendor');
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'composer.json'),
    JSON.stringify({ require: { 'propel/propel': '^2.0' }, 'minimum-stability': 'beta', 'prefer-stable': true }),
  );
  const { status, stderr, error } = spawnSync('composer', ['install', '--no-interaction', '--no-progress'], {
    cwd: target,
    encoding: 'utf8',
  });
  if (status === 0) return { bin: join(target, 'vendor/bin/propel') };
  const reason = error
    ? 'Composer is not installed'
    : (/(could not be found[^,.]*)/.exec(stderr)?.[1] ?? 'Composer failed');
  return { missing: reason };
}
