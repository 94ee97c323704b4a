import { InvalidQueryError } from '../errors/orm-error.js';
import { anyOf, type Condition } from './condition.js';

/** Everything that a query was asked for. */
export interface QueryParts {
  /** Conditions that all have to hold. */
  readonly where: readonly Condition[];
  /** How many of the first ones belong to the class of the query: no alternative is joined to them. */
  readonly closed: number;
  /** Whether the next condition is an alternative to the last one. */
  readonly or: boolean;
  /** Columns with the direction behind them. */
  readonly order: readonly string[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly ignoreCase: boolean;
  readonly distinct: boolean;
  readonly comment: string;
  /** What locks the rows, at the end of the SELECT. */
  readonly lock: string;
}

export const ALL_ROWS: QueryParts = {
  where: [],
  closed: 0,
  or: false,
  order: [],
  limit: undefined,
  offset: 0,
  ignoreCase: false,
  distinct: false,
  comment: '',
  lock: '',
};

/** Whether every row of the table can be its answer, one by one: nothing but an order or a limit was asked for. */
export const isPlain = ({ where, distinct, comment, lock }: QueryParts): boolean =>
  where.length === 0 && !distinct && comment === '' && lock === '';

/** The same with a condition more: with AND, or as an alternative to the last one after `or()`. */
export function withCondition(parts: QueryParts, condition: Condition): QueryParts {
  const last = parts.where.length > parts.closed ? parts.where.at(-1) : undefined;
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
