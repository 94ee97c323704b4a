import type { Config, Connection } from './config.js';

/** The connections that generated classes may use, in the order of `runtime.connections`. */
export function runtimeConnections(config: Config): readonly Connection[] {
  return config.runtime.connections.flatMap((name) => config.connections.get(name) ?? []);
}
