import { COLUMN_TYPES, type ColumnTypeName } from '../../model/column-type.js';
import type { ColumnDefault } from '../../model/model.js';
import type { CatalogColumn, CatalogTable } from '../catalog.js';
import type { RecoveredColumn, RecoverOptions, Tinyint1 } from '../introspection.js';
import { shownType } from './catalog-columns.js';
import { type Literal, labelsOf, literalOf } from './printed-sql.js';
import { identifier } from './quoting.js';
import { MAX_VARCHAR } from './types.js';

/** A column type of the server in parts: `decimal(8,2) unsigned`. */
interface TypeParts {
  readonly name: string;
  /** What stands in parentheses. */
  readonly list: string | undefined;
  readonly numbers: readonly number[];
  readonly unsigned: boolean;
  readonly zerofill: boolean;
}

/** Most columns of a large database have one of a few types. */
const known = new Map<string, TypeParts>();

function typeParts(type: string): TypeParts {
  const parts = known.get(type) ?? readTypeParts(type);
  known.set(type, parts);
  return parts;
}

function readTypeParts(type: string): TypeParts {
  const match = /^(\w+)(?:\(([\s\S]*)\))?( unsigned)?( zerofill)?$/i.exec(type);
  const list = match?.[2];
  return {
    name: (match?.[1] ?? '').toLowerCase(),
    list,
    numbers: list === undefined || !/^[\d,\s]+$/.test(list) ? [] : list.split(',').map(Number),
    unsigned: match?.[3] !== undefined,
    zerofill: match?.[4] !== undefined,
  };
}

type Words = Pick<RecoveredColumn, 'type' | 'size' | 'scale' | 'valueSet'> & { readonly verbatim?: boolean };

/** Types of the server that one word of the schema means exactly. */
const EXACT: Readonly<Record<string, ColumnTypeName>> = {
  tinyint: 'TINYINT',
  smallint: 'SMALLINT',
  int: 'INTEGER',
  bigint: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  text: 'LONGVARCHAR',
  longtext: 'CLOB',
  blob: 'BLOB',
  // VARBINARY without a size.
  mediumblob: 'VARBINARY',
  longblob: 'LONGVARBINARY',
  date: 'DATE',
  json: 'JSON',
  geometry: 'GEOMETRY',
  uuid: 'UUID',
};

/** Types that no word means, with the word whose values are most like theirs. */
const NEAREST: Readonly<Record<string, ColumnTypeName>> = {
  mediumint: 'INTEGER',
  year: 'SMALLINT',
  tinytext: 'LONGVARCHAR',
  mediumtext: 'LONGVARCHAR',
  tinyblob: 'BLOB',
  set: 'VARCHAR',
  inet4: 'VARCHAR',
  inet6: 'VARCHAR',
  vector: 'LONGVARBINARY',
  point: 'GEOMETRY',
  linestring: 'GEOMETRY',
  polygon: 'GEOMETRY',
  multipoint: 'GEOMETRY',
  multilinestring: 'GEOMETRY',
  multipolygon: 'GEOMETRY',
  geomcollection: 'GEOMETRY',
  geometrycollection: 'GEOMETRY',
};

const FRACTIONS: Readonly<Record<string, ColumnTypeName>> = {
  time: 'TIME',
  datetime: 'DATETIME',
  timestamp: 'TIMESTAMP',
};

/** Sizes that a type has when none is given, and the most that the checks of the generator let pass. */
const LENGTHS: Readonly<Record<string, readonly [type: ColumnTypeName, fallback: number | undefined, most: number]>> = {
  char: ['CHAR', 1, 255],
  varchar: ['VARCHAR', 255, MAX_VARCHAR],
  binary: ['BINARY', 1, 255],
  varbinary: ['VARBINARY', undefined, 65_532],
};

const MAX_LABELS = 255;

/** `tinyint(1)`, where it may be a boolean. */
function flagWords(type: string, fallback: Literal | undefined, tinyint1: Tinyint1 | undefined): Words {
  const isTruth = fallback === undefined || fallback.value === '0' || fallback.value === '1';
  const isSigned = type === 'tinyint(1)';
  const isBoolean = isTruth && (isSigned ? tinyint1 !== 'integer' : tinyint1 === 'boolean');
  return isBoolean ? { type: 'BOOLEAN' } : { type: 'TINYINT', verbatim: isSigned };
}

function wordsOf(
  type: string,
  parts: TypeParts,
  fallback: Literal | undefined,
  flag: { readonly width: number | undefined; readonly tinyint1: Tinyint1 | undefined },
): Words {
  const { name, numbers } = parts;
  const [first, second] = numbers;
  if (type === 'tinyint(1)' || (type === 'tinyint unsigned' && flag.width === 1))
    return flagWords(type, fallback, flag.tinyint1);
  const length = LENGTHS[name];
  if (length !== undefined && first !== undefined) {
    const [word, usual, most] = length;
    return { type: word, size: first === usual ? undefined : first, verbatim: first === 0 || first > most };
  }
  const fraction = FRACTIONS[name];
  if (fraction !== undefined) return { type: fraction, size: first === 6 ? undefined : (first ?? 0) };
  if (name === 'decimal') return { type: 'DECIMAL', size: first, scale: second === 0 ? undefined : second };
  if (name === 'bit')
    return { type: first === 1 ? 'BOOLEAN' : (first ?? 1) < 32 ? 'INTEGER' : 'BIGINT', verbatim: true };
  if (name === 'enum') return enumWords(labelsOf(parts.list ?? ''));
  const exact = EXACT[name];
  if (exact !== undefined && numbers.length === 0) return { type: exact };
  return { type: exact ?? NEAREST[name] ?? (parts.unsigned ? 'INTEGER' : 'VARCHAR'), verbatim: true };
}

/** Labels that `valueSet` cannot say, or that the checks take for one, stay the server's business. */
function enumWords(labels: readonly string[]): Words {
  const plain = labels.map((label) => label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
  const canSay =
    labels.length <= MAX_LABELS &&
    labels.every((label) => label !== '' && label === label.trim() && !label.includes(',')) &&
    new Set(plain).size === plain.length;
  return canSay ? { type: 'ENUM', valueSet: labels } : { type: 'VARCHAR', verbatim: true };
}

const WIDTH_LOST =
  'tinyint unsigned stays TINYINT: MySQL 8.0.19 and later do not keep the width, so that it cannot be told from tinyint(1) unsigned';

/** A column of MySQL or MariaDB in the words of a schema: the inverse of `columnType` and of the default clause. */
export function recover(
  column: CatalogColumn,
  _table?: CatalogTable,
  { tinyint1 }: RecoverOptions = {},
): RecoveredColumn {
  const literal = column.default === undefined ? undefined : literalOf(column.default);
  // What follows a type as an option, such as SRID, has no word.
  const [type = '', ...options] = column.type.split(/ (?=srid )/i);
  const parts = typeParts(type);
  const { verbatim, ...words } = wordsOf(type, parts, literal, { width: column.shownWidth, tinyint1 });
  const isUnsure = tinyint1 === 'boolean' && type === 'tinyint unsigned' && column.shownWidth === undefined;
  const isVerbatim = verbatim === true || parts.zerofill || options.length > 0;
  return {
    ...(isVerbatim ? { type: words.type, sqlType: column.type } : words),
    ...(column.default === undefined ? {} : { default: recoveredDefault(column.default, literal, words) }),
    ...(parts.unsigned && !isVerbatim ? { vendor: new Map([['Unsigned', 'true']]) } : {}),
    ...(isUnsure ? { note: WIDTH_LOST } : {}),
  };
}

const NOW = /^(current_timestamp|now|localtimestamp|localtime)(\(\d?\))?$/i;

/** The default as a value where a schema may be able to write it, else as the server's own literal or expression. */
function recoveredDefault(sql: string, literal: Literal | undefined, words: Words): ColumnDefault {
  if (literal === undefined) {
    const isMoment = words.type === 'DATETIME' || words.type === 'TIMESTAMP';
    if (isMoment && NOW.test(sql)) return { kind: 'expression', sql: 'CURRENT_TIMESTAMP' };
    return { kind: 'expression', sql: /^curdate\(\)$/i.test(sql) ? 'CURRENT_DATE' : sql };
  }
  const value = schemaValue(literal, words);
  // A schema takes the word for "no default".
  return value === undefined || value.toLowerCase() === 'null' ? { kind: 'expression', sql } : { kind: 'value', value };
}

function schemaValue({ kind, value }: Literal, { type }: Words): string | undefined {
  switch (COLUMN_TYPES[type].family) {
    case 'boolean':
      return kind === 'text' ? undefined : value === '1' ? 'true' : 'false';
    case 'integer':
    case 'decimal':
    case 'float':
      // The server fills numbers up: with zeros after the point, and before it where ZEROFILL says so.
      return kind === 'number' ? value.replace(/\.0*$/, '').replace(/^(-?)0+(?=\d)/, '$1') : undefined;
    case 'binary':
      return kind === 'bytes' ? bytesAsText(value, type === 'BINARY') : kind === 'text' ? value : undefined;
    case 'geometry':
      return undefined;
    default:
      return kind === 'text' ? value : undefined;
  }
}

/** Bytes that are a text in UTF-8, which is how a schema writes them. The server fills a BINARY up with zero bytes. */
function bytesAsText(digits: string, filled: boolean): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  const given = filled ? bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1) : bytes;
  const decoded = given.toString('utf8');
  return Buffer.from(decoded).equals(given) && !/\p{Cc}/u.test(decoded) ? decoded : undefined;
}

/** True when the type that the generator writes is the one that the catalog shows. */
export function sameType(written: string, catalog: string): boolean {
  return normalType(written) === normalType(catalog);
}

/** Other words for a type, as people write them in `sqlType`. */
const SYNONYMS: readonly (readonly [written: RegExp, shown: string])[] = [
  [/^bool(ean)?$/, 'tinyint(1)'],
  [/^int1\b/, 'tinyint'],
  [/^int2\b/, 'smallint'],
  [/^(int3|middleint)\b/, 'mediumint'],
  [/^(integer|int4)\b/, 'int'],
  [/^int8\b/, 'bigint'],
  [/^(numeric|dec|fixed)\b/, 'decimal'],
  [/^(double precision|real|float8)\b/, 'double'],
  [/^float4\b/, 'float'],
  [/^float\((2[5-9]|[34]\d|5[0-3])\)/, 'double '],
  [/^float\((1?\d|2[0-4])\)/, 'float '],
  [/^long varbinary$/, 'mediumblob'],
  [/^long( varchar| (char|character) varying)?$/, 'mediumtext'],
  [/^(character|char) varying\b/, 'varchar'],
  [/^character\b/, 'char'],
  [/^(char|binary|bit)(?!\w|\()/, '$1(1)'],
  [/^geometrycollection$/, 'geomcollection'],
];

/** One spelling of a type: without character set and width, with the numbers that the server fills in. */
function normalType(type: string): string {
  const bare = type.replaceAll(/\s(character set|charset|collate) \w+/gi, '').trim();
  const [head = '', ...labels] = bare.split(/(?=\(\s*')/);
  const spelled = head
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1');
  const known = SYNONYMS.reduce((name, [written, shown]) => name.replace(written, shown), spelled);
  const { name, list, numbers, unsigned, zerofill } = typeParts(
    shownType(known.replace(/\)(?=\w)/, ') ').trim()) + labels.join(''),
  );
  if (name === '') return bare.toLowerCase();
  const sign = `${unsigned ? ' unsigned' : ''}${zerofill ? ' zerofill' : ''}`;
  if (list !== undefined && numbers.length === 0) return `${name}(${labelsOf(list).map(identifier).join()})${sign}`;
  if (name === 'decimal') return `decimal(${numbers[0] ?? 10},${numbers[1] ?? 0})${sign}`;
  const meansNothing = numbers[0] === 0 && FRACTIONS[name] !== undefined;
  return `${name}${numbers.length === 0 || meansNothing ? '' : `(${numbers.join()})`}${sign}`;
}
