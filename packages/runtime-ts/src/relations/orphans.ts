import type { Cell } from '../drivers/session.js';
import { runLocked } from '../lock/locked-work.js';
import type { Model } from '../model/model.js';
import type { TableMap } from '../model/table-map.js';
import { columnAt } from '../query/columns.js';
import { around, type Condition, PLACE, plain, statementOf } from '../query/condition.js';
import { allRows, type QueryParts } from '../query/parts.js';
import { chosen } from '../query/select.js';
import { qualified, rootOf } from '../query/source.js';
import { MOST_LISTS, refuseTooMany, scopesAround } from '../sortable/bulk.js';
import { listOf } from '../sortable/list-of.js';
import { ListMoved, ListScope } from '../sortable/list-scope.js';
import { telling } from '../sortable/telling.js';
import type { Connection } from '../transactions/connection.js';
import type { RelationMap } from './relation-map.js';

// Rows of lists that lose the row they point at: with ON DELETE SET NULL they fall into another list, and go to its bottom. They
// get their new ranks before the database takes their scope away, under the locks of all lists.

/** A relation whose rows fall into another list when a row that they point at is deleted. */
interface Orphaning {
  readonly relation: RelationMap;
  readonly other: TableMap;
}

const known = new WeakMap<TableMap, readonly Orphaning[]>();

async function orphaningOf(table: TableMap): Promise<readonly Orphaning[]> {
  const found = known.get(table);
  if (found !== undefined) return found;
  const made: Orphaning[] = [];
  for (const relation of table.relations ?? []) {
    if (relation.kind === 'many to one' || relation.onDelete !== 'SET NULL') continue;
    const other = await relation.table();
    const scope = other.list?.scope ?? [];
    if (relation.pairs.some(([, there]) => scope.includes(there))) made.push({ relation, other });
  }
  known.set(table, made);
  return made;
}

/** Finds the lists of the rows that will fall. */
type Find = (orphaning: Orphaning, con: Connection, locking: boolean) => Promise<readonly ListScope[]>;

/** Deletes one row by `remove`; rows of lists that point at it and stay get new ranks. */
export async function leavingOne<R>(con: Connection, row: Model, remove: (con: Connection) => Promise<R>): Promise<R> {
  if (row.$table.relations === undefined) return remove(con);
  return leaving(con, await orphaningOf(row.$table), remove, async ({ relation, other }, from, locking) => {
    const where = relation.pairs.map(([own, there]): Condition => {
      return { text: `${qualified(rootOf(other), there)} = ${PLACE}`, values: [row.$row[own] ?? null] };
    });
    return [...(await scopesAround(from, other, { ...allRows(other), where }, new Map(), locking)).before.values()];
  });
}

/** The same for the rows of a query. */
export async function leavingAll(
  con: Connection,
  table: TableMap,
  parts: QueryParts,
  remove: (con: Connection) => Promise<number>,
): Promise<number> {
  if (table.relations === undefined) return remove(con);
  return leaving(con, await orphaningOf(table), remove, (orphaning, from, locking) =>
    fallingLists(table, parts, orphaning, from, locking),
  );
}

async function fallingLists(
  table: TableMap,
  parts: QueryParts,
  { relation, other }: Orphaning,
  con: Connection,
  locking: boolean,
): Promise<readonly ListScope[]> {
  const { plan } = listOf(other);
  // Under another name: the rows may be of this table too.
  const named = (position: number): string => `orm_child.${columnAt(other, position).quoted}`;
  const on = relation.pairs.map(([own, there]) => `${named(there)} = ${qualified(parts.root, own)}`).join(' AND ');
  const scope = plan.map.scope.map(named).join(', ');
  const head = `SELECT DISTINCT ${scope} FROM ${table.quoted} INNER JOIN ${other.quoted} orm_child ON ${on}`;
  // Before the lock, too: a replica that is behind would say that there is nothing to lock.
  const [onlyHere, suffix] = plan.map.underLock;
  const ranked = `${named(plan.map.rank)} IS NOT NULL${onlyHere === '' ? '' : ` AND ${onlyHere}`}`;
  const sql = chosen(table, plain(head), parts);
  if (sql === undefined) return [];
  const isBare = !sql.text.slice(head.length).startsWith(' WHERE ');
  const limited = around(
    '',
    sql,
    `${isBare ? ' WHERE ' : ' AND '}${ranked} LIMIT ${MOST_LISTS + 1}${locking ? suffix : ''}`,
  );
  const { rows } = await con.run({ ...statementOf(table.dialect, limited), once: true });
  return rows.map((row) => new ListScope(plan, row));
}

async function leaving<R>(
  con: Connection,
  all: readonly Orphaning[],
  remove: (con: Connection) => Promise<R>,
  find: Find,
): Promise<R> {
  const last = all.at(-1);
  if (last === undefined) return remove(con);
  const others = all.slice(0, -1);
  return falling(con, last, (inner) => leaving(inner, others, remove, find), find);
}

interface Fall {
  readonly from: ListScope;
  readonly to: ListScope;
}

async function falling<R>(
  con: Connection,
  orphaning: Orphaning,
  remove: (con: Connection) => Promise<R>,
  find: Find,
): Promise<R> {
  const { relation, other } = orphaning;
  const list = listOf(other);
  const after = telling(con, other, await other.load(), []);
  const fallsOf = async (from: Connection, locking: boolean): Promise<readonly Fall[]> => {
    const scopes = await find(orphaning, from, locking);
    return scopes.map((scope) => ({ from: scope, to: without(relation, scope) }));
  };
  const listsOf = (falls: readonly Fall[]): readonly ListScope[] => {
    const lists = new Map(falls.flatMap(({ from, to }) => [from, to]).map((scope) => [scope.id, scope]));
    refuseTooMany(other, lists.size);
    return [...lists.values()];
  };
  return runLocked(con, {
    protocol: list.plan.map.locks,
    locks: async () => listsOf(await fallsOf(con, false)),
    work: async (under) => {
      const { con: frame, lockingReads } = under;
      const falls = await fallsOf(frame, lockingReads);
      const locked = new Set(under.locks.map(({ id }) => id));
      const missing = listsOf(falls).filter(({ id }) => !locked.has(id));
      if (missing.length > 0) throw new ListMoved([...under.locks, ...missing]);
      const ends = new Map<string, number>();
      for (const { from, to } of falls) {
        const end = ends.get(to.id) ?? (await list.max(frame, to, lockingReads)) ?? 0;
        ends.set(to.id, end + ((await list.max(frame, from, lockingReads)) ?? 0));
        if (end > 0) await frame.together(list.plan.all('append', from, { delta: end }));
      }
      const result = await remove(frame);
      await after?.(
        under,
        falls.flatMap(({ from, to }) => [from, to]).map((scope) => ({ scope, first: 1, last: null })),
      );
      return result;
    },
  });
}

/** The list that rows of another one are in when they point nowhere. */
function without({ pairs }: RelationMap, { plan, values }: ListScope): ListScope {
  const cleared = pairs.map(([, there]) => there);
  return new ListScope(
    plan,
    values.map((value, index): Cell => (cleared.includes(plan.map.scope[index] ?? -1) ? null : value)),
  );
}
