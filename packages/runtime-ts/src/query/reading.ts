import type { Parameter, Row, Statement } from '../drivers/session.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { type Condition, PLACE, statementOf } from './condition.js';
import { type QueryParts, withCondition } from './parts.js';
import { comparable, selectRows } from './select.js';
import { qualified, rootOf } from './source.js';

// Large results with little memory.

/** The rows of a statement one after another. */
export async function* streamed(
  con: Connection,
  statement: Statement,
  portion: number,
): AsyncGenerator<Row, undefined> {
  for await (const rows of con.stream(statement, portion)) yield* rows;
  return undefined;
}

/**
 * The rows of a query. One that is not ordered, or ordered by its key, is read in parts by key: no connection is held between
 * two of them, so that rows can be saved while the loop runs. Any other query is streamed.
 */
export function rowsOneByOne(
  table: TableMap,
  given: QueryParts,
  con: Connection,
  portion: number,
): AsyncGenerator<Row, undefined> {
  const parts = comparable(given);
  const direction = keyDirection(table, parts);
  return direction === undefined
    ? streamed(con, statementOf(table.dialect, selectRows(parts)), portion)
    : byKey(table, parts, con, portion, direction);
}

type Direction = ' ASC' | ' DESC';

/** The order of the key in which the rows come; nothing when they come in another one. */
function keyDirection(table: TableMap, { order, distinct, joins }: QueryParts): Direction | undefined {
  if (table.key.length === 0 || distinct || joins.length > 0) return undefined;
  if (order.length === 0) return ' ASC';
  return ([' ASC', ' DESC'] as const).find((direction) => {
    const wanted = keyOrder(table, direction);
    return wanted.length === order.length && wanted.every((column, index) => column === order[index]);
  });
}

const keyOrder = (table: TableMap, direction: Direction): readonly string[] =>
  table.key.map((position) => qualified(rootOf(table), position) + direction);

async function* byKey(
  table: TableMap,
  parts: QueryParts,
  con: Connection,
  portion: number,
  direction: Direction,
): AsyncGenerator<Row, undefined> {
  let left = parts.limit ?? Number.POSITIVE_INFINITY;
  let next: QueryParts = { ...parts, order: keyOrder(table, direction), or: false };
  const all = next;
  while (left > 0) {
    const size = Math.min(portion, left);
    const { rows } = await con.run(statementOf(table.dialect, selectRows({ ...next, limit: size })));
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) break;
    left -= size;
    next = { ...withCondition(all, following(table, last, direction)), offset: 0 };
  }
  return undefined;
}

/** That a row follows another: (a, b) > (1, 2) as a > 1 OR (a = 1 AND b > 2). */
function following(table: TableMap, row: Row, direction: Direction): Condition {
  const sign = direction === ' DESC' ? '<' : '>';
  const keys = table.key.map((position) => [qualified(rootOf(table), position), row[position] ?? null] as const);
  let condition: Condition | undefined;
  for (const [column, value] of keys.reverse()) {
    const after = `${column} ${sign} ${PLACE}`;
    const values: readonly Parameter[] = [value];
    condition =
      condition === undefined
        ? { text: after, values }
        : {
            text: `(${after} OR (${column} = ${PLACE} AND ${condition.text}))`,
            values: [value, value, ...condition.values],
          };
  }
  return condition ?? { text: '', values: [] };
}
