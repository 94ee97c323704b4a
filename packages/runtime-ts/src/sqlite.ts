import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDsn } from './config/dsn.js';
import type { Driver } from './drivers/session.js';
import { sqlite as driver } from './drivers/sqlite/connect.js';
import { sqliteDsn } from './drivers/sqlite/dsn-rules.js';

export { projectRoot } from './config/project-root.js';
export { sqliteDialect } from './dialects/sqlite.js';
export { sqliteLocks } from './lock/protocols/sqlite.js';
export * from './values/sqlite.js';

export interface SqliteDsn {
  readonly dsn: string;
  /** The folder that the file of the DSN is relative to. */
  readonly root?: URL | string;
}

/** A file of SQLite, for config.ts. */
export function sqlite({ dsn, root = '.' }: SqliteDsn): Driver {
  const { rest } = readDsn(sqliteDsn, { dsn }, 'sqlite:app.db');
  const folder = root instanceof URL ? fileURLToPath(root) : root;
  return driver({ path: rest === ':memory:' ? rest : resolve(folder, rest) });
}
