// Processes that check random sequences through generated classes, each with a project and a database of its own. Sequence n
// of seed s is the first one of seed s + n, whoever plays it. A worker prints lines of JSON: `done` is progress, the last line
// without it is its result, anything else is for people.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { adapterOf, buildProject, missingEngine } from '../scripts/php/project.mjs';

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

/** One process with a project and a database of its own; `args` are the script and what it is told. */
async function runWorker(engine, args, onProgress, onLine) {
  const project = await build(engine);
  try {
    const env = {
      ...process.env,
      ORM_TEST_PROJECT: project.folder,
      ORM_TEST_ENGINE: engine,
      ORM_TEST_ADAPTER: adapterOf(engine),
    };
    const child = spawn('php', ['-d', 'memory_limit=1G', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    return await follow(child, onProgress, onLine);
  } finally {
    await project.remove();
  }
}

/** Reads the lines of a worker; the last one is its result. */
function follow(child, onProgress, onLine) {
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
          else if (!onLine?.(told)) result = told;
        }
      }
    });
    child.on('error', reject);
    child.on('close', (code) => (result ? resolve(result) : reject(new Error(`a worker ended with ${code}\n${text}`))));
  });
}

/**
 * Shares out `count` sequences from `seed` on among workers and tells how they go on. `argsOf(count, seed)` is the command of a
 * worker; `onLine` gets lines that are neither progress nor result, and returns true for those that it takes.
 *
 * @returns {Promise<{ engine: string, results: object[], seconds: number }>}
 */
export async function inWorkers(engine, { count, seed, workers, argsOf, onLine }) {
  const missing = missingEngine(engine);
  if (missing) throw new Error(missing);
  const begun = performance.now();
  const done = new Array(workers).fill(0);
  let told = begun;
  const share = Math.ceil(count / workers);
  const results = await Promise.all(
    done.map((_, index) => {
      const onProgress = (finished) => {
        done[index] = finished;
        if (performance.now() - told < 10_000) return;
        told = performance.now();
        const all = done.reduce((total, each) => total + each, 0);
        console.log(`  ${engine}: ${all} of ${count} (${Math.round((told - begun) / 1000)} s)`);
      };
      const args = argsOf(Math.max(0, Math.min(share, count - index * share)), seed + index * share);
      return runWorker(engine, args, onProgress, onLine);
    }),
  );
  return { engine, results, seconds: (performance.now() - begun) / 1000 };
}

export const sum = (results, read) => results.reduce((total, result) => total + read(result), 0);

/** The counts of several workers together, the largest first. */
export function totals(results, read) {
  const counts = {};
  for (const result of results) {
    for (const [name, count] of Object.entries(read(result))) counts[name] = (counts[name] ?? 0) + count;
  }
  return Object.entries(counts).sort(([, a], [, b]) => b - a);
}

/** Counts as a text. */
export const listed = (entries) => entries.map(([name, count]) => `${name} ${count}`).join(', ');
