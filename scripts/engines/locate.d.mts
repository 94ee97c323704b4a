export type EngineName = 'pgsql15' | 'pgsql18' | 'mariadb' | 'mysql9' | 'mariadb11' | 'galera';

interface NodeState {
  readonly pid: number;
  readonly startTime: string;
  readonly port: number;
  readonly url: string;
}

/** What is said of the first node is also said of the engine. */
export interface EngineState extends NodeState {
  readonly name: EngineName;
  readonly version: string;
  readonly nodes: readonly NodeState[];
}

/**
 * The URL of an engine: from `ORM_TEST_<NAME>_URL`, else from the state file of an engine that
 * `scripts/engines.mjs start` started and that still runs, else undefined.
 */
export function engineUrl(name: EngineName): string | undefined;

/** The URLs of all nodes of an engine; one, for all but `galera`. Empty when it does not run. */
export function nodeUrls(name: EngineName): string[];

/** What `start` wrote about an engine, or undefined when a process of it is gone. */
export function runningState(name: EngineName): EngineState | undefined;

/** The state file as it is, also when the process died. */
export function savedState(name: EngineName): EngineState | undefined;
