import type { Column, ForeignKey, Table } from '../../model/model.js';
import type { IdentifierLimit } from '../../model/names.js';
import { canonicalDecimal, canonicalFraction } from '../../model/stored-text.js';
import { vendorFlag, vendorValue } from '../../model/vendor-parameter.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { deferral } from '../deferral.js';
import { parenthesized } from '../parenthesized.js';
import { type ColumnShape, type ForeignKeyShape, type Options, type PrimaryKeyShape, said } from '../shape.js';
import { Shaper } from '../shaper.js';
import { identifier, text } from './quoting.js';
import { columnType, isTextDecimal } from './types.js';

/** SQLite itself has no limit; this is where a name stops being one. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 1024, unit: 'characters' };

/** Without the word AUTOINCREMENT SQLite numbers rows as well, but may give the number of a deleted row again. */
export const reusesNumbers = ({ vendor }: Table): boolean => vendorFlag(vendor, 'sqlite', 'autoIncrement') === false;

export class SqliteShaper extends Shaper {
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override column(table: Table, column: Column): ColumnShape {
    return {
      ...super.column(table, column),
      ...said({ collation: vendorValue(column.vendor, 'sqlite', 'collate') }),
    };
  }

  override numbering(table: Table): Pick<ColumnShape, 'identity'> {
    return { identity: reusesNumbers(table) ? 'reused' : 'by default' };
  }

  override options(table: Table): Options {
    const isSet = (name: string): string | undefined =>
      vendorFlag(table.vendor, 'sqlite', name) === true ? '' : undefined;
    return said({ STRICT: isSet('strict'), 'WITHOUT ROWID': isSet('withoutRowid') });
  }

  /** The key of a auto-increment column stands in its line, with a name only where the schema has one. */
  override primaryKey(table: Table): PrimaryKeyShape | undefined {
    const key = super.primaryKey(table);
    if (!table.primaryKey.some((column) => column.autoIncrement)) return key;
    return key && { ...said({ name: table.primaryKeyName }), parts: key.parts };
  }

  override defaultExpression(_column: Column, sql: string): string {
    return /^current_(timestamp|date|time)$/i.test(sql) ? sql : parenthesized(sql);
  }

  override literal(stored: StoredValue, column: Column, table: Table): string {
    if (isTextDecimal(column)) return text(canonicalDecimal(String(stored.value), column.scale ?? 0));
    if (stored.kind === 'time' || stored.kind === 'datetime') {
      return text(canonicalFraction(stored.value, { digits: 6, trimmed: true }));
    }
    // Blanks at the end of a CHAR are no part of its value on any vendor; here nothing else removes them.
    if (column.type === 'CHAR' && stored.kind === 'text') return text(stored.value.replace(/ +$/, ''));
    if (stored.kind !== 'uuid') return super.literal(stored, column, table);
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

  override foreignKey(key: ForeignKey): ForeignKeyShape {
    return { ...super.foreignKey(key), ...said({ deferrable: deferral(key.vendor, 'sqlite') }) };
  }

  /** SQLite keeps the text of CREATE TABLE, so a comment in it can be read from the catalog: one line of it. */
  override comment(description: string | undefined): string | undefined {
    return description?.replace(/\s+/g, ' ').trim();
  }
}
