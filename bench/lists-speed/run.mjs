// What the measurements of lists share: a project, PHP in it, writers that begin together.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildProject } from '../../scripts/php/project.mjs';
import { runtimeFolder } from '../../scripts/php/tools.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export const NAMES = {
  pgsql15: 'PostgreSQL 15',
  pgsql18: 'PostgreSQL 18',
  mariadb: 'MariaDB',
  mysql9: 'MySQL 9',
  sqlite: 'SQLite',
};

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The middle one of the ratios of rounds, each of which has had both at nearly the same time. */
export const ratioOf = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]));

/** How busy the machine is with other things, for the report. */
export const load = () => loadavg()[0].toFixed(1);

/** Runs `work` with the settings of a project of its own on an engine. */
export async function withProject(engine, work) {
  const project = await buildProject(engine, { schemas: here('.') });
  try {
    const { dsn, user, password } = JSON.parse(readFileSync(join(project.folder, 'orm.json'), 'utf8')).orm.database
      .connections.speed;
    return await work({ project: project.folder, runtime: runtimeFolder, dsn: [dsn, user ?? null, password ?? null] });
  } finally {
    await project.remove();
  }
}

/** A script of this folder. Errors of PHP are on its other channel, so that they are never taken for figures. */
function start(script, settings, args) {
  const child = spawn('php', ['-d', 'memory_limit=2G', here(script), JSON.stringify(settings), ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
  });
  ended.catch(() => {});
  const next = async () => {
    const { value, done } = await lines.next();
    if (!done) return value;
    await ended;
    throw new Error(`${script} says nothing`);
  };
  return { next, ended, say: (text) => child.stdin.write(`${text}\n`) };
}

/** What a script of this folder prints. */
export async function php(script, settings, ...args) {
  const { next, ended } = start(script, settings, args);
  const text = await next();
  await ended;
  return JSON.parse(text);
}

/**
 * Writers on one list of 200 rows, all at once, for some seconds.
 *
 * @returns {Promise<{ rate: number, retries: number, failed: number, longest: number, isRight: boolean }>}
 */
export async function writers(settings, side, count, seconds) {
  await php('list.php', settings, 'fill', 200);
  const all = Array.from({ length: count }, (_, index) =>
    start('writer.php', { ...settings, seconds }, [side, 1000 + index]),
  );
  await Promise.all(all.map(({ next }) => next()));
  const begin = Date.now() / 1000 + 0.2;
  for (const { say } of all) say(begin);
  const reports = await Promise.all(all.map(async ({ next }) => JSON.parse(await next())));
  await Promise.all(all.map(({ ended }) => ended));
  const { isRight } = await php('list.php', settings, 'check');
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
  return {
    rate: sum('moves') / seconds,
    retries: sum('retries'),
    failed: sum('failed'),
    longest: Math.max(...reports.map(({ longest }) => longest)),
    isRight,
  };
}
