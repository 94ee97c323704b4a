import type { ConnectionSettings } from '../config/connection-settings.js';
import type { Adapter } from '../model/adapter.js';
import type { DatabaseConnection, DatabaseError } from './connection.js';
import type { LockHolder } from './lock-holder.js';
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
  readonly prepare?: (connection: DatabaseConnection, lockTimeout: number) => Promise<void>;
  /** Whether nobody has to wait for a statement that waits for a lock: it may do so for long. */
  readonly isPatient?: (statement: string) => boolean;
  /** Says how many seconds statements wait for a lock from now on. */
  readonly waitForLocks?: (connection: DatabaseConnection, seconds: number) => Promise<void>;
  /** Takes away what a statement that failed has left and that would be in its way. */
  readonly clear?: (connection: DatabaseConnection, statement: string) => Promise<void>;
  /** Whether an error says that a lock was waited for in vain: trying again may work. */
  readonly isLockTimeout: (error: DatabaseError) => boolean;
  /** The file that another process holds, when an error says so, where the whole database is one file. */
  readonly heldFile?: (error: DatabaseError, settings: ConnectionSettings) => string | undefined;
  /** Settings with which a connection waits so many seconds for whoever holds that file. */
  readonly withWait?: (settings: ConnectionSettings, seconds: number) => ConnectionSettings;
  /** What to do about an error whose cause is outside of the migration, without a full stop. */
  readonly advice?: (error: DatabaseError) => string | undefined;
  /** The name that the server has for a session. */
  readonly sessionId?: (connection: DatabaseConnection) => Promise<string>;
  /** The sessions that another one waits for, as far as the server tells. */
  readonly blockers?: (connection: DatabaseConnection, session: string) => Promise<readonly LockHolder[]>;
  /** Who has the lock that `lock` takes. */
  readonly runners?: (connection: DatabaseConnection, table: string) => Promise<readonly LockHolder[]>;
  /** Becomes the only runner; false while another one is. Without it, the transaction of a step keeps others out. */
  readonly lock?: (connection: DatabaseConnection, table: string) => Promise<boolean>;
  readonly unlock?: (connection: DatabaseConnection, table: string) => Promise<void>;
  /** Whether several servers share the database, and a lock on one of them keeps nobody out. Reads then see what all of them did. */
  readonly joinCluster?: (connection: DatabaseConnection) => Promise<boolean>;
  /** Whether sessions are not what they seem, because something between here and the server shares them. */
  readonly sharesSessions?: (connection: DatabaseConnection, other: DatabaseConnection) => Promise<boolean>;
  /** How an empty database is had for a while, where databases can be read. */
  readonly scratch?: Scratch;
  /** The triggers of all tables, where a table that is made anew loses its own. */
  readonly triggers?: (connection: DatabaseConnection) => Promise<readonly DatabaseTrigger[]>;
  /** Whether something is there. Only where a statement that was cut off must be settled. */
  readonly isThere?: (connection: DatabaseConnection, what: Presence) => Promise<boolean>;
}

export interface DatabaseTrigger {
  readonly name: string;
  readonly table: string;
  /** The statement that creates it. */
  readonly sql: string;
}

/** An empty database beside another one, with the same settings. */
export interface Scratch {
  /** Statements that make it. */
  readonly create: (connection: DatabaseConnection, name: string) => Promise<readonly string[]>;
  readonly drop: (name: string) => readonly string[];
  /** How it is reached. */
  readonly settings: (settings: ConnectionSettings, name: string) => ConnectionSettings;
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
