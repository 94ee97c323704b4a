import type { Adapter } from '../model/adapter.js';
import type { Column, Database, Table } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import type { IdentifierLimit } from '../model/names.js';
import type { StatementDialect } from './dialect.js';
import type { ListDialect } from './lists.js';
import type { DatabaseShape } from './shape.js';
import type { ScriptDialect } from './sql-tokens.js';
import type { Stored } from './stored.js';
import type { KnownParameters } from './vendor-parameters.js';

/** Settings of the configuration that change a vendor's SQL. */
export interface PlatformOptions {
  readonly mysqlEngine: string;
  readonly mysqlUuid: 'binary' | 'native';
  /** `general.project`: named in the header of the file. */
  readonly project?: string | undefined;
}

export const DEFAULT_PLATFORM_OPTIONS: PlatformOptions = { mysqlEngine: 'InnoDB', mysqlUuid: 'binary' };

/** Everything the generator needs to know about a vendor. One per folder, the same files in each. */
export interface Platform {
  readonly adapter: Adapter;
  /** The vendor's name as its makers write it. */
  readonly title: string;
  readonly identifierLimit: IdentifierLimit;
  /** What a table's `schema` becomes: a schema of the vendor, a part of the table's name, or an error. */
  readonly schemas: 'native' | 'joined' | 'none';
  /** True when index names must differ within a schema and not only within a table. */
  readonly indexNamesPerSchema: boolean;
  /** How its scanner cuts SQL into words: what decides where a text of a schema ends. */
  readonly script: ScriptDialect;
  /** How it writes the statements of generated classes. */
  readonly dialect: StatementDialect;
  /** How it writes those of lists. */
  readonly lists: ListDialect;
  /** What only this vendor cannot do. Called with the finished model, before any SQL is written. */
  check(database: Database, report: Report, options: PlatformOptions): void;
  /** The parameters of `<vendor>` that it knows. */
  readonly parameters: KnownParameters;
  /** The vendor's type of a column that has no `sqlType`. */
  columnType(column: Column, options: PlatformOptions): string;
  readonly stored: Stored;
  /** The conditions by which it keeps columns to their types, such as the labels of an ENUM. */
  typeChecks(table: Table, options: PlatformOptions): ReadonlyMap<Column, string>;
  /** What it is told of a database, as data. */
  shape(database: Database, options: PlatformOptions): DatabaseShape;
  /** The whole SQL file of a database. */
  ddl(database: Database, options: PlatformOptions): string;
  /** What creates each table by itself, for people to read; nothing for one that is not in the SQL. */
  tableDdl(database: Database, options: PlatformOptions): ReadonlyMap<Table, string>;
}
