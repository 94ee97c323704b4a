import type { ColumnTypeName, TypeFamily } from './column-type.js';
import type { Origin } from './origin.js';

/**
 * The data model: what every back end reads and nothing after `schema/` changes. It is complete (every name, type,
 * default and relation is resolved, in both directions) and frozen. References are the objects themselves.
 */
export interface Database {
  /** The connection name: also the base name of its SQL file. */
  readonly name: string;
  /** In the order of the schema files. */
  readonly tables: readonly Table[];
  /** Types that the database gets besides its tables, each after those it is made of. */
  readonly types: readonly NativeType[];
  readonly php: readonly PhpDefaults[];
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** A type that the database itself has: `CREATE TYPE … AS ENUM` or `CREATE DOMAIN`. */
export type NativeType = EnumType | DomainType;

interface NativeTypeBase {
  /** The SQL name, schema not included. */
  readonly name: string;
  readonly schema: string | undefined;
  readonly description: string | undefined;
  /** True for one of a file that is only referred to. */
  readonly skipSql: boolean;
  readonly origin: Origin;
}

export interface EnumType extends NativeTypeBase {
  readonly kind: 'enum';
  readonly valueSet: readonly string[];
}

export interface DomainType extends NativeTypeBase {
  readonly kind: 'domain';
  /** What its values are, as for a column. */
  readonly type: ColumnTypeName;
  readonly size: number | undefined;
  readonly scale: number | undefined;
  readonly sqlType: string | undefined;
  readonly valueSet: readonly string[];
  /** The type of the schema that it is made of, where `sqlType` names one. */
  readonly base: NativeType | undefined;
  readonly elementType: ColumnTypeName | undefined;
  readonly notNull: boolean;
  readonly default: ColumnDefault | undefined;
  readonly checks: readonly DomainCheck[];
}

export interface DomainCheck {
  readonly name: string | undefined;
  readonly expression: string;
  readonly origin: Origin;
}

export type Visibility = 'public' | 'protected' | 'private';
export type StringFormat = 'XML' | 'YAML' | 'JSON' | 'CSV';

export interface Table {
  /** The SQL name, prefix included, schema not. */
  readonly name: string;
  /** The SQL schema the table lives in, if the vendor should name one. */
  readonly schema: string | undefined;
  /** The SQL name that it had before, prefix included. */
  readonly renamedFrom: string | undefined;
  readonly className: string;
  readonly php: PhpTable;
  readonly description: string | undefined;
  readonly columns: readonly Column[];
  /** In the order of the columns: what classes take and give. */
  readonly primaryKey: readonly Column[];
  /** The primary key as the database keeps it: its columns in their order there, with the prefixes of MySQL. */
  readonly primaryKeyParts: readonly KeyPart[];
  /** Name of its constraint from `<primary-key>`; vendors have one of their own for it. */
  readonly primaryKeyName: string | undefined;
  readonly foreignKeys: readonly ForeignKey[];
  /** The foreign keys of other tables (and of this one) that point here. */
  readonly referrers: readonly ForeignKey[];
  readonly indexes: readonly Index[];
  readonly uniques: readonly Index[];
  /** Conditions of the schema's own; those that keep columns to their types are the vendor's business. */
  readonly checks: readonly Check[];
  /** Many-to-many relations that pass from this table through a cross-reference table. */
  readonly crossReferences: readonly CrossReference[];
  readonly behaviors: readonly Behavior[];
  readonly inheritance: Inheritance | undefined;
  readonly idMethod: 'native' | 'none';
  /** Name of the sequence from `<id-method-parameter>`. */
  readonly sequence: string | undefined;
  readonly isCrossRef: boolean;
  readonly skipSql: boolean;
  /** Made by a behavior for statements of its own: it is in the SQL and has no classes. */
  readonly internal: boolean;
  readonly readOnly: boolean;
  /** The SELECT of a view, in the words of the vendor; such a table is `skipSql` and `readOnly`. */
  readonly viewSql: string | undefined;
  /** What stands behind PARTITION BY, in the words of the vendor. */
  readonly partitionBy: string | undefined;
  readonly abstract: boolean;
  readonly allowPkInsert: boolean;
  readonly reloadOnInsert: boolean;
  readonly reloadOnUpdate: boolean;
  readonly alias: string | undefined;
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** What a schema file says for the classes in PHP of all its tables. */
export interface PhpDefaults {
  /** Without leading or trailing `\`; empty for none. */
  readonly namespace: string;
  readonly baseClass: string | undefined;
  readonly baseQueryClass: string | undefined;
  readonly origin: Origin;
}

/** What only classes in PHP know of a table. */
export interface PhpTable {
  /** Without leading or trailing `\`; empty for none. */
  readonly namespace: string;
  readonly package: string | undefined;
  readonly baseClass: string | undefined;
  readonly baseQueryClass: string | undefined;
  readonly interface: string | undefined;
  readonly defaultStringFormat: StringFormat;
}

export type ColumnDefault =
  /** A value of the column's type, written as the schema writes it (booleans as `true` or `false`). */
  | { readonly kind: 'value'; readonly value: string }
  /** SQL of the vendor, pasted into the DDL as it stands. */
  | { readonly kind: 'expression'; readonly sql: string };

export interface GeneratedValue {
  /** SQL of the vendor, without the parentheses around it. */
  readonly sql: string;
  /** Kept with the row, or worked out whenever it is read. */
  readonly stored: boolean;
}

export interface Column {
  readonly name: string;
  /** The name that it had before. */
  readonly renamedFrom: string | undefined;
  readonly memberName: string;
  readonly memberNameSingular: string;
  readonly type: ColumnTypeName;
  readonly family: TypeFamily;
  /** Length, precision or fractional digits, as the type has it; resolved where every vendor agrees on a default. */
  readonly size: number | undefined;
  readonly scale: number | undefined;
  /** Verbatim vendor type that replaces the mapped one. */
  readonly sqlType: string | undefined;
  /** The type of the database that the column has, or that the elements of an array have. */
  readonly nativeType: NativeType | undefined;
  /** Of an ARRAY that the database itself has: what its elements are. Size, scale and labels are theirs. */
  readonly elementType: ColumnTypeName | undefined;
  readonly notNull: boolean;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  readonly default: ColumnDefault | undefined;
  /** What the database works the value out by; nobody else writes it. */
  readonly generated: GeneratedValue | undefined;
  /** Labels of ENUM and SET; empty for other types. */
  readonly valueSet: readonly string[];
  /** `native`: by a type of the database, where it has such types; elsewhere the same as `label`. */
  readonly enumStorage: 'label' | 'index' | 'native';
  readonly description: string | undefined;
  readonly primaryString: boolean;
  readonly lazyLoad: boolean;
  readonly php: PhpColumn;
  readonly typescript: TypescriptColumn;
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** What only classes in PHP know of a column. */
export interface PhpColumn {
  readonly phpType: string | undefined;
  readonly typeHint: string | undefined;
  /** Part of the name of its constant. */
  readonly tableMapName: string;
  readonly accessorVisibility: Visibility;
  readonly mutatorVisibility: Visibility;
}

/** What only classes in TypeScript know of a column. */
export interface TypescriptColumn {
  /** The type of its property, as it is written there. */
  readonly tsType: string | undefined;
}

export type ReferentialAction = 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION' | 'SET DEFAULT';

export interface ForeignKey {
  /** Name of the SQL constraint. */
  readonly name: string;
  readonly table: Table;
  readonly foreignTable: Table;
  readonly columns: readonly ColumnReference[];
  /** Constant conditions of a polymorphic relation: such a key is a relation only, never a constraint. */
  readonly constants: readonly { readonly column: Column; readonly value: string }[];
  readonly onDelete: ReferentialAction | undefined;
  readonly onUpdate: ReferentialAction | undefined;
  /** False for `skipSql` and for polymorphic keys. */
  readonly constraint: boolean;
  /** Name of the relation as seen from `table`. */
  readonly relationName: string;
  /** Name of the relation as seen from `foreignTable`, singular and plural. */
  readonly backName: string;
  readonly backNamePlural: string;
  /** True when at most one row of `table` can point at a row of `foreignTable`. */
  readonly oneToOne: boolean;
  readonly defaultJoin: string | undefined;
  readonly php: PhpForeignKey;
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** What only classes in PHP know of a foreign key. */
export interface PhpForeignKey {
  readonly interface: string | undefined;
}

export interface ColumnReference {
  readonly local: Column;
  readonly foreign: Column;
}

export interface KeyPart {
  readonly column: Column;
  /** Prefix length, used by MySQL only. */
  readonly size: number | undefined;
}

export interface Index {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  /** Columns that the index carries without being ordered by them. */
  readonly include: readonly Column[];
  /** The condition of a partial index: SQL of the vendor. */
  readonly where: string | undefined;
  /** The kind of index in lower case, such as `gin` or `fulltext`; undefined for the vendor's usual one. */
  readonly using: string | undefined;
  /** NULLs of a unique count as equal. */
  readonly nullsNotDistinct: boolean;
  /**
   * The column of a unique whose values rows exchange within one statement: such a unique is to be checked at the end of
   * a statement, and does not see rows without a value there, wherever the vendor lets us say so.
   */
  readonly exchanged: Column | undefined;
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** One part of an index: a column or an expression. */
export interface IndexColumn {
  readonly column: Column | undefined;
  /** SQL of the vendor, where it is no column. */
  readonly expression: string | undefined;
  /** Prefix length, used by MySQL only. */
  readonly size: number | undefined;
  /** Undefined for ascending. */
  readonly order: 'desc' | undefined;
  /** Undefined for where PostgreSQL puts them by itself: last in ascending order, first in descending order. */
  readonly nulls: 'first' | 'last' | undefined;
  readonly opclass: string | undefined;
  readonly collation: string | undefined;
  readonly origin: Origin;
}

/** A condition that every row of a table fulfils. */
export interface Check {
  readonly name: string;
  /** SQL of the vendor, without the word CHECK and its parentheses. */
  readonly expression: string;
  readonly vendor: VendorParameters;
  readonly origin: Origin;
}

/** From `table` through `via.table` to `targets`: one of the many-to-many relations of a table. */
export interface CrossReference {
  readonly table: Table;
  readonly crossTable: Table;
  /** The key of the cross table that points at `table`. */
  readonly via: ForeignKey;
  /** The other keys of the cross table: one, or several for a relation of more than two. */
  readonly targets: readonly ForeignKey[];
  readonly relationName: string;
  readonly relationNamePlural: string;
}

export interface Inheritance {
  readonly column: Column;
  readonly classes: readonly InheritanceClass[];
}

export interface InheritanceClass {
  readonly key: string;
  readonly className: string;
  readonly package: string | undefined;
  /** The class it extends: another class of the table, or undefined for the table's own. */
  readonly extends: string | undefined;
  readonly origin: Origin;
}

/** A behavior as written: what it adds is already part of the model. */
export interface Behavior {
  readonly name: string;
  readonly id: string;
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  readonly origin: Origin;
}

/** Vendor type → parameter name → value; names and types are compared in lower case. */
export type VendorParameters = ReadonlyMap<string, ReadonlyMap<string, VendorParameter>>;

export interface VendorParameter {
  readonly name: string;
  readonly value: string;
  readonly origin: Origin;
}
