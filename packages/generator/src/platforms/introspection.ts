import type { ColumnTypeName } from '../model/column-type.js';
import type { ColumnDefault } from '../model/model.js';
import type { Catalog, CatalogCheck, CatalogColumn, CatalogTable, CatalogType } from './catalog.js';
import type { DatabaseConnection } from './connection.js';
import type { ObjectName, TableShape } from './shape.js';

export interface IntrospectOptions {
  /** Schemas to read; empty means the vendor's default one. */
  readonly schemas: readonly string[];
  /** Tables to leave out, by name; `schema.name` where they have a schema. */
  readonly exclude: (table: string) => boolean;
  /** The only tables to read, with those that their foreign keys point at; a vendor may read more. */
  readonly only?: readonly ObjectName[] | undefined;
  /** Also reads views as tables of a schema. */
  readonly withViews?: boolean;
  /** Also reads how to make what a schema cannot say, where that takes more queries. */
  readonly withSql?: boolean;
}

/** What columns are to become where their type leaves a choice. */
export interface RecoverOptions {
  /** MySQL and MariaDB: what `tinyint(1)` is, unsigned too. Without it, BOOLEAN if it is signed. */
  readonly tinyint1?: Tinyint1 | undefined;
}

export const TINYINT1 = ['boolean', 'integer'] as const;
export type Tinyint1 = (typeof TINYINT1)[number];

/** A column in the words of a schema. */
export interface RecoveredColumn {
  readonly type: ColumnTypeName;
  readonly size?: number | undefined;
  readonly scale?: number | undefined;
  /** The vendor's own type, where no column type means it. The type above is then the one whose values fit best. */
  readonly sqlType?: string | undefined;
  /** Of an array of the database. */
  readonly elementType?: ColumnTypeName | undefined;
  readonly default?: ColumnDefault | undefined;
  readonly valueSet?: readonly string[];
  readonly vendor?: ReadonlyMap<string, string>;
  /** Checks of the table that the column's type stands for (`IN (…)` of an ENUM): they are not reported. */
  readonly checks?: readonly CatalogCheck[];
  /** What could not be done as it was asked for. */
  readonly note?: string;
}

/** Something beside types and keys that is not what the schema says. */
export interface UnlikeSetting {
  readonly kind: 'engine' | 'collation';
  /** Undefined for the table itself. */
  readonly column?: string;
  readonly mine: string;
  readonly its: string;
}

/** How a vendor's database is read back into a schema. */
export interface Introspection {
  read(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog>;
  /** The inverse of `Platform.columnType` and of the default clause. */
  recover(column: CatalogColumn, table: CatalogTable, options?: RecoverOptions): RecoveredColumn;
  /** What a domain is made of, where the vendor has domains. */
  recoverDomain?(type: CatalogType): RecoveredColumn;
  /**
   * True when the SQL type that the generator would write is the one the catalog shows. A recovered column that does not
   * pass gets the catalog's type as `sqlType` instead.
   */
  sameType(written: string, catalog: string): boolean;
  /** One text for all that the server may show of an expression over time, where that varies. */
  readonly settledExpression?: (sql: string) => string;
  /** True where the database keeps the text of a view as it was written. */
  readonly keepsViews?: boolean;
  /** The collation of a column where none is said, where columns say it apart from their types. */
  readonly usualCollation?: string;
  /** In which settings a table that was read is not what the vendor is told of the first; `usual` is the catalog's. */
  unlikeSettings?(table: TableShape, other: TableShape, usual: readonly string[]): readonly UnlikeSetting[];
  /** A table as the server makes it now, with the settings of `live` where they were left to a server. */
  withChosenSettings?(built: TableShape, wanted: TableShape, live: TableShape, usual: readonly string[]): TableShape;
  /** Whether defaults of empty tables may have question marks for characters beyond U+FFFF. */
  readonly hidesCharacters?: true;
  /** Whether migrations leave comments as they are until a table is made anew for another reason. */
  readonly commentsWait?: true;
  /** Whether NO ACTION and RESTRICT are one. */
  readonly restricts?: true;
  /** Whether a primary key has a name of its own in the catalog. */
  readonly namesKeys: boolean;
  /** Kinds of indexes that it makes when none is named, which a catalog may or may not show. */
  readonly usualIndexKinds: readonly string[];
  /** How a script of catalog items is written. */
  readonly script: ItemScript;
}

/** What a file of statements from a catalog needs around them, so that `sql:insert` and the vendor's client can run it. */
export interface ItemScript {
  /** Statements before the first one and after the last one. */
  readonly prologue: readonly string[];
  readonly epilogue: readonly string[];
  /** The statement as it stands in the file, with its end. */
  terminate(statement: string): string;
  /** How to run the file without `sql:insert`, with `…` for its name. */
  readonly client: string;
}
