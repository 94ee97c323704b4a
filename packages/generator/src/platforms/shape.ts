/**
 * What a vendor is told of a database, as plain data: every type, default, name and action is the text that the vendor
 * reads. It is the same after JSON and back; what is absent is not said. DDL is printed from it, and two of them can be
 * compared.
 */
export interface DatabaseShape {
  readonly name: string;
  /** Schemas of the vendor that must exist. */
  readonly schemas: readonly string[];
  readonly extensions: readonly ObjectName[];
  /** Each after those it is made of. */
  readonly types: readonly TypeShape[];
  /** Each after those that it refers to, unless they form a cycle. */
  readonly tables: readonly TableShape[];
  /** Each after those that it reads. */
  readonly views: readonly ViewShape[];
}

/** The name of an object, unquoted. */
export interface ObjectName {
  readonly name: string;
  readonly schema?: string;
}

export type TypeShape = EnumTypeShape | DomainShape;

export interface EnumTypeShape extends ObjectName {
  readonly kind: 'enum';
  readonly labels: readonly string[];
  readonly comment?: string;
}

export interface DomainShape extends ObjectName {
  readonly kind: 'domain';
  readonly type: string;
  readonly notNull?: true;
  readonly default?: string;
  readonly checks: readonly DomainCheckShape[];
  readonly comment?: string;
}

export interface DomainCheckShape {
  readonly name?: string;
  readonly expression: string;
}

export interface TableShape extends ObjectName {
  readonly columns: readonly ColumnShape[];
  readonly primaryKey?: PrimaryKeyShape;
  /** Uniques first, constraints or not; then the others. */
  readonly indexes: readonly IndexShape[];
  readonly checks: readonly CheckShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  /** Such as `ENGINE`, with their values as they are written. */
  readonly options: Options;
  readonly partitionBy?: string;
  readonly comment?: string;
}

export type Options = Readonly<Record<string, string>>;

export interface ColumnShape {
  readonly name: string;
  readonly type: string;
  /** False where the vendor is told that it may be NULL. */
  readonly notNull?: boolean;
  /** SQL behind the word DEFAULT. */
  readonly default?: string;
  /** Name of the default, where it is a constraint. */
  readonly defaultName?: string;
  /** SQL behind the words ON UPDATE. */
  readonly onUpdate?: string;
  /** How the vendor numbers it. `reused`: it may give the number of a row that is gone once more. */
  readonly identity?: 'by default' | 'always' | 'reused';
  /** The sequence that numbers it. */
  readonly sequence?: ObjectName;
  readonly generated?: { readonly sql: string; readonly stored: boolean };
  readonly collation?: string;
  readonly comment?: string;
  readonly labels?: NumberedLabels;
  /** In which order the bytes of UUIDs are stored, where a schema can say it. The database knows nothing of it either. */
  readonly uuidBytes?: 'swapped' | 'as written';
}

/** What the numbers of a column stand for. The database knows nothing of it, and rows that are there depend on it. */
export interface NumberedLabels {
  /** `position`: a value is one label, counted from 0. `bits`: it is several, each of which is a bit. */
  readonly as: 'position' | 'bits';
  readonly list: readonly string[];
}

export interface PrimaryKeyShape {
  readonly name?: string;
  readonly parts: readonly IndexPartShape[];
  /** Of its index. */
  readonly options?: Options;
}

export interface IndexShape {
  readonly name: string;
  /** `unique`: a constraint of its table. */
  readonly kind: 'unique' | 'unique index' | 'index';
  /** The vendor's word for another kind than its usual one. */
  readonly using?: string;
  readonly parts: readonly IndexPartShape[];
  readonly include?: readonly string[];
  readonly nullsNotDistinct?: true;
  readonly where?: string;
  readonly deferrable?: Deferrable;
  readonly options?: Options;
}

/** A column, or an expression with the parentheses that the vendor needs around it. */
export interface IndexPartShape {
  readonly column?: string;
  readonly expression?: string;
  /** So many characters or bytes from the beginning. */
  readonly size?: number;
  readonly collation?: string;
  readonly opclass?: string;
  readonly order?: 'desc';
  readonly nulls?: 'first' | 'last';
}

export interface CheckShape {
  readonly name: string;
  readonly expression: string;
  readonly noInherit?: true;
  readonly notEnforced?: true;
}

export interface ForeignKeyShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly foreignTable: ObjectName;
  readonly foreignColumns: readonly string[];
  readonly onDelete?: string;
  readonly onUpdate?: string;
  readonly deferrable?: Deferrable;
}

/** Of a constraint that need not be checked at once. */
export type Deferrable = 'DEFERRABLE' | 'DEFERRABLE INITIALLY IMMEDIATE' | 'DEFERRABLE INITIALLY DEFERRED';

export interface ViewShape extends ObjectName {
  readonly sql: string;
  readonly comment?: string;
  /** Columns that have a comment. */
  readonly columns: readonly { readonly name: string; readonly comment: string }[];
}

type Given<Fields> = {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** The fields that have a value. */
export function said<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<Fields>;
}
