export type EngineName = 'pgsql15' | 'pgsql18' | 'mariadb' | 'mysql9' | 'mariadb11';

export interface EngineState {
  readonly name: EngineName;
  readonly pid: number;
  readonly startTime: string;
  readonly port: number;
  readonly url: string;
  readonly version: string;
}

/**
 * The URL of an engine: from `ORM_TEST_<NAME>_URL`, else from the state file of an engine that
 * `scripts/engines.mjs start` started and that still runs, else undefined.
 */
export function engineUrl(name: EngineName): string | undefined;

/** What `start` wrote about an engine, or undefined when its process is gone. */
export function runningState(name: EngineName): EngineState | undefined;

/** The state file as it is, also when the process died. */
export function savedState(name: EngineName): EngineState | undefined;
