#!/usr/bin/env node
// How long `orm --version` and `orm --help` take beside `node -e 0`, by hyperfine, in many short turns one after the other:
// what else the machine does hits all of them alike. `--record` puts the result into RESULTS.md; the exit code is 1 above the bar.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { record } from './results.mjs';

const BAR = 2.5;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '5' },
    node: { type: 'string', default: process.execPath },
    record: { type: 'boolean', default: false },
  },
});
const orm = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));
const commands = [
  ['node -e 0', `${values.node} -e 0`],
  ['orm --version', `${values.node} ${orm} --version`],
  ['orm --help', `${values.node} ${orm} --help`],
];

const folder = mkdtempSync(join(tmpdir(), 'orm-start-up-'));
const times = new Map(commands.map(([name]) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  const out = join(folder, `${round}.json`);
  const lines = commands.flatMap(([name, line]) => ['--command-name', name, line]);
  const warm = round === 0 ? '3' : '0';
  execFileSync('hyperfine', ['-N', '--warmup', warm, '--runs', values.runs, '--export-json', out, ...lines], {
    stdio: 'ignore',
  });
  for (const { command, times: own } of JSON.parse(readFileSync(out, 'utf8')).results) times.get(command).push(...own);
}
rmSync(folder, { recursive: true });

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const base = times.get('node -e 0');
const rows = commands.map(([name]) => {
  const own = times.get(name);
  return {
    name,
    median: median(own) * 1000,
    least: Math.min(...own) * 1000,
    medianRatio: median(own) / median(base),
    leastRatio: Math.min(...own) / Math.min(...base),
  };
});
const version = execFileSync(values.node, ['--version'], { encoding: 'utf8' }).trim();
const table = [
  '| what | median ms | least ms | median ratio | least ratio |',
  '|---|---|---|---|---|',
  ...rows.map(
    ({ name, median: middle, least, medianRatio, leastRatio }) =>
      `| ${name} | ${middle.toFixed(0)} | ${least.toFixed(0)} | ${medianRatio.toFixed(2)} | ${leastRatio.toFixed(2)} |`,
  ),
].join('\n');
const body = `\`node bench/start-up.mjs\`: ${base.length} runs of each by hyperfine, in ${values.rounds} turns, Node ${version}. Bar: at most ${BAR} times \`node -e 0\`.

${table}`;
console.log(body);
if (values.record) record(`Start-up, Node ${version.split('.')[0].slice(1)}`, body);
process.exitCode = rows.every(({ medianRatio, leastRatio }) => Math.max(medianRatio, leastRatio) <= BAR) ? 0 : 1;
