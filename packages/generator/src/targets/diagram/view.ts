/**
 * A model as a person looks at it: plain data, the same for the terminal, for pictures, for the page and for `--json`,
 * where it is a public document: names and kinds of its fields are stable. What is not there is null.
 */
export interface DatabaseView {
  readonly name: string;
  readonly adapter: string;
  /** The vendor's name as its makers write it. */
  readonly vendor: string;
  /** In the order of the schema files. */
  readonly tables: readonly TableView[];
}

export interface TableView {
  /** What other parts of the document call the table: its SQL name, behind that of its SQL schema where it has one. */
  readonly id: string;
  readonly name: string;
  readonly schema: string | null;
  readonly phpName: string;
  readonly namespace: string;
  readonly description: string | null;
  readonly columns: readonly ColumnView[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKeyView[];
  /** Foreign keys of other tables, and of this one, that point here. */
  readonly referrers: readonly ReferrerView[];
  readonly manyToMany: readonly ManyToManyView[];
  readonly indexes: readonly IndexView[];
  readonly uniques: readonly IndexView[];
  readonly list: ListView | null;
  readonly behaviors: readonly BehaviorView[];
  readonly inheritance: InheritanceView | null;
  readonly isCrossRef: boolean;
  readonly readOnly: boolean;
  /** Left out of the SQL. */
  readonly skipSql: boolean;
  /** Made by a behavior for its own statements: it has no classes. */
  readonly internal: boolean;
  /** Empty where there are none, and where they were not asked for. */
  readonly classes: readonly ClassView[];
  /** What creates the table; null where it is not in the SQL, or was not asked for. */
  readonly sql: string | null;
}

export interface ColumnView {
  readonly name: string;
  readonly phpName: string;
  /** As the schema says it: `VARCHAR(255)`. */
  readonly type: string;
  /** As the vendor says it. */
  readonly sqlType: string;
  readonly required: boolean;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  readonly default: DefaultView | null;
  /** Labels of ENUM and SET. */
  readonly values: readonly string[];
  readonly description: string | null;
}

export interface DefaultView {
  readonly kind: 'value' | 'expression';
  readonly text: string;
}

export interface ForeignKeyView {
  /** Name of the constraint. */
  readonly name: string;
  /** Name of the relation in classes. */
  readonly phpName: string;
  /** The `id` of the table it points at. */
  readonly table: string;
  readonly columns: readonly ReferenceView[];
  /** What has to be true of a row besides: a relation to several tables through one column. */
  readonly constants: readonly { readonly column: string; readonly value: string }[];
  readonly onDelete: string | null;
  readonly onUpdate: string | null;
  /** False where only classes know of it. */
  readonly constraint: boolean;
  /** Every row points somewhere. */
  readonly required: boolean;
  readonly oneToOne: boolean;
}

export interface ReferrerView {
  readonly phpName: string;
  /** The `id` of the table that points here. */
  readonly table: string;
  readonly columns: readonly ReferenceView[];
  readonly oneToOne: boolean;
}

/** `local` is the column of the table that has the key, `foreign` that of the table it points at. */
export interface ReferenceView {
  readonly local: string;
  readonly foreign: string;
}

export interface ManyToManyView {
  readonly phpName: string;
  readonly through: string;
  readonly tables: readonly string[];
}

export interface IndexView {
  readonly name: string;
  /** Names, or expressions in parentheses; `DESC` behind those in descending order. */
  readonly columns: readonly string[];
  /** The kind of index, where it is not the usual one. */
  readonly using?: string;
  /** The condition of a partial index. */
  readonly where?: string;
}

export interface ListView {
  readonly rank: string;
  /** What tells the lists of the table apart; empty when the table is one list. */
  readonly scope: readonly string[];
  readonly unique: boolean;
}

export interface BehaviorView {
  readonly name: string;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
}

export interface InheritanceView {
  readonly column: string;
  readonly classes: readonly { readonly key: string; readonly phpName: string; readonly extends: string | null }[];
}

export interface ClassView {
  /** With its namespace. */
  readonly name: string;
  readonly role: 'model' | 'query' | 'map' | 'enum' | 'inherited';
  /** In a project of several. */
  readonly language?: string;
  /** Those that the table gives it; what every class has is not repeated. */
  readonly methods: readonly MethodView[];
}

export interface MethodView {
  readonly name: string;
  readonly signature: string;
  /** The column, relation or behavior that it comes from; null for the rest. */
  readonly of: string | null;
}
