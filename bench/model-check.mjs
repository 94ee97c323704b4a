// What random checks of the runtime against an oracle share: options, runs on engines, faults, and the table of results.
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missingEngine, suiteEngines } from '../scripts/php/project.mjs';
import { withFault } from './faults.mjs';
import { inWorkers, sum } from './model-workers.mjs';
import { record } from './results.mjs';

const worker = fileURLToPath(new URL('model-check.php', import.meta.url));

/** The options of the command line; `--${kind}` is how many are checked. */
function optionsOf(kind) {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string' },
      [kind]: { type: 'string', default: '20000' },
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
      workers: { type: 'string', default: '2' },
      all: { type: 'boolean', default: false },
      runtime: { type: 'string' },
      faults: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    seed: Number(values.seed),
    count: Number(values[kind]),
    engines: values.engine?.split(',') ?? suiteEngines.filter((engine) => !missingEngine(engine)),
  };
}

async function checkEngine(kind, engine, options, runtime = options.runtime) {
  const differences = [];
  const limits = [String(Number(options.minutes) * 60), options.all ? String(options.count) : '1'];
  const checked = await inWorkers(engine, {
    count: options.count,
    seed: options.seed,
    workers: Number(options.workers),
    argsOf: (count, first) => [
      worker,
      kind,
      String(count),
      String(first),
      ...limits,
      ...(runtime ? [resolve(runtime)] : []),
    ],
    onLine: ({ difference }) => difference && differences.push(difference),
  });
  return { ...checked, differences, done: sum(checked.results, (result) => result.checked) };
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
async function checkFaults(kind, faults, options) {
  const engine = options.engines.includes('sqlite') ? 'sqlite' : options.engines[0];
  const right = fileURLToPath(new URL('../packages/runtime-php/src', import.meta.url));
  for (const fault of faults) {
    const { done, differences } = await withFault(fault, right, (folder) => checkEngine(kind, engine, options, folder));
    if (differences.length === 0) process.exitCode = 1;
    const found = differences.length === 0 ? 'NOT FOUND' : `found, ${differences[0].kind}, seed ${differences[0].seed}`;
    console.log(`${fault.name} (${fault.what}): ${found} (${done} ${kind} on ${engine})`);
  }
}

async function checkAll(kind, heading, options, reportOf) {
  const runs = [];
  for (const engine of options.engines) {
    const run = await checkEngine(kind, engine, options);
    runs.push(run);
    tellDifferences(run.differences);
    const rate = (run.done / run.seconds).toFixed(0);
    const verdict = run.differences.length > 0 ? 'DIFFERENT' : 'no difference';
    console.log(`${engine}: ${run.done} ${kind}, ${verdict} (${Math.round(run.seconds)} s, ${rate} a second)`);
    if (run.done < options.count && run.differences.length === 0) {
      console.log(`  go on with: ${run.results.map((result) => `--seed ${result.next}`).join(', ')}`);
    }
  }
  const wrong = runs.some(({ differences }) => differences.length > 0);
  const report = reportOf(runs, options.seed).join('\n');
  console.log(`\n${report}`);
  if (options.record && !wrong) record(heading, report);
  process.exitCode = wrong ? 1 : 0;
}

/**
 * Runs what the command line asks for.
 *
 * @param {'chains' | 'stories'} kind
 * @param {{ heading: string, faults: object[], report: (runs: object[], seed: number) => string[] }} what
 */
export async function modelCheck(kind, { heading, faults, report }) {
  const options = optionsOf(kind);
  console.log(`seed ${options.seed}`);
  if (options.faults) await checkFaults(kind, faults, options);
  else await checkAll(kind, heading, options, report);
}

/** A part of what was checked, in percent. */
export function share(results, read) {
  const all = sum(results, (result) => result.checked);
  return `${Math.round((100 * sum(results, read)) / Math.max(1, all))} %`;
}
