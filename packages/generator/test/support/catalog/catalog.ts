/** What a database says of its tables, in one shape for all vendors. */
export interface CatalogTable {
  /** With the schema before it where the table has one of its own. */
  readonly name: string;
  readonly comment: string | undefined;
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly CatalogForeignKey[];
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  /** Columns that a CHECK constraint names. */
  readonly checked: readonly string[];
  /** How many CHECK constraints there are, whatever they name. */
  readonly checks?: number;
}

export interface CatalogColumn {
  readonly name: string;
  /** In the vendor's words, with size, scale and fractional digits. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** The default as the database prints it. */
  readonly defaultText?: string | undefined;
  /** The database numbers the column. */
  readonly autoIncrement: boolean;
  readonly comment: string | undefined;
}

export interface CatalogForeignKey {
  /** SQLite does not keep the names of foreign keys. */
  readonly name: string | undefined;
  readonly columns: readonly string[];
  readonly foreignTable: string;
  readonly foreignColumns: readonly string[];
  readonly onDelete: string;
  readonly onUpdate: string;
}

export interface CatalogIndex {
  readonly name: string;
  readonly columns: readonly string[];
}
