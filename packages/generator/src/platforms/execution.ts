import type { ConnectionSettings } from '../config/connection-settings.js';
import type { DatabaseConnection, DatabaseError } from './connection.js';
import type { Dependent, DropPlan } from './dependents.js';
import type { NamePart, TableName } from './sql-words.js';
import type { TableRows } from './table-rows.js';

/** How a vendor behaves while a SQL file runs on it. One per folder, in `execution.ts`. */
export interface Execution {
  /** Whether CREATE and DROP can be rolled back. */
  readonly transactional: boolean;
  /** Whether a failed statement makes the rest of its transaction fail, so that a DROP needs a savepoint. */
  readonly failureEndsTransaction: boolean;
  /** Whether an error says that what was to be dropped does not exist. */
  isMissingObject(error: DatabaseError): boolean;
  /** Whether connecting failed because the database itself has not been created. */
  isMissingDatabase(error: DatabaseError): boolean;
  /** Whether there is a database to look into, where connecting would create one. */
  exists?(settings: ConnectionSettings): boolean;
  /** What to do about an error that comes from the way `sql:insert` runs files, where the database cannot know that. */
  advice?(error: DatabaseError): string | undefined;
  /**
   * What is in the tables that are about to be dropped, by their own name or with a whole schema; tables that do not
   * exist are left out.
   */
  tableRows(
    connection: DatabaseConnection,
    names: readonly TableName[],
    schemas: readonly NamePart[],
  ): Promise<readonly TableRows[]>;
  /** What else goes, or works no more, when these things are dropped: views, foreign keys of other tables and the like. */
  dependents(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]>;
  /**
   * Which of these names of functions of the vendor, in lower case, somebody gave to a function of his own: it may be the one
   * that is called. Not there where nobody can write such a function.
   */
  ownFunctions?(connection: DatabaseConnection, names: readonly string[]): Promise<readonly string[]>;
  /** Which of these tables replace rows that are there when others are inserted. Only SQLite has such tables. */
  replacingTables?(connection: DatabaseConnection, names: readonly TableName[]): Promise<readonly TableName[]>;
  /** What must be done before the transaction starts. Its result is handed to `verify`. */
  prepare?(connection: DatabaseConnection): Promise<unknown>;
  /** Looks at the result before it is committed; the diagnostic, if there is one. */
  verify?(connection: DatabaseConnection, prepared: unknown): Promise<string | undefined>;
}
