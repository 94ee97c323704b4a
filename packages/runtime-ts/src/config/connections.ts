import { errorMessage } from '../drivers/thrown.js';
import { ConfigurationError, ConnectionError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';

/** Under this name, so that a module that is loaded twice, as by a hot reload, finds what it had opened before. */
const CONNECTIONS = Symbol.for('ormgen.connections');

/** A connection that classes may use. */
export interface Registered {
  readonly connection: Connection;
  /** Closes what it has open, once that is not in use any more. */
  end(): Promise<void>;
}

interface Registry {
  readonly connections: Map<string, Registered>;
  /** The name of the connection that functions use which name none. */
  default: string;
  /** Names of connections that were closed. */
  readonly closed: Set<string>;
}

const registry: Registry = known();

function known(): Registry {
  const found = Reflect.get(globalThis, CONNECTIONS) as Registry | undefined;
  if (found !== undefined) return found;
  const made: Registry = { connections: new Map(), default: '', closed: new Set() };
  Reflect.set(globalThis, CONNECTIONS, made);
  return made;
}

/** Makes connections known. Those of an earlier configuration are closed where they have the same names, and else stay. */
export function setConnections(connections: ReadonlyMap<string, Registered>, defaultConnection: string): void {
  for (const [name, connection] of connections) {
    registry.connections.get(name)?.end().catch(warn);
    registry.connections.set(name, connection);
    registry.closed.delete(name);
  }
  registry.default = defaultConnection;
}

/** Only those that are still meant by their names. */
export function forgetConnections(connections: ReadonlyMap<string, Registered>): void {
  for (const [name, connection] of connections) {
    if (registry.connections.get(name) !== connection) continue;
    registry.connections.delete(name);
    registry.closed.add(name);
  }
}

/** The connection that the classes of a table use unless they are handed another. */
export const connectionOf = ({ connection }: Pick<TableMap, 'connection'>): Connection => connectionNamed(connection);

export const defaultConnection = (): Connection => connectionNamed(registry.default);

function connectionNamed(name: string): Connection {
  const found = registry.connections.get(name);
  if (found !== undefined) return found.connection;
  if (registry.closed.has(name)) {
    throw new ConnectionError(
      `The connection "${name}" was closed by orm.close(), so that nothing can use it any more.`,
    );
  }
  const which = name === '' ? 'no connection' : `no connection "${name}"`;
  throw new ConfigurationError(
    `There is ${which}: import config.ts, which "orm config:convert" writes, before you use a class.`,
  );
}

const warn = (error: unknown): void => {
  process.emitWarning(`A connection of an earlier configuration could not be closed: ${errorMessage(error)}`);
};
