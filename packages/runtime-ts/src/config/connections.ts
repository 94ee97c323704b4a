import { ConfigurationError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';

/** Under this name, so that a module that is loaded twice, as by a hot reload, opens no second pool. */
const CONNECTIONS = Symbol.for('ormgen.connections');

const registry: Map<string, Connection> = known();

function known(): Map<string, Connection> {
  const found: unknown = Reflect.get(globalThis, CONNECTIONS);
  if (found instanceof Map) return found as Map<string, Connection>;
  const made = new Map<string, Connection>();
  Reflect.set(globalThis, CONNECTIONS, made);
  return made;
}

export function setConnection(name: string, connection: Connection): void {
  registry.set(name, connection);
}

/** The connection that the classes of a table use unless they are handed another. */
export function connectionOf({ connection }: Pick<TableMap, 'connection'>): Connection {
  const found = registry.get(connection);
  if (found !== undefined) return found;
  throw new ConfigurationError(
    `There is no connection "${connection}": import config.ts, which "orm config:convert" writes, before you use a class.`,
  );
}

export function forgetConnection(name: string): void {
  registry.delete(name);
}
