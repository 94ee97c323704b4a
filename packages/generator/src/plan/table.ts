import type { Column, Table } from '../model/model.js';
import type { GeneratedKey } from '../platforms/dialect.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { type ListStatements, planLists } from './lists.js';
import { columnStorage, type Storage } from './storage.js';

/** A column as statements name it. */
export interface PlannedColumn {
  readonly column: Column;
  readonly position: number;
  readonly quoted: string;
  readonly storage: Storage;
}

/** The SQL that the classes of a table run, planned for one vendor. Placeholders are `?`. */
export interface TableStatements {
  readonly table: Table;
  readonly adapter: Platform['adapter'];
  /** The table in SQL: what stands after FROM and before a column's name. */
  readonly quoted: string;
  readonly columns: readonly PlannedColumn[];
  readonly byColumn: ReadonlyMap<Column, PlannedColumn>;
  /** Every column that is not loaded lazily, of every row. */
  readonly select: string;
  /** What follows `select` to read the row of a key. */
  readonly findTail: string;
  /** `INSERT INTO "book"`; the columns and values depend on what was set. */
  readonly insert: string;
  readonly insertDefaults: string;
  /** Of the column whose value the database makes, if the table has one. */
  readonly generated: { readonly column: PlannedColumn; readonly key: GeneratedKey } | undefined;
  /** `UPDATE "book" SET`; what is set depends on what was modified. */
  readonly update: string;
  readonly delete: string;
  /** ` WHERE "id" = ?`. */
  readonly whereKey: string;
  /** A name quoted as the vendor wants it. */
  readonly identifier: (name: string) => string;
  /** Of the lists that its rows are in. */
  readonly lists: ListStatements | undefined;
}

export function planTable(table: Table, platform: Platform, options: PlatformOptions): TableStatements {
  const { dialect } = platform;
  const quoted = dialect.tableName(table);
  const columns = table.columns.map((column, position) => ({
    column,
    position,
    quoted: dialect.identifier(column.name),
    storage: columnStorage(table, column, platform, options),
  }));
  const eager = columns.filter(({ column }) => !column.lazyLoad);
  const select = `SELECT ${eager.map((column) => `${quoted}.${column.quoted}`).join(', ')} FROM ${quoted}`;
  const key = columns.filter(({ column }) => column.primaryKey);
  const whereKey = key.length === 0 ? '' : ` WHERE ${key.map((column) => `${column.quoted} = ?`).join(' AND ')}`;
  const made = columns.find(({ column }) => column.autoIncrement);
  const generated = made && { column: made, key: dialect.generatedKey(table, made.column) };
  const output = generated?.key.kind === 'result' ? generated.key.output : '';
  const returning = generated?.key.kind === 'result' ? generated.key.returning : '';
  return {
    table,
    adapter: platform.adapter,
    quoted,
    columns,
    byColumn: new Map(columns.map((planned) => [planned.column, planned])),
    select,
    findTail: ` WHERE ${key.map((column) => `${quoted}.${column.quoted} = ?`).join(' AND ')}`,
    insert: `INSERT INTO ${quoted}`,
    insertDefaults: `${dialect.insertDefaults(table, output)}${returning}`,
    generated,
    update: `UPDATE ${quoted} SET`,
    delete: `DELETE FROM ${quoted}${whereKey}`,
    whereKey,
    identifier: (name) => dialect.identifier(name),
    lists: planLists(table, columns, platform, options),
  };
}
