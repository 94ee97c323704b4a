import { Pool, type PoolSettings } from '../drivers/pool.js';
import type { Driver } from '../drivers/session.js';
import { ConfigurationError, ConnectionError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import { Database } from '../transactions/database.js';
import { setTimeZone } from '../values/zone.js';
import { forgetConnections, type Registered, setConnections } from './connections.js';

/** The form of config.ts that this runtime reads. */
const VERSION = 1;

export interface OrmSettings {
  /** The form of this object; `orm config:convert` writes it. */
  readonly version: number;
  readonly defaultConnection: string;
  /** In which days and times without an offset are stored; without it, that of the process. */
  readonly timeZone?: string;
  /** How long, in seconds, somebody who holds nothing waits for a list that others change. */
  readonly lists?: { readonly lockTimeout?: number };
  readonly connections: Readonly<Record<string, Driver>>;
  /** By the name of the connection. */
  readonly pools?: Readonly<Record<string, PoolSettings>>;
}

/** The connections of an application. */
export interface Orm {
  connection(name?: string): Connection;
  /**
   * Closes all connections, so that the program can end. It waits for transactions and loops over rows that are under way; those
   * that take too long lose their connections, which rolls them back, and a `ConnectionError` says so.
   */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** Seconds to wait for what is under way; the `acquireTimeout` of each pool if nothing is said, which is 30 by default. */
  readonly timeout?: number;
}

/** Makes connections known to the classes that use them. None is opened before it is needed. */
export function configure(settings: OrmSettings): Orm {
  const { version, defaultConnection, timeZone, lists, connections, pools } = settings;
  if (version !== VERSION) {
    throw new ConfigurationError(
      `config.ts has the form ${String(version)}, and this runtime reads the form ${String(VERSION)}: run "orm config:convert" of the same version.`,
    );
  }
  setTimeZone(timeZone);
  const timeouts = lists?.lockTimeout === undefined ? {} : { lockTimeout: lists.lockTimeout * 1000 };
  const known = new Map<string, Registered>();
  const opened = new Map<string, Pool>();
  for (const [name, driver] of Object.entries(connections)) {
    const pool = new Pool(driver, pools?.[name]);
    known.set(name, { connection: new Database(name, pool, timeouts), end: () => pool.end() });
    opened.set(name, pool);
  }
  setConnections(known, defaultConnection);
  return {
    connection(name = defaultConnection) {
      const found = known.get(name);
      if (found !== undefined) return found.connection;
      throw new ConfigurationError(`There is no connection "${name}" in config.ts.`);
    },
    async close({ timeout } = {}) {
      forgetConnections(known);
      const closing = [...opened].map(async ([name, pool]) => ({ name, inUse: await pool.close(timeout) }));
      const left = (await Promise.all(closing)).filter(({ inUse }) => inUse > 0);
      if (left.length > 0) throw new ConnectionError(left.map(leftOpen).join(' '));
    },
  };
}

function leftOpen({ name, inUse }: { readonly name: string; readonly inUse: number }): string {
  const what = inUse === 1 ? 'a connection that was' : `${String(inUse)} connections that were`;
  return (
    `orm.close() has closed ${what} still in use by "${name}"; open transactions were rolled back. ` +
    'Commit or roll back what begin() gave you, end loops over rows, and await transactions before you close.'
  );
}
