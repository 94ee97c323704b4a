#!/usr/bin/env node
// Random query chains against an oracle of plain arrays (packages/runtime-php/tests/Query/Model), through classes that the real
// `orm` has generated: find(), count(), exists(), findOne(), paginate(), iterate(), select(), toSql(), update() and delete() of
// each chain have to agree on the same rows.
//   node bench/query-chains.mjs [--engine sqlite,pgsql15] [--chains 20000] [--minutes N] [--seed N] [--workers 2] [--record]
// Without --engine it takes SQLite and every server that runs (node scripts/engines.mjs start). Chain n of seed s is the first
// one of seed s + n: what a difference prints can be repeated with its seed and --chains 1 --workers 1. --minutes ends a run on
// each engine early, and tells the seed with which it goes on. --all goes on after a difference and counts them by kind.
// --runtime FOLDER takes the runtime's classes from another folder, say `src` of an older commit. --faults puts faults that there
// once were into copies of the runtime, one at a time, and fails if one of them does not show.
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missingEngine, suiteEngines } from '../scripts/php/project.mjs';
import { inWorkers, listed, sum, totals } from './model-workers.mjs';
import { faults, withFault } from './queries/faults.mjs';
import { record } from './results.mjs';

const worker = fileURLToPath(new URL('queries/chains.php', import.meta.url));
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    chains: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    workers: { type: 'string', default: '2' },
    all: { type: 'boolean', default: false },
    runtime: { type: 'string' },
    faults: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const chains = Number(options.chains);
const engines = options.engine?.split(',') ?? suiteEngines.filter((engine) => !missingEngine(engine));
const limits = [String(Number(options.minutes) * 60), options.all ? String(chains) : '1'];

async function checkEngine(engine, runtime = options.runtime) {
  const differences = [];
  const checked = await inWorkers(engine, {
    count: chains,
    seed,
    workers: Number(options.workers),
    argsOf: (count, first) => [worker, String(count), String(first), ...limits, ...(runtime ? [resolve(runtime)] : [])],
    onLine: ({ difference }) => difference && differences.push(difference),
  });
  return { ...checked, differences };
}

/** The first difference of each kind in full, and how often there was one. */
function tellDifferences(differences) {
  const kinds = new Map();
  for (const { kind, seed: at, text } of differences) {
    if (!kinds.has(kind)) kinds.set(kind, { text, seeds: [] });
    kinds.get(kind).seeds.push(at);
  }
  for (const { text } of kinds.values()) console.log(`\n${text}`);
  for (const [kind, { seeds }] of kinds) {
    console.log(`DIFFERENT ${seeds.length} times, ${kind}: seeds ${seeds.slice(0, 12).join(', ')}`);
  }
}

/** Every fault has to show, on the first of the engines. */
async function checkFaults(engine) {
  const right = fileURLToPath(new URL('../packages/runtime-php/src', import.meta.url));
  const missed = [];
  for (const fault of faults) {
    const { results, differences } = await withFault(fault, right, (folder) => checkEngine(engine, folder));
    const done = sum(results, (result) => result.chains);
    if (differences.length === 0) missed.push(fault.name);
    const found = differences.length === 0 ? 'NOT FOUND' : `found, ${differences[0].kind}, seed ${differences[0].seed}`;
    console.log(`${fault.name} (${fault.what}): ${found} (${done} chains on ${engine})`);
  }
  process.exitCode = missed.length > 0 ? 1 : 0;
}

console.log(`seed ${seed}`);
if (options.faults) await checkFaults(engines.includes('sqlite') ? 'sqlite' : engines[0]);
else await checkAll();

async function checkAll() {
  const runs = [];
  for (const engine of engines) {
    const run = await checkEngine(engine);
    runs.push(run);
    tellDifferences(run.differences);
    const done = sum(run.results, (result) => result.chains);
    const rate = (done / run.seconds).toFixed(0);
    const verdict = run.differences.length > 0 ? 'DIFFERENT' : 'no difference';
    console.log(`${engine}: ${done} chains, ${verdict} (${Math.round(run.seconds)} s, ${rate} a second)`);
    if (done < chains && run.differences.length === 0) {
      console.log(`  go on with: ${run.results.map((result) => `--seed ${result.next}`).join(', ')}`);
    }
  }

  const all = runs.flatMap(({ results }) => results);
  const wrong = runs.some(({ differences }) => differences.length > 0);
  const share = (results, read) =>
    `${Math.round(
      (100 * sum(results, read)) /
        Math.max(
          1,
          sum(results, (result) => result.chains),
        ),
    )} %`;
  const report = [
    `\`node bench/query-chains.mjs\`, seed ${seed}: random chains of filters, joins, related queries, groups, orders and limits on`,
    'thirteen tables. Each was run as find(), count(), exists(), findOne(), paginate() over all pages, iterate(), select(), toSql()',
    'through PDO, update() and delete(), and compared with what plain arrays say.',
    '',
    '| engine | chains | differences | that found rows | comparisons | time |',
    '|---|---|---|---|---|---|',
    ...runs.map(({ engine, results, differences, seconds }) => {
      const comparisons = sum(results, ({ compared }) =>
        Object.values(compared).reduce((total, count) => total + count, 0),
      );
      return `| ${engine} | ${sum(results, (result) => result.chains)} | ${differences.length} | ${share(results, (result) => result.finding)} | ${comparisons} | ${Math.round(seconds)} s |`;
    }),
    '',
    `Steps: ${listed(totals(all, ({ steps }) => steps))}.`,
    '',
    `Rightly refused: ${listed(totals(all, ({ refusals }) => refusals))}. Limits left out, because only the database could say`,
    `which rows they leave: ${sum(all, (result) => result.unlimited)}.`,
  ].join('\n');
  console.log(`\n${report}`);
  if (options.record && !wrong) record('Query chains', report);
  process.exitCode = wrong ? 1 : 0;
}
