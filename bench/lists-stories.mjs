#!/usr/bin/env node
// The stories of the model check of lists (lists-model.mjs), exported as data with what the oracle expects after each step, and
// played in Node through generated classes of TypeScript:
//   node bench/lists-stories.mjs [--engine sqlite,pgsql15] [--stories N] [--minutes N] [--seed N] [--record]
// Without --stories 20,000 on SQLite and 2,000 on each server that runs. Story n of seed s is the first one of seed s + n: a run that
// --minutes has ended goes on with the seed that it prints, and a failure is repeated with its seed and --stories 1.

import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { buildProject, missingEngine, suiteEngines } from '../scripts/php/project.mjs';
import { buildClasses } from './lists/node/classes.mjs';
import { record } from './results.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    stories: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const engines = options.engine?.split(',') ?? [...suiteEngines, 'mariadb11'].filter((engine) => !missingEngine(engine));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SCHEMAS = here('../packages/runtime-php/tests/project');
const BATCH = 500;

/** Stories as lines of JSON. */
const stories = (count, first) =>
  execFileSync('php', [here('lists/stories.php'), String(count), String(first)], { encoding: 'utf8', maxBuffer: 1e9 });

const shapes = JSON.parse(execFileSync('php', [here('lists/shapes.php')], { encoding: 'utf8' }));

async function prepared(engine) {
  const { folder, remove } = await buildProject(engine);
  const { connections } = JSON.parse(readFileSync(join(folder, 'orm.json'), 'utf8')).orm.database;
  const connection = connections.lists_model;
  const target = join(folder, 'typescript');
  const modules = await buildClasses(target, join(SCHEMAS, 'lists-model-schema.xml'), connection, 'lists_model');
  const source = readFileSync(here('../packages/generator/test/conformance/typescript/side.ts'), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const side = join(target, 'side.js');
  writeFileSync(side, ts.transpileModule(source, { compilerOptions }).outputText);
  const settings = join(folder, 'stories.json');
  writeFileSync(settings, JSON.stringify({ modules, side, connection, shapes }));
  return { settings, remove };
}

/** Plays some stories in a process of their own. */
function play(settings, lines) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [here('lists/node/stories.mjs'), settings], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => {
      const last = output.trimEnd().split('\n').at(-1);
      if (last?.startsWith('{')) resolve(JSON.parse(last));
      else reject(new Error(`a player ended with ${code}`));
    });
    child.stdin.end(lines);
  });
}

async function checkEngine(engine, deadline) {
  const missing = missingEngine(engine);
  if (missing) throw new Error(missing);
  const count = Number(options.stories ?? (engine === 'sqlite' ? 20_000 : 2000));
  const begun = performance.now();
  const { settings, remove } = await prepared(engine);
  const sum = { engine, stories: 0, steps: 0, refused: 0, cut: {}, failures: 0, failure: undefined, seconds: 0 };
  try {
    while (sum.stories < count && sum.failure === undefined && Date.now() < deadline) {
      const played = await play(settings, stories(Math.min(BATCH, count - sum.stories), seed + sum.stories));
      for (const name of ['stories', 'steps', 'refused', 'failures']) sum[name] += played[name];
      for (const [name, times] of Object.entries(played.cut)) sum.cut[name] = (sum.cut[name] ?? 0) + times;
      sum.failure = played.failure;
    }
  } finally {
    await remove();
  }
  sum.seconds = Math.round((performance.now() - begun) / 1000);
  const isDone = sum.stories >= count;
  if (sum.failure !== undefined) console.log(`${engine}: ${sum.failures} FAILED, such as ${sum.failure}`);
  console.log(
    `${engine}: ${sum.stories} stories, ${sum.steps} steps, ${sum.failure ? 'WRONG' : 'right'} (${sum.seconds} s)`,
  );
  if (!isDone && !sum.failure)
    console.log(`  goes on with --seed ${seed + sum.stories} --stories ${count - sum.stories}`);
  return sum;
}

console.log(`seed ${seed}`);
const deadline = Date.now() + Number(options.minutes) * 60_000;
const runs = [];
for (const engine of engines) runs.push(await checkEngine(engine, deadline));
const cuts = (cut) => Object.entries(cut).sort(([, a], [, b]) => b - a);
const ended = ({ cut }) => cuts(cut).reduce((sum, [, times]) => sum + times, 0);
const report = [
  `\`node bench/lists-stories.mjs\`, seed ${seed}: stories of the model check, exported as data, played in Node through generated classes.`,
  'After every step the whole table, the answers and the objects that the step used were what the oracle says. A story ends early where',
  'the oracle allows two outcomes and TypeScript has the other one.',
  '',
  '| engine | stories | steps | refused | ended early | time |',
  '|---|---|---|---|---|---|',
  ...runs.map(
    (run) => `| ${run.engine} | ${run.stories} | ${run.steps} | ${run.refused} | ${ended(run)} | ${run.seconds} s |`,
  ),
].join('\n');
console.log(`\n${report}`);
for (const { engine, cut } of runs)
  console.log(
    `${engine}, ended early: ${cuts(cut)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')}`,
  );
const isWrong = runs.some(({ failure }) => failure !== undefined);
if (options.record && !isWrong) record('Stories of lists in TypeScript', report);
process.exitCode = isWrong ? 1 : 0;
