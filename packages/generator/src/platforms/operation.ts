import type {
  CheckShape,
  ColumnShape,
  ForeignKeyShape,
  IndexShape,
  ObjectName,
  PrimaryKeyShape,
  TableShape,
  TypeShape,
  ViewShape,
} from './shape.js';

/**
 * One thing that is done to a database that has rows in it. Operations stand in an order in which each finds what it needs:
 * those before a rename name things as they were, those after it as they are then.
 */
export type Operation =
  | { readonly do: 'create schema'; readonly name: string }
  | { readonly do: 'create extension'; readonly extension: ObjectName }
  | { readonly do: 'create sequence' | 'drop sequence'; readonly sequence: ObjectName }
  | { readonly do: 'create type' | 'drop type'; readonly type: TypeShape }
  | {
      readonly do: 'alter type';
      readonly before: TypeShape;
      readonly after: TypeShape;
      /** The columns of tables that stay, as they are at that time, and as they will be. */
      readonly columns: readonly TypedColumn[];
    }
  | { readonly do: 'create view' | 'drop view'; readonly view: ViewShape }
  | {
      readonly do: 'create table';
      readonly table: TableShape;
      /** The keys that it can have from the start; others are added. */
      readonly foreignKeys: readonly ForeignKeyShape[];
    }
  | { readonly do: 'drop table'; readonly table: TableShape }
  | { readonly do: 'rename table'; readonly table: ObjectName; readonly to: string }
  | { readonly do: 'rename column'; readonly table: ObjectName; readonly column: string; readonly to: string }
  | { readonly do: 'add column'; readonly table: TableShape; readonly column: ColumnShape }
  | { readonly do: 'drop column'; readonly table: TableShape; readonly column: ColumnShape }
  | {
      readonly do: 'alter column';
      readonly table: TableShape;
      /** With the name that it has after a rename. */
      readonly before: ColumnShape;
      readonly after: ColumnShape;
    }
  | {
      /** Rows without a value get one. */
      readonly do: 'fill column';
      readonly table: ObjectName;
      readonly column: string;
      readonly sql: string;
    }
  | {
      readonly do: 'add primary key' | 'drop primary key';
      readonly table: ObjectName;
      readonly key: PrimaryKeyShape;
    }
  | { readonly do: 'add index' | 'drop index'; readonly table: ObjectName; readonly index: IndexShape }
  | { readonly do: 'add check' | 'drop check'; readonly table: ObjectName; readonly check: CheckShape }
  | { readonly do: 'add foreign key' | 'drop foreign key'; readonly table: ObjectName; readonly key: ForeignKeyShape }
  | {
      readonly do: 'rename part';
      readonly table: ObjectName;
      readonly part: PartKind;
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly do: 'set option';
      readonly table: TableShape;
      readonly name: string;
      readonly was: string | undefined;
      readonly value: string | undefined;
    }
  | {
      /** What can only be done to a table in one statement. Its columns have their old names until then. */
      readonly do: 'alter table';
      readonly table: TableShape;
      readonly operations: readonly Operation[];
    }
  | {
      /** A table that is made anew, with its rows and its indexes, because it cannot be changed. */
      readonly do: 'rebuild table';
      /** With the names that it has after renames. */
      readonly before: TableShape;
      readonly after: TableShape;
    };

export interface TypedColumn {
  readonly table: ObjectName;
  readonly column: ColumnShape;
  readonly after: ColumnShape | undefined;
}

/** What may have another name without being made anew. */
export type PartKind = 'primary key' | 'unique' | 'index' | 'check' | 'foreign key';

/** What a vendor can do to an object that stays. */
export interface Abilities {
  readonly renames: ReadonlySet<PartKind>;
  /** Whether one statement does everything to a table but what concerns its foreign keys and checks. */
  readonly altersAtOnce: boolean;
  /** Whether the table must be made anew; foreign keys are then part of that, wherever it is possible. */
  needsRebuild?(before: TableShape, after: TableShape): boolean;
  /** Parts whose names no two tables may share. */
  readonly sharedNames: ReadonlySet<PartKind>;
  /** Whether a foreign key stands on indexes of both tables, of any kind: then none of them can go before it. */
  readonly keysStandOnIndexes: boolean;
  /** False for what must be dropped and added: its values are worked out anew. */
  altersColumn(before: ColumnShape, after: ColumnShape): boolean;
  /** Whether a foreign key on the column, or one that points at it, is in the way. */
  needsFreeColumn(before: ColumnShape, after: ColumnShape): boolean;
  /** Whether a renamed column must be said once more, because a part of it keeps the old name. */
  restatesRenamed?(column: ColumnShape): boolean;
  /** Whether a key or an index with the column is in the way, too. */
  needsFreeIndex(index: PrimaryKeyShape | IndexShape, before: ColumnShape, after: ColumnShape): boolean;
  /** Whether a column can have another name while generated columns read it. */
  readonly renamesReadColumns: boolean;
  /** Whether a second column that numbers itself is refused: the first one goes before it comes. */
  readonly hasOneIdentity: boolean;
  /** The column with what it takes from its table. */
  seenColumn(table: TableShape, column: ColumnShape): ColumnShape;
}

/** What a vendor cannot do to a table that may have rows, in a sentence without a full stop. */
export class CannotAlter extends Error {}
