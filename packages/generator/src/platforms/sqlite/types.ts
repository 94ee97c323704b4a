import type { Column } from '../../model/model.js';
import { withPrecision } from '../precision.js';
import { labelLength } from '../value-set.js';

/** Digits that a floating-point number keeps. */
export const EXACT_DIGITS = 15;

/** True for decimals that are kept as text, because a number would lose digits of them. */
export function isTextDecimal({ family, size, sqlType }: Column): boolean {
  return family === 'decimal' && sqlType === undefined && size !== undefined && size > EXACT_DIGITS;
}

/**
 * The declared type of a column. SQLite stores what it is given and looks only at parts of the word ("Determination
 * Of Column Affinity"), so the names are chosen to be read by people and to give the right affinity.
 */
export function columnType(column: Column): string {
  // Only this exact word makes a column the row id.
  if (column.autoIncrement) return 'INTEGER';
  switch (column.type) {
    case 'CHAR':
      return `CHAR(${column.size ?? 1})`;
    case 'VARCHAR':
      return `VARCHAR(${column.size ?? 255})`;
    case 'LONGVARCHAR':
    case 'ARRAY':
    case 'JSON':
      return 'TEXT';
    case 'CLOB':
      return 'LONGTEXT';
    case 'NUMERIC':
    case 'DECIMAL':
      // A number there has 15 digits. Text keeps them all; queries compare it by a collation of the runtime.
      if (isTextDecimal(column)) return 'TEXT';
      return withPrecision(column.type, column);
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'REAL':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DATE':
      return column.type;
    case 'BU_DATE':
      return 'DATE';
    case 'BINARY':
    case 'VARBINARY':
    case 'LONGVARBINARY':
    case 'BLOB':
    case 'OBJECT':
    case 'UUID':
    case 'UUID_BINARY':
    case 'GEOMETRY':
      return 'BLOB';
    case 'TIME':
    case 'DATETIME':
    case 'TIMESTAMP':
      return withFraction(column.type, column);
    case 'BU_TIMESTAMP':
      return withFraction('TIMESTAMP', column);
    case 'BOOLEAN':
    case 'BOOLEAN_EMU':
      return 'BOOLEAN';
    case 'ENUM':
      return column.enumStorage === 'index' ? 'TINYINT' : `VARCHAR(${labelLength(column)})`;
    case 'SET':
      return column.valueSet.length > 31 ? 'BIGINT' : 'INTEGER';
  }
}

/** The bare word, as people write it, has all the digits of a second that the generated classes keep. */
function withFraction(type: string, { size = 6 }: Column): string {
  return size === 6 ? type : `${type}(${size})`;
}
