import type { Severity } from '../diagnostics/diagnostic.js';
import type { Behavior, Column, Table } from '../model/model.js';
import type { ContributedMethod, RuntimeParts } from './methods.js';

/** What a schema says of one behavior on one table. */
export type BehaviorUse = Behavior;

/** A column a behavior asks for. One of that name that the schema already has is used as it is. */
export interface AddedColumn {
  readonly name: string;
  readonly type: string;
  /** Attributes of `<column>`, as a schema would write them. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The parameter that gave the name: diagnostics about the column are shown there. */
  readonly parameter?: string;
}

/** An index or unique a behavior asks for. One over the same columns that the schema already has is used as it is. */
export interface AddedIndex {
  readonly columns: readonly string[];
  readonly unique?: boolean;
}

/** A table beside the one that has the behavior, in the same schema. */
export interface AddedTable {
  /** As a schema would write it: without prefix. */
  readonly name: string;
  readonly columns: readonly AddedColumn[];
  /** Attributes of `<table>`, as a schema would write them. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Only statements of the behavior use it: it gets no classes. */
  readonly internal?: boolean;
}

/** Something about the use of a behavior that a person should know. */
export interface BehaviorDiagnostic {
  readonly severity?: Severity;
  readonly message: string;
  readonly help?: string;
  /** Shown at the value of this parameter; else at this column; else at the behavior. */
  readonly parameter?: string;
  readonly column?: string;
  /** It is about something that the table does not have: not said of a table that is known in part only. */
  readonly isLack?: boolean;
}

/** Says something once for a whole build, at the first place, with the number of places. */
export type Mention = (key: string, message: (count: number) => string, help: string) => void;

/** What a behavior sees of its table while the model is being built, and what it can add to it. */
export interface TableExtension {
  readonly tableName: string;
  /** The name in the schema, without prefix: from which those of further tables are made. */
  readonly writtenName: string;
  /** The columns so far, what behaviors added included. Keys and relations are not resolved yet: see `check`. */
  readonly columns: readonly Column[];
  /** The column of a name, in any case. */
  column(name: string): Column | undefined;
  /** The column that is there or was added; nothing if it could not be, which has then been reported. */
  addColumn(column: AddedColumn): Column | undefined;
  addIndex(index: AddedIndex): void;
  /** Rows exchange the values of this column within one statement: every unique over it has to allow that. */
  exchange(column: string): void;
  addTable(table: AddedTable): void;
  readonly report: (diagnostic: BehaviorDiagnostic) => void;
  readonly mention: Mention;
}

/** How a behavior that judges its table is heard. */
export interface BehaviorVoice {
  readonly report: (diagnostic: BehaviorDiagnostic) => void;
  readonly mention: Mention;
}

/**
 * A behavior: a folder beside this file, and one line in `registry`. It extends the table before relations are
 * resolved; `check` judges it when they are. What it gives to classes is asked for by `targets/` when the model is final.
 */
export interface BehaviorDefinition {
  readonly name: string;
  /** Parameters it knows, with their documentation. Others are refused with a suggestion. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Several may be put on one table, told apart by their id. */
  readonly repeatable?: boolean;
  extend(table: TableExtension, use: BehaviorUse): void;
  check?(table: Table, use: BehaviorUse, voice: BehaviorVoice): void;
  methods?(table: Table, use: BehaviorUse): readonly ContributedMethod[];
  parts?(table: Table, use: BehaviorUse): RuntimeParts;
}

export type BehaviorRegistry = ReadonlyMap<string, BehaviorDefinition>;
