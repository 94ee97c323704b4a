// Mistakes planted into random schemas at full size: each is reported in the first run, or only after one that made it
// impossible to see (docs/schema-errors.md has the list), and nothing else is reported. --count (1000) schemas, then more until
// --minutes (0) are over; --seed repeats a run; --record puts the result into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-planted-'));
const report = join(folder, 'report.json');
const test = 'packages/generator/test/properties/planted-mistakes.test.ts';
const { status } = spawnSync('npx', ['vitest', 'run', test], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ORM_PLANTED_RUNS: values.count,
    ORM_PLANTED_MINUTES: values.minutes,
    ORM_PLANTED_REPORT: report,
    ...(values.seed === undefined ? {} : { ORM_PLANTED_SEED: values.seed }),
  },
});

if (status === 0) {
  const { seed, schemas, planted, later, kinds, pairs } = JSON.parse(readFileSync(report, 'utf8'));
  const share = ((100 * (planted - later)) / planted).toFixed(1);
  const lines = [
    `\`node bench/planted-mistakes.mjs\`, seed ${seed}: ${planted} mistakes of ${kinds.length} kinds in ${schemas} random schemas for`,
    `MySQL, PostgreSQL and SQLite. ${planted - later} (${share}%) were reported in the first run, ${later} only after one that made them`,
    `impossible to see (${pairs.length} pairs of kinds, all in docs/schema-errors.md); no error was reported that nobody had planted.`,
  ];
  console.log(lines.join('\n'));
  if (values.record) record('Planted mistakes', lines.join('\n'));
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
