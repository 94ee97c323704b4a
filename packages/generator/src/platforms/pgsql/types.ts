import type { Column, NativeType } from '../../model/model.js';
import { withPrecision } from '../precision.js';
import { labelLength } from '../value-set.js';
import { identifier } from './quoting.js';

const withSize = (name: string, size: number | undefined): string => (size === undefined ? name : `${name}(${size})`);

/** What the type of a column, or of a domain, is made from. */
export type Typed = Pick<Column, 'type' | 'size' | 'scale' | 'valueSet' | 'enumStorage' | 'nativeType' | 'elementType'>;

/** A type that the schema has made, by its name. */
export const nativeName = ({ schema, name }: Pick<NativeType, 'schema' | 'name'>): string =>
  schema === undefined ? identifier(name) : `${identifier(schema)}.${identifier(name)}`;

/** The PostgreSQL type of a column. */
export function columnType(column: Typed): string {
  const { nativeType, elementType } = column;
  const isWhole = nativeType?.kind === 'domain' && nativeType.type === 'ARRAY';
  if (column.type === 'ARRAY' && elementType !== undefined && !isWhole) {
    return `${columnType({ ...column, type: elementType, elementType: undefined })}[]`;
  }
  if (nativeType !== undefined) return nativeName(nativeType);
  switch (column.type) {
    case 'CHAR':
      return withSize('CHAR', column.size);
    case 'VARCHAR':
      return withSize('VARCHAR', column.size);
    case 'LONGVARCHAR':
    case 'CLOB':
    case 'ARRAY':
      return 'TEXT';
    case 'NUMERIC':
    case 'DECIMAL':
      return withPrecision('NUMERIC', column);
    case 'TINYINT':
    case 'SMALLINT':
      return 'SMALLINT';
    case 'INTEGER':
      return 'INTEGER';
    case 'BIGINT':
      return 'BIGINT';
    case 'REAL':
      return 'REAL';
    case 'FLOAT':
    case 'DOUBLE':
      return 'DOUBLE PRECISION';
    case 'BINARY':
    case 'VARBINARY':
    case 'LONGVARBINARY':
    case 'BLOB':
    case 'OBJECT':
    case 'UUID_BINARY':
      return 'BYTEA';
    case 'DATE':
    case 'BU_DATE':
      return 'DATE';
    case 'TIME':
      return withSize('TIME', column.size);
    case 'DATETIME':
    case 'TIMESTAMP':
    case 'BU_TIMESTAMP':
      return withSize('TIMESTAMP', column.size);
    case 'BOOLEAN':
    case 'BOOLEAN_EMU':
      return 'BOOLEAN';
    case 'ENUM':
      return column.enumStorage === 'index' ? 'SMALLINT' : `VARCHAR(${labelLength(column)})`;
    case 'SET':
      return column.valueSet.length > 31 ? 'BIGINT' : 'INTEGER';
    case 'JSON':
      return 'JSON';
    case 'GEOMETRY':
      return 'GEOMETRY';
    case 'UUID':
      return 'UUID';
  }
}
