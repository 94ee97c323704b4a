import type { Adapter } from '../model/adapter.js';
import type { DatabaseConnection, DatabaseError } from './connection.js';
import type { Presence } from './presence.js';

/** What running migrations needs of a vendor: the table of their history, and that one runner works at a time. */
export interface Migrating {
  readonly types: HistoryTypes;
  /** The time of the server, in UTC. */
  readonly now: string;
  /** Begins a transaction, in a file. */
  readonly begin: string;
  /** Behind CREATE TABLE, where the vendor has it. */
  readonly ifNotExists: '' | 'IF NOT EXISTS ';
  /** Behind the columns of the table. */
  readonly tableOptions: string;
  readonly identifier: (name: string) => string;
  readonly text: (value: string) => string;
  readonly hasTable: (connection: DatabaseConnection, name: string) => Promise<boolean>;
  /** Settings of the session: how long a statement waits for a lock, and that no value is cut to make it fit. */
  readonly prepare?: (connection: DatabaseConnection) => Promise<void>;
  /** Whether an error says that a lock was waited for in vain: trying again may work. */
  readonly isLockTimeout: (error: DatabaseError) => boolean;
  /** Becomes the only runner; false while another one is. Without it, the transaction of a step keeps others out. */
  readonly lock?: (connection: DatabaseConnection, table: string) => Promise<boolean>;
  readonly unlock?: (connection: DatabaseConnection, table: string) => Promise<void>;
  /** Whether sessions are not what they seem, because something between here and the server shares them. */
  readonly sharesSessions?: (connection: DatabaseConnection, other: DatabaseConnection) => Promise<boolean>;
  /** Whether something is there. Only where a statement that was cut off must be settled. */
  readonly isThere?: (connection: DatabaseConnection, what: Presence) => Promise<boolean>;
}

interface HistoryTypes {
  /** Long enough for the name of a folder, and good for a key. */
  readonly name: string;
  /** For a word, a checksum or a version. */
  readonly word: string;
  readonly number: string;
  readonly time: string;
  readonly text: string;
}

const LOADERS: Readonly<Record<Adapter, () => Promise<{ readonly migrating: Migrating }>>> = {
  pgsql: () => import('./pgsql/migrating.js'),
  mysql: () => import('./mysql/migrating.js'),
  sqlite: () => import('./sqlite/migrating.js'),
  mssql: () => import('./mssql/migrating.js'),
  oracle: () => import('./oracle/migrating.js'),
};

export async function loadMigrating(adapter: Adapter): Promise<Migrating> {
  return (await LOADERS[adapter]()).migrating;
}
