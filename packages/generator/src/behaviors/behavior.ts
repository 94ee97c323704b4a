import type { Severity } from '../diagnostics/diagnostic.js';
import type { Adapter } from '../model/adapter.js';
import type { Behavior, Column, Table } from '../model/model.js';

/** What a schema says of one behavior on one table. */
export type BehaviorUse = Behavior;

/** A column a behavior asks for. One of that name that the schema already has is used as it is. */
export interface AddedColumn {
  readonly name: string;
  readonly type: string;
  /** Attributes of `<column>`, as a schema would write them. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The parameter that gave the name: complaints about the column are shown there. */
  readonly parameter?: string;
}

/** An index or unique a behavior asks for. One over the same columns that the schema already has is used as it is. */
export interface AddedIndex {
  readonly columns: readonly string[];
  readonly unique?: boolean;
}

/** A table beside the one that has the behavior. */
export interface AddedTable {
  readonly name: string;
  readonly columns: readonly AddedColumn[];
  /** Attributes of `<table>`, as a schema would write them. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Something about the use of a behavior that a person should know. */
export interface BehaviorComplaint {
  readonly severity?: Severity;
  readonly message: string;
  readonly help?: string;
  /** Shown at the value of this parameter; else at this column; else at the behavior. */
  readonly parameter?: string;
  readonly column?: string;
}

/** What a behavior sees of its table while the model is being built, and what it can add to it. */
export interface TableExtension {
  readonly tableName: string;
  /** The columns so far, what behaviors added included. Keys and relations are not resolved yet: see `check`. */
  readonly columns: readonly Column[];
  /** The column of a name, in any case. */
  column(name: string): Column | undefined;
  /** The column that is there or was added; nothing if it could not be, which has then been complained about. */
  addColumn(column: AddedColumn): Column | undefined;
  addIndex(index: AddedIndex): void;
  addTable(table: AddedTable): void;
  complain(complaint: BehaviorComplaint): void;
  /** Said once for a whole build, at the first place, with the number of places. */
  mention(key: string, message: (count: number) => string, help: string): void;
}

/** What the statements of a behavior are planned with. */
export interface StatementContext {
  readonly adapter: Adapter;
  /** A name quoted as the vendor wants it. */
  readonly identifier: (name: string) => string;
}

/** An SQL statement that a behavior's methods run, by name, planned for one vendor. */
export interface PlannedStatement {
  readonly name: string;
  readonly sql: string;
}

/** A type of a method that every target language can say. */
export type MethodType =
  | { readonly is: 'void' | 'self' | 'boolean' | 'integer' | 'string' | 'connection' }
  /** Objects and queries of the table, and collections of its objects. */
  | { readonly is: 'model' | 'query' | 'collection' }
  | { readonly is: 'column'; readonly column: string }
  | { readonly is: 'nullable' | 'list'; readonly of: MethodType };

export interface MethodParameter {
  readonly name: string;
  readonly type: MethodType;
  readonly optional?: boolean;
}

/** A method a behavior contributes to a generated class, described for every target language. */
export interface ContributedMethod {
  readonly on: 'model' | 'query' | 'table-map';
  readonly name: string;
  readonly static?: boolean;
  readonly parameters: readonly MethodParameter[];
  readonly returns: MethodType;
  readonly doc: string;
}

/**
 * A behavior: a folder beside this file, and one line in `registry`. It extends the table before relations are
 * resolved; `check` judges it when they are. Its statements and methods are asked for by `statements/` and `targets/`
 * when the model is final.
 */
export interface BehaviorDefinition {
  readonly name: string;
  /** Parameters it knows, with their documentation. Others are refused with a suggestion. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Several may be put on one table, told apart by their id. */
  readonly repeatable?: boolean;
  extend(table: TableExtension, use: BehaviorUse): void;
  check?(table: Table, use: BehaviorUse, complain: (complaint: BehaviorComplaint) => void): void;
  statements?(table: Table, use: BehaviorUse, context: StatementContext): readonly PlannedStatement[];
  methods?(table: Table, use: BehaviorUse): readonly ContributedMethod[];
}

export type BehaviorRegistry = ReadonlyMap<string, BehaviorDefinition>;
