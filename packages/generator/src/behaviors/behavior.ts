import type { Behavior } from '../model/model.js';

/** What a schema says of one behavior on one table. */
export type BehaviorUse = Behavior;

/** A column a behavior asks for. One of that name that the schema already has is used as it is. */
export interface AddedColumn {
  readonly name: string;
  readonly type: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a behavior sees of its table while the model is being built, and what it can add to it. */
export interface TableExtension {
  readonly tableName: string;
  readonly columnNames: readonly string[];
  addColumn(column: AddedColumn): void;
  addIndex(columns: readonly string[], unique: boolean): void;
  complain(message: string, help?: string): void;
}

/** An SQL statement that a behavior's methods run, by name, planned for one vendor. */
export interface PlannedStatement {
  readonly name: string;
  readonly sql: string;
}

/** A method a behavior contributes to a generated class, described for every target language. */
export interface ContributedMethod {
  readonly on: 'model' | 'query' | 'table-map';
  readonly name: string;
  readonly doc: string;
}

/**
 * A behavior: a folder beside this file, and one line in `registry`. It extends the table before relations are
 * resolved; its statements and methods are asked for by `statements/` and `targets/` when the model is final.
 */
export interface BehaviorDefinition {
  readonly name: string;
  /** Parameters it knows, with their documentation. Others are refused with a suggestion. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Several may be put on one table, told apart by their id. */
  readonly repeatable?: boolean;
  extend(table: TableExtension, use: BehaviorUse): void;
  statements?(use: BehaviorUse): readonly PlannedStatement[];
  methods?(use: BehaviorUse): readonly ContributedMethod[];
}

export type BehaviorRegistry = ReadonlyMap<string, BehaviorDefinition>;
