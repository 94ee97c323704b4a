import { indexedColumns, uniqueColumns } from '../../model/index-columns.js';
import type { Column, Index, ReferentialAction, Table } from '../../model/model.js';
import { constraintName, type IdentifierLimit } from '../../model/names.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import type { ColumnShape, IndexShape } from '../shape.js';
import { Shaper } from '../shaper.js';
import { bytes, identifier, text } from './quoting.js';
import { columnType, isLarge } from './types.js';

/** The length of `sysname`. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 128, unit: 'characters' };

/** An extended property holds 7,500 bytes ("sp_addextendedproperty"): so many characters of NVARCHAR. */
const DESCRIPTION_LIMIT = 3750;

export class MssqlShaper extends Shaper {
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  /** Always said: what a bare column means depends on settings of the session and of the database. */
  override notNull(column: Column): boolean {
    return column.notNull;
  }

  /** A default without a name gets a random one, by which no migration could ever drop it. */
  override column(table: Table, column: Column): ColumnShape {
    const shape = super.column(table, column);
    if (shape.default === undefined) return shape;
    return { ...shape, defaultName: constraintName(table.name, 'df', column.name, this.limit) };
  }

  /** In parentheses, as the catalog shows it: what follows the clause cannot become part of the expression. */
  override defaultExpression(_column: Column, sql: string): string {
    return `(${sql})`;
  }

  override literal(stored: StoredValue, column: Column, table: Table): string {
    if (stored.kind === 'bytes') return bytes(stored.value);
    if (stored.kind === 'uuid' && column.type === 'UUID_BINARY') return bytes(uuidBytes(stored.value, false));
    // No implicit conversion leads from NVARCHAR to VARBINARY (error 257).
    if (stored.kind === 'text' && column.family === 'object') return bytes(Buffer.from(stored.value));
    return super.literal(stored, column, table);
  }

  override checkCondition(column: Column): string | undefined {
    if (column.sqlType === undefined && column.family === 'json') return `ISJSON(${identifier(column.name)}) = 1`;
    if (column.sqlType !== undefined || column.family !== 'enum' || column.enumStorage === 'index') {
      return super.checkCondition(column);
    }
    // The usual collations ignore case: "Draft" would pass for "draft".
    const labels = column.valueSet.map((label) => text(label)).join(', ');
    return `${identifier(column.name)} COLLATE Latin1_General_BIN2 IN (${labels})`;
  }

  /**
   * A UNIQUE constraint takes two NULLs for equal. An index without the NULLs does what the other vendors do, but only a
   * constraint can be the target of a foreign key ("Create unique indexes", "Create foreign key relationships").
   */
  isFilteredUnique(table: Table, unique: Index): boolean {
    if (unique.nullsNotDistinct) return false;
    return indexedColumns(unique).some((column) => !column.notNull) && !isReferenced(table, unique);
  }

  override isConstraint(table: Table, unique: Index): boolean {
    if (this.isFilteredUnique(table, unique) || unique.include.length > 0) return false;
    return super.isConstraint(table, unique);
  }

  override unique(table: Table, unique: Index): IndexShape[] {
    if (!this.isFilteredUnique(table, unique)) return super.unique(table, unique);
    const { exchanged } = unique;
    const nullable = indexedColumns(unique).filter((column) => !column.notNull);
    // Rows that are in a list are compared, with NULL in its scope for a value of its own; others are not.
    const without = exchanged === undefined ? nullable : nullable.filter((column) => column === exchanged);
    const filter = without.map((column) => `${identifier(column.name)} IS NOT NULL`);
    const where = [...(unique.where === undefined ? [] : [unique.where]), ...filter].join(' AND ');
    return [this.indexShape({ ...unique, where }, 'unique index')];
  }

  /** NULLs are equal here unless the filter leaves them out. */
  override indexShape(index: Index, kind: IndexShape['kind']): IndexShape {
    return super.indexShape({ ...index, nullsNotDistinct: false }, kind);
  }

  /** `check` has warned about an index that is left out here. */
  override index(table: Table, index: Index): IndexShape[] {
    return indexedColumns(index).some(isLarge) ? [] : super.index(table, index);
  }

  /** RESTRICT is not in the grammar, and NO ACTION is checked at the end of the statement, which is as strict here. */
  override onDelete(action: ReferentialAction | undefined): ReferentialAction | undefined {
    return action === 'RESTRICT' ? 'NO ACTION' : action;
  }

  override onUpdate(action: ReferentialAction | undefined): ReferentialAction | undefined {
    return this.onDelete(action);
  }

  override comment(description: string | undefined): string | undefined {
    if (description === undefined || description.length <= DESCRIPTION_LIMIT) return description;
    // Not between the halves of a surrogate pair.
    return `${description.slice(0, DESCRIPTION_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }
}

/** True when a foreign key points at exactly the columns of the unique, in whatever order. */
export function isReferenced(table: Table, unique: Index): boolean {
  const columns = new Set(uniqueColumns(unique));
  return table.referrers.some(
    (key) =>
      key.constraint &&
      !key.table.skipSql &&
      key.columns.length === columns.size &&
      key.columns.every(({ foreign }) => columns.has(foreign)),
  );
}
