#!/usr/bin/env node
// Lists while clients, servers and connections die under load: afterwards every list is right, every operation that a
// client was told of is there, and nobody holds a lock.
//   node bench/lists-faults.mjs [--engine pgsql15,sqlite] [--kills 300] [--crashes 5] [--cuts 200] [--seed N] [--record]
// Each server engine is started a second time, on a port and in a folder of its own: only that one is killed.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { engineOf } from '../scripts/engines/engines.mjs';
import { urlVariable } from '../scripts/engines/settings.mjs';
import { freshSeed, openDatabase, problemsOf, runProcesses, startProcesses, total, verify } from './lists/run.mjs';
import { startPrivateServer } from './lists/server.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pgsql15,pgsql18,mariadb,mariadb11,mysql9,sqlite' },
    kills: { type: 'string', default: '300' },
    crashes: { type: 'string', default: '5' },
    cuts: { type: 'string', default: '200' },
    processes: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(freshSeed()) },
    record: { type: 'boolean', default: false },
  },
});
const count = Number(values.processes);
const seed = Number(values.seed);
const failures = [];
const lines = [];
let committed = 0;
let acknowledged = 0;

/** Milliseconds after which a lock that is free must have been got. */
const AT_ONCE = 1500;

function tell(line) {
  process.stdout.write(`${line}\n`);
}

function fail(where, what) {
  failures.push(`${where}: ${what.split('\n').slice(0, 12).join('\n')}`);
  tell(`FAILED ${failures.at(-1)}`);
}

const load = {
  script: 'worker.php',
  seed,
  modes: { own: 2, hand: 1, callable: 1 },
  tolerant: true,
  trace: true,
  seconds: 3600,
};

/** What has to hold after any fault. */
async function check(where, database, results, faults) {
  const counted = total(results);
  for (const text of Object.keys(counted.unexpected ?? {}).slice(0, 3)) fail(where, text);
  const conflicts = counted.conflicts?.own ?? {};
  for (const text of Object.keys(conflicts).filter((each) => each.startsWith('Deadlock')))
    fail(where, `own operation: ${text}`);
  const [free] = await runProcesses(database, { script: 'free.php', count: 1, first: 8000, seed });
  if (free.unexpected) fail(where, Object.keys(free.unexpected)[0]);
  else if (free.advisory > 0 || free['longest lock'] > AT_ONCE) {
    fail(
      where,
      `a lock was left behind: ${free.advisory} advisory locks, ${free['longest lock']} ms for the slowest list`,
    );
  }
  const replayed = await verify(database);
  for (const problem of problemsOf(replayed)) fail(where, problem);
  committed += replayed.operations;
  acknowledged += replayed.acknowledged;
  const unheard = replayed.transactions - replayed.acknowledged;
  lines.push(
    `| ${where} | ${faults} | ${replayed.operations} | ${replayed.acknowledged} | ${unheard} | ${free['longest lock'] ?? '?'} |`,
  );
  tell(lines.at(-1));
}

async function withDatabase(engine, test) {
  const database = await openDatabase(engine);
  try {
    await test(database);
  } finally {
    await database.remove();
  }
}

/** What clients were told so far, in bytes. */
function progress({ folder }) {
  const files = readdirSync(folder).filter((name) => name.startsWith('acknowledged-'));
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Waits until clients have done some more work: on a busy machine that takes a while. */
async function work(database, bytes = 10_000) {
  const before = progress(database);
  for (let tries = 0; tries < 600 && progress(database) < before + bytes; tries++) await sleep(50);
}

/** Lets clients end what they are doing. */
async function stop(database, running) {
  writeFileSync(join(database.folder, 'stop'), '');
  const results = await Promise.all(running.map(({ result }) => result));
  rmSync(join(database.folder, 'stop'));
  return results;
}

/** Clients are killed at any moment, and others take their place. */
async function killClients(engine, kills) {
  const where = `${engine}, clients killed`;
  await withDatabase(engine, async (database) => {
    const running = startProcesses(database, { ...load, count });
    const results = [];
    let next = 1000;
    let inside = 0;
    await work(database);
    for (let killed = 0; killed < kills; killed++) {
      await sleep(Math.random() * 200);
      const [victim] = running.splice(Math.floor(Math.random() * running.length), 1);
      victim.child.kill('SIGKILL');
      const result = await victim.result;
      // One that ended by itself has failed.
      if (result.ended !== 'SIGKILL') results.push(result);
      const state = join(database.folder, `state-${victim.number}`);
      if (existsSync(state) && readFileSync(state, 'utf8').endsWith('(')) inside++;
      const [fresh] = startProcesses(database, { ...load, count: 1, first: next++ });
      running.push(fresh);
    }
    for (const { child } of running) child.kill('SIGKILL');
    for (const { result } of running) await result;
    await check(where, database, results, `${kills + running.length} kills, ${inside} of them inside a transaction`);
  });
}

/** The server is killed under load and started again; clients connect anew. */
async function crashServer(engine, server, crashes) {
  const where = `${engine}, server killed`;
  await withDatabase(engine, async (database) => {
    const running = startProcesses(database, { ...load, count });
    for (let crash = 0; crash < crashes; crash++) {
      await work(database);
      await sleep(Math.random() * 1000);
      await server.kill();
      await sleep(200);
      await server.restart();
    }
    await work(database);
    const results = await stop(database, running);
    const lost = Object.values(total(results).lost ?? {}).reduce((sum, each) => sum + each, 0);
    if (lost === 0) fail(where, 'no client noticed that the server was gone');
    for (const { process: number, ended } of results) if (ended) fail(where, `process ${number} ended with ${ended}`);
    await check(where, database, results, `${crashes} kills, ${lost} errors at clients`);
  });
}

/** Connections are cut on the server while clients work. */
async function cutConnections(engine, cuts) {
  const where = `${engine}, connections cut`;
  await withDatabase(engine, async (database) => {
    const pause = 40;
    const running = startProcesses(database, { ...load, count });
    await work(database);
    const [{ cut, unexpected }] = await runProcesses(database, {
      script: 'cut.php',
      count: 1,
      first: 7000,
      cuts,
      pause,
      seed,
    });
    if (unexpected) fail(where, Object.keys(unexpected)[0]);
    await work(database);
    const results = await stop(database, running);
    for (const { process: number, ended } of results) if (ended) fail(where, `process ${number} ended with ${ended}`);
    const lost = Object.values(total(results).lost ?? {}).reduce((sum, each) => sum + each, 0);
    await check(where, database, results, `${cut} cuts, ${lost} errors at clients`);
  });
}

tell(`seed ${values.seed}`);
const begun = performance.now();
for (const engine of values.engine.split(',')) {
  if (engine === 'sqlite') {
    await killClients(engine, Number(values.kills));
    continue;
  }
  if (!engineOf(engine).isInstalled()) {
    fail(engine, `not installed; run: node scripts/engines.mjs install ${engine}`);
    continue;
  }
  const server = await startPrivateServer(engine);
  process.env[urlVariable(engine)] = server.url;
  try {
    if (Number(values.kills) > 0) await killClients(engine, Number(values.kills));
    if (Number(values.cuts) > 0) await cutConnections(engine, Number(values.cuts));
    if (Number(values.crashes) > 0) await crashServer(engine, server, Number(values.crashes));
  } finally {
    await server.stop();
  }
}

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
const report = [
  `\`node bench/lists-faults.mjs\`, seed ${values.seed}, ${minutes} minutes, ${count} clients at a time: ${committed} committed operations,`,
  `${acknowledged} transactions of which a client was told. ${
    failures.length === 0
      ? 'Afterwards every list was right and equal to the replay of the journal, every acknowledged transaction was there, and every lock was free.'
      : `**${failures.length} failures.**`
  }`,
  '',
  '| where | faults | operations | acknowledged | committed, not told | slowest lock afterwards, ms |',
  '|---|---|---|---|---|---|',
  ...lines,
].join('\n');
tell(`\n${report}`);
if (failures.length > 0) tell(`\n${failures.length} failures, as shown above`);
if (values.record) record('Lists and faults', report);
process.exitCode = failures.length === 0 ? 0 : 1;
