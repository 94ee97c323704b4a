import type { Statement } from '../drivers/session.js';
import { ConflictError } from '../errors/database-error.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import { readsLocking, runLocked } from '../lock/locked-work.js';
import type { Connection } from '../transactions/connection.js';
import { arranging, type KeyedRow, rowsOf } from './keyed-rows.js';
import type { Key } from './list-plan.js';
import { ListMoved, type ListScope } from './list-scope.js';
import type { AfterChange } from './moving.js';
import type { RankedList, UnderLists } from './ranked-list.js';

export type KeyedRank = readonly [key: Key, rank: number];

/** How many ids or ranks a message shows. */
const SHOWN_IDS = 5;
const SHOWN_RANKS = 20;

/** Different keys have different texts. */
const idOf = (key: Key): string =>
  key.length === 1 ? String(key[0]) : key.map((part) => String(part).replaceAll(/[\\,]/g, '\\$&')).join(', ');

/** Gives rows the ranks that were asked for: a whole list 1 to n, or some of its rows the ranks that they hold. */
export async function reorder(
  con: Connection,
  list: RankedList,
  pairs: readonly KeyedRank[],
  after?: AfterChange,
): Promise<void> {
  if (pairs.length === 0) return;
  const wanted = wantedRanks(pairs);
  const keys = pairs.map(([key]) => key);
  await runLocked(con, {
    protocol: list.plan.map.locks,
    locks: async () => {
      const locking = readsLocking(con);
      const rows = await rowsOf(con, list.plan, keys, locking);
      refuseMissing(wanted, rows, false);
      return [await oneList(con, list, rows, locking)];
    },
    work: async (under) => {
      for (const scope of under.locks) await apply(under, list, scope, wanted, keys, after);
    },
  });
}

function wantedRanks(pairs: readonly KeyedRank[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const [key, rank] of pairs) {
    const id = idOf(key);
    if (wanted.has(id)) throw new InvalidQueryError(`reorder() got the id ${id} twice.`);
    wanted.set(id, rank);
  }
  if (new Set(wanted.values()).size < wanted.size)
    throw new InvalidQueryError('reorder() got the same rank for two ids.');
  return wanted;
}

async function apply(
  under: UnderLists,
  list: RankedList,
  scope: ListScope,
  wanted: ReadonlyMap<string, number>,
  keys: readonly Key[],
  after: AfterChange | undefined,
): Promise<void> {
  const { con, lockingReads } = under;
  const rows = await rowsOf(con, list.plan, keys, lockingReads);
  refuseMissing(wanted, rows, true);
  const now = await oneList(con, list, rows, lockingReads);
  if (now.id !== scope.id) throw new ListMoved([now]);
  const held = rows.map(({ rank }) => {
    if (rank === null)
      throw new InvalidQueryError('reorder() got the id of a row that is in no list: insert it first.');
    return rank;
  });
  const { rows: size } = list.checked(await con.run(list.checking(scope, lockingReads)), scope);
  const ranks = [...wanted.values()].sort((a, b) => a - b);
  refuseRanks(ranks, held, size);
  const changes = rows.flatMap(({ key, rank }): KeyedRank[] => {
    const to = wanted.get(idOf(key));
    return to === undefined || to === rank ? [] : [[key, to]];
  });
  if (changes.length === 0) return;
  const needsRoom = list.plan.map.phased && !list.plan.has('reorder');
  const highest = needsRoom ? ((await list.max(con, scope, lockingReads)) ?? 0) : 0;
  const statements: readonly Statement[] = arranging(list.plan, scope, changes, highest);
  if (after === undefined) {
    await con.finish(statements);
    return;
  }
  await con.together(statements);
  await after(under, [{ scope, first: ranks[0] ?? 1, last: ranks.at(-1) ?? null }]);
}

function refuseRanks(wanted: readonly number[], held: readonly number[], size: number): void {
  const isWhole = size === wanted.length;
  const allowed = isWhole ? wanted.map((_, index) => index + 1) : [...held].sort((a, b) => a - b);
  if (allowed.length === wanted.length && allowed.every((rank, index) => rank === wanted[index])) return;
  const shown = allowed.slice(0, SHOWN_RANKS).join(', ') + (allowed.length > SHOWN_RANKS ? ', …' : '');
  throw new InvalidQueryError(
    isWhole
      ? `reorder() of a whole list of ${size} needs each rank from 1 to ${size} once.`
      : `reorder() of a part of a list can only exchange the ranks that its rows have: ${shown}.`,
  );
}

function refuseMissing(wanted: ReadonlyMap<string, number>, rows: readonly KeyedRow[], wasFound: boolean): void {
  const found = new Set(rows.map(({ key }) => idOf(key)));
  const missing = [...wanted.keys()].filter((id) => !found.has(id));
  if (missing.length === 0) return;
  const shown = missing.slice(0, SHOWN_IDS).join('; ');
  if (!wasFound) throw new InvalidQueryError(`reorder() got ids of rows that do not exist: ${shown}.`);
  throw new ConflictError({
    kind: 'other',
    summary: `Rows that were to be reordered were deleted meanwhile: ${shown}. Read the list again.`,
    sql: '',
    sqlState: undefined,
    driverCode: undefined,
    databaseMessage: '',
  });
}

/** The one list of the rows. Whether two scopes are one list is the database's decision: 'a' and 'A' may be. */
async function oneList(
  con: Connection,
  list: RankedList,
  rows: readonly KeyedRow[],
  locking: boolean,
): Promise<ListScope> {
  const scopes = new Map<string, KeyedRow>();
  for (const row of rows) if (!scopes.has(row.scope.id)) scopes.set(row.scope.id, row);
  const [first, ...others] = [...scopes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (first === undefined) throw new InvalidQueryError('reorder() got no ids.');
  for (const { key } of others) {
    const isSame = !list.plan.map.exact && (await list.place(con, first.scope, key, false, locking))?.isSame === true;
    if (!isSame) throw new InvalidQueryError('reorder() got ids of more than one list.');
  }
  return first.scope;
}
