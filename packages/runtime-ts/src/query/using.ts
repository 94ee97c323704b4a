import { InvalidQueryError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { type JoinType, relationOf } from '../relations/relation-map.js';
import { allOf, inParentheses } from './condition.js';
import { freeAlias, joinFrom, reading, referencesIn } from './join.js';
import type { ModelQuery } from './model-query.js';
import { allRowsOf, isLimited, type QueryParts, withCondition } from './parts.js';
import { relatedTo, relatedToNone, type Wanted } from './related.js';
import type { Source } from './source.js';
import { linkedWith, type Use } from './subquery.js';

// What a query asks of other tables. These are loaded first, which is why all of it has to be waited for.

/** A query of a table, by no more than what tells it from those of others and what it finds. */
export interface Asked<Name extends string, R> {
  readonly $table: TableMap<Name>;
  readonly $found?: R;
}

/** A new query of a table, of the class that is the user's own. */
export const newQuery = async (table: TableMap): Promise<ModelQuery<unknown>> =>
  new (await table.loadQuery())() as ModelQuery<unknown>;

/** Adds conditions to a query, which it returns. */
export type Conditions = (query: never) => Asked<string, unknown>;

export interface JoinOptions {
  readonly alias?: string | undefined;
  readonly type?: JoinType | undefined;
  /** Whether the joined rows become objects. */
  readonly reads?: boolean;
  readonly conditions?: Conditions | undefined;
}

/** The query with a relation joined, and with what a function asks of the joined table. */
export async function joining(
  given: QueryParts,
  own: Source,
  name: string,
  { alias, type, reads = false, conditions }: JoinOptions,
): Promise<QueryParts> {
  const { parts, join } = await joinFrom(given, own, name, alias, type);
  const read = reads ? reading(parts, join) : parts;
  if (conditions === undefined) return read;
  const { where, order, limit, offset, or, ignoreCase, loads } = allRowsOf(join.source);
  const inner = { ...read, where, order, limit, offset, or, ignoreCase, loads };
  return taking(read, join.source, await asked(join.source, inner, conditions));
}

/** Takes over what a query of a joined table has gathered. */
function taking(outer: QueryParts, source: Source, inner: QueryParts): QueryParts {
  if (isLimited(inner) || inner.loads.length > 0) {
    throw new InvalidQueryError(
      'limit(), offset() and with() are about the rows of the whole query: call them on that one, and not on the one of a relation.',
    );
  }
  const { joins, distinct, comment, lock, ordered } = inner;
  const taken: QueryParts = { ...outer, joins, with: inner.with, distinct, comment, lock, ordered };
  const all = allOf(inner.where);
  const filtered =
    inner.where.length === 0 ? taken : withCondition(taken, inner.where.length === 1 ? all : inParentheses(all));
  if (inner.order.length === 0) return { ...filtered, or: false };
  return {
    ...filtered,
    or: false,
    order: [...filtered.order, ...inner.order],
    ordered: [...filtered.ordered, source.name],
  };
}

/** What a function asks of the query of a table, which is the user's own class. */
async function asked(own: Source, inner: QueryParts, conditions: Conditions): Promise<QueryParts> {
  const query = (await newQuery(own.table)).$within(own, inner);
  const asked = conditions(query as never);
  // It may be a copy.
  return (asked as ModelQuery<unknown>).$ready();
}

/** The query with a condition on rows of another table that are linked with its own. */
export async function usingSubquery(
  parts: QueryParts,
  own: Source,
  name: string,
  use: Use,
  conditions?: Conditions,
): Promise<QueryParts> {
  const relation = relationOf(own.table, name);
  const table = await relation.table();
  const root: Source = { name, table, alias: freeAlias(parts, table.quoted, relation) };
  const bare: QueryParts = { ...allRowsOf(root), taken: referencesIn(parts) };
  const inner = conditions === undefined ? bare : await asked(root, bare, conditions);
  return withCondition(parts, linkedWith(own, relation, inner, use));
}

/** The rows that are related to objects. */
export async function filteringRelated(
  parts: QueryParts,
  own: Source,
  name: string,
  { objects, not }: Wanted,
): Promise<QueryParts> {
  const relation = relationOf(own.table, name);
  if (objects !== null) {
    return withCondition(parts, relatedTo(own, relation, await relation.table(), objects, not));
  }
  if (relation.kind === 'many to one') return withCondition(parts, relatedToNone(own, relation, not));
  return usingSubquery(parts, own, name, not ? 'EXISTS' : 'NOT EXISTS');
}

/** The rows that a table in between links with objects. */
export async function filteringCrossed(
  parts: QueryParts,
  own: Source,
  [via, target]: readonly [via: string, target: string],
  { objects, not }: Wanted,
): Promise<QueryParts> {
  const use = (objects === null) === not ? 'EXISTS' : 'NOT EXISTS';
  return usingSubquery(
    parts,
    own,
    via,
    use,
    objects === null ? undefined : (query: ModelQuery<unknown>) => query.$filterRelated(target, objects),
  );
}
