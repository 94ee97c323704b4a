#!/usr/bin/env node
// PHP and Node on the same lists at once, through the generated classes of both languages, on real engines: 8 PHP processes, and 2
// Node processes of 4 connections each. All operations are mixed, half of them in callers' transactions. At every look the ranks
// are 1..n; at the end the lists are equal to a replay of the journal in commit order (bench/lists/journal.php says why that order
// is a serial one), nothing is lost that a client was told of, and no lock is left.
//   node bench/lists-both.mjs [--engine pgsql15,mariadb] [--operations 50000] [--kills 50] [--minutes 20] [--timeout 10] [--seed N]
//                             [--record]
// Two runs on each engine, each with half of the operations: one in peace, and one in which so many processes of each kind are
// killed, at any moment, and replaced. --minutes is the longest that an engine may take. A machine that does other
// things as well needs a longer --timeout than the 10 seconds after which the product gives up by itself. --save FILE keeps the
// results, --merge FILE,FILE makes one report of several that were saved. Servers must run:
//   node scripts/engines.mjs start pgsql15 pgsql18 mariadb mariadb11 mysql9
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adapterOf, missingEngine } from '../scripts/php/project.mjs';
import { freshSeed, openDatabase, problemsOf, runProcesses, startProcesses, total, verify } from './lists/run.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pgsql15,pgsql18,mariadb,mariadb11,mysql9,sqlite' },
    operations: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '20' },
    php: { type: 'string', default: '8' },
    node: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(freshSeed()) },
    save: { type: 'string' },
    merge: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

/** Milliseconds after which a lock that is free must have been got. */
const AT_ONCE = 1500;

/** Milliseconds in which a process has to end what it is doing. */
const TO_END = 120_000;

/** Loops of Node processes have numbers from here on, as ./lists/node/worker.mjs makes them. */
const NODES = 200;
const FIRST_LOOP = NODES * 100;

/** More loops than connections, so that some wait for one. */
const LOOPS = 6;

const failures = [];
const lines = [];
const done = { operations: 0, acknowledged: 0, objects: 0, looks: 0, kills: 0 };

function tell(line) {
  process.stdout.write(`${line}\n`);
}

function fail(where, what) {
  failures.push(`${where}: ${what.split('\n').slice(0, 16).join('\n')}`);
  tell(`FAILED ${failures.at(-1)}`);
}

/** What clients were told so far, read on from where the last look ended. */
class Progress {
  operations = { php: 0, node: 0 };
  #folder;
  #read = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  get all() {
    return this.operations.php + this.operations.node;
  }

  look() {
    for (const name of readdirSync(this.#folder)) {
      const process = /^acknowledged-(\d+)\.jsonl$/.exec(name)?.[1];
      if (process === undefined) continue;
      const kind = Number(process) >= FIRST_LOOP ? 'node' : 'php';
      for (const line of this.#newLines(name)) {
        const [, results] = JSON.parse(line);
        this.operations[kind] += results.filter((result) => result?.refused === undefined).length;
      }
    }
    return this;
  }

  /** Whether a process has been told of anything: one that is still coming up is not worth a kill. */
  hasWorked(kind, number) {
    return loopsOf(kind, number).some((each) => (this.#read.get(`acknowledged-${each}.jsonl`) ?? 0) > 0);
  }

  #newLines(name) {
    const from = this.#read.get(name) ?? 0;
    const file = openSync(join(this.#folder, name));
    const chunks = [];
    const chunk = Buffer.alloc(65_536);
    let at = from;
    for (let size = -1; size !== 0; at += Math.max(0, size)) {
      size = readSync(file, chunk, 0, chunk.length, at);
      chunks.push(Buffer.from(chunk.subarray(0, size)));
    }
    closeSync(file);
    const bytes = Buffer.concat(chunks);
    const end = bytes.lastIndexOf(10) + 1;
    this.#read.set(name, from + end);
    return bytes.subarray(0, end).toString().split('\n').slice(0, -1);
  }
}

/** The numbers that a process has in the journal. */
const loopsOf = (kind, number) =>
  kind === 'php' ? [number] : Array.from({ length: LOOPS }, (_, index) => number * 100 + index);

/** Whether a process was in a transaction when it was killed. */
function wasInside({ folder }, kind, number) {
  const files = loopsOf(kind, number)
    .map((each) => join(folder, `state-${each}`))
    .filter((file) => existsSync(file));
  return files.some((file) => readFileSync(file, 'utf8').endsWith('('));
}

/** Processes of both languages, which can be killed and are replaced. */
class Crowd {
  results = [];
  killed = { php: 0, node: 0 };
  inside = 0;
  #database;
  #running;
  #kinds;

  /** @param firsts the numbers of the first process of each kind */
  constructor(database, firsts, shared) {
    this.#database = database;
    this.#kinds = {
      php: { script: 'worker.php', count: Number(values.php), next: firsts.php, ...shared },
      node: {
        script: 'node/worker.mjs',
        count: Number(values.node),
        next: firsts.node,
        loops: LOOPS,
        connections: 4,
        ...shared,
      },
    };
    this.#running = { php: this.#start('php'), node: this.#start('node') };
  }

  #start(kind, count = this.#kinds[kind].count) {
    const { next, ...settings } = this.#kinds[kind];
    this.#kinds[kind].next += count;
    return startProcesses(this.#database, { ...settings, count, first: next });
  }

  /** Kills one that is at work; false when none is yet. */
  async kill(kind, progress) {
    const running = this.#running[kind];
    const working = running.filter(({ number }) => progress.hasWorked(kind, number));
    if (working.length === 0) return false;
    const victim = working[Math.floor(Math.random() * working.length)];
    running.splice(running.indexOf(victim), 1);
    victim.child.kill('SIGKILL');
    const result = await victim.result;
    // One that ended by itself has failed.
    if (result.ended !== 'SIGKILL') this.results.push(result);
    this.killed[kind]++;
    if (wasInside(this.#database, kind, victim.number)) this.inside++;
    running.push(...this.#start(kind, 1));
    return true;
  }

  async end() {
    writeFileSync(join(this.#database.folder, 'stop'), '');
    const all = [...this.#running.php, ...this.#running.node];
    const late = setTimeout(() => {
      for (const { child } of all) child.kill('SIGKILL');
    }, TO_END);
    this.results.push(...(await Promise.all(all.map(({ result }) => result))));
    clearTimeout(late);
    return this.results;
  }
}

/** Lets everybody work until enough is done, and kills by the way. */
async function work(progress, crowd, { operations, kills, deadline }) {
  const victims = Array.from({ length: 2 * kills }, (_, index) => (index % 2 === 0 ? 'php' : 'node'));
  const pause = operations / (victims.length + 1);
  const end = progress.all + operations;
  let next = progress.all + pause;
  while (Date.now() < deadline && (progress.look().all < end || victims.length > 0)) {
    if (victims.length > 0 && progress.all >= next) {
      await sleep(Math.random() * 100);
      if (!(await crowd.kill(victims[0], progress))) continue;
      victims.shift();
      next = progress.all + pause;
    } else await sleep(50);
  }
}

/** Conflicts that reached callers, without those that tell a caller that its order is out of date. */
function conflictsOf(counted, mode) {
  const all = Object.entries(counted.conflicts?.[mode] ?? {});
  return all.filter(([text]) => !text.includes('reordered'));
}

const sum = (entries) => entries.reduce((all, [, count]) => all + count, 0);

async function check(where, database, crowd, isCalm) {
  const counted = total(crowd.results);
  for (const text of Object.keys(counted.unexpected ?? {}).slice(0, 3)) fail(where, text);
  for (const { process: number, ended } of crowd.results)
    if (ended) fail(where, `process ${number} ended with ${ended}`);
  for (const text of Object.keys(counted.errors ?? {})) fail(where, `nothing was to be lost: ${text}`);
  for (const mode of ['own', 'callable'])
    for (const [text, count] of conflictsOf(counted, mode)) fail(where, `${mode}: ${text} (${count})`);
  const [free] = await runProcesses(database, { script: 'free.php', count: 1, first: 8000, seed });
  if (free.unexpected) fail(where, Object.keys(free.unexpected)[0]);
  else if (free.advisory > 0 || free['longest lock'] > AT_ONCE) {
    fail(where, `a lock was left: ${free.advisory} advisory locks, ${free['longest lock']} ms for the slowest list`);
  }
  const replayed = await verify(database);
  for (const problem of problemsOf(replayed)) fail(where, problem);
  const unheard = replayed.transactions - replayed.acknowledged;
  if (isCalm && unheard !== 0)
    fail(where, `${unheard} transactions were committed, but their callers were told otherwise`);
  return { counted, replayed, unheard };
}

/** One run on a database: what came of it since the run before. */
async function runLoad(engine, { database, progress, replayed: before }, { operations, kills, firsts, deadline }) {
  const where = `${engine}, ${kills === 0 ? 'in peace' : 'killed'}`;
  const begun = performance.now();
  const { php: phpBefore, node: nodeBefore } = progress.look().operations;
  const [observer] = startProcesses(database, { script: 'observe.php', count: 1, first: 9999 });
  const isolation = adapterOf(engine) === 'mysql' ? [null, 'READ COMMITTED', 'REPEATABLE READ'] : undefined;
  const modes = { own: 2, hand: 1, callable: 1 };
  const timeout = Number(values.timeout);
  const shared = { seed, modes, timeout, tolerant: kills > 0, trace: kills > 0, isolation };
  const crowd = new Crowd(database, firsts, shared);
  await work(progress, crowd, { operations, kills, deadline });
  await crowd.end();
  const seconds = (performance.now() - begun) / 1000;
  const seen = await observer.result;
  for (const text of Object.keys(seen.unexpected ?? {})) fail(where, text);
  if (seen.wrong > 0) fail(where, `${seen.wrong} of ${seen.looks} looks saw a wrong list`);
  rmSync(join(database.folder, 'stop'));
  const { counted, replayed, unheard } = await check(where, database, crowd, kills === 0);
  const { php, node } = progress.look().operations;
  for (const [kind, count] of Object.entries({ PHP: php - phpBefore, Node: node - nodeBefore }))
    if (count < operations / 100) fail(where, `${kind} did ${count} operations only`);
  const committed = replayed.operations - before.operations;
  if (crowd.killed.php < kills || crowd.killed.node < kills) fail(where, 'the time was up before all were killed');
  if (committed < operations) fail(where, `${committed} operations until the time was up`);
  done.operations += committed;
  done.acknowledged += replayed.acknowledged - before.acknowledged;
  done.objects += replayed.objects - before.objects;
  done.looks += seen.looks ?? 0;
  done.kills += crowd.killed.php + crowd.killed.node;
  const hand = conflictsOf(counted, 'hand');
  const tried = (counted.transactions?.hand ?? 0) + sum(hand);
  const rate = tried === 0 ? 0 : (100 * sum(hand)) / tried;
  const { php: killedPhp, node: killedNode } = crowd.killed;
  const killed = kills === 0 ? '–' : `${killedPhp} PHP, ${killedNode} Node (${crowd.inside} inside a transaction)`;
  lines.push(
    `| ${engine} | ${killed} | ${committed} | ${php - phpBefore} | ${node - nodeBefore} | ${Math.round(committed / seconds)} | ` +
      `${sum(hand)} (${rate.toFixed(1)}%) | ${unheard} | ${seen.looks} | ${loadavg()[0].toFixed(0)} |`,
  );
  tell(lines.at(-1));
  for (const [text, count] of hand) if (!text.startsWith('LockTimeout')) tell(`    by hand: ${text} (${count})`);
  return replayed;
}

async function runEngine(engine) {
  const operations = Math.ceil(Number(values.operations) / 2);
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  const database = await openDatabase(engine, { typescript: true });
  try {
    const progress = new Progress(database.folder);
    const nothing = { operations: 0, acknowledged: 0, objects: 0 };
    const peace = { operations, kills: 0, firsts: { php: 1, node: NODES }, deadline };
    const replayed = await runLoad(engine, { database, progress, replayed: nothing }, peace);
    // The journal goes on, so that nobody may have a number of before.
    const killed = { operations, kills: Number(values.kills), firsts: { php: 1000, node: 2 * NODES }, deadline };
    await runLoad(engine, { database, progress, replayed }, killed);
  } finally {
    await database.remove();
  }
}

async function run() {
  tell(`seed ${values.seed}`);
  for (const engine of values.engine.split(',')) {
    const missing = missingEngine(engine);
    if (missing) fail(engine, missing);
    else await runEngine(engine);
    if (values.save) writeFileSync(values.save, JSON.stringify({ lines, failures, done, seeds: [values.seed] }));
  }
}

const seeds = values.merge ? [] : [values.seed];
if (values.merge) {
  for (const file of values.merge.split(',')) {
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    lines.push(...saved.lines);
    failures.push(...saved.failures);
    seeds.push(...saved.seeds);
    for (const name of Object.keys(done)) done[name] += saved.done[name];
  }
} else await run();

const report = [
  `\`node bench/lists-both.mjs\`, seed ${seeds.join(', ')}: ${values.php} PHP processes and ${values.node} Node processes with 4 connections and ${LOOPS} loops each on the same`,
  `lists, all operations, half of them in callers' transactions. ${done.operations} committed operations, replayed in commit order; ${done.acknowledged} transactions`,
  `of which a client was told; ${done.objects} objects compared with the replay; ${done.looks} looks at lists by a process of its own; ${done.kills} processes killed. ${
    failures.length === 0
      ? 'Every list was right at every look and at the end, everything that a client was told of was there, and every lock was free.'
      : `**${failures.length} failures.**`
  }`,
  '',
  '| engine | killed | operations | PHP | Node | a second | conflicts by hand | committed, not told | looks | load of the machine |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...lines,
].join('\n');
tell(`\n${report}`);
if (failures.length > 0) tell(`\n${failures.length} failures, as shown above`);
if (values.record) record('Lists by PHP and Node at once', report);
process.exitCode = failures.length === 0 ? 0 : 1;
