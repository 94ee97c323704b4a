// Random schemas read back, at full size: 300 on each engine that runs (start them with "npm run engines start"). Each is
// inserted, compared with its schema, read back, built from what was read and read again. ORM_RANDOM_RUNS changes the
// number, ORM_RANDOM_SEED repeats a run; words behind the command name engines. The result goes into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-reverse-'));
const report = join(folder, 'report.txt');
const engines = process.argv.slice(2);
const test = 'packages/generator/test/reverse/random.test.ts';
const only = engines.length > 0 ? ['-t', engines.join('|')] : [];
const { status } = spawnSync('npx', ['vitest', 'run', test, ...only], {
  cwd: root,
  stdio: 'inherit',
  env: { ORM_RANDOM_RUNS: '300', ...process.env, ORM_RANDOM_REPORT: report },
});
const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
if (status === 0 && engines.length === 0) {
  record(
    'Random schemas read back',
    [
      '`node bench/reverse-random.mjs`: valid random schemas, each inserted, compared with its schema (no difference), read',
      'back, built from what was read into an empty database and read again: the same XML to the byte, and catalogs that',
      'differ in nothing but what was reported, by a reader that shares no code with ours.',
      '',
      ...lines.map((line) => `- ${line}`),
    ].join('\n'),
  );
} else process.stdout.write(`${lines.join('\n')}\n`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
