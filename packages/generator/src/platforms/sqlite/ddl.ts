import { DdlPrinter } from '../ddl-printer.js';
import type { ColumnShape, ForeignKeyShape, TableShape } from '../shape.js';
import { identifier, text } from './quoting.js';

export class SqliteDdl extends DdlPrinter {
  readonly title = 'SQLite';
  identifier = identifier;
  text = text;
  /** A key may name a table that does not exist yet, and ALTER TABLE cannot add one. */
  override readonly namesLaterTables = true;

  override prologue(): string[] {
    // DROP TABLE deletes the rows first and would fire the actions of keys that point there. No effect in a transaction.
    return ['PRAGMA foreign_keys = OFF'];
  }

  override epilogue(): string[] {
    return ['PRAGMA foreign_keys = ON'];
  }

  override createTable(table: TableShape, foreignKeys: readonly ForeignKeyShape[]): string {
    const statement = super.createTable(table, foreignKeys);
    const head = `CREATE TABLE ${this.name(table)} (`;
    return table.comment === undefined ? statement : `${head} -- ${table.comment}${statement.slice(head.length)}`;
  }

  dropTable(table: TableShape): string[] {
    return [`DROP TABLE IF EXISTS ${this.name(table)}`];
  }

  override columnLine(table: TableShape, column: ColumnShape): string {
    const line = super.columnLine(table, column);
    return column.comment === undefined ? line : `-- ${column.comment}\n  ${line}`;
  }

  override columnWords(table: TableShape, column: ColumnShape): string[] {
    const { collation } = column;
    const words = super.columnWords(table, column);
    return collation === undefined ? words : [...words, `COLLATE ${identifier(collation)}`];
  }

  /** The key of a auto-increment column stands in its line. */
  override numbering({ primaryKey }: TableShape, { identity }: ColumnShape): string[] {
    if (identity === undefined) return [];
    const name = primaryKey?.name === undefined ? [] : [`CONSTRAINT ${identifier(primaryKey.name)}`];
    return [...name, identity === 'reused' ? 'PRIMARY KEY' : 'PRIMARY KEY AUTOINCREMENT'];
  }

  override keyLines(table: TableShape): string[] {
    const { primaryKey: _, ...others } = table;
    return super.keyLines(table.columns.some(({ identity }) => identity !== undefined) ? others : table);
  }

  override tableOptions({ options }: TableShape): string {
    const names = Object.keys(options);
    return names.length === 0 ? '' : ` ${names.join(', ')}`;
  }

  override comments(): string[] {
    return [];
  }
}
