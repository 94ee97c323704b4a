import type { GeneratedValue, ReferentialAction } from '../model/model.js';

/**
 * What a live database says of itself, in one shape for all vendors and without judgement: `platforms/<vendor>/introspect`
 * reads it, `reverse/` makes a schema of it. Texts of SQL (defaults, expressions, conditions) are as the vendor prints them.
 */
export interface Catalog {
  /** Sorted by schema and name. */
  readonly tables: readonly CatalogTable[];
  /**
   * Views that a schema can say, where they were asked for: those that a view needs stand before it. All of them are also among
   * `others`, for a schema that has to do without one.
   */
  readonly views?: readonly CatalogTable[];
  /** Types that the database has besides its tables and that a schema can say, sorted by schema and name. */
  readonly types?: readonly CatalogType[];
  /** What belongs to no table that was read and has no word in a schema: views, functions, sequences of nobody … */
  readonly others: readonly CatalogItem[];
  /** Vendor parameters of `<database>`: what most tables share and the server would not take by itself, such as `Collate`. */
  readonly vendor?: ReadonlyMap<string, string>;
  /** Collations that a new table gets where nothing is said, that of the server first. */
  readonly usualCollations?: readonly string[];
}

/** An enum type or a domain. */
export interface CatalogType {
  readonly kind: 'enum' | 'domain';
  readonly schema: string | undefined;
  readonly name: string;
  readonly comment: string | undefined;
  /** Those of an enum type, or of the one that a domain is made of. */
  readonly labels: readonly string[];
  /** Of a domain: the type it is made of in the vendor's words, and whether that is one of these types itself. */
  readonly type: string;
  readonly isOverNative: boolean;
  /** What its values are in the end. */
  readonly baseType: string;
  readonly nullable: boolean;
  readonly default: string | undefined;
  readonly checks: readonly CatalogCheck[];
}

/** The name of a type of the database. */
export interface CatalogTypeName {
  readonly kind: CatalogType['kind'];
  readonly schema: string | undefined;
  readonly name: string;
}

/** Something that a schema cannot say. It is reported, one by one, and never dropped in silence. */
export interface CatalogItem {
  /** What it is, in the vendor's words and in the singular: `view`, `trigger`, `partial index`, `generated column`. */
  readonly kind: string;
  /** Its own name, with its schema where that is not the default one. */
  readonly name: string;
  /** More that a person needs to make it again, such as its SQL on one line. */
  readonly detail?: string;
  /** True for what is in the schema all the same, and is worth a look. */
  readonly isNote?: boolean;
  /** How to make it, where the reader knows: `<database>.rest.sql` is made of it. */
  readonly sql?: ItemSql;
}

/** Statements for something that a schema cannot say, each whole and without its end. */
export interface ItemSql {
  readonly create: readonly string[];
  /** Never an error when it is not there. Empty for what holds rows or numbers: that is made only where it is missing. */
  readonly drop: readonly string[];
  /** True for what the SQL of the schema needs, such as an extension or the function of a default. */
  readonly isBefore: boolean;
  /** Its place among all items of the catalog: what it needs has a smaller number. */
  readonly order: number;
}

export interface CatalogTable {
  /** Undefined for the schema that the vendor takes when none is named (`public`, the database of the connection). */
  readonly schema: string | undefined;
  readonly name: string;
  readonly comment: string | undefined;
  /** In the order of the table. */
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey: CatalogKey | undefined;
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly CatalogForeignKey[];
  readonly checks: readonly CatalogCheck[];
  /** What stands behind PARTITION BY, on one line. */
  readonly partitionBy?: string;
  /** The SELECT of a view, on one line and without comments. */
  readonly viewSql?: string;
  /** The views that a view reads, named as items are. */
  readonly needs?: readonly string[];
  /** Vendor parameters of `<table>` that differ from what the database would take by itself: `Engine`, `Charset` … */
  readonly vendor: ReadonlyMap<string, string>;
  /** What a schema cannot say of this table, found while reading: triggers, partitions, policies … */
  readonly items: readonly CatalogItem[];
}

export interface CatalogColumn {
  readonly name: string;
  /** The whole type in the vendor's words: `character varying(40)`, `int unsigned`, `enum('a','b')`. */
  readonly type: string;
  /** How wide a number is shown, where the server says so and the type does not (MariaDB: 1 for `tinyint(1) unsigned`). */
  readonly shownWidth?: number;
  /** Where that is one of `Catalog.types`, or an array of one. */
  readonly nativeType?: CatalogTypeName;
  /** What the values of a domain are in the end; for an array of one, what its elements are. */
  readonly baseType?: string;
  readonly nullable: boolean;
  /** What its values are kept to, where the type itself does not list them: a check of labels that the reader took off the table. */
  readonly labels?: readonly string[];
  /** That check. */
  readonly labelCheck?: CatalogCheck;
  /** The default as SQL, or undefined for none. What makes the database number the column is no default. */
  readonly default: string | undefined;
  /** The database numbers the column by itself. `sequence` names it where it is not the one the vendor would make. */
  readonly autoIncrement: { readonly sequence?: string } | undefined;
  /** What a generated column is worked out by, as the vendor prints it. */
  readonly generated: GeneratedValue | undefined;
  /** What a column is that no schema can say: it is left out, and this is reported. */
  readonly leftOut?: Pick<CatalogItem, 'kind' | 'detail' | 'sql'>;
  readonly comment: string | undefined;
  /** Vendor parameters of `<column>` that differ from those of the table: `Charset`, `Collate` … */
  readonly vendor: ReadonlyMap<string, string>;
  /** What a schema cannot say of this column. */
  readonly items: readonly CatalogItem[];
}

export interface CatalogKey {
  /** Undefined for the name that the generator gives, and where the vendor keeps none. */
  readonly name: string | undefined;
  /** In the order of the key. */
  readonly columns: readonly string[];
  /** The prefix lengths of MySQL, by column. */
  readonly sizes?: ReadonlyMap<string, number>;
}

export interface CatalogIndex {
  readonly name: string;
  readonly columns: readonly CatalogIndexColumn[];
  /** Columns that it carries without being ordered by them. */
  readonly include?: readonly string[];
  /** The condition of a partial index. */
  readonly where?: string;
  /** The kind of index, where it is not the usual one, in lower case. */
  readonly using?: string;
  readonly nullsNotDistinct?: boolean;
  /** Checked at the end of a statement (PostgreSQL: DEFERRABLE INITIALLY IMMEDIATE). */
  readonly deferrable?: boolean;
  /** SQLite: a constraint in the text of the table, which is no index that could be dropped. */
  readonly isConstraint?: true;
  /** Vendor parameters of `<index>` and `<unique>`, such as `Index_type`. */
  readonly vendor: ReadonlyMap<string, string>;
}

/** A column or an expression, in the words of `<index-column>`. */
export interface CatalogIndexColumn {
  readonly name?: string;
  readonly expression?: string;
  /** The prefix length of MySQL. */
  readonly size?: number;
  readonly order?: 'desc';
  readonly nulls?: 'first' | 'last';
  readonly opclass?: string;
  readonly collation?: string;
}

export interface CatalogForeignKey {
  /** Undefined where the vendor keeps no name (SQLite, when none was given). */
  readonly name: string | undefined;
  readonly columns: readonly string[];
  readonly foreignSchema: string | undefined;
  readonly foreignTable: string;
  readonly foreignColumns: readonly string[];
  /** Undefined for what the vendor does when nothing is said: NO ACTION, or RESTRICT on MariaDB. */
  readonly onDelete: ReferentialAction | undefined;
  readonly onUpdate: ReferentialAction | undefined;
  /** The index that the generator makes for the key by itself, and so is in no list: without the key it would be lost. */
  readonly index?: CatalogIndex;
  /** Makes it as it is in the database, where a schema cannot say it or not all of it. */
  readonly sql?: ItemSql;
  /** Vendor parameters of `<foreign-key>`, such as `deferrable`. */
  readonly vendor: ReadonlyMap<string, string>;
}

export interface CatalogCheck {
  readonly name: string | undefined;
  /** The condition as the vendor prints it. */
  readonly sql: string;
  /** Vendor parameters of `<check>`, such as `notEnforced`. */
  readonly vendor: ReadonlyMap<string, string>;
}
