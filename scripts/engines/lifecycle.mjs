// Start and stop of one engine, whatever its family.

import { chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFiles, withLock } from './folders.mjs';
import { runningState, savedState } from './locate.mjs';
import {
  endProcessesIn,
  interruption,
  isReadable,
  isSameProcess,
  runLogged,
  startServer,
  startTimeOf,
} from './processes.mjs';
import { dataFolders, enginePaths, login, urlVariable } from './settings.mjs';
import { connect, freePorts } from './wire.mjs';

const startTimeout = 120_000;

/**
 * Makes an engine available. Returns its URL, its version and how we came by it: `external` (from the environment),
 * `running` (before us) or `started`.
 */
export async function start(engine) {
  const external = process.env[urlVariable(engine.name)];
  if (external) return { how: 'external', url: external, version: await reach(external, engine.name) };
  return withLock(engine.name, async () => {
    interruption.signal.throwIfAborted(); // we may have waited for the lock
    const running = runningState(engine.name);
    if (running) return { how: 'running', ...running };
    await removeLeftovers(engine);
    if (!engine.isInstalled()) {
      throw new Error(`not installed; run: node scripts/engines.mjs install ${engine.name}`);
    }
    try {
      return { how: 'started', ...(await startFresh(engine)) };
    } catch (error) {
      const tail = interruption.signal.aborted ? '' : logTail(engine.name);
      await removeLeftovers(engine);
      throw new Error(error.message + tail);
    }
  });
}

/** Stops an engine of ours and removes its data. Returns whether there was anything to stop. */
export async function stop(engine) {
  return withLock(engine.name, async () => {
    const wasRunning = runningState(engine.name) !== undefined;
    await removeLeftovers(engine);
    return wasRunning;
  });
}

/** Ends all processes of an engine and removes its files, whatever state an earlier run left them in. */
async function removeLeftovers(engine) {
  const nodes = savedState(engine.name)?.nodes ?? [];
  await Promise.all(
    dataFolders(engine).map(async (data, index) => {
      const { pid, startTime } = nodes[index] ?? {};
      await endProcessesIn(data, isSameProcess(pid, startTime) ? pid : undefined, engine.stopSignal);
      engine.cleanUp({ data });
    }),
  );
  removeFiles(engine.name);
}

async function startFresh(engine) {
  const { name } = engine;
  const { home, data, log, state } = enginePaths(name);
  const user = engine.user();
  mkdirSync(home, { mode: 0o755 });
  for (const folder of dataFolders(engine)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  if (!isReadable(home, user)) {
    throw new Error(`the account ${user.name} cannot enter ${home}; set TMPDIR to a folder that is open to all`);
  }

  // The working directory marks a process as ours: see processesIn.
  const run = (command, args, input) => runLogged(command, args, { log, user, cwd: data, input });
  const server = await engine.prepare({ home, data, user, run });

  // One after the other: a node copies the data of those before it.
  const nodes = [];
  for (const folder of dataFolders(engine)) {
    nodes.push(await listen(engine, { home, data: folder, log, user, server, before: [...nodes] }));
  }
  const { port } = nodes[0];
  await engine.setUp(port);
  const version = await engine.version(port);
  const states = nodes.map((node) => ({
    pid: node.pid,
    startTime: startTimeOf(node.pid),
    port: node.port,
    url: `${engine.scheme}://${login.user}:${login.password}@127.0.0.1:${node.port}/${login.database}`,
  }));
  const result = { name, ...states[0], version, nodes: states };
  // In one step: tests look for the file while we work.
  writeFileSync(`${state}.new`, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(`${state}.new`, state);
  return result;
}

/** Starts the server process of a node and waits for its first answer. */
async function listen(engine, { home, data, log, user, server, before }) {
  for (let attempt = 1; ; attempt++) {
    const [port, ...morePorts] = await freePorts(engine.ports ?? 1);
    const [command, args] = engine.command({ home, data, port, morePorts, server, before });
    const child = startServer(command, args, { log, user, cwd: data });
    try {
      await firstAnswer(engine, port, child);
      return { port, morePorts, pid: child.pid };
    } catch (error) {
      // Somebody took the port between our look and the server's: rare, but it does happen in parallel starts.
      const isTaken = /address already in use/i.test(logTail(engine.name));
      if (!isTaken || attempt === 3 || interruption.signal.aborted) throw error;
    }
  }
}

async function firstAnswer(engine, port, child) {
  let ended;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = `the server ended with ${signal ?? `exit code ${code}`}`));
  const deadline = Date.now() + startTimeout;
  for (;;) {
    try {
      return await engine.ping(port);
    } catch (error) {
      interruption.signal.throwIfAborted();
      if (ended) throw new Error(ended);
      if (Date.now() > deadline) throw new Error(`no answer within ${startTimeout / 1000} s: ${error.message}`);
    }
    await sleep(100);
  }
}

function logTail(name) {
  try {
    const lines = readFileSync(enginePaths(name).log, 'utf8').trimEnd().split('\n').slice(-20);
    return `\n${lines.map((line) => `    ${line}`).join('\n')}`;
  } catch {
    return '';
  }
}

/** An engine that the environment names must at least accept connections; its password is the caller's affair. */
export async function reach(url, name) {
  let target;
  try {
    target = new URL(url);
  } catch {
    throw new Error(`${urlVariable(name)} is not a URL`); // not shown: it may hold a password
  }
  const port = Number(target.port) || (target.protocol === 'mysql:' ? 3306 : 5432);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  try {
    (await connect(port, host)).end();
  } catch (error) {
    throw new Error(`${urlVariable(name)} names ${host} port ${port}, which cannot be reached: ${error.message}`);
  }
  return '';
}
