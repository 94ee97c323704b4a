import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeBinary } from '../../../generator/test/package/packed.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** This Node may have no driver of its own, and those that have one did not install the package. */
test.each(['22.23.3', '24.9.0'])('the tests of SQLite pass on Node %s, with its own driver', (version) => {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=verbose',
    'packages/runtime-ts/test/drivers/sqlite.test.ts',
  ];
  const { status, stdout } = spawnSync(nodeBinary(version), args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toContain('node:sqlite');
  expect(status, stdout).toBe(0);
});
