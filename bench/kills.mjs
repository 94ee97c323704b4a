// The test of killed builds at full size: 100 builds killed with SIGKILL. ORM_KILL_RUNS changes the number. Needs
// "npm run build". The result goes into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-kills-'));
const report = join(folder, 'report.json');
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/generator/test/output/kill.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ORM_KILL_RUNS: '100', ...process.env, ORM_KILL_REPORT: report },
});

if (status === 0) {
  const { killed, whileWriting, leftovers } = JSON.parse(readFileSync(report, 'utf8'));
  record(
    'Killed builds',
    [
      `\`node bench/kills.mjs\`: ${killed} builds of 120 databases killed with SIGKILL, ${whileWriting} of them while they`,
      'wrote (some files were new, others still old). Every file was whole, old or new, after each of them;',
      `${leftovers} left a temporary file. The next build removed what was left and finished the work.`,
    ].join('\n'),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
