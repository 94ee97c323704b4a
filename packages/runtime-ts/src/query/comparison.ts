import type { Parameter } from '../drivers/session.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import type { ColumnMap, TableMap } from '../model/table-map.js';
import { bound, columnAt } from './columns.js';
import { ALWAYS, around, type Condition, joined, NEVER, PLACE, plain } from './condition.js';
import type { AnyComparison } from './filter.js';
import { likePattern } from './like-pattern.js';
import { qualified, type Source } from './source.js';
import { structured } from './structured.js';

const COMPARISONS: ReadonlySet<string> = new Set<AnyComparison>([
  ...(['=', '<>', '<', '<=', '>', '>='] as const),
  ...(['IN', 'NOT IN', 'IS NULL', 'IS NOT NULL', 'BETWEEN'] as const),
  ...(['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const),
  ...(['&', 'BINARY_ALL', 'BINARY_NONE'] as const),
  ...(['CONTAINS_ALL', 'CONTAINS_SOME', 'CONTAINS_NONE'] as const),
]);

/** Longer lists are not filled up to a power of two. */
const PADDED = 1024;

/** From here on whole numbers stand in the text, where no limit of parameters counts. */
const NUMBERS_IN_TEXT = 256;

/** The condition that a filter stands for. */
export function compared(
  source: Source,
  position: number,
  value: unknown,
  comparison: AnyComparison | undefined,
  ignoreCase: boolean,
): Condition {
  const { table } = source;
  const map = columnAt(table, position);
  const filter: ColumnFilter = { table, map, column: qualified(source, position), ignoreCase };
  if (comparison !== undefined && !COMPARISONS.has(comparison)) {
    throw new InvalidQueryError(`There is no such comparison. Give one of ${[...COMPARISONS].join(', ')}.`);
  }
  const plainly = (each: unknown, operator: AnyComparison): Condition => ofOperator(filter, each, operator);
  const special = structured({ ...filter, plainly }, value, comparison);
  if (special !== undefined) return special;
  const operator = comparison ?? (map.kind !== 'text' && map.kind !== undefined && isRange(value) ? 'BETWEEN' : '=');
  return ofOperator(filter, value, operator);
}

function ofOperator(filter: ColumnFilter, value: unknown, operator: AnyComparison): Condition {
  switch (operator) {
    case 'BETWEEN':
      return range(filter, value);
    case 'IS NULL':
    case 'IS NOT NULL':
      return plain(`${filter.column} ${operator}`);
    case 'IN':
    case 'NOT IN':
      return oneOf(filter, Array.isArray(value) ? value : [value], operator === 'NOT IN');
    case '=':
    case '<>':
      if (value === null) return plain(`${filter.column} ${operator === '=' ? 'IS NULL' : 'IS NOT NULL'}`);
      if (Array.isArray(value)) return oneOf(filter, value, operator === '<>');
      return single(filter, operator, value);
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE':
      return like(filter, operator, value);
    case '&':
    case 'BINARY_ALL':
    case 'BINARY_NONE':
      return bits(filter, operator, value);
    case 'CONTAINS_ALL':
    case 'CONTAINS_SOME':
    case 'CONTAINS_NONE':
      throw new InvalidQueryError(`The comparison ${operator} does not work on ${nameOf(filter)} with this value.`);
    default:
      return single({ ...filter, ignoreCase: false }, operator, value);
  }
}

interface ColumnFilter {
  readonly table: TableMap;
  readonly map: ColumnMap;
  readonly column: string;
  readonly ignoreCase: boolean;
}

const nameOf = ({ table, map }: ColumnFilter): string => `${table.model}.${map.property}`;

const isLower = ({ ignoreCase, map }: ColumnFilter): boolean => ignoreCase && map.kind === 'text';

function single(filter: ColumnFilter, operator: string, value: unknown): Condition {
  if (value === null || Array.isArray(value)) {
    throw new InvalidQueryError(
      `${nameOf(filter)} cannot be compared by ${operator} with ${value === null ? 'null: use IS NULL or IS NOT NULL' : 'a list'}.`,
    );
  }
  const values = [bound(filter.map, value)];
  const text = isLower(filter)
    ? `LOWER(${filter.column}) ${operator} LOWER(${PLACE})`
    : `${filter.column} ${operator} ${PLACE}`;
  return { text, values };
}

function oneOf(filter: ColumnFilter, given: readonly unknown[], not: boolean): Condition {
  const { column, map } = filter;
  const values = given.filter((value) => value !== null).map((value) => bound(map, value));
  const hasNull = values.length < given.length;
  if (values.length === 0) {
    if (hasNull) return plain(column + (not ? ' IS NOT NULL' : ' IS NULL'));
    return not ? ALWAYS : NEVER;
  }
  const list = inList(filter, values, not);
  return hasNull ? around('(', list, not ? ` AND ${column} IS NOT NULL)` : ` OR ${column} IS NULL)`) : list;
}

function inList(filter: ColumnFilter, values: readonly Parameter[], not: boolean): Condition {
  const isWhole = filter.map.kind === 'whole';
  const lower = isLower(filter);
  if (values.length > PADDED && !isWhole) {
    const many = filter.table.dialect.inMany(filter.column, values, not, lower);
    if (many !== undefined) return many;
  }
  const column = lower ? `LOWER(${filter.column})` : filter.column;
  const place = lower ? `LOWER(${PLACE})` : PLACE;
  if (values.length === 1) return { text: `${column} ${not ? '<>' : '='} ${place}`, values };
  const start = column + (not ? ' NOT IN (' : ' IN (');
  if (values.length > NUMBERS_IN_TEXT && isWhole) {
    return plain(`${start}${values.map((value) => String(BigInt(String(value)))).join(', ')})`);
  }
  const padded = values.length > PADDED ? values : filledUp(values);
  return { text: `${start}${place}${`, ${place}`.repeat(padded.length - 1)})`, values: padded };
}

/** Few different lengths mean few different statements to prepare. */
function filledUp(values: readonly Parameter[]): readonly Parameter[] {
  let size = 2;
  while (size < values.length) size *= 2;
  const last = values.at(-1) ?? null;
  return [...values, ...Array.from({ length: size - values.length }, () => last)];
}

/** A plain object; a value of a class, such as a moment, is none. */
function isRange(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function range(filter: ColumnFilter, value: unknown): Condition {
  const ends = isRange(value) ? Object.entries(value) : [];
  if (ends.length === 0 || ends.some(([name]) => name !== 'min' && name !== 'max')) {
    throw new InvalidQueryError(
      `A range of ${nameOf(filter)} has "min" and "max", one of them at least, and nothing else.`,
    );
  }
  const given = new Map<string, unknown>(ends);
  const conditions = (['min', 'max'] as const)
    .filter((end) => given.has(end))
    .map((end) => single({ ...filter, ignoreCase: false }, end === 'min' ? '>=' : '<=', given.get(end)));
  const all = joined(conditions, ' AND ');
  return conditions.length === 1 ? all : around('(', all, ')');
}

function like(filter: ColumnFilter, operator: 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE', value: unknown): Condition {
  const { table, map } = filter;
  const not = operator.startsWith('NOT');
  const column = map.kind === 'text' ? filter.column : table.dialect.asText(filter.column);
  const isCaseless = filter.ignoreCase || operator.endsWith('ILIKE');
  const patterns: readonly unknown[] = Array.isArray(value) ? value : [value];
  const conditions = patterns.map((pattern) => {
    const { text, sql } = likePattern(patternOf(filter, operator, pattern));
    const matched = isCaseless ? table.dialect.caselessLike(column, not) : `${column} ${operator} ${PLACE}`;
    return { text: matched + sql, values: [text] };
  });
  const [first] = conditions;
  if (first === undefined) return not ? ALWAYS : NEVER;
  return conditions.length === 1 ? first : around('(', joined(conditions, not ? ' AND ' : ' OR '), ')');
}

/** A pattern need not be a value of the column. */
function patternOf(filter: ColumnFilter, operator: string, pattern: unknown): string {
  if (typeof pattern !== 'string') {
    throw new InvalidQueryError(`${operator} needs a text to compare ${nameOf(filter)} with.`);
  }
  return pattern;
}

function bits(filter: ColumnFilter, operator: '&' | 'BINARY_ALL' | 'BINARY_NONE', value: unknown): Condition {
  if (filter.map.kind !== 'whole' || !Number.isSafeInteger(value)) {
    throw new InvalidQueryError(`The comparison ${operator} does not work on ${nameOf(filter)} with this value.`);
  }
  const mask = String(value);
  const test = operator === '&' ? '<> 0' : operator === 'BINARY_ALL' ? `= ${mask}` : '= 0';
  return plain(`(${filter.column} & ${mask}) ${test}`);
}
