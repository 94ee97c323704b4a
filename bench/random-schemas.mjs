// The tests of random schemas at full size: 10,000 schemas through all five vendors, the XSD against the checker, and
// 200 valid ones executed on each engine that runs (start them with "npm run engines start"). ORM_RANDOM_RUNS changes
// the number, ORM_RANDOM_SEED repeats a run. The result goes into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-random-'));
const report = join(folder, 'report.json');
const tests = ['packages/generator/test/properties', 'packages/generator/test/schema/xsd.test.ts'];
const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { ORM_RANDOM_RUNS: '10000', ...process.env, ORM_RANDOM_REPORT: report },
});

if (status === 0) {
  const { seed, schemas, acceptedSomewhere, refusedEverywhere, valid, codes, seconds } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const engines = existsSync(`${report}.engines`) ? readFileSync(`${report}.engines`, 'utf8').trim().split('\n') : [];
  record(
    'Random schemas',
    [
      `\`node bench/random-schemas.mjs\`, seed ${seed}: ${schemas} random schemas, none of which crashed, gave an error`,
      'without a place, two different outputs, a name that is too long or given twice, or SQL that was refused.',
      '',
      `${acceptedSomewhere} are valid for at least one vendor, ${refusedEverywhere} for none; ${codes.length} different`,
      `diagnostics were met. It took ${seconds} s.`,
      '',
      '| vendor | valid | judged by |',
      '|---|---|---|',
      `| pgsql | ${valid.pgsql} | PostgreSQL's parser |`,
      `| sqlite | ${valid.sqlite} | execution, twice |`,
      `| mysql | ${valid.mysql} | our statement splitter; a part executed, below |`,
      `| mssql | ${valid.mssql} | our statement splitter |`,
      `| oracle | ${valid.oracle} | our statement splitter |`,
      '',
      'Valid ones executed twice on real engines:',
      '',
      ...engines.map((line) => `- ${line}`),
      '',
      `The XSD and the checker agreed on ${schemas} random schemas and on ${schemas} mutated ones.`,
    ].join('\n'),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
