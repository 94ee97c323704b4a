import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { phpString } from '../../src/languages/php/literal.js';
import { freshDatabase } from '../cli/support/database.js';
import { environment, orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { PhpPage } from './php-page.js';

const RUNTIME = fileURLToPath(new URL('../../../runtime-php/', import.meta.url));
const PHPUNIT = join(RUNTIME, 'vendor/bin/phpunit');
const SCHEMA = readFileSync(new URL('bookstore-schema.xml', import.meta.url), 'utf8');
const page = new PhpPage('testing.md');

/** What Composer would have made of a composer.json with both folders. */
const AUTOLOAD = `<?php
require ${phpString(join(RUNTIME, 'tests/bootstrap.php'))};
spl_autoload_register(static function (string $class): void {
    $name = strtr($class, '\\\\', '/') . '.php';
    foreach (['/../generated-classes/' . $name, '/../tests/' . substr($name, strlen('Tests/'))] as $file) {
        if (is_file(__DIR__ . $file)) {
            require __DIR__ . $file;
            return;
        }
    }
});
`;

function phpunit(cwd: string, bootstrap: string): { status: number | null; out: string } {
  const args = [PHPUNIT, '--no-configuration', '--bootstrap', bootstrap, 'tests'];
  const { status, stdout, stderr } = spawnSync('php', args, { cwd, env: environment(), encoding: 'utf8' });
  return { status, out: stdout + stderr };
}

describe.skipIf(!existsSync(PHPUNIT))('docs/testing.md', () => {
  test.for(['sqlite', 'pgsql18', 'mariadb'] as const)('its tests pass on %s', async (engine, context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({
      'orm.json': configuration({ bookstore: database.connection }),
      'schema.xml': SCHEMA,
      'vendor/autoload.php': AUTOLOAD,
      ...Object.fromEntries(page.files.map(({ name, text }) => [name, text])),
    });
    expect((await orm(['build:all', '--quiet'], { cwd })).code).toBe(0);
    expect((await orm(['sql:insert', '--quiet', '--yes'], { cwd })).code).toBe(0);
    const bootstraps = ['tests/bootstrap.php', 'tests/bootstrap.php'];
    if (engine === 'sqlite') bootstraps.push('tests/bootstrap-memory.php');
    for (const bootstrap of bootstraps) {
      const { status, out } = phpunit(cwd, bootstrap);
      expect(out).toContain('OK (4 tests');
      expect(status).toBe(0);
    }
    expect(await database.query('SELECT id FROM book')).toEqual([]);
  });
});
