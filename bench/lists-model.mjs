#!/usr/bin/env node
// Random sequences of list operations against an oracle of plain arrays (packages/runtime-php/tests/Sortable/Model), through
// classes that the real `orm` has generated:
//   node bench/lists-model.mjs [--engine sqlite,pgsql15] [--sequences N] [--seed N] [--workers 2] [--table double] [--record]
// Without --sequences 100,000 on SQLite and 2,000 on each server that runs (node scripts/engines.mjs start). --mask "" plays
// also what ModelCheck::KNOWN keeps clear of. Sequence n of seed s is the first one of seed s + n: what a failure prints can
// be repeated with its seed and --sequences 1 --workers 1.
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missingEngine, suiteEngines } from '../scripts/php/project.mjs';
import { inWorkers, listed, sum, totals } from './model-workers.mjs';
import { record } from './results.mjs';

const worker = fileURLToPath(new URL('lists/model.php', import.meta.url));
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    sequences: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    workers: { type: 'string', default: '2' },
    table: { type: 'string', default: '' },
    mask: { type: 'string', default: 'known' },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const workers = Number(options.workers);
const engines = options.engine?.split(',') ?? [...suiteEngines, 'mariadb11'].filter((engine) => !missingEngine(engine));

async function checkEngine(engine) {
  return inWorkers(engine, {
    count: Number(options.sequences ?? (engine === 'sqlite' ? 100_000 : 2000)),
    seed,
    workers,
    argsOf: (count, first) => [worker, String(count), String(first), options.mask, options.table],
  });
}

console.log(`seed ${seed}`);
const runs = [];
for (const engine of engines) {
  const checked = await checkEngine(engine);
  runs.push(checked);
  const failures = checked.results.filter(({ failure }) => failure);
  for (const { failure } of failures) console.log(`${engine} FAILED: ${failure}`);
  const { results } = checked;
  console.log(
    `${engine}: ${sum(results, (r) => r.sequences)} sequences, ${sum(results, (r) => r.steps)} steps, ${failures.length ? 'WRONG' : 'right'} (${Math.round(checked.seconds)} s)`,
  );
}

const all = runs.flatMap(({ results }) => results);
const wrong = all.some(({ failure }) => failure);
const mean = (results) => (sum(results, (r) => r.steps) / sum(results, (r) => r.sequences)).toFixed(1);
const rows = runs.map(
  ({ engine, results, seconds }) =>
    `| ${engine} | ${sum(results, (r) => r.sequences)} | ${sum(results, (r) => r.steps)} | ${mean(results)} | ${Math.round(seconds)} s |`,
);
const report = [
  `\`node bench/lists-model.mjs\`, seed ${seed}: random sequences of list operations on ten tables (without a scope, with one`,
  'and with two scope columns, NULL scopes, UNIQUE, header table, keys of two columns, rank NOT NULL, scope in the key), with',
  'objects read at any earlier time, in and outside the instance pool, a second connection, nested transactions by hand and',
  'by `transaction()`, committed and rolled back. After every step the whole table and every object in use were what plain',
  'arrays said.',
  '',
  '| engine | sequences | steps | mean length | time |',
  '|---|---|---|---|---|',
  ...rows,
  '',
  `Steps: ${listed(totals(all, ({ counts }) => counts))}.`,
  '',
  `Rightly refused: ${listed(totals(all, ({ refusals }) => refusals))}.`,
  '',
  `Of ${sum(all, (r) => r.objects)} objects ${sum(all, (r) => r.tainted)} were in a state at the end that nobody promises (two`,
  'deferred calls undone by one rollback, a key that was set in vain), and were not looked at from then on.',
].join('\n');
console.log(`\n${report}`);
// SQLite and the servers are rarely run together: each has a section.
const heading = engines.includes('sqlite') ? 'Model check of lists' : 'Model check of lists on servers';
if (options.record && !wrong) record(heading, report);
process.exitCode = wrong ? 1 : 0;
