import type { Column } from '../../model/model.js';
import { vendorValue } from '../../model/vendor-parameter.js';
import type { PlatformOptions } from '../platform.js';
import { withPrecision } from '../precision.js';
import { text } from './quoting.js';

/** Longest VARCHAR and VARBINARY that a row of 65,535 bytes can hold at four bytes a character, or one a byte. */
export const MAX_VARCHAR = 16_383;
const MAX_VARBINARY = 65_532;

/** The MySQL and MariaDB type of a column, character set and sign included. */
export function columnType(column: Column, options: PlatformOptions): string {
  return [baseType(column, options), ...typeOptions(column)].join(' ');
}

function typeOptions(column: Column): string[] {
  const unsigned = vendorValue(column.vendor, 'mysql', 'Unsigned');
  return [...(unsigned?.toLowerCase() === 'true' ? ['UNSIGNED'] : []), ...characterSet(column)];
}

/** The words for a character set and collation of the column's own. */
export function characterSet(column: Column): string[] {
  const charset = vendorValue(column.vendor, 'mysql', 'Charset');
  const collation = vendorValue(column.vendor, 'mysql', 'Collate', 'Collation');
  return [
    ...(charset === undefined ? [] : [`CHARACTER SET ${charset}`]),
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
  ];
}

function baseType(column: Column, options: PlatformOptions): string {
  switch (column.type) {
    case 'CHAR':
      return `CHAR(${column.size ?? 1})`;
    case 'VARCHAR':
      return `VARCHAR(${column.size ?? 255})`;
    case 'LONGVARCHAR':
    case 'ARRAY':
      return 'TEXT';
    case 'CLOB':
      return 'LONGTEXT';
    case 'NUMERIC':
    case 'DECIMAL':
      return withPrecision('DECIMAL', column);
    case 'TINYINT':
    case 'SMALLINT':
    case 'BIGINT':
    case 'FLOAT':
      return column.type;
    case 'INTEGER':
      return 'INT';
    case 'REAL':
    case 'DOUBLE':
      return 'DOUBLE';
    case 'BINARY':
      return `BINARY(${column.size ?? 1})`;
    case 'VARBINARY':
      return column.size === undefined || column.size > MAX_VARBINARY ? 'MEDIUMBLOB' : `VARBINARY(${column.size})`;
    case 'LONGVARBINARY':
      return 'LONGBLOB';
    case 'BLOB':
      return 'BLOB';
    case 'OBJECT':
      return 'MEDIUMBLOB';
    case 'DATE':
    case 'BU_DATE':
      return 'DATE';
    case 'TIME':
      return `TIME(${column.size ?? 6})`;
    case 'DATETIME':
      return `DATETIME(${column.size ?? 6})`;
    case 'TIMESTAMP':
    case 'BU_TIMESTAMP':
      return `TIMESTAMP(${column.size ?? 6})`;
    case 'BOOLEAN':
    case 'BOOLEAN_EMU':
      return 'TINYINT(1)';
    case 'ENUM':
      return column.enumStorage === 'index' ? 'TINYINT UNSIGNED' : `ENUM(${column.valueSet.map(text).join(', ')})`;
    case 'SET':
      return column.valueSet.length > 31 ? 'BIGINT' : 'INT';
    case 'JSON':
      return 'JSON';
    case 'GEOMETRY':
      return 'GEOMETRY';
    case 'UUID':
      return options.mysqlUuid === 'native' ? 'UUID' : 'BINARY(16)';
    case 'UUID_BINARY':
      return 'BINARY(16)';
  }
}
