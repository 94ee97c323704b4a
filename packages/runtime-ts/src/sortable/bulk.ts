import type { Cell } from '../drivers/session.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import { readsLocking, runLocked } from '../lock/locked-work.js';
import type { TableMap } from '../model/table-map.js';
import { clause, onlyNames } from '../query/clause.js';
import { columnAt } from '../query/columns.js';
import { around, behind, joined, NEVER, PLACE, plain, type Sql, statementOf } from '../query/condition.js';
import type { QueryParts } from '../query/parts.js';
import { also, chosen } from '../query/select.js';
import { qualified, rootOf } from '../query/source.js';
import { deleteOf, SqlExpression, updateOf } from '../query/write.js';
import type { Connection } from '../transactions/connection.js';
import { listOf } from './list-of.js';
import { ListMoved, ListScope } from './list-scope.js';
import { forgetDeleted } from './live.js';
import type { AfterChange } from './moving.js';
import type { UnderLists } from './ranked-list.js';
import { telling } from './telling.js';

// Changing and deleting many rows of sortable tables: the lists they are in are locked first, and put in order in the same
// transaction.

/** More lists at once are refused: each has to be locked. */
export const MOST_LISTS = 1000;

const GROUP = 32;

/** Lists that have rows of a query, and those that the rows will be in. */
export interface Around {
  readonly before: ReadonlyMap<string, ListScope>;
  readonly after: ReadonlyMap<string, ListScope>;
}

/** What is to be set of rank and scope, by position. */
type Placing = ReadonlyMap<number, unknown>;

export async function deleteListed(con: Connection, table: TableMap, parts: QueryParts): Promise<number> {
  const after = telling(con, table, await table.load(), []);
  const find = async (from: Connection, locking: boolean): Promise<Around> =>
    scopesAround(from, table, parts, new Map(), locking);
  return withLists(con, table, find, true, after, async (under, { before }) => {
    const sql = deleteOf(table, parts);
    const { affected } = await under.con.run(written(table, within(table, parts, sql, before, true)));
    await forgetDeleted(under.con, table);
    return affected;
  });
}

export async function updateListed(
  con: Connection,
  table: TableMap,
  values: object,
  parts: QueryParts,
  force: boolean,
): Promise<number> {
  const set = placing(table, values);
  if (set.size === 0) return (await con.run(written(table, updateOf(table, values, parts)))).affected;
  if (!force) {
    const names = [...set.keys()].map((position) => columnAt(table, position).property).join(' and ');
    throw new InvalidQueryError(
      `update() would set ${names}, which says where a row of ${table.model} stands in its list, and the lists would be wrong ` +
        'afterwards. Change the objects instead, or call reorder(). With { force: true }, update() does it and renumbers the lists.',
    );
  }
  const after = telling(con, table, await table.load(), []);
  const find = async (from: Connection, locking: boolean): Promise<Around> =>
    scopesAround(from, table, parts, set, locking);
  const leavesUnranked = (set.get(table.list?.rank ?? -1) ?? null) === null;
  return withLists(con, table, find, false, after, async (under, { before }) => {
    const sql = within(table, parts, updateOf(table, values, parts), before, leavesUnranked);
    return (await under.con.run(written(table, sql))).affected;
  });
}

const written = (table: TableMap, sql: Sql) => ({ ...statementOf(table.dialect, sql), once: true });

/** Runs `work` with every list locked that `find` finds, and puts them in order. */
async function withLists(
  con: Connection,
  table: TableMap,
  find: (from: Connection, locking: boolean) => Promise<Around>,
  leavesNone: boolean,
  after: AfterChange | undefined,
  work: (under: UnderLists, found: Around) => Promise<number>,
): Promise<number> {
  const list = listOf(table);
  return runLocked(con, {
    protocol: list.plan.map.locks,
    locks: async () => allScopes(table, await find(con, readsLocking(con))),
    work: async (under) => {
      const known = new Set(under.locks.map(({ id }) => id));
      const others = (around: Around): readonly ListScope[] =>
        allScopes(table, around).filter(({ id }) => !known.has(id));
      const found = await find(under.con, under.lockingReads);
      const now = others(found);
      if (now.length > 0) throw new ListMoved([...under.locks, ...now]);
      const affected = await work(under, found);
      const scopes = allScopes(table, found);
      for (const scope of scopes) await under.con.together(list.plan.all('repair', scope));
      const left = leavesNone ? others(await find(under.con, under.lockingReads)) : [];
      if (left.length > 0) throw new ListMoved([...under.locks, ...left]);
      await after?.(
        under,
        scopes.map((scope) => ({ scope, first: 1, last: null })),
      );
      return affected;
    },
  });
}

function allScopes(table: TableMap, { before, after }: Around): readonly ListScope[] {
  const all = [...new Map([...before, ...after]).values()];
  refuseTooMany(table, all.length);
  return all;
}

export function refuseTooMany({ name }: TableMap, lists: number): void {
  if (lists <= MOST_LISTS) return;
  throw new InvalidQueryError(
    `This statement would change ${lists} lists of "${name}" at once, and each of them has to be locked: do it in parts ` +
      `of at most ${MOST_LISTS}.`,
  );
}

function placing(table: TableMap, values: object): Placing {
  const { rank = -1, scope = [] } = table.list ?? {};
  const positions = [rank, ...scope];
  return new Map(
    positions.flatMap((position): [number, unknown][] => {
      const { property } = columnAt(table, position);
      return Object.hasOwn(values, property) ? [[position, Reflect.get(values, property)]] : [];
    }),
  );
}

export async function scopesAround(
  con: Connection,
  table: TableMap,
  parts: QueryParts,
  set: Placing,
  locking: boolean,
): Promise<Around> {
  const { plan } = listOf(table);
  const before = new Map<string, ListScope>();
  const after = new Map<string, ListScope>();
  for (const row of await placedRows(con, table, parts, set, locking)) {
    const { scope } = plan.map;
    const values = scope.map((_, index): Cell => row[index] ?? null);
    const here = new ListScope(plan, values);
    before.set(here.id, here);
    let further = scope.length;
    const next = scope.map((position, index): Cell => {
      const given = set.get(position);
      if (given instanceof SqlExpression) return row[further++] ?? null;
      if (!set.has(position)) return values[index] ?? null;
      return given === null ? null : (columnAt(table, position).value.write(given as never) as Cell);
    });
    const there = new ListScope(plan, next);
    after.set(there.id, there);
  }
  return { before, after };
}

/** The scopes of the rows of a query that are in a list or will be, and what an expression makes of them. */
async function placedRows(
  con: Connection,
  table: TableMap,
  parts: QueryParts,
  set: Placing,
  locking: boolean,
): Promise<readonly (readonly Cell[])[]> {
  const { map } = listOf(table).plan;
  const columns = map.scope.map((position) => qualified(rootOf(table), position));
  const expressions = map.scope.flatMap((position) => {
    const given = set.get(position);
    return given instanceof SqlExpression ? [clause(onlyNames(rootOf(table)), given.text, given.values)] : [];
  });
  // Before the lock, too: a replica that is behind would say that there is nothing to lock.
  const [onlyHere, suffix] = map.underLock;
  const conditions = [
    ...(onlyHere === '' ? [] : [onlyHere]),
    ...(map.required || (set.get(map.rank) ?? null) !== null
      ? []
      : [`${qualified(rootOf(table), map.rank)} IS NOT NULL`]),
  ];
  const head = plain(`SELECT DISTINCT ${columns.length === 0 ? '1' : columns.join(', ')}`);
  const select = expressions.reduce((sql: Sql, each) => behind(sql, ', ', each), head);
  const rows = chosen(table, around('', select, ` FROM ${table.quoted}`), parts);
  if (rows === undefined) return [];
  const sql = conditions.length === 0 ? rows : also(parts, rows, plain(conditions.join(' AND ')));
  const limited = around('', sql, ` LIMIT ${MOST_LISTS + 1}${locking ? suffix : ''}`);
  return (await con.run(written(table, limited))).rows;
}

/** Only rows of these lists. Others may have come to fit the conditions since the lists were found; theirs are not locked. */
function within(
  table: TableMap,
  parts: QueryParts,
  sql: Sql,
  scopes: ReadonlyMap<string, ListScope>,
  hasUnranked: boolean,
): Sql {
  const { map } = listOf(table).plan;
  const here = [...scopes.values()].map(({ values }): Sql => {
    const texts = values.map((value, index) => map.conditions[index]?.[value === null ? 1 : 0] ?? '1 = 0');
    const text = texts.length === 0 ? '1 = 1' : texts.join(' AND ');
    return { text: `(${placesIn(text)})`, values: values.filter((value) => value !== null) };
  });
  // In groups: SQLite does not take a thousand alternatives in a row.
  const groups = Array.from({ length: Math.ceil(here.length / GROUP) }, (_, index) =>
    around('(', joined(here.slice(index * GROUP, (index + 1) * GROUP), ' OR '), ')'),
  );
  const none = plain(`${columnAt(table, map.rank).quoted} IS NULL`);
  const all = hasUnranked && !map.required ? [none, ...groups] : groups;
  return also(parts, sql, around('(', all.length === 0 ? NEVER : joined(all, ' OR '), ')'));
}

/** Planned conditions have a `?` for a value. */
const placesIn = (text: string): string =>
  text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?/g, (found) => (found === '?' ? PLACE : found));
