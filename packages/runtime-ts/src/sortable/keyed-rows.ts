import type { Cell, Statement } from '../drivers/session.js';
import type { Connection } from '../transactions/connection.js';
import type { Key, ListPlan } from './list-plan.js';
import { ListScope } from './list-scope.js';
import type { KeyedRank } from './reordering.js';

export interface KeyedRow {
  readonly key: Key;
  readonly rank: number | null;
  readonly scope: ListScope;
}

/** More keys than so many are sent as JSON, where they are integers. */
const FEW = 20;

/** How many keys one statement has placeholders for. */
const CHUNK = 200;

/** Key, rank and scope of the rows with these keys that exist. */
export async function rowsOf(
  con: Connection,
  plan: ListPlan,
  keys: readonly Key[],
  locking: boolean,
): Promise<readonly KeyedRow[]> {
  const { keyWidth, underLock } = plan.map;
  const [condition, suffix] = underLock;
  const end = locking ? suffix : '';
  const statements =
    keys.length > FEW && plan.has('rowsOf')
      ? [plan.one(condition === '' && end === '' ? 'rowsOf' : 'rowsOfLocked', plan.none, { json: json(keys) })]
      : chunks(keys).map((chunk) => readingChunk(plan, chunk, condition, end));
  const results = await con.together(statements);
  return results.flatMap(({ rows }) =>
    rows.map((row) => {
      const rank = row[keyWidth] ?? null;
      return {
        key: row.slice(0, keyWidth),
        rank: rank === null ? null : Number(rank),
        scope: new ListScope(plan, row.slice(keyWidth + 1)),
      };
    }),
  );
}

/** Gives rows of any kind of key their ranks. `highest`: the rank above which there is room. */
export function arranging(
  plan: ListPlan,
  scope: ListScope,
  pairs: readonly KeyedRank[],
  highest: number,
): readonly Statement[] {
  if (plan.has('reorder'))
    return plan.all('reorder', scope, { json: json(pairs.map(([key, rank]) => [...key, rank])) });
  // Ranks that are unique row by row have to be out of the way first.
  const above = plan.map.phased ? pairs.map(([key, rank]): KeyedRank => [key, rank + highest]) : [];
  return [...chunks(above), ...chunks(pairs)].map((chunk) => arrangingChunk(plan, chunk));
}

function arrangingChunk({ map }: ListPlan, chunk: readonly KeyedRank[]): Statement {
  const [begin, then, end] = map.arrange;
  const cases = chunk.map(() => ` WHEN ${map.keyed}${then}`).join('');
  const keys = chunk.map(() => `(${map.keyed})`).join(' OR ');
  return {
    sql: map.dialect.numbered(begin + cases + end + keys),
    values: [...chunk.flatMap(([key, rank]) => [...key, rank]), ...chunk.flatMap(([key]) => key)],
    once: true,
  };
}

function readingChunk({ map }: ListPlan, keys: readonly Key[], condition: string, end: string): Statement {
  const found = keys.map(() => `(${map.keyed})`).join(' OR ');
  const where = condition === '' ? `${found}${end}` : `${condition} AND (${found})${end}`;
  return { sql: map.dialect.numbered(map.rows + where), values: keys.flat(), once: true };
}

function chunks<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

/** Keys are integers, which may be larger than a number of JavaScript holds: written by hand. */
const json = (rows: readonly (readonly Cell[])[]): string =>
  `[${rows.map((row) => `[${row.map((cell) => String(cell)).join(',')}]`).join(',')}]`;
