// A random test of the suite at full size: runs it by vitest with a number of cases, and puts what it reports into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { record, recordedLines } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * `test`: one file or several. Words of the command line name engines, and `--minutes` limits the run on each. Returns what the process ends
 * with. A whole run over all engines replaces what was recorded; any other adds its lines, so that many short runs, each with a seed of its
 * own, make a long one.
 */
export function runAtFullSize({ test, runs, title, text }) {
  const { values, positionals: engines } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  });
  const environment = values.minutes === undefined ? {} : { ORM_RANDOM_MINUTES: values.minutes };
  const folder = mkdtempSync(join(tmpdir(), 'orm-random-'));
  const report = join(folder, 'report.txt');
  const only = engines.length > 0 ? ['-t', engines.join('|')] : [];
  const { status } = spawnSync('npx', ['vitest', 'run', ...[test].flat(), ...only], {
    cwd: root,
    stdio: 'inherit',
    env: { ORM_RANDOM_RUNS: String(runs), ...process.env, ...environment, ORM_RANDOM_REPORT: report },
  });
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  if (status === 0) {
    const isWhole = engines.length === 0 && values.minutes === undefined;
    const all = [...(isWhole ? [] : recordedLines(title)), ...lines].toSorted();
    record(title, [...text, '', ...all.map((line) => `- ${line}`)].join('\n'));
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  return status ?? 1;
}
