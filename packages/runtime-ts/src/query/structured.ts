import type { Containing } from '../dialects/dialect.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import type { ColumnMap, TableMap } from '../model/table-map.js';
import { bound } from './columns.js';
import { ALWAYS, around, type Condition, joined, NEVER, PLACE, plain } from './condition.js';
import type { AnyComparison } from './filter.js';

// Conditions on columns whose values are more than one word: sets, lists, arrays, documents, geometries.

/** A column that is compared as a whole or by what it contains. */
export interface StructuredFilter {
  readonly table: TableMap;
  readonly map: ColumnMap;
  readonly column: string;
  /** The condition that any other column would have. */
  readonly plainly: (value: unknown, comparison: AnyComparison) => Condition;
}

/** Nothing for a column whose values are plain. */
export function structured(
  filter: StructuredFilter,
  value: unknown,
  comparison: AnyComparison | undefined,
): Condition | undefined {
  const { kind } = filter.map;
  switch (kind) {
    case 'set':
    case 'list':
    case 'array':
      return ofItems(filter, kind, value, comparison ?? 'CONTAINS_ALL');
    case 'document':
    case 'textDocument':
      return ofDocument(filter, value, comparison ?? '=');
    case 'geometry':
      return ofGeometry(filter, value, comparison ?? '=');
    default:
      return undefined;
  }
}

const useless = ({ table, map }: StructuredFilter, operator: string): InvalidQueryError =>
  new InvalidQueryError(`The comparison ${operator} does not work on ${table.model}.${map.property} with this value.`);

function ofItems(
  filter: StructuredFilter,
  kind: 'set' | 'list' | 'array',
  value: unknown,
  operator: AnyComparison,
): Condition {
  const { column, map, plainly } = filter;
  if (value === null) return plainly(null, operator === 'CONTAINS_ALL' ? '=' : operator);
  switch (operator) {
    case 'IS NULL':
    case 'IS NOT NULL':
    case 'IN':
    case 'NOT IN':
      return plainly(value, operator);
    case 'LIKE':
    case 'NOT LIKE':
      if (kind === 'list') return plainly(value, operator);
      break;
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (kind !== 'array') break;
      return { text: `${column} ${operator} ${PLACE}`, values: [bound(map, itemsOf(value))] };
    case '=':
    case '<>':
      return { text: `${column} ${operator} ${PLACE}`, values: [bound(map, itemsOf(value))] };
    case 'CONTAINS_ALL':
    case 'CONTAINS_SOME':
    case 'CONTAINS_NONE':
      return CONTAINING[kind](filter, operator, itemsOf(value));
    default:
  }
  throw useless(filter, operator);
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const CONTAINING = { set: setContaining, list: listContaining, array: arrayContaining };

/** A mask of bits. */
function setContaining({ column, map }: StructuredFilter, operator: Containing, items: readonly unknown[]): Condition {
  const mask = String(bound(map, items));
  const test = { CONTAINS_ALL: `= ${mask}`, CONTAINS_SOME: '<> 0', CONTAINS_NONE: '= 0' }[operator];
  const condition = plain(`(${column} & ${mask}) ${test}`);
  return mask === '0' && operator !== 'CONTAINS_SOME' ? { ...condition, holds: true } : condition;
}

/** A text in the form `| a | b |`: a list of one stands in each that has its item. */
function listContaining({ column, map }: StructuredFilter, operator: Containing, items: readonly unknown[]): Condition {
  if (items.length === 0) {
    return operator === 'CONTAINS_SOME' ? NEVER : { ...plain(`${column} IS NOT NULL`), holds: true };
  }
  const like = operator === 'CONTAINS_NONE' ? 'NOT LIKE' : 'LIKE';
  const conditions = items.map((item) => ({
    text: `${column} ${like} ${PLACE} ESCAPE '!'`,
    values: [`%${String(bound(map, [item])).replaceAll(/[!%_]/g, '!$&')}%`],
  }));
  return around('(', joined(conditions, operator === 'CONTAINS_SOME' ? ' OR ' : ' AND '), ')');
}

/** An array of the database, by its own operators. */
function arrayContaining(filter: StructuredFilter, operator: Containing, items: readonly unknown[]): Condition {
  const { column, map, table } = filter;
  const text = table.dialect.containing?.(column, operator);
  if (text === undefined) throw useless(filter, operator);
  return { text, values: [bound(map, items)] };
}

/** An array is one document here, unless several are asked for. */
function ofDocument(filter: StructuredFilter, value: unknown, operator: AnyComparison): Condition {
  switch (operator) {
    case '=':
    case '<>':
      return value === null ? filter.plainly(null, operator) : equal(filter, value, operator === '<>');
    case 'IN':
    case 'NOT IN': {
      const not = operator === 'NOT IN';
      const conditions = itemsOf(value).map((document) => equal(filter, document, not));
      const [first] = conditions;
      if (first === undefined) return not ? ALWAYS : NEVER;
      return conditions.length === 1 ? first : around('(', joined(conditions, not ? ' AND ' : ' OR '), ')');
    }
    case 'IS NULL':
    case 'IS NOT NULL':
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE':
      return filter.plainly(value, operator);
    default:
      throw useless(filter, operator);
  }
}

/** Whether there is one. What else can be asked differs from database to database. */
function ofGeometry({ table, map, plainly }: StructuredFilter, value: unknown, operator: AnyComparison): Condition {
  const isOfNull = value === null && (operator === '=' || operator === '<>');
  if (isOfNull || operator === 'IS NULL' || operator === 'IS NOT NULL') return plainly(null, operator);
  throw new InvalidQueryError(
    `${table.model}.${map.property} is a geometry, which only functions of the database can compare: use where().`,
  );
}

function equal({ column, map, table }: StructuredFilter, document: unknown, not: boolean): Condition {
  if (document === null) return plain(`${column} IS ${not ? 'NOT ' : ''}NULL`);
  const isText = map.kind === 'textDocument';
  const [left, right] = [table.dialect.documentForm(column, isText), table.dialect.documentForm(PLACE, isText)];
  return { text: `${left} ${not ? '<>' : '='} ${right}`, values: [bound(map, document)] };
}
