import type { ConnectionSettings } from '../config/connection-settings.js';
import type { Adapter } from '../model/adapter.js';
import type { DatabaseConnection } from './connection.js';
import type { DriverLoader } from './driver.js';
import type { Execution } from './execution.js';
import type { Locking } from './locking.js';
import type { ScriptDialect } from './sql-tokens.js';

/** What connecting to a vendor and running SQL there takes; no driver is loaded before `connect` is called. */
export interface DatabaseAccess {
  readonly connect: (settings: ConnectionSettings, loadDriver: DriverLoader) => Promise<DatabaseConnection>;
  readonly execution: Execution;
}

type Parts = readonly [Pick<DatabaseAccess, 'connect'>, Pick<DatabaseAccess, 'execution'>];

const LOADERS: Readonly<Record<Adapter, () => Promise<Parts>>> = {
  pgsql: () => Promise.all([import('./pgsql/connect.js'), import('./pgsql/execution.js')]),
  mysql: () => Promise.all([import('./mysql/connect.js'), import('./mysql/execution.js')]),
  sqlite: () => Promise.all([import('./sqlite/connect.js'), import('./sqlite/execution.js')]),
  mssql: () => Promise.all([import('./mssql/connect.js'), import('./mssql/execution.js')]),
  oracle: () => Promise.all([import('./oracle/connect.js'), import('./oracle/execution.js')]),
};

const DIALECTS: Readonly<Record<Adapter, () => Promise<{ readonly dialect: ScriptDialect }>>> = {
  pgsql: () => import('./pgsql/script.js'),
  mysql: () => import('./mysql/script.js'),
  sqlite: () => import('./sqlite/script.js'),
  mssql: () => import('./mssql/script.js'),
  oracle: () => import('./oracle/script.js'),
};

const LOCKINGS: Readonly<Record<Adapter, () => Promise<{ readonly locking: Locking }>>> = {
  pgsql: () => import('./pgsql/locking.js'),
  mysql: () => import('./mysql/locking.js'),
  sqlite: () => import('./sqlite/locking.js'),
  mssql: () => import('./mssql/locking.js'),
  oracle: () => import('./oracle/locking.js'),
};

export async function loadAccess(adapter: Adapter): Promise<DatabaseAccess> {
  const [{ connect }, { execution }] = await LOADERS[adapter]();
  return { connect, execution };
}

/** How SQL files of the vendor are split into statements. */
export async function loadDialect(adapter: Adapter): Promise<ScriptDialect> {
  return (await DIALECTS[adapter]()).dialect;
}

/** How lists of the vendor are locked. */
export async function loadLocking(adapter: Adapter): Promise<Locking> {
  return (await LOCKINGS[adapter]()).locking;
}
