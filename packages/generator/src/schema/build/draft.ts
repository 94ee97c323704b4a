import type { Check, Column, CrossReference, Database, ForeignKey, Index, KeyPart, Table } from '../../model/model.js';

/** A part of the model while it is being put together; frozen when it is done. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export type ColumnDraft = Draft<Column>;
export type IndexDraft = Draft<Index>;
export type ForeignKeyDraft = Draft<ForeignKey>;

export interface TableDraft
  extends Omit<
    Draft<Table>,
    | 'columns'
    | 'primaryKey'
    | 'primaryKeyParts'
    | 'foreignKeys'
    | 'referrers'
    | 'indexes'
    | 'uniques'
    | 'checks'
    | 'crossReferences'
  > {
  columns: ColumnDraft[];
  primaryKey: ColumnDraft[];
  primaryKeyParts: KeyPart[];
  foreignKeys: ForeignKeyDraft[];
  referrers: ForeignKeyDraft[];
  indexes: IndexDraft[];
  uniques: IndexDraft[];
  checks: Check[];
  crossReferences: CrossReference[];
}

export interface DatabaseDraft extends Omit<Draft<Database>, 'tables'> {
  tables: TableDraft[];
}
