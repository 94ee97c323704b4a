import type {
  CheckShape,
  ColumnShape,
  DomainShape,
  ForeignKeyShape,
  IndexShape,
  NumberedLabels,
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
export type Operation = PlannedOperation & {
  /** In the form that lets others work meanwhile, where the vendor has another one for that. */
  readonly online?: true;
};

type PlannedOperation =
  | { readonly do: 'create schema'; readonly name: string }
  | { readonly do: 'create extension'; readonly extension: ObjectName }
  | { readonly do: 'create sequence' | 'drop sequence'; readonly sequence: ObjectName }
  | { readonly do: 'create type' | 'drop type'; readonly type: TypeShape }
  | {
      readonly do: 'alter type';
      readonly before: TypeShape;
      readonly after: TypeShape;
      /** The columns that stay, as they are at that time, and as they will be. */
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
  | { readonly do: 'rename table'; readonly table: ObjectName; readonly to: string; readonly interim?: string }
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
      readonly keeps?: readonly string[];
    }
  | {
      /** Labels that are stored as numbers have got others, and the rows that are there follow. */
      readonly do: 'renumber column';
      readonly table: ObjectName;
      readonly column: string;
      readonly as: NumberedLabels['as'];
      readonly moves: readonly LabelMove[];
      readonly keeps?: readonly string[];
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
      /** An index that is made or dropped while others write. */
      readonly do: 'build index' | 'remove index';
      readonly table: ObjectName;
      readonly index: IndexShape;
    }
  | {
      /** A key that takes over an index which is there. */
      readonly do: 'attach primary key';
      readonly table: ObjectName;
      readonly key: PrimaryKeyShape;
      readonly built: string;
    }
  | {
      readonly do: 'attach unique';
      readonly table: ObjectName;
      readonly index: IndexShape;
      readonly built: string;
    }
  | {
      /** Looks at the rows that a constraint has not seen yet. */
      readonly do: 'validate constraint';
      readonly table: ObjectName;
      readonly name: string;
    }
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
      /** The name that it has meanwhile, where the usual one is taken. */
      readonly interim?: string;
    };

/** Columns that would take another value in an UPDATE that does not name them: those with ON UPDATE, but for the one it sets. */
export function keptBeside({ columns }: TableShape, column: string): { readonly keeps?: readonly string[] } {
  const keeps = columns.filter(({ name, onUpdate }) => onUpdate !== undefined && name !== column);
  return keeps.length === 0 ? {} : { keeps: keeps.map(({ name }) => name) };
}

/** The place of a label that stays, before and after, counted from 0. */
export interface LabelMove {
  readonly from: number;
  readonly to: number;
}

/** What a table is called while it is made anew. */
export const interimName = (name: string): string => `${name}_orm_new`;

export interface TypedColumn {
  readonly table: ObjectName;
  readonly column: ColumnShape;
  readonly after: ColumnShape;
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
  /**
   * What is left of a type that another one of its name takes the place of, with the name that it has meanwhile: columns that go
   * may still have it. Nothing where the type itself becomes the other one.
   */
  replacedType?(before: TypeShape, after: TypeShape): TypeShape | undefined;
  /** Whether a column has a type of the database's own, or a list of it. */
  hasType?(column: ColumnShape, type: TypeShape): boolean;
  /** Whether a domain is made of a type of the database's own, or of a list of it. */
  isMadeOf?(domain: DomainShape, type: TypeShape): boolean;
  /** The column with what it takes from its table. */
  seenColumn(table: TableShape, column: ColumnShape): ColumnShape;
}

/** What a vendor cannot do to a table that may have rows, in a sentence without a full stop. */
export class CannotAlter extends Error {
  constructor(
    message: string,
    /** What to do, where more can be said than for any such change. */
    readonly help?: string,
  ) {
    super(message);
  }
}
