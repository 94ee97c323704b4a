// What the runs on lists share: a database or a project of their own, many processes, the replay at the end.

import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adapterOf, buildProject, changeDatabase, connectionOf } from '../../scripts/php/project.mjs';
import { run } from '../../scripts/php/tools.mjs';

const PHP = ['php', '-d', 'display_errors=stderr'];
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The tables of schema.xml. `lists` are adjacent in the order of keys, far apart, and of NULL. */
export const tables = {
  card: { scope: ['board_id'], rank: 'sortable_rank', lists: [[1], [2], [3], [100_000], [2_000_000_000], [null]] },
  leaf: { scope: ['branch'], rank: 'place', lists: [[1], [2], [70_000], [null]] },
  slot: {
    scope: ['shelf', 'side'],
    rank: 'sortable_rank',
    lists: [
      [1, 'left'],
      [1, 'right'],
      [2, 'left'],
      [9_000, null],
    ],
  },
  song: { scope: ['album'], rank: 'sortable_rank', lists: [[1], [2], [50_000], [null]] },
  page: { scope: [], rank: 'sortable_rank', lists: [[]] },
};

/** A seed that is printed, so that a run can be repeated as far as processes can. */
export const freshSeed = () => randomInt(1, 2 ** 31);

/**
 * A database with the tables of the runs: of the schema, or one that is made without the product. `typescript`: with the classes
 * for Node beside those for PHP.
 *
 * @returns {Promise<{ settings: object, folder: string, remove: () => Promise<void> }>}
 */
export async function openDatabase(
  engine,
  { bare = false, rows = 20, only = Object.keys(tables), typescript = false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), `orm-lists-${engine}-`));
  let project;
  let database;
  const remove = async () => {
    await project?.remove();
    if (database && engine !== 'sqlite') await changeDatabase(engine, 'drop', database);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    let connection;
    if (bare) {
      database = `orm_lists_${randomBytes(6).toString('hex')}`;
      if (engine !== 'sqlite') await changeDatabase(engine, 'create', database);
      connection = connectionOf(engine, database, folder);
    } else {
      const settings =
        adapterOf(engine) === 'sqlite' ? { queries: { sync: 'PRAGMA synchronous = NORMAL' } } : undefined;
      project = await buildProject(engine, {
        schemas: here('.'),
        settings,
        classname: 'Bench\\Lists\\JournalConnection',
      });
      const configuration = JSON.parse(readFileSync(join(project.folder, 'orm.json'), 'utf8'));
      connection = configuration.orm.database.connections.lists;
    }
    const chosen = Object.fromEntries(Object.entries(tables).filter(([name]) => only.includes(name)));
    const settings = { ...connection, engine, tables: chosen, rows, create: bare, folder, project: project?.folder };
    if (typescript) {
      // The compiler takes a while to be loaded, and others have no use for it.
      const { buildClasses } = await import('./node/classes.mjs');
      settings.modules = await buildClasses(join(folder, 'typescript'), here('schema.xml'), connection);
    }
    const file = write(folder, 'tables.json', settings);
    await php([here('tables.php'), file]);
    settings.start = JSON.parse(await php([here('verify.php'), file, '--rows']));
    return { settings, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function write(folder, name, content) {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** Runs a script of PHP and returns what it prints. */
export async function php(args) {
  const { code, output } = await run(PHP[0], [...PHP.slice(1), ...args]);
  if (code !== 0) throw new Error(output);
  return output;
}

/**
 * Starts processes, waits for all of them and returns what each has printed.
 *
 * @param {{ settings: object, folder: string }} database
 */
export async function runProcesses(database, { script, count, first = 1, seconds = 3600, ...more }) {
  const workers = startProcesses(database, { script, count, first, seconds, ...more });
  return Promise.all(workers.map(({ result }) => result));
}

/** Starts processes; each is `{ child, result }`. */
export function startProcesses({ settings, folder }, { script, count, first = 1, seconds = 3600, ...more }) {
  const { start, ...rest } = settings;
  // Processes take a while to come up on a busy machine, and should begin together.
  const begin = Date.now() / 1000 + (count === 1 ? 0 : 0.3 + count * 0.02);
  const file = write(folder, `${basename(script)}-${first}.json`, { ...rest, ...more, begin, processes: count });
  mkdirSync(join(folder, 'errors'), { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const [command, ...args] = script.endsWith('.mjs') ? NODE : PHP;
    const child = spawn(command, [...args, here(script), file, String(number)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    return { number, child, result: finished(child, number) };
  });
}

function finished(child, number) {
  const chunks = { out: [], err: [] };
  child.stdout.on('data', (chunk) => chunks.out.push(chunk));
  child.stderr.on('data', (chunk) => chunks.err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const output = Buffer.concat(chunks.out).toString();
      // The driver of PostgreSQL prints the server's last words itself.
      const errors = Buffer.concat(chunks.err)
        .toString()
        .replaceAll(/^(?:FATAL|WARNING|DETAIL|HINT): .*$/gm, '')
        .trim();
      if (signal) resolve({ process: number, ended: signal });
      else if (code === 0 && errors === '') resolve({ process: number, ...JSON.parse(output) });
      else
        resolve({
          process: number,
          ended: `exit code ${code}`,
          unexpected: { [`${errors || output}`.slice(0, 2000)]: 1 },
        });
    });
  });
}

/** Replays the journal and compares it with the tables; what is wrong is kept in a file, unless that is as it should be. */
export async function verify({ settings, folder }, keeps = true) {
  const dump = keeps ? join(tmpdir(), `orm-lists-journal-${settings.engine}-${Date.now()}.json`) : undefined;
  const result = JSON.parse(await php([here('verify.php'), write(folder, 'verify.json', { ...settings, dump })]));
  if (keeps && Object.keys(result.problems).length > 0) process.stdout.write(`the journal is in ${dump}\n`);
  return result;
}

/** Adds up what the processes counted: numbers are summed, objects key by key; `longest…` is the longest. */
export function total(results) {
  const sum = {};
  for (const result of results) add(sum, result);
  delete sum.process;
  return sum;
}

function add(sum, result) {
  for (const [key, value] of Object.entries(result)) {
    if (typeof value === 'number')
      sum[key] = key.startsWith('longest') ? Math.max(sum[key] ?? 0, value) : (sum[key] ?? 0) + value;
    else if (value && typeof value === 'object') {
      sum[key] ??= {};
      add(sum[key], value);
    }
  }
}

/** One line per problem, empty when there is none. */
export function problemsOf({ problems }) {
  return Object.entries(problems).map(
    ([kind, { count, examples }]) => `${kind}: ${count}\n    ${examples.join('\n    ')}`,
  );
}
