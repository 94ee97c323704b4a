import { allOf, inParentheses } from './condition.js';
import { joinNamed } from './join.js';
import { type QueryParts, withCondition } from './parts.js';

/** A query with what another one of the same table asks for; the conditions of that one belong together. */
export function merged(given: QueryParts, other: QueryParts, operator: 'and' | 'or'): QueryParts {
  const mine = withAll(given, other, operator);
  return {
    ...mine,
    joins: [...mine.joins, ...other.joins.filter(({ source }) => joinNamed(mine, source.name) === undefined)],
    with: [...new Set([...mine.with, ...other.with])],
    ordered: [...mine.ordered, ...other.ordered],
    loads: [...mine.loads, ...other.loads],
    order: [...mine.order, ...other.order],
    limit: other.limit ?? mine.limit,
    offset: other.offset === 0 ? mine.offset : other.offset,
    distinct: mine.distinct || other.distinct,
    lock: mine.lock ?? other.lock,
  };
}

function withAll(parts: QueryParts, { where }: QueryParts, operator: 'and' | 'or'): QueryParts {
  if (where.length === 0) return parts;
  const conditions = allOf(where);
  return withCondition(
    { ...parts, or: parts.or || operator === 'or' },
    where.length === 1 ? conditions : inParentheses(conditions),
  );
}
