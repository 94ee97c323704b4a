import type { ColumnTypeName } from '../model/column-type.js';
import type { ColumnDefault } from '../model/model.js';
import type { Catalog, CatalogCheck, CatalogColumn, CatalogTable } from './catalog.js';
import type { DatabaseConnection } from './connection.js';

export interface IntrospectOptions {
  /** Schemas to read; empty means the vendor's default one. */
  readonly schemas: readonly string[];
  /** Tables to leave out, by name; `schema.name` where they have a schema. */
  readonly exclude: (table: string) => boolean;
}

/** A column in the words of a schema. */
export interface RecoveredColumn {
  readonly type: ColumnTypeName;
  readonly size?: number | undefined;
  readonly scale?: number | undefined;
  /** The vendor's own type, where no column type means it. The type above is then the one whose values fit best. */
  readonly sqlType?: string | undefined;
  readonly default?: ColumnDefault | undefined;
  readonly valueSet?: readonly string[];
  readonly vendor?: ReadonlyMap<string, string>;
  /** Checks of the table that the column's type stands for (`IN (…)` of an ENUM): they are not reported. */
  readonly checks?: readonly CatalogCheck[];
}

/** How a vendor's database is read back into a schema. */
export interface Introspection {
  read(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog>;
  /** The inverse of `Platform.columnType` and of the default clause. */
  recover(column: CatalogColumn, table: CatalogTable): RecoveredColumn;
  /**
   * True when the SQL type that the generator would write is the one the catalog shows. A recovered column that does not
   * pass gets the catalog's type as `sqlType` instead.
   */
  sameType(written: string, catalog: string): boolean;
}
