import type { Column } from '../../model/model.js';

/** NVARCHAR and NCHAR hold up to 4,000 pairs of bytes, BINARY and VARBINARY up to 8,000 bytes; beyond that only MAX. */
const MAX_CHARACTERS = 4000;
const MAX_BYTES = 8000;

const LONG_TEXT = 'NVARCHAR(MAX)';
const LONG_BYTES = 'VARBINARY(MAX)';

/** A fractional part of 7 digits would be the server's default; ours is the 6 of the other vendors. */
const fraction = (column: Column): number => column.size ?? 6;

function unicode(name: 'NCHAR' | 'NVARCHAR', size: number): string {
  return size > MAX_CHARACTERS ? LONG_TEXT : `${name}(${size})`;
}

/** Without a size: as many bytes as come, because BINARY alone would be one byte and cut the rest off. */
function binary(name: 'BINARY' | 'VARBINARY', size: number | undefined): string {
  return size === undefined || size > MAX_BYTES ? LONG_BYTES : `${name}(${size})`;
}

function decimal(column: Column): string {
  const { size, scale } = column;
  if (scale === undefined) return size === undefined ? 'DECIMAL' : `DECIMAL(${size})`;
  return `DECIMAL(${size ?? 18}, ${scale})`;
}

/** NVARCHAR counts pairs of bytes, as `length` does: a character outside the basic plane takes two. */
function labelPairs(column: Column): number {
  return Math.max(1, ...column.valueSet.map((label) => label.length));
}

/** The SQL Server type of a column. */
export function columnType(column: Column): string {
  switch (column.type) {
    case 'CHAR':
      return unicode('NCHAR', column.size ?? 1);
    case 'VARCHAR':
      return unicode('NVARCHAR', column.size ?? 255);
    case 'LONGVARCHAR':
    case 'CLOB':
    case 'ARRAY':
    case 'JSON':
      return LONG_TEXT;
    case 'NUMERIC':
    case 'DECIMAL':
      return decimal(column);
    case 'TINYINT':
    // The server's own TINYINT is 0 to 255 and cannot hold -1.
    case 'SMALLINT':
      return 'SMALLINT';
    case 'INTEGER':
      return 'INT';
    case 'BIGINT':
      return 'BIGINT';
    case 'REAL':
      return 'REAL';
    case 'FLOAT':
    case 'DOUBLE':
      return 'FLOAT';
    case 'BINARY':
      return binary('BINARY', column.size);
    case 'VARBINARY':
      return binary('VARBINARY', column.size);
    case 'LONGVARBINARY':
    case 'BLOB':
    case 'OBJECT':
      return LONG_BYTES;
    case 'DATE':
    case 'BU_DATE':
      return 'DATE';
    case 'TIME':
      return `TIME(${fraction(column)})`;
    case 'DATETIME':
    case 'TIMESTAMP':
    case 'BU_TIMESTAMP':
      return `DATETIME2(${fraction(column)})`;
    case 'BOOLEAN':
    case 'BOOLEAN_EMU':
      return 'BIT';
    case 'ENUM':
      return column.enumStorage === 'index' ? 'SMALLINT' : unicode('NVARCHAR', labelPairs(column));
    case 'SET':
      return column.valueSet.length > 31 ? 'BIGINT' : 'INT';
    case 'GEOMETRY':
      return 'GEOMETRY';
    case 'UUID':
      return 'UNIQUEIDENTIFIER';
    case 'UUID_BINARY':
      return 'BINARY(16)';
  }
}

/** True for what can be no key column of an index, a unique or a foreign key (error 1919). */
export function isLarge(column: Column): boolean {
  return /\(MAX\)$|^GEOMETRY$|^GEOGRAPHY$|^XML$|^N?TEXT$|^IMAGE$/i.test(column.sqlType ?? columnType(column));
}
