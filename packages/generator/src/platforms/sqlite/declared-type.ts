import type { ColumnTypeName } from '../../model/column-type.js';
import { EXACT_DIGITS } from './types.js';

/** A declared type in the words of a schema. */
export interface DeclaredType {
  readonly type: ColumnTypeName;
  readonly size?: number;
  readonly scale?: number;
  /** True where the generator would write another word for the type: the declared one must then be kept. */
  readonly foreign: boolean;
}

/** Other words of the SQL standard for a type, display widths of whole numbers, and digits of a second that are usual. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/^INT(EGER)?(\(\d+\))?$/, 'INTEGER'],
  [/^(BIGINT|SMALLINT)\(\d+\)$/, '$1'],
  [/^BOOL$/, 'BOOLEAN'],
  [/^DOUBLE PRECISION$/, 'DOUBLE'],
  [/^CHARACTER(\(\d+\))$/, 'CHAR$1'],
  [/^CHARACTER VARYING(\(\d+\))$/, 'VARCHAR$1'],
  [/^DEC(\(.*)?$/, 'DECIMAL$1'],
  [/^(TIME|DATETIME|TIMESTAMP)\(6\)$/, '$1'],
];

/**
 * One spelling of a declared type. SQLite looks at parts of the word only, and at nothing in parentheses: whoever writes
 * `int` or `INT(11)` means INTEGER. Of a column that would become the row id by that, the word is kept as it is.
 */
export function canonicalType(type: string): string {
  const spelled = type
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .trim();
  const synonym = SYNONYMS.find(([pattern]) => pattern.test(spelled));
  return synonym ? spelled.replace(...synonym) : spelled;
}

/** True for the one word that makes a primary key the row id. */
export const isRowIdType = (type: string): boolean => type.toUpperCase() === 'INTEGER';

/** Words that mean the same type for the generator (`types.ts`), by what their numbers are. */
const OWN: Readonly<Record<'plain' | 'length' | 'precision' | 'fraction', readonly ColumnTypeName[]>> = {
  plain: ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'REAL', 'FLOAT', 'DOUBLE', 'BLOB', 'DATE', 'BOOLEAN'],
  length: ['CHAR', 'VARCHAR'],
  precision: ['DECIMAL', 'NUMERIC'],
  fraction: ['TIME', 'DATETIME', 'TIMESTAMP'],
};

/** Words of other databases and tools, which SQLite takes as it takes any word. */
const WELL_KNOWN: readonly (readonly [RegExp, ColumnTypeName])[] = [
  [/^(BIT|TINYINT\(1\))$/, 'BOOLEAN'],
  [/^(INT2|SMALLINT|YEAR|SMALLSERIAL)\b/, 'SMALLINT'],
  [/^(INT8|BIGINT|BIG INT|UNSIGNED BIG INT|LONG|INT64|BIGSERIAL)\b/, 'BIGINT'],
  [/^TINYINT\b/, 'TINYINT'],
  [/^(INT|MEDIUMINT|INT4|INT32|SERIAL|UNSIGNED INT|UNSIGNED)\b/, 'INTEGER'],
  [/^(N?CHAR|NATIVE CHARACTER|CHARACTER)(\(\d+\))?$/, 'CHAR'],
  [/^(N?VARCHAR2?|CHARACTER VARYING|VARYING CHARACTER|NATIONAL VARCHAR)\b/, 'VARCHAR'],
  [/^(N?CLOB|LONGTEXT)\b/, 'CLOB'],
  [/^(TEXT|TINYTEXT|MEDIUMTEXT|NTEXT|CITEXT|STRING|XML)\b/, 'LONGVARCHAR'],
  [/^(FLOAT|REAL|DOUBLE)\b/, 'DOUBLE'],
  [/^(DECIMAL|NUMERIC|NUMBER|MONEY|SMALLMONEY|CURRENCY)\b/, 'DECIMAL'],
  [/^(DATETIME2?|SMALLDATETIME|DATETIMEOFFSET)\b/, 'DATETIME'],
  [/^TIMESTAMP(TZ)?\b/, 'TIMESTAMP'],
  [/^TIME(TZ)?\b/, 'TIME'],
  [/^JSONB?$/, 'JSON'],
  [/^(UUID|GUID|UNIQUEIDENTIFIER)$/, 'UUID'],
  [/^(VARBINARY|BYTEA|RAW)\b/, 'VARBINARY'],
  [/^BINARY\b/, 'BINARY'],
  [/^(TINY|MEDIUM|LONG)BLOB$|^IMAGE$/, 'BLOB'],
  [/^(GEOMETRY|POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)\b/, 'GEOMETRY'],
];

/** "Determination Of Column Affinity": what SQLite itself sees in a word, in the order in which it looks. */
const AFFINITIES: readonly (readonly [RegExp, ColumnTypeName])[] = [
  [/INT/, 'INTEGER'],
  [/CHAR|CLOB|TEXT/, 'LONGVARCHAR'],
  [/BLOB/, 'BLOB'],
  [/REAL|FLOA|DOUB/, 'DOUBLE'],
];

/** The type of a schema that a declared type means, by our own words, by well-known ones, and at last by affinity. */
export function readDeclaredType(declared: string): DeclaredType {
  const text = canonicalType(declared);
  // No type and BLOB are one affinity: whatever is stored stays as it is.
  if (text === '') return { type: 'BLOB', foreign: false };
  const own = ownType(text);
  if (own) return own;
  const type =
    WELL_KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? AFFINITIES.find(([part]) => part.test(text))?.[1];
  // A word that says nothing: text takes any value.
  return { type: type ?? 'LONGVARCHAR', foreign: true };
}

function ownType(text: string): DeclaredType | undefined {
  if (text === 'TEXT') return { type: 'LONGVARCHAR', foreign: false };
  if (text === 'LONGTEXT') return { type: 'CLOB', foreign: false };
  const [, word = '', first, second] = /^([A-Z]+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(text) ?? [];
  const is = (kind: keyof typeof OWN): ColumnTypeName | undefined => OWN[kind].find((name) => name === word);
  const size = first === undefined ? undefined : Number(first);
  const plain = is('plain');
  if (plain !== undefined && size === undefined) return { type: plain, foreign: false };
  const length = is('length');
  if (length !== undefined && size && second === undefined) return { type: length, size, foreign: false };
  const fraction = is('fraction');
  if (fraction !== undefined && (size ?? 6) <= 6 && second === undefined) {
    return { type: fraction, ...(size === undefined ? {} : { size }), foreign: false };
  }
  const precision = is('precision');
  if (precision === undefined) return undefined;
  if (size === undefined) return { type: precision, foreign: false };
  const scale = second === undefined ? {} : { scale: Number(second) };
  // Longer ones would be kept as text.
  const isNumber = size > 0 && size <= EXACT_DIGITS && Number(second ?? 0) <= size;
  return isNumber ? { type: precision, size, ...scale, foreign: false } : undefined;
}
