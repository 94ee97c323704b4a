import type { RelationMap } from '../relations/relation-map.js';
import { columnAt } from './columns.js';
import { ALWAYS, around, behind, type Condition, joined, NEVER, plain, type Sql } from './condition.js';
import { linkedBy } from './join.js';
import { isLimited, type QueryParts, withCondition } from './parts.js';
import { constantsOf } from './related.js';
import { comparable, distinctColumns, innerRows } from './select.js';
import { qualified, type Source } from './source.js';

// Queries inside of conditions.

export type Use = 'EXISTS' | 'NOT EXISTS' | 'IN' | 'NOT IN';

/** That a row of a query is linked with rows of another one. */
export function linkedWith(from: Source, relation: RelationMap, inner: QueryParts, use: Use): Condition {
  const not = use.startsWith('NOT');
  const closed = { ...inner, or: false };
  if (use.endsWith('IN')) return membership(from, relation, closed, not);
  return existence(withCondition(closed, linkedBy(from, closed.root, relation)), not);
}

const hasNone = ({ where }: QueryParts): boolean => where.some(({ holds }) => holds === false);

/** `EXISTS (…)` with a query inside, whose conditions may name tables around it. */
function existence(parts: QueryParts, not: boolean): Condition {
  if (hasNone(parts)) return not ? ALWAYS : NEVER;
  // Nothing is read, and one is as good as many.
  const rows = inside({ ...parts, with: [], distinct: parts.distinct && parts.offset > 0 }, '1');
  const end = isLimited(parts) ? ')' : parts.root.table.dialect.existsEnd;
  return around(not ? 'NOT EXISTS (' : 'EXISTS (', rows, end);
}

/** `IN (…)` with a query inside: a limit leaves rows of the whole table, whatever they are linked with. */
function membership(from: Source, relation: RelationMap, parts: QueryParts, not: boolean): Condition {
  if (hasNone(parts)) return not ? ALWAYS : NEVER;
  const { root: own } = parts;
  const { pairs, kind, constants = [] } = relation;
  const isHere = kind === 'many to one';
  const keys = pairs.map(([, other], index) => `${qualified(own, other)} AS orm_k${String(index)}`);
  const kept = (isHere ? [] : constants).map(([position]) => {
    const { quoted } = columnAt(own.table, position);
    return `${qualified(own, position)} AS ${quoted}`;
  });
  // From here on it is a subquery in FROM, whose limit nothing can change.
  const fromHere: Source = { ...own, alias: 'orm_in' };
  const on: readonly Sql[] = [
    ...pairs.map(([there], index) => plain(`orm_in.orm_k${String(index)} = ${qualified(from, there)}`)),
    ...constantsOf(isHere ? from : fromHere, relation),
  ];
  const rows = inside(parts, [...keys, ...kept].join(', '));
  if (on.length > 1) {
    const linked = behind(around('SELECT 1 FROM (', rows, ') orm_in WHERE '), '', joined(on, ' AND '));
    return around(not ? 'NOT EXISTS (' : 'EXISTS (', linked, ')');
  }
  // A null in the list would make NOT IN true for nothing; a row that points nowhere is in no list.
  const list = around('SELECT orm_k0 FROM (', rows, ') orm_in WHERE orm_in.orm_k0 IS NOT NULL');
  const column = qualified(from, pairs[0]?.[0] ?? -1);
  return not ? around(`(${column} IS NULL OR ${column} NOT IN (`, list, '))') : around(`${column} IN (`, list, ')');
}

/** A query inside another one. */
function inside(given: QueryParts, columns: string): Sql {
  const parts = comparable(given);
  return innerRows(parts, columns + distinctColumns(parts));
}
