import type { Column, ForeignKey, Table } from '../../model/model.js';
import type { IdentifierLimit } from '../../model/names.js';
import { canonicalDecimal, canonicalFraction } from '../../model/stored-text.js';
import { vendorFlag, vendorValue } from '../../model/vendor-parameter.js';
import { DdlPrinter } from '../ddl-printer.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { deferralClause } from '../deferral.js';
import { parenthesized } from '../parenthesized.js';
import { identifier, text } from './quoting.js';
import { columnType, isTextDecimal } from './types.js';

/** SQLite itself has no limit; this is where a name stops being one. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 1024, unit: 'characters' };

export class SqliteDdl extends DdlPrinter {
  readonly title = 'SQLite';
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override prologue(): string[] {
    // DROP TABLE deletes the rows first and would fire the actions of keys that point there. No effect in a transaction.
    return ['PRAGMA foreign_keys = OFF'];
  }

  override epilogue(): string[] {
    return ['PRAGMA foreign_keys = ON'];
  }

  override createTable(table: Table, deferred: ReadonlySet<ForeignKey>): string {
    const statement = super.createTable(table, deferred);
    const head = `CREATE TABLE ${this.tableName(table)} (`;
    return table.description === undefined
      ? statement
      : `${head} ${comment(table.description)}${statement.slice(head.length)}`;
  }

  dropTable(table: Table): string[] {
    return [`DROP TABLE IF EXISTS ${this.tableName(table)}`];
  }

  override columnDefinition(table: Table, column: Column): string {
    const collation = vendorValue(column.vendor, 'sqlite', 'collate');
    const collate = collation === undefined ? '' : ` COLLATE ${identifier(collation)}`;
    const definition = super.columnDefinition(table, column) + collate;
    return column.description === undefined ? definition : `${comment(column.description)}\n  ${definition}`;
  }

  /** Without the second word SQLite numbers rows as well, but may give the number of a deleted row again. */
  override identity(table: Table): string {
    const isReused = vendorFlag(table.vendor, 'sqlite', 'autoIncrement') === false;
    const name = table.primaryKeyName === undefined ? '' : `CONSTRAINT ${identifier(table.primaryKeyName)} `;
    return `${name}${isReused ? 'PRIMARY KEY' : 'PRIMARY KEY AUTOINCREMENT'}`;
  }

  override tableOptions(table: Table): string {
    const options = [
      ...(vendorFlag(table.vendor, 'sqlite', 'strict') === true ? ['STRICT'] : []),
      ...(vendorFlag(table.vendor, 'sqlite', 'withoutRowid') === true ? ['WITHOUT ROWID'] : []),
    ];
    return options.length === 0 ? '' : ` ${options.join(', ')}`;
  }

  override primaryKey(table: Table): string[] {
    return table.primaryKey.some((column) => column.autoIncrement) ? [] : super.primaryKey(table);
  }

  override defaultExpression(_column: Column, sql: string): string {
    return /^current_(timestamp|date|time)$/i.test(sql) ? sql : parenthesized(sql);
  }

  override literal(stored: StoredValue, column: Column): string {
    if (isTextDecimal(column)) return text(canonicalDecimal(String(stored.value), column.scale ?? 0));
    if (stored.kind === 'time' || stored.kind === 'datetime') {
      return text(canonicalFraction(stored.value, { digits: 6, trimmed: true }));
    }
    // Blanks at the end of a CHAR are no part of its value on any vendor; here nothing else removes them.
    if (column.type === 'CHAR' && stored.kind === 'text') return text(stored.value.replace(/ +$/, ''));
    if (stored.kind !== 'uuid') return super.literal(stored, column);
    return `X'${uuidBytes(stored.value, false).toString('hex').toUpperCase()}'`;
  }

  override checkCondition(column: Column): string | undefined {
    if (column.type === 'JSON' && column.sqlType === undefined) {
      const valid = `json_valid(${identifier(column.name)})`;
      // Before SQLite 3.42 NULL is no valid JSON.
      return column.notNull ? valid : `${identifier(column.name)} IS NULL OR ${valid}`;
    }
    // No type of SQLite keeps a column to its labels: a text of another width is an ENUM as well.
    const isLabel = column.family === 'enum' && column.enumStorage !== 'index';
    return super.checkCondition(isLabel ? { ...column, sqlType: undefined } : column);
  }

  /** A unique index instead of a constraint: the catalog keeps its name, and foreign keys may point at it as well. */
  override isConstraint(): boolean {
    return false;
  }

  override inlineForeignKey(key: ForeignKey): boolean {
    return key.constraint;
  }

  override foreignKeyActions(key: ForeignKey): string {
    return super.foreignKeyActions(key) + deferralClause(key.vendor, 'sqlite');
  }

  override lateForeignKeys(): ForeignKey[] {
    // A key may name a table that does not exist yet, and ALTER TABLE cannot add one.
    return [];
  }

  override comments(): string[] {
    return [];
  }
}

/** A description as a comment: SQLite keeps the text of CREATE TABLE, so it can be read from the catalog. */
function comment(description: string): string {
  return `-- ${description.replace(/\s+/g, ' ').trim()}`;
}
