import type { ColumnTypeName } from '../../model/column-type.js';
import { COLUMN_TYPES } from '../../model/column-type.js';
import type { ColumnDefault } from '../../model/model.js';
import { canonicalFraction } from '../../model/stored-text.js';
import { text } from './quoting.js';
import { nameOf, oneLine, tokens } from './tokens.js';

/** What a default is checked against. */
export interface DefaultOwner {
  readonly type: ColumnTypeName;
  readonly size?: number | undefined;
  readonly scale?: number | undefined;
  readonly valueSet?: readonly string[] | undefined;
}

const NOW = /^current_(timestamp|date|time)$/i;
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The text of a default in one spelling; undefined for NULL, which is what a column without one has. */
export function canonicalDefault(sql: string): string | undefined {
  const line = unwrapped(oneLine(sql));
  const parts = tokens(line);
  const [first, ...rest] = parts;
  if (first === undefined || /^null$/i.test(line)) return undefined;
  const signed = /^([+-]) *(\d.*|\.\d.*)$/.exec(line);
  if (signed && NUMBER.test(signed[2] ?? '')) return `${signed[1] === '-' ? '-' : ''}${signed[2] ?? ''}`;
  if (rest.length > 0) return line;
  if (NOW.test(line)) return line.toUpperCase();
  // As SQLite takes them: true is 1, and a word or a quoted name that names nothing is a text.
  if (first.kind === 'word' && /^(true|false)$/i.test(line)) return line.toLowerCase() === 'true' ? '1' : '0';
  return first.kind === 'word' || first.kind === 'quoted' ? text(nameOf(first)) : line;
}

/** Without parentheses around the whole. */
function unwrapped(sql: string): string {
  if (!sql.startsWith('(') || !sql.endsWith(')')) return sql;
  let depth = 0;
  for (const { text: part, start } of tokens(sql)) {
    if (part === '(') depth++;
    else if (part === ')' && --depth === 0 && start < sql.length - 1) return sql;
  }
  return depth === 0 ? unwrapped(oneLine(sql.slice(1, -1))) : sql;
}

/** A default in the words of a schema: a value where the generator would write just this text for it, else the SQL. */
export function recoverDefault(owner: DefaultOwner, sql: string): ColumnDefault {
  const value = literalValue(owner, sql);
  // The schema reads the word null as no default, and so SQL says it.
  if (value === undefined || value.toLowerCase() === 'null') return { kind: 'expression', sql };
  return { kind: 'value', value };
}

const INTEGERS: Readonly<Partial<Record<ColumnTypeName, number>>> = {
  TINYINT: 8,
  SMALLINT: 16,
  INTEGER: 32,
  BIGINT: 64,
};

function literalValue(owner: DefaultOwner, sql: string): string | undefined {
  const string = /^'(?:[^']|'')*'$/.test(sql) ? sql.slice(1, -1).replaceAll("''", "'") : undefined;
  switch (COLUMN_TYPES[owner.type].family) {
    case 'integer':
      return isInteger(sql, INTEGERS[owner.type] ?? 64) ? sql : undefined;
    case 'decimal':
      return isDecimal(sql, owner) ? sql : undefined;
    case 'float':
      return NUMBER.test(sql) ? sql : undefined;
    case 'boolean':
      return sql === '1' ? 'true' : sql === '0' ? 'false' : undefined;
    case 'text':
      return string !== undefined && fitsText(string, owner) ? string : undefined;
    case 'enum':
      return string !== undefined && owner.valueSet?.includes(string) ? string : undefined;
    case 'json':
      return string !== undefined && isJson(string) ? string : undefined;
    case 'date':
      return string !== undefined && isDay(string) ? string : undefined;
    case 'time':
      return string !== undefined && isTime(string) ? string : undefined;
    case 'datetime': {
      const [day = '', time = '', ...rest] = string?.split(' ') ?? [];
      return isDay(day) && isTime(time) && rest.length === 0 ? string : undefined;
    }
    case 'binary':
      return bytesText(sql);
    default:
      return undefined;
  }
}

function isInteger(sql: string, bits: number): boolean {
  if (!/^(0|-?[1-9]\d*)$/.test(sql)) return false;
  return BigInt.asIntN(bits, BigInt(sql)) === BigInt(sql);
}

function isDecimal(sql: string, { size, scale = 0 }: DefaultOwner): boolean {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(sql) ?? [];
  if (whole === '') return false;
  if (size === undefined) return true;
  return whole.replace(/^0+/, '').length <= size - scale && fraction.replace(/0+$/, '').length <= scale;
}

function fitsText(value: string, { type, size }: DefaultOwner): boolean {
  if (/[\p{Cc}]/u.test(value)) return false;
  if (type === 'CHAR' && value.endsWith(' ')) return false;
  return size === undefined || Array.from(value).length <= size;
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

const isTime = (value: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/.test(value) &&
  canonicalFraction(value, { digits: 6, trimmed: true }) === value;

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** `X'616263'` as the text whose bytes it is, if it is one. */
function bytesText(sql: string): string | undefined {
  const hex = /^X'((?:[0-9A-F]{2})*)'$/.exec(sql)?.[1];
  if (hex === undefined) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const value = bytes.toString('utf8');
  return Buffer.from(value, 'utf8').equals(bytes) && !/\p{Cc}/u.test(value) ? value : undefined;
}
