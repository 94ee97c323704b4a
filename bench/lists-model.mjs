#!/usr/bin/env node
// Random sequences of list operations against an oracle of plain arrays (packages/runtime-php/tests/Sortable/Model), through
// classes that the real `orm` has generated:
//   node bench/lists-model.mjs [--engine sqlite,pgsql15] [--sequences N] [--seed N] [--workers 2] [--table double] [--record]
// Without --sequences 100,000 on SQLite and 2,000 on each server that runs (node scripts/engines.mjs start). --mask "" plays
// also what ModelCheck::KNOWN keeps clear of. Sequence n of seed s is the first one of seed s + n: what a failure prints can
// be repeated with its seed and --sequences 1 --workers 1.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { adapterOf, buildProject, missingEngine, suiteEngines } from '../scripts/php/project.mjs';
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

/** The folder of a project: in memory for SQLite, whose database is in it and has nothing to survive. */
async function build(engine) {
  const { TMPDIR } = process.env;
  if (engine === 'sqlite' && existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm';
  try {
    return await buildProject(engine);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** One process with a project and a database of its own. */
async function check(engine, sequences, first, onProgress) {
  const project = await build(engine);
  try {
    const args = ['-d', 'memory_limit=1G', worker, String(sequences), String(first), options.mask, options.table];
    const env = {
      ...process.env,
      ORM_TEST_PROJECT: project.folder,
      ORM_TEST_ENGINE: engine,
      ORM_TEST_ADAPTER: adapterOf(engine),
    };
    return await follow(spawn('php', args, { env, stdio: ['ignore', 'pipe', 'inherit'] }), onProgress);
  } finally {
    await project.remove();
  }
}

/** Reads the lines of a worker; the last one is its result. */
function follow(child, onProgress) {
  return new Promise((resolve, reject) => {
    let text = '';
    let result;
    child.stdout.on('data', (chunk) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop();
      for (const line of lines) {
        if (!line.startsWith('{')) process.stderr.write(`${line}\n`);
        else {
          const told = JSON.parse(line);
          if ('done' in told) onProgress(told.done);
          else result = told;
        }
      }
    });
    child.on('error', reject);
    child.on('close', (code) => (result ? resolve(result) : reject(new Error(`a worker ended with ${code}\n${text}`))));
  });
}

const sum = (results, read) => results.reduce((total, result) => total + read(result), 0);

async function checkEngine(engine) {
  const sequences = Number(options.sequences ?? (engine === 'sqlite' ? 100_000 : 2000));
  const begun = performance.now();
  const done = new Array(workers).fill(0);
  let told = begun;
  const share = Math.ceil(sequences / workers);
  const results = await Promise.all(
    done.map((_, index) =>
      check(engine, Math.min(share, sequences - index * share), seed + index * share, (count) => {
        done[index] = count;
        if (performance.now() - told < 10_000) return;
        told = performance.now();
        const all = done.reduce((total, each) => total + each, 0);
        console.log(`  ${engine}: ${all} of ${sequences} (${Math.round((told - begun) / 1000)} s)`);
      }),
    ),
  );
  return { engine, results, seconds: (performance.now() - begun) / 1000 };
}

function names(results, read) {
  const counts = {};
  for (const result of results) {
    for (const [name, count] of Object.entries(read(result))) counts[name] = (counts[name] ?? 0) + count;
  }
  return Object.entries(counts).sort(([, a], [, b]) => b - a);
}

console.log(`seed ${seed}`);
const runs = [];
for (const engine of engines) {
  const missing = missingEngine(engine);
  if (missing) throw new Error(missing);
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
const list = (entries) => entries.map(([name, count]) => `${name} ${count}`).join(', ');
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
  `Steps: ${list(names(all, ({ counts }) => counts))}.`,
  '',
  `Rightly refused: ${list(names(all, ({ refusals }) => refusals))}.`,
  '',
  `Of ${sum(all, (r) => r.objects)} objects ${sum(all, (r) => r.tainted)} were in a state at the end that nobody promises (two`,
  'deferred calls undone by one rollback, a key that was set in vain), and were not looked at from then on.',
].join('\n');
console.log(`\n${report}`);
// SQLite and the servers are rarely run together: each has a section.
const heading = engines.includes('sqlite') ? 'Model check of lists' : 'Model check of lists on servers';
if (options.record && !wrong) record(heading, report);
process.exitCode = wrong ? 1 : 0;
