import type { ColumnTypeName } from '../../src/model/column-type.js';
import type { Column } from '../../src/model/model.js';
import { adapterOf, type Engine } from '../support/engines.js';

/**
 * What each engine's catalog must say of a column of each type. Written by hand from the vendors' manuals, on purpose
 * without the generator's own mapping, which it checks.
 */
type Expected = string | ((column: Column) => string);
type TypeTable = Readonly<Record<ColumnTypeName, Expected>>;

const longest = ({ valueSet }: Column): number => Math.max(...valueSet.map((label) => Array.from(label).length));
const isWide = ({ valueSet }: Column): boolean => valueSet.length > 31;
/** A type that the schema has made, as the catalog prints it. */
const madeType = ({ nativeType }: Column): string | undefined => {
  const printed = (name: string): string => (/^[a-z_]+$/.test(name) ? name : `"${name}"`);
  return (
    nativeType &&
    [nativeType.schema, nativeType.name]
      .flatMap((part) => part ?? [])
      .map(printed)
      .join('.')
  );
};

const isLabel = ({ enumStorage }: Column): boolean => enumStorage === 'label';

const PGSQL: TypeTable = {
  CHAR: ({ size }) => `character(${size ?? 1})`,
  VARCHAR: ({ size }) => (size === undefined ? 'character varying' : `character varying(${size})`),
  LONGVARCHAR: 'text',
  CLOB: 'text',
  NUMERIC: ({ size, scale }) => (size === undefined ? 'numeric' : `numeric(${size},${scale ?? 0})`),
  DECIMAL: ({ size, scale }) => (size === undefined ? 'numeric' : `numeric(${size},${scale ?? 0})`),
  TINYINT: 'smallint',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  REAL: 'real',
  FLOAT: 'double precision',
  DOUBLE: 'double precision',
  BINARY: 'bytea',
  VARBINARY: 'bytea',
  LONGVARBINARY: 'bytea',
  BLOB: 'bytea',
  DATE: 'date',
  TIME: ({ size }) => `time(${size ?? 6}) without time zone`,
  DATETIME: ({ size }) => `timestamp(${size ?? 6}) without time zone`,
  TIMESTAMP: ({ size }) => `timestamp(${size ?? 6}) without time zone`,
  BU_DATE: 'date',
  BU_TIMESTAMP: ({ size }) => `timestamp(${size ?? 6}) without time zone`,
  BOOLEAN: 'boolean',
  BOOLEAN_EMU: 'boolean',
  OBJECT: 'bytea',
  ARRAY: 'text',
  ENUM: (column) => (isLabel(column) ? `character varying(${longest(column)})` : 'smallint'),
  SET: (column) => (isWide(column) ? 'bigint' : 'integer'),
  JSON: 'json',
  GEOMETRY: 'point',
  UUID: 'uuid',
  UUID_BINARY: 'bytea',
};

const fraction = (name: string, { size }: Column): string => (size === 0 ? name : `${name}(${size ?? 6})`);

/** Labels are shown in three-byte UTF-8, although they are kept in four, and with escaped backslashes. */
const inMysqlCatalog = (label: string): string =>
  label.replaceAll('\\', '\\\\').replace(/[\u{10000}-\u{10ffff}]/gu, '?');

const MYSQL: TypeTable = {
  CHAR: ({ size }) => `char(${size ?? 1})`,
  VARCHAR: ({ size }) => `varchar(${size ?? 255})`,
  LONGVARCHAR: 'text',
  CLOB: 'longtext',
  NUMERIC: ({ size, scale }) => `decimal(${size ?? 10},${scale ?? 0})`,
  DECIMAL: ({ size, scale }) => `decimal(${size ?? 10},${scale ?? 0})`,
  TINYINT: 'tinyint',
  SMALLINT: 'smallint',
  INTEGER: 'int',
  BIGINT: 'bigint',
  REAL: 'double',
  FLOAT: 'float',
  DOUBLE: 'double',
  BINARY: ({ size }) => `binary(${size ?? 1})`,
  VARBINARY: ({ size }) => (size === undefined || size > 65532 ? 'mediumblob' : `varbinary(${size})`),
  LONGVARBINARY: 'longblob',
  BLOB: 'blob',
  DATE: 'date',
  TIME: (column) => fraction('time', column),
  DATETIME: (column) => fraction('datetime', column),
  TIMESTAMP: (column) => fraction('timestamp', column),
  BU_DATE: 'date',
  BU_TIMESTAMP: (column) => fraction('timestamp', column),
  BOOLEAN: 'tinyint(1)',
  BOOLEAN_EMU: 'tinyint(1)',
  OBJECT: 'mediumblob',
  ARRAY: 'text',
  ENUM: (column) =>
    isLabel(column)
      ? `enum(${column.valueSet.map((label) => `'${inMysqlCatalog(label).replaceAll("'", "''")}'`).join(',')})`
      : 'tinyint unsigned',
  SET: (column) => (isWide(column) ? 'bigint' : 'int'),
  JSON: 'json',
  GEOMETRY: 'geometry',
  UUID: 'binary(16)',
  UUID_BINARY: 'binary(16)',
};

/** A JSON column of MariaDB is a text with a check. */
const MARIADB: TypeTable = { ...MYSQL, JSON: 'longtext' };

/** A number there has 15 digits: what may have more is text. */
const sqliteDecimal = ({ type, size, scale }: Column): string => {
  if (size === undefined) return type;
  return size > 15 ? 'TEXT' : `${type}(${size}${scale ? `, ${scale}` : ''})`;
};

const sqliteTime =
  (type: string) =>
  ({ size = 6 }: Column): string =>
    size === 6 ? type : `${type}(${size})`;

const SQLITE: TypeTable = {
  CHAR: ({ size }) => `CHAR(${size ?? 1})`,
  VARCHAR: ({ size }) => `VARCHAR(${size ?? 255})`,
  LONGVARCHAR: 'TEXT',
  CLOB: 'LONGTEXT',
  NUMERIC: sqliteDecimal,
  DECIMAL: sqliteDecimal,
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  REAL: 'REAL',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  BINARY: 'BLOB',
  VARBINARY: 'BLOB',
  LONGVARBINARY: 'BLOB',
  BLOB: 'BLOB',
  DATE: 'DATE',
  TIME: sqliteTime('TIME'),
  DATETIME: sqliteTime('DATETIME'),
  TIMESTAMP: sqliteTime('TIMESTAMP'),
  BU_DATE: 'DATE',
  BU_TIMESTAMP: sqliteTime('TIMESTAMP'),
  BOOLEAN: 'BOOLEAN',
  BOOLEAN_EMU: 'BOOLEAN',
  OBJECT: 'BLOB',
  ARRAY: 'TEXT',
  ENUM: (column) => (isLabel(column) ? `VARCHAR(${longest(column)})` : 'TINYINT'),
  SET: (column) => (isWide(column) ? 'BIGINT' : 'INTEGER'),
  JSON: 'TEXT',
  GEOMETRY: 'BLOB',
  UUID: 'BLOB',
  UUID_BINARY: 'BLOB',
};

const TABLES: Readonly<Record<Engine, TypeTable>> = {
  pgsql15: PGSQL,
  pgsql18: PGSQL,
  mysql9: MYSQL,
  mariadb: MARIADB,
  mariadb11: MARIADB,
  sqlite: SQLITE,
};

/** Types that a column of the schema names itself, as the catalogs show them. */
const VERBATIM: Readonly<Record<string, string>> = {
  point: 'point',
  JSONB: 'jsonb',
  'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
  MEDIUMTEXT: 'mediumtext',
  TIMESTAMP: 'timestamp',
};

export function expectedType(engine: Engine, column: Column): string {
  if (column.sqlType !== undefined) return VERBATIM[column.sqlType] ?? column.sqlType;
  if (engine === 'sqlite' && column.autoIncrement) return 'INTEGER';
  const made = adapterOf(engine) === 'pgsql' ? madeType(column) : undefined;
  const isWhole = column.nativeType?.kind === 'domain' && column.nativeType.type === 'ARRAY';
  if (column.elementType !== undefined && !isWhole) {
    return `${expectedType(engine, { ...column, type: column.elementType, elementType: undefined })}[]`;
  }
  if (made !== undefined) return made;
  const expected = TABLES[engine][column.type];
  const type = typeof expected === 'string' ? expected : expected(column);
  const unsigned = column.vendor.get('mysql')?.get('unsigned')?.value === 'true' && TABLES[engine] !== PGSQL;
  return unsigned && engine !== 'sqlite' ? `${type} unsigned` : type;
}
