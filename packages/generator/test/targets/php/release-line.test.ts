import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RELEASE_LINE } from '../../../src/targets/php/release-line.js';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('command, runtime and generated code are of one release line', () => {
  const { version } = JSON.parse(read('generator/package.json')) as { version: string };
  const [major, minor] = version.split('.');
  expect(RELEASE_LINE).toBe(major === '0' ? `0.${minor}` : major);
  const runtime = read('runtime-php/src/Orm.php');
  expect(runtime).toContain(`VERSION = '${version}';`);
  expect(runtime).toContain(`RELEASE_LINE = '${RELEASE_LINE}';`);
});
