import { COLUMN_TYPES, type ColumnTypeName, isElementFamily } from '../../model/column-type.js';
import type { ColumnDefault } from '../../model/model.js';
import type { CatalogColumn, CatalogType } from '../catalog.js';
import type { RecoveredColumn } from '../introspection.js';
import { literalOf } from './default-text.js';
import { canonicalType, shortType, type TypeParts, typeParts } from './type-text.js';

/** Types that a word of the schema means as they are. */
const SAME: ReadonlyMap<string, ColumnTypeName> = new Map([
  ['boolean', 'BOOLEAN'],
  ['smallint', 'SMALLINT'],
  ['integer', 'INTEGER'],
  ['bigint', 'BIGINT'],
  ['real', 'REAL'],
  ['double precision', 'DOUBLE'],
  ['text', 'LONGVARCHAR'],
  ['bytea', 'BLOB'],
  ['date', 'DATE'],
  ['json', 'JSON'],
  ['uuid', 'UUID'],
]);

/** Types with a size of their own. */
const SIZED: ReadonlyMap<string, ColumnTypeName> = new Map([
  ['character varying', 'VARCHAR'],
  ['character', 'CHAR'],
  ['time without time zone', 'TIME'],
  ['timestamp without time zone', 'TIMESTAMP'],
]);

/** The type whose values are like those of a type that no word means. Everything else is a short or a long text. */
const LIKE: ReadonlyMap<string, ColumnTypeName> = new Map([
  ['timestamp with time zone', 'TIMESTAMP'],
  ['jsonb', 'JSON'],
  ['bpchar', 'CHAR'],
  ['numeric', 'DECIMAL'],
  ['oid', 'BIGINT'],
  ...['point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle', 'geometry', 'geography'].map(
    (name) => [name, 'GEOMETRY'] as const,
  ),
]);

const SHORT_TEXT =
  /^(interval|inet|cidr|macaddr8?|bit|bit varying|money|name|"char"|time with time zone|pg_lsn|xid8?|reg\w+|\w+range|isbn|ean13)$/;

/** A column in the words of a schema: the inverse of `columnType` and of the default clause. */
export function recover(column: CatalogColumn): RecoveredColumn {
  const type = recoverType(column);
  const value = column.default === undefined ? undefined : recoverDefault(column.default, column, type);
  return value === undefined ? type : { ...type, default: value };
}

function recoverType({ type: whole, labels, nativeType, baseType }: CatalogColumn): RecoveredColumn {
  if (nativeType !== undefined) {
    if (typeParts(whole).array !== '') {
      const element = labels === undefined ? plainType(baseType ?? 'text').type : 'ENUM';
      return { type: 'ARRAY', elementType: element };
    }
    return labels === undefined ? plainType(baseType ?? whole) : { type: 'ENUM', valueSet: labels };
  }
  return plainType(whole, labels);
}

/** What a domain is made of: a type that the schema has is named in the server's words. */
export function recoverDomain({ type, labels, baseType, isOverNative }: CatalogType): RecoveredColumn {
  if (labels.length > 0) return { type: 'ENUM', sqlType: type };
  if (!isOverNative) return plainType(type);
  const { type: like, elementType } = plainType(baseType);
  return { type: like, ...(elementType === undefined ? {} : { elementType }), sqlType: type };
}

/** A type that the server has by itself or by an extension. */
export function plainType(type: string, labels?: readonly string[]): RecoveredColumn {
  const parts = typeParts(type);
  if (labels !== undefined) {
    const width = Math.max(1, ...labels.map((label) => [...label].length));
    const isOwn = canonicalType(type) === `character varying(${width})`;
    return { type: 'ENUM', valueSet: labels, ...(isOwn ? {} : { sqlType: shortType(type) }) };
  }
  const [size, scale] = parts.sizes.map(Number);
  if (parts.array === '') {
    const same = SAME.get(parts.name);
    if (same !== undefined) return { type: same };
    const sized = SIZED.get(parts.name);
    if (sized !== undefined) return { type: sized, ...(sized === 'CHAR' && size === 1 ? {} : { size }) };
    if (parts.name === 'numeric') {
      if (size === undefined) return { type: 'DECIMAL' };
      // PostgreSQL alone has a scale below 0 and above the number of digits.
      if (scale !== undefined && scale >= 0 && scale <= size) {
        return { type: 'DECIMAL', size, ...(scale === 0 ? {} : { scale }) };
      }
    }
  }
  if (parts.array !== '') {
    const element = plainType(type.replace(/(\s?\[\d*\])+$/, ''));
    if (isElementFamily(COLUMN_TYPES[element.type].family)) {
      const { type: elementType, sqlType, ...sized } = element;
      return { type: 'ARRAY', elementType, ...sized, ...(sqlType === undefined ? {} : { sqlType: shortType(type) }) };
    }
  }
  return { type: likeType(parts), sqlType: shortType(type) };
}

function likeType({ name, array }: TypeParts): ColumnTypeName {
  if (array !== '') return 'LONGVARCHAR';
  const bare = name.replace(/^.*\./, '');
  return LIKE.get(bare) ?? (SHORT_TEXT.test(bare) ? 'VARCHAR' : 'LONGVARCHAR');
}

function recoverDefault(sql: string, column: CatalogColumn, recovered: RecoveredColumn): ColumnDefault {
  const value = defaultValue(sql, column, recovered);
  return value === undefined ? { kind: 'expression', sql } : { kind: 'value', value };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/;

/** The value that `defaultValue` would hold, where the default is one and the schema can write it. */
function defaultValue(sql: string, { type }: CatalogColumn, recovered: RecoveredColumn): string | undefined {
  const literal = literalOf(sql);
  // The schema takes the word NULL for "no default".
  const value = literal?.cast === undefined && !/^null$/i.test(literal?.value ?? '') ? literal?.value : undefined;
  switch (recovered.type) {
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return /^-?\d+$/.test(sql) && recovered.sqlType === undefined ? sql : undefined;
    case 'DECIMAL':
      return fitsDecimal(sql, recovered) ? sql : undefined;
    case 'REAL':
    case 'DOUBLE':
      return /^-?\d+(\.\d+)?$/.test(sql) ? sql : undefined;
    case 'BOOLEAN':
      return sql === 'true' || sql === 'false' ? sql : undefined;
    case 'BLOB':
      return bytesText(sql);
    case 'DATE':
      return value !== undefined && DAY.test(value) ? value : undefined;
    case 'TIME':
      return value !== undefined && TIME.test(value) ? value : undefined;
    case 'TIMESTAMP': {
      const [day = '', time = '', ...rest] = value?.split(' ') ?? [];
      return DAY.test(day) && TIME.test(time) && rest.length === 0 ? value : undefined;
    }
    case 'UUID':
    case 'JSON':
      return value;
    case 'ENUM':
      return value !== undefined && recovered.valueSet?.includes(value) ? value : undefined;
    case 'VARCHAR':
    case 'CHAR':
    case 'LONGVARCHAR': {
      if (value === undefined) return undefined;
      const most = recovered.sqlType === undefined ? typeParts(type).sizes[0] : undefined;
      return most !== undefined && [...value].length > Number(most) ? undefined : value;
    }
    default:
      return undefined;
  }
}

function fitsDecimal(sql: string, { size, scale = 0, sqlType }: RecoveredColumn): boolean {
  const match = /^-?0*(\d*)(?:\.(\d+?)0*)?$/.exec(sql);
  if (!match || sqlType !== undefined || !/\d/.test(sql)) return false;
  if (size === undefined) return true;
  const [, whole = '', fraction = ''] = match;
  return whole.length <= size - scale && fraction.replace(/^0+$/, '').length <= scale;
}

/** Bytes that are a text which can be seen: that is how a schema writes them. */
function bytesText(sql: string): string | undefined {
  const digits = /^'\\x((?:[0-9a-f]{2})*)'::bytea$/.exec(sql)?.[1];
  if (digits === undefined) return undefined;
  const bytes = Buffer.from(digits, 'hex');
  const value = bytes.toString();
  const survives = Buffer.from(value).equals(bytes) && !/[\p{Cc}\p{Co}\p{Cn}]/u.test(value) && !/^null$/i.test(value);
  return survives ? value : undefined;
}
