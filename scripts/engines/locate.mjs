// Finds a running engine. Tests import this file; it must stay small and free of side effects.

import { readFileSync } from 'node:fs';
import { isSameProcess } from './processes.mjs';
import { enginePaths, urlVariable } from './settings.mjs';

/**
 * The URL of an engine: from its environment variable, else from the state file of an engine that
 * `scripts/engines.mjs start` started and that still runs, else undefined.
 *
 * @param {string} name `pgsql15`, `pgsql18`, `mariadb`, `mysql9`, `mariadb11` or `galera` (its first node)
 * @returns {string | undefined}
 */
export function engineUrl(name) {
  return process.env[urlVariable(name)] || runningState(name)?.url;
}

/**
 * The URLs of all nodes of an engine; one, for all but `galera`. Empty when it does not run.
 *
 * @param {string} name
 * @returns {string[]}
 */
export function nodeUrls(name) {
  if (!process.env[urlVariable(name)]) return runningState(name)?.nodes.map(({ url }) => url) ?? [];
  const urls = [];
  for (let node = 1; process.env[urlVariable(name, node)]; node++) urls.push(process.env[urlVariable(name, node)]);
  return urls;
}

/**
 * What `start` wrote about an engine, or undefined when a process of it is gone. The first node's are also the engine's own.
 *
 * @typedef {{ pid: number, startTime: string, port: number, url: string }} NodeState
 * @param {string} name
 * @returns {NodeState & { name: string, version: string, nodes: NodeState[] } | undefined}
 */
export function runningState(name) {
  const state = savedState(name);
  return state?.nodes.every(({ pid, startTime }) => isSameProcess(pid, startTime)) ? state : undefined;
}

/** The state file as it is, also when the process died. */
export function savedState(name) {
  try {
    const state = JSON.parse(readFileSync(enginePaths(name).state, 'utf8'));
    return { nodes: [state], ...state };
  } catch {
    return undefined; // never started, or a file that an interrupted start left half written
  }
}
