#!/usr/bin/env node
// Many processes on the same lists, through generated classes, on real engines. At the end every list is 1..n and equal
// to a replay of the journal in commit order (bench/lists/journal.php says why that order is a serial one).
//   node bench/lists-concurrency.mjs [--engine pgsql15,mariadb] [--phase mixed,own] [--operations 200000]
//                                    [--processes 16,64] [--seconds 60] [--timeout 10] [--seed N] [--private] [--record]
// Servers must run: node scripts/engines.mjs start pgsql15 pgsql18 mariadb mysql9 mariadb11; or --private starts one of its
// own for each engine, so that nobody else's work is measured. 64 processes on a machine that does other things as well
// need a longer --timeout than the 10 seconds after which the product gives up by itself. --save FILE keeps the results,
// --merge FILE,FILE makes one report of several that were saved. Phases:
//   harness    bare PDO with the lock passes, without the lock is caught: the harness tells right from wrong
//   mixed      all operations, half of them in callers' transactions, by hand and by transaction(callable)
//   stampede   all processes insert into the same empty list at once
//   own        only transactions of ours: how often they begin again
//   ordinary   20 callers' transactions by hand and 20 own ones a second on 4 lists: how many conflicts
//   refusal    isolation levels at which the promise could not hold
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { urlVariable } from '../scripts/engines/settings.mjs';
import { adapterOf, missingEngine } from '../scripts/php/project.mjs';
import { freshSeed, openDatabase, problemsOf, runProcesses, startProcesses, total, verify } from './lists/run.mjs';
import { startPrivateServer } from './lists/server.mjs';
import { record } from './results.mjs';

const phaseNames = ['harness', 'mixed', 'stampede', 'own', 'ordinary', 'refusal'];
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pgsql15,pgsql18,mariadb,mariadb11,mysql9,sqlite' },
    phase: { type: 'string', default: phaseNames.join() },
    operations: { type: 'string', default: '200000' },
    processes: { type: 'string', default: '16,64' },
    seconds: { type: 'string', default: '60' },
    timeout: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(freshSeed()) },
    private: { type: 'boolean', default: false },
    save: { type: 'string' },
    merge: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const engines = values.engine.split(',');
const phases = values.phase.split(',');
const counts = values.processes.split(',').map(Number);
const unknown = phases.find((name) => !phaseNames.includes(name));
if (unknown) throw new Error(`unknown phase "${unknown}", expected one of ${phaseNames.join(', ')}`);

const isPgsql = (engine) => adapterOf(engine) === 'pgsql';
const isMysql = (engine) => adapterOf(engine) === 'mysql';

/** Parts of all operations that an engine gets: what is slow gets fewer. */
const shares = { pgsql15: 5, pgsql18: 4, mariadb: 4, mariadb11: 3, mysql9: 3, sqlite: 4 };

/** The runs of the mixed load on an engine, with their shares of the engine's operations. */
function mixedRuns(engine) {
  const runs = counts.map((count) => ({ count, name: 'READ COMMITTED', share: 3 }));
  const [few] = counts;
  if (isPgsql(engine)) {
    for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
      runs.push({ count: few, name: `${level}, header table`, isolation: [level], only: ['song'], share: 1 });
    }
  }
  if (isMysql(engine)) runs.push({ count: few, name: 'REPEATABLE READ', isolation: ['REPEATABLE READ'], share: 2 });
  if (engine === 'sqlite') for (const run of runs) run.name = 'WAL';
  return runs;
}

const lines = { mixed: [], stampede: [], own: [], ordinary: [], refusal: [], harness: [] };
const failures = [];
const done = { operations: 0, transactions: 0, objects: 0, looks: 0, minutes: 0 };
const seeds = [];

function tell(line) {
  process.stdout.write(`${line}\n`);
}

function fail(where, what) {
  failures.push(`${where}: ${what.split('\n').slice(0, 12).join('\n')}`);
  tell(`FAILED ${failures.at(-1)}`);
}

/** Numbers below a key, whatever is below them. */
function sumOf(value) {
  if (typeof value === 'number') return value;
  return Object.values(value ?? {}).reduce((sum, each) => sum + sumOf(each), 0);
}

const percent = (part, whole) => `${whole === 0 ? '0' : ((100 * part) / whole).toFixed(2)}%`;

/** Runs processes with one that only looks, replays the journal, and reports everything that is wrong. */
async function runLoad(where, engine, { only, rows, ...settings }) {
  const database = await openDatabase(engine, { only, rows });
  try {
    if (settings.lists)
      for (const [name, lists] of Object.entries(settings.lists)) database.settings.tables[name].lists = lists;
    const begun = performance.now();
    const observer = startProcesses(database, { script: 'observe.php', count: 1, first: 9999 });
    const seed = Number(values.seed);
    const results = await runProcesses(database, {
      script: 'worker.php',
      seed,
      modes: { own: 2, hand: 1, callable: 1 },
      timeout: Number(values.timeout),
      ...settings,
    });
    const seconds = (performance.now() - begun) / 1000;
    writeFileSync(join(database.folder, 'stop'), '');
    const seen = await observer[0].result;
    rmSync(join(database.folder, 'stop'));
    const counted = total(results);
    for (const text of [...Object.keys(counted.unexpected ?? {}), ...Object.keys(seen.unexpected ?? {})].slice(0, 3))
      fail(where, text);
    if (seen.wrong > 0) fail(where, `${seen.wrong} of ${seen.looks} looks saw a wrong list`);
    for (const result of results) if (result.ended) fail(where, `process ${result.process} ended with ${result.ended}`);
    const replayed = await verify(database);
    for (const problem of problemsOf(replayed)) fail(where, problem);
    const unheard = replayed.transactions - replayed.acknowledged;
    if (unheard !== 0) fail(where, `${unheard} transactions were committed, but their callers were told otherwise`);
    done.operations += replayed.operations;
    done.transactions += replayed.transactions;
    done.objects += replayed.objects;
    done.looks += seen.looks ?? 0;
    return { counted, replayed, seconds };
  } finally {
    await database.remove();
  }
}

/** Conflicts that reached callers, without those that tell a caller that its order is out of date. */
function conflictsOf(counted, mode) {
  const kinds = {};
  for (const [text, count] of Object.entries(counted.conflicts?.[mode] ?? {})) {
    const isStale = text.includes('reordered');
    const name = isStale ? 'stale order' : text.slice(0, text.indexOf(':'));
    if (!isStale && mode !== 'hand') tell(`${mode}: ${text} (${count})`);
    kinds[name] = (kinds[name] ?? 0) + count;
  }
  const { 'stale order': stale = 0, ...real } = kinds;
  return { real, stale, count: sumOf(real) };
}

const named = (kinds) =>
  Object.entries(kinds)
    .map(([name, count]) => `${count} ${name.replace('Exception', '')}`)
    .join(', ') || '0';

async function mixed(engine) {
  const all = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const mine =
    (Number(values.operations) * shares[engine]) /
    (engines.length === 6 ? all : engines.reduce((sum, name) => sum + shares[name], 0));
  const runs = mixedRuns(engine);
  const parts = runs.reduce((sum, { share }) => sum + share, 0);
  for (const { count, name, share, isolation, only } of runs) {
    const where = `mixed, ${engine}, ${count} processes, ${name}`;
    const operations = Math.ceil((mine * share) / parts / count);
    const { counted, replayed, seconds } = await runLoad(where, engine, { count, operations, isolation, only });
    const [own, hand, callable] = ['own', 'hand', 'callable'].map((mode) => conflictsOf(counted, mode));
    if (own.count > 0) fail(where, `conflicts reached own operations: ${named(own.real)}`);
    if (callable.count > 0 && !isolation) fail(where, `transaction(callable) failed: ${named(callable.real)}`);
    const tried = (counted.transactions.hand ?? 0) + hand.count;
    lines.mixed.push(
      `| ${engine} | ${count} | ${name} | ${replayed.operations} | ${Math.round(replayed.operations / seconds)} | ${counted.retries} | ` +
        `${named(own.real)} | ${named(callable.real)} | ${named(hand.real)} (${percent(hand.count, tried)}) |`,
    );
    tell(lines.mixed.at(-1));
  }
}

async function stampede(engine) {
  for (const count of counts) {
    const where = `stampede, ${engine}, ${count} processes`;
    const full = Number(values.operations) >= 100_000;
    const rounds = full ? 40 : 6;
    const lists = Array.from({ length: rounds }, (_, index) => 5_000_000 + index);
    const interval = count > 32 ? 0.6 : 0.25;
    const { counted, replayed } = await runLoad(where, engine, { count, stampede: lists, interval, only: ['card'] });
    const [own, hand, callable] = ['own', 'hand', 'callable'].map((mode) => conflictsOf(counted, mode));
    if (own.count + callable.count > 0) fail(where, `conflicts: ${named({ ...own.real, ...callable.real })}`);
    lines.stampede.push(
      `| ${engine} | ${count} | ${rounds} | ${replayed.operations} | ${counted.retries} | ${named(hand.real)} |`,
    );
    tell(lines.stampede.at(-1));
  }
}

/**
 * List operations in our own transactions only: retries are 0, on InnoDB at most one in a hundred. With UNIQUE, InnoDB also
 * locks what stands beside a list's ranks in the index while it looks for duplicates: shown, without a bar.
 */
async function own(engine) {
  const makes = { index: ['card', 'song', 'page'], unique: ['slot'] };
  for (const [make, only] of Object.entries(makes)) {
    for (const count of counts) {
      const where = `own, ${engine}, ${count} processes, ${make}`;
      const operations = Math.ceil(Number(values.operations) / 80 / count / counts.length);
      const { counted, replayed } = await runLoad(where, engine, { count, operations, modes: { own: 1 }, only });
      const conflicts = conflictsOf(counted, 'own');
      const operated = replayed.operations;
      if (conflicts.count > 0) fail(where, `conflicts reached own operations: ${named(conflicts.real)}`);
      const allowed = isMysql(engine) ? (make === 'index' ? operated * 0.01 : Number.POSITIVE_INFINITY) : 0;
      if (counted.retries > allowed) {
        fail(
          where,
          `${counted.retries} retries for ${operated} operations, at most ${Math.floor(allowed)} are allowed`,
        );
      }
      lines.own.push(
        `| ${engine} | ${make} | ${count} | ${operated} | ${counted.retries} (${percent(counted.retries, operated)}) | ${named(conflicts.real)} |`,
      );
      tell(lines.own.at(-1));
    }
  }
}

/**
 * What people do: 20 transactions a second by hand, and 20 operations beside them, on 4 lists. An endpoint moves
 * something and edits a row: of these at most one in a hundred may meet a conflict. Transactions of several operations,
 * which take lists in any order, are shown beside it.
 */
async function ordinary(engine) {
  for (const people of [true, false]) {
    const what = people ? 'an operation and an edit' : '1 to 3 operations';
    const where = `ordinary, ${engine}, ${what}`;
    const count = 20;
    const settings = { count, people, rate: 40 / count, duration: Number(values.seconds), modes: { own: 1, hand: 1 } };
    const lists = { card: [[1], [2], [3], [100_000]] };
    const { counted } = await runLoad(where, engine, { ...settings, only: ['card'], lists });
    const [mine, hand] = ['own', 'hand'].map((mode) => conflictsOf(counted, mode));
    const tried = (counted.transactions.hand ?? 0) + hand.count;
    if (mine.count > 0) fail(where, `conflicts reached own operations: ${named(mine.real)}`);
    if (people && hand.count > Math.max(1, tried * 0.01)) {
      fail(where, `${named(hand.real)} in ${tried} transactions by hand, more than 1%`);
    }
    const mean = Math.round((counted['milliseconds hand'] ?? 0) / Math.max(1, tried));
    lines.ordinary.push(
      `| ${engine} | ${what} | ${tried} | ${counted.transactions.own ?? 0} | ${named(hand.real)} (${percent(hand.count, tried)}) | ` +
        `${counted.retries} | ${mean}, ${counted['longest hand']} | ${loadavg()[0].toFixed(0)} |`,
    );
    tell(lines.ordinary.at(-1));
  }
}

/** Levels that are not supported are refused, others work. */
async function refusal(engine) {
  const database = await openDatabase(engine, { rows: 5 });
  try {
    const [result] = await runProcesses(database, { script: 'refusal.php', count: 1, seed: 1 });
    for (const text of Object.keys(result.unexpected ?? {})) fail(`refusal, ${engine}`, text);
    for (const problem of problemsOf(await verify(database))) fail(`refusal, ${engine}`, problem);
    lines.refusal.push(
      `| ${engine} | ${(result.refused ?? []).join('; ') || 'none'} | ${(result.worked ?? []).join('; ')} |`,
    );
    tell(lines.refusal.at(-1));
  } finally {
    await database.remove();
  }
}

/** The same journal and replay on hand-written PDO: right with the lock, and seen to be wrong without. */
async function harness(engine) {
  for (const variant of engine === 'sqlite' ? ['right'] : ['right', 'unlocked']) {
    const database = await openDatabase(engine, { bare: true, only: ['card'] });
    try {
      const operations = variant === 'right' ? 40 : 15; // deadlocks without the lock take long
      const seed = Number(values.seed);
      const results = await runProcesses(database, { script: 'bare-worker.php', count: 16, seed, operations, variant });
      for (const text of Object.keys(total(results).unexpected ?? {}).slice(0, 3)) fail(`harness, ${engine}`, text);
      const problems = problemsOf(await verify(database));
      if (variant === 'right') for (const problem of problems) fail(`harness, ${engine}`, problem);
      else if (problems.length === 0) fail(`harness, ${engine}`, 'lists without a lock were not seen to be wrong');
      tell(`harness, ${engine}, ${variant}: ${problems.length === 0 ? 'right' : 'wrong, and seen'}`);
    } finally {
      await database.remove();
    }
  }
}

const steps = { harness, mixed, stampede, own, ordinary, refusal };
async function run() {
  tell(`seed ${values.seed}`);
  seeds.push(values.seed);
  const begun = performance.now();
  for (const engine of engines) {
    const server = values.private && engine !== 'sqlite' ? await startPrivateServer(engine) : undefined;
    if (server) process.env[urlVariable(engine)] = server.url;
    try {
      const missing = missingEngine(engine);
      if (missing) fail(engine, missing);
      else {
        for (const phase of phases) {
          await steps[phase](engine);
          done.minutes = (performance.now() - begun) / 60_000;
          if (values.save) writeFileSync(values.save, JSON.stringify({ lines, failures, done, seeds }));
        }
      }
    } finally {
      await server?.stop();
    }
  }
}

function merge(files) {
  for (const file of files) {
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    for (const name of Object.keys(lines)) lines[name].push(...(saved.lines[name] ?? []));
    failures.push(...saved.failures);
    seeds.push(...saved.seeds);
    for (const name of Object.keys(done)) done[name] += saved.done[name];
  }
}

await (values.merge ? merge(values.merge.split(',')) : run());

const table = (head, rows) => [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows];
const report = [
  `\`node bench/lists-concurrency.mjs\`, seed ${seeds.join(', ')}, ${done.minutes.toFixed(0)} minutes: ${done.operations} committed operations in`,
  `${done.transactions} transactions, replayed in commit order; ${done.objects} objects compared with the replay; ${done.looks} looks at lists`,
  `by a process of its own while the others worked. ${failures.length === 0 ? 'Every list was right, at every look and at the end.' : `**${failures.length} failures.**`}`,
  '',
  'All operations, half of them in transactions of callers; conflicts that reached whoever called, by how the transaction was opened:',
  '',
  ...table(
    [
      'engine',
      'processes',
      "callers' level",
      'operations',
      'a second',
      'retries',
      'own',
      'transaction(callable)',
      'by hand',
    ],
    lines.mixed,
  ),
  '',
  'All processes insert into one empty list at once:',
  '',
  ...table(['engine', 'processes', 'lists', 'rows', 'retries', 'by hand'], lines.stampede),
  '',
  'Transactions of ours only, with plain saves of other columns beside them:',
  '',
  ...table(['engine', 'lists', 'processes', 'operations', 'retries', 'conflicts'], lines.own),
  '',
  'Ordinary load: 20 transactions by hand and 20 own operations a second on 4 lists:',
  '',
  ...table(
    [
      'engine',
      'a transaction by hand',
      'by hand',
      'own',
      'conflicts by hand',
      'retries',
      'mean, longest ms',
      'load of the machine',
    ],
    lines.ordinary,
  ),
  '',
  ...table(['engine', 'refused', 'works'], lines.refusal),
].join('\n');
tell(`\n${report}`);
if (failures.length > 0) tell(`\n${failures.length} failures, as shown above`);
if (values.record) record('Lists under many processes', report);
process.exitCode = failures.length === 0 ? 0 : 1;
