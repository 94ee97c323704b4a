// Finds a running engine. Tests import this file; it must stay small and free of side effects.

import { readFileSync } from 'node:fs';
import { isSameProcess } from './processes.mjs';
import { enginePaths, urlVariable } from './settings.mjs';

/**
 * The URL of an engine: from its environment variable, else from the state file of an engine that
 * `scripts/engines.mjs start` started and that still runs, else undefined.
 *
 * @param {string} name `pgsql15`, `pgsql18`, `mariadb`, `mysql9` or `mariadb11`
 * @returns {string | undefined}
 */
export function engineUrl(name) {
  return process.env[urlVariable(name)] || runningState(name)?.url;
}

/**
 * What `start` wrote about an engine, or undefined when its process is gone.
 *
 * @param {string} name
 * @returns {{ name: string, pid: number, startTime: string, port: number, url: string, version: string } | undefined}
 */
export function runningState(name) {
  const state = savedState(name);
  return state && isSameProcess(state.pid, state.startTime) ? state : undefined;
}

/** The state file as it is, also when the process died. */
export function savedState(name) {
  try {
    return JSON.parse(readFileSync(enginePaths(name).state, 'utf8'));
  } catch {
    return undefined; // never started, or a file that an interrupted start left half written
  }
}
