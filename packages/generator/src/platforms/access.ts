import type { ConnectionSettings } from '../config/connection-settings.js';
import type { Adapter } from '../model/adapter.js';
import type { DatabaseConnection } from './connection.js';
import type { DriverLoader } from './driver.js';
import type { Execution } from './execution.js';
import type { Locking } from './locking.js';
import type { ScriptDialect } from './sql-tokens.js';

/** What running SQL on a vendor takes; no driver is loaded before `connect` is called. */
export interface DatabaseAccess {
  readonly connect: (settings: ConnectionSettings, loadDriver: DriverLoader) => Promise<DatabaseConnection>;
  readonly dialect: ScriptDialect;
  readonly execution: Execution;
  readonly locking: Locking;
}

type Parts = readonly [
  Pick<DatabaseAccess, 'connect'>,
  Pick<DatabaseAccess, 'dialect'>,
  Pick<DatabaseAccess, 'execution'>,
  Pick<DatabaseAccess, 'locking'>,
];

const LOADERS: Readonly<Record<Adapter, () => Promise<Parts>>> = {
  pgsql: () =>
    Promise.all([
      import('./pgsql/connect.js'),
      import('./pgsql/script.js'),
      import('./pgsql/execution.js'),
      import('./pgsql/locking.js'),
    ]),
  mysql: () =>
    Promise.all([
      import('./mysql/connect.js'),
      import('./mysql/script.js'),
      import('./mysql/execution.js'),
      import('./mysql/locking.js'),
    ]),
  sqlite: () =>
    Promise.all([
      import('./sqlite/connect.js'),
      import('./sqlite/script.js'),
      import('./sqlite/execution.js'),
      import('./sqlite/locking.js'),
    ]),
  mssql: () =>
    Promise.all([
      import('./mssql/connect.js'),
      import('./mssql/script.js'),
      import('./mssql/execution.js'),
      import('./mssql/locking.js'),
    ]),
  oracle: () =>
    Promise.all([
      import('./oracle/connect.js'),
      import('./oracle/script.js'),
      import('./oracle/execution.js'),
      import('./oracle/locking.js'),
    ]),
};

export async function loadAccess(adapter: Adapter): Promise<DatabaseAccess> {
  const [{ connect }, { dialect }, { execution }, { locking }] = await LOADERS[adapter]();
  return { connect, dialect, execution, locking };
}
