import type { Column } from '../../model/model.js';
import { labelLength } from '../value-set.js';

/** Largest sizes without the extended data types of MAX_STRING_SIZE ("Data Types" in the SQL Language Reference). */
export const MAX_VARCHAR = 4000;
export const MAX_CHAR = 2000;
const MAX_RAW = 2000;

const fraction = (column: Column): number => column.size ?? 6;

function binary(size: number | undefined): string {
  return size === undefined || size > MAX_RAW ? 'BLOB' : `RAW(${size})`;
}

/** NUMBER alone keeps every digit it is given; `*` is its largest precision. */
function decimal(column: Column): string {
  const { size, scale } = column;
  if (scale === undefined) return size === undefined ? 'NUMBER' : `NUMBER(${size})`;
  return `NUMBER(${size ?? '*'}, ${scale})`;
}

/** The Oracle type of a column. CHAR in a size makes it count characters, not bytes, whatever NLS_LENGTH_SEMANTICS is. */
export function columnType(column: Column): string {
  switch (column.type) {
    case 'CHAR':
      return `CHAR(${column.size ?? 1} CHAR)`;
    case 'VARCHAR':
      return `VARCHAR2(${column.size ?? 255} CHAR)`;
    case 'LONGVARCHAR':
    case 'CLOB':
    case 'ARRAY':
    case 'JSON':
      return 'CLOB';
    case 'NUMERIC':
    case 'DECIMAL':
      return decimal(column);
    case 'TINYINT':
      return 'NUMBER(3)';
    case 'SMALLINT':
      return 'NUMBER(5)';
    case 'INTEGER':
      return 'NUMBER(10)';
    case 'BIGINT':
      return 'NUMBER(19)';
    case 'REAL':
      return 'BINARY_FLOAT';
    case 'FLOAT':
    case 'DOUBLE':
      return 'BINARY_DOUBLE';
    case 'BINARY':
    case 'VARBINARY':
      return binary(column.size);
    case 'LONGVARBINARY':
    case 'BLOB':
    case 'OBJECT':
      return 'BLOB';
    case 'DATE':
    case 'BU_DATE':
      return 'DATE';
    case 'TIME':
      // Oracle has no time of day. DATE and TIMESTAMP would carry a day that two writers fill in differently, so that
      // equal times compare unequal, and DATE has no fractions. An interval below one day is the time and nothing else.
      return `INTERVAL DAY(0) TO SECOND(${fraction(column)})`;
    case 'DATETIME':
    case 'TIMESTAMP':
    case 'BU_TIMESTAMP':
      return `TIMESTAMP(${fraction(column)})`;
    case 'BOOLEAN':
    case 'BOOLEAN_EMU':
      return 'NUMBER(1)';
    case 'ENUM':
      return column.enumStorage === 'index' ? 'NUMBER(5)' : `VARCHAR2(${labelLength(column)} CHAR)`;
    case 'SET':
      return column.valueSet.length > 31 ? 'NUMBER(19)' : 'NUMBER(10)';
    case 'GEOMETRY':
      return 'SDO_GEOMETRY';
    case 'UUID':
    case 'UUID_BINARY':
      return 'RAW(16)';
  }
}

/** True for what can be no part of an index or a key (ORA-02327, ORA-02329). */
export function isLarge(column: Column): boolean {
  return /^(N?CLOB|BLOB|LONG|JSON|XMLTYPE|SDO_GEOMETRY)\b/i.test(column.sqlType ?? columnType(column));
}
