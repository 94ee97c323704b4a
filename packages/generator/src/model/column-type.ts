/** What a value of a type is, whatever the vendor: decides which attributes and default values make sense. */
export type TypeFamily =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'binary'
  | 'date'
  | 'time'
  | 'datetime'
  | 'enum'
  | 'set'
  | 'json'
  | 'array'
  | 'object'
  | 'uuid'
  | 'geometry';

/** What the `size` attribute of a type counts. */
export type SizeMeaning = 'length' | 'precision' | 'fraction' | 'none';

export interface ColumnTypeInfo {
  readonly family: TypeFamily;
  readonly size: SizeMeaning;
  readonly doc: string;
}

const type = (family: TypeFamily, size: SizeMeaning, doc: string): ColumnTypeInfo => ({ family, size, doc });

/** Every column type of the schema vocabulary. The vendor's SQL for each is in `platforms/<vendor>/types`. */
export const COLUMN_TYPES = {
  CHAR: type('text', 'length', 'Text of a fixed length; size 1 by default.'),
  VARCHAR: type('text', 'length', 'Text up to a length; size 255 by default (PostgreSQL: no limit).'),
  LONGVARCHAR: type('text', 'none', 'Long text.'),
  CLOB: type('text', 'none', 'Text as long as the vendor allows.'),
  NUMERIC: type('decimal', 'precision', 'Exact number: size digits, scale of them after the point.'),
  DECIMAL: type('decimal', 'precision', 'Exact number: size digits, scale of them after the point.'),
  TINYINT: type('integer', 'none', 'Whole number from -128 to 127.'),
  SMALLINT: type('integer', 'none', 'Whole number of 16 bits.'),
  INTEGER: type('integer', 'none', 'Whole number of 32 bits.'),
  BIGINT: type('integer', 'none', 'Whole number of 64 bits.'),
  REAL: type('float', 'none', 'Floating-point number, single precision where the vendor has it.'),
  FLOAT: type('float', 'none', 'Floating-point number.'),
  DOUBLE: type('float', 'none', 'Floating-point number, double precision.'),
  BINARY: type('binary', 'length', 'Bytes of a fixed length.'),
  VARBINARY: type('binary', 'length', 'Bytes up to a length.'),
  LONGVARBINARY: type('binary', 'none', 'Many bytes.'),
  BLOB: type('binary', 'none', 'Many bytes, read as a stream.'),
  DATE: type('date', 'none', 'Day without a time.'),
  TIME: type('time', 'fraction', 'Time of day; size is the number of fractional digits, 6 by default.'),
  DATETIME: type('datetime', 'fraction', 'Day and time; size is the number of fractional digits, 6 by default.'),
  TIMESTAMP: type('datetime', 'fraction', 'Day and time; size is the number of fractional digits, 6 by default.'),
  BU_DATE: type('date', 'none', 'The same as DATE (kept for old Propel schemas).'),
  BU_TIMESTAMP: type('datetime', 'fraction', 'The same as TIMESTAMP (kept for old Propel schemas).'),
  BOOLEAN: type('boolean', 'none', 'True or false.'),
  BOOLEAN_EMU: type('boolean', 'none', 'The same as BOOLEAN (kept for old Propel schemas).'),
  OBJECT: type('object', 'none', 'A serialized PHP object, stored as bytes.'),
  ARRAY: type('array', 'none', 'A list of strings, stored as text.'),
  ENUM: type('enum', 'none', 'One label of valueSet, stored as the label and checked by the database.'),
  SET: type('set', 'none', 'Several labels of valueSet, stored as a bit mask.'),
  JSON: type('json', 'none', 'A JSON document.'),
  GEOMETRY: type('geometry', 'none', 'A geometry; the vendor must have the type.'),
  UUID: type('uuid', 'none', 'A UUID in the form the vendor stores best.'),
  UUID_BINARY: type('uuid', 'none', 'A UUID as 16 bytes on every vendor.'),
} as const satisfies Record<string, ColumnTypeInfo>;

export type ColumnTypeName = keyof typeof COLUMN_TYPES;

/** Old spellings that mean another type; the model only ever holds the type on the right. */
export const TYPE_ALIASES: Readonly<Partial<Record<ColumnTypeName, ColumnTypeName>>> = {
  BU_DATE: 'DATE',
  BU_TIMESTAMP: 'TIMESTAMP',
  BOOLEAN_EMU: 'BOOLEAN',
};

export function isColumnType(name: string): name is ColumnTypeName {
  return Object.hasOwn(COLUMN_TYPES, name);
}

const ELEMENTS: ReadonlySet<TypeFamily> = new Set<TypeFamily>([
  'text',
  'integer',
  'decimal',
  'float',
  'boolean',
  'date',
  'time',
  'datetime',
  'enum',
  'json',
  'uuid',
]);

/** Whether an array of the database can be made of values of a family. */
export const isElementFamily = (family: TypeFamily): boolean => ELEMENTS.has(family);

/** Types whose values are too long to be compared, indexed without a prefix, or used as a key on every vendor. */
export const LARGE_TYPES: ReadonlySet<ColumnTypeName> = new Set([
  'LONGVARCHAR',
  'CLOB',
  'LONGVARBINARY',
  'BLOB',
  'OBJECT',
  'ARRAY',
  'JSON',
  'GEOMETRY',
]);
