// The tests of hostile schemas at full size. First 10,000 random schemas whose texts and names would like to be code, built into
// PHP classes for all five vendors, and into TypeScript classes for three (ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED
// repeats a run). Then every hostile value through every attribute of the vocabulary for all five vendors, and mixtures of them
// for --minutes (10) by --seed (1). The results go into RESULTS.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { record } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-hostile-'));

/** Random schemas as classes of a language, and what its own parser says of them. */
function randomSchemas(title, test, told) {
  const report = join(folder, 'report.json');
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', `packages/generator/test/targets/${test}/hostile-schema.test.ts`],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ORM_RANDOM_RUNS: '10000', ...process.env, ORM_HOSTILE_REPORT: report },
    },
  );
  if (status !== 0) return status ?? 1;
  const { seed, schemas, files, built, seconds } = JSON.parse(readFileSync(report, 'utf8'));
  record(
    title,
    [
      `\`node bench/hostile-schemas.mjs\`, seed ${seed}: ${schemas} random schemas with descriptions, names, labels, defaults, keys`,
      `and names of classes that would like to be code. Those that are not refused became ${files} files, ${told}, in which no`,
      `text became code, and none of which lies outside the folder of classes. It took ${seconds} s.`,
      '',
      '| vendor | built |',
      '|---|---|',
      ...Object.entries(built).map(([vendor, count]) => `| ${vendor} | ${count} |`),
    ].join('\n'),
  );
  return 0;
}

const status =
  randomSchemas('Hostile schemas', 'php', 'all of which PHP parses and compiles') ||
  randomSchemas('Hostile schemas in TypeScript', 'typescript', 'all of which TypeScript parses');

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const gateReport = join(folder, 'gate.json');
const gate = spawnSync('npx', ['vitest', 'run', 'packages/generator/test/gate'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ORM_GATE_REPORT: gateReport,
    ORM_GATE_MINUTES: values.minutes,
    ORM_GATE_SEED: values.seed,
  },
});
if (gate.status === 0) {
  const { attributes, values: played, accepted, seconds } = JSON.parse(readFileSync(gateReport, 'utf8'));
  record(
    'The gate',
    [
      `\`node bench/hostile-schemas.mjs --minutes ${values.minutes} --seed ${values.seed}\`: ${played} hostile values through ${attributes}`,
      `attributes of the vocabulary and vendor parameters, for five vendors. ${accepted} were not refused: PHP, by its own tokenizer, has`,
      'the same classes and methods as without them; SQL, by scanners that are not ours (of PostgreSQL itself, of the grammars of',
      `SQL Server and Oracle), the same statements; the page the same tags. It took ${seconds} s.`,
    ].join('\n'),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status || (gate.status ?? 1);
