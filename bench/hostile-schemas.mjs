// The test of hostile schemas at full size: 10,000 random schemas whose texts and names would like to be code, built into
// PHP classes for all five vendors. ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run. The result goes into
// RESULTS.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-hostile-'));
const report = join(folder, 'report.json');
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/generator/test/targets/php/hostile-schema.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ORM_RANDOM_RUNS: '10000', ...process.env, ORM_HOSTILE_REPORT: report },
});

if (status === 0) {
  const { seed, schemas, files, built, seconds } = JSON.parse(readFileSync(report, 'utf8'));
  record(
    'Hostile schemas',
    [
      `\`node bench/hostile-schemas.mjs\`, seed ${seed}: ${schemas} random schemas with descriptions, names, labels, defaults, keys`,
      `and PHP names that would like to be code. Those that are not refused became ${files} files, all of which PHP parses and`,
      'compiles, in which no text became code, and none of which lies outside the folder of classes. It took',
      `${seconds} s.`,
      '',
      '| vendor | built |',
      '|---|---|',
      ...Object.entries(built).map(([vendor, count]) => `| ${vendor} | ${count} |`),
    ].join('\n'),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
