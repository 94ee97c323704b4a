import { InvalidQueryError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { anyOf, type Condition } from './condition.js';
import type { Join } from './join.js';
import type { RowLock } from './lock.js';
import { rootOf, type Source } from './source.js';

/** Everything that a query was asked for. */
export interface QueryParts {
  /** The table whose rows are its answer. */
  readonly root: Source;
  readonly joins: readonly Join[];
  /** Names of the joins whose rows become objects. */
  readonly with: readonly string[];
  /** Names of the joins by whose columns the rows are ordered. */
  readonly ordered: readonly string[];
  /** Properties of the relations that are loaded behind the rows, with statements of their own. */
  readonly loads: readonly string[];
  /** References that the queries around this one use. */
  readonly taken: readonly string[];
  /** Conditions that all have to hold. */
  readonly where: readonly Condition[];
  /** Whether the next condition is an alternative to the last one. */
  readonly or: boolean;
  /** Columns with the direction behind them. */
  readonly order: readonly string[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly ignoreCase: boolean;
  readonly distinct: boolean;
  readonly comment: string;
  readonly lock: RowLock | undefined;
}

const known = new WeakMap<TableMap, QueryParts>();

/** A query that was asked for nothing yet. */
export function allRows(table: TableMap): QueryParts {
  const found = known.get(table);
  if (found !== undefined) return found;
  const parts = allRowsOf(rootOf(table));
  known.set(table, parts);
  return parts;
}

export const allRowsOf = (root: Source): QueryParts => ({
  root,
  joins: [],
  with: [],
  ordered: [],
  loads: [],
  taken: [],
  where: [],
  or: false,
  order: [],
  limit: undefined,
  offset: 0,
  ignoreCase: false,
  distinct: false,
  comment: '',
  lock: undefined,
});

/** Whether every row of the table can be its answer, one by one: nothing but an order or a limit was asked for. */
export const isPlain = ({ where, distinct, comment, lock, joins, loads }: QueryParts): boolean =>
  where.length === 0 && !distinct && comment === '' && lock === undefined && joins.length === 0 && loads.length === 0;

export const isLimited = ({ limit, offset }: QueryParts): boolean => limit !== undefined || offset > 0;

/** The same with a condition more: with AND, or as an alternative to the last one after `or()`. */
export function withCondition(parts: QueryParts, condition: Condition): QueryParts {
  const last = parts.where.at(-1);
  const where =
    parts.or && last !== undefined
      ? [...parts.where.slice(0, -1), anyOf([last, condition])]
      : [...parts.where, condition];
  return { ...parts, where, or: false };
}

/** The first rows only. */
export function limitIn(parts: QueryParts, limit: number): QueryParts {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new InvalidQueryError('limit() takes a whole number from 0 on.');
  return { ...parts, limit };
}

export function offsetIn(parts: QueryParts, offset: number): QueryParts {
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new InvalidQueryError('offset() takes a whole number from 0 on.');
  return { ...parts, offset };
}
