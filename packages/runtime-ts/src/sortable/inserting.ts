import type { Cell } from '../drivers/session.js';
import type { Filled, LockedTurn, RowPart } from '../write/turn.js';
import type { ListMap } from './list-map.js';
import { ListMoved, type ListScope } from './list-scope.js';
import type { AfterChange, ListedRow } from './moving.js';
import { BOTTOM, besideRank, neighbourOf, type Position, resolve } from './position.js';
import type { RankedList, UnderLists } from './ranked-list.js';

/** What a row of a list is written with. */
export const scopeCells = ({ scope }: ListMap, { values }: ListScope): Filled =>
  new Map<number, Cell>(scope.map((position, index) => [position, values[index] ?? null]));

/** What a row of a rank is written with, and of a list if it did not name that itself. */
export const placeCells = (map: ListMap, rank: number | null, list?: ListScope): Filled =>
  new Map<number, Cell>([...(list === undefined ? [] : scopeCells(map, list)), [map.rank, rank]]);

/** The locks of a turn of a list are lists. */
export const underLists = (under: Parameters<LockedTurn['before']>[0], locks: readonly ListScope[]): UnderLists => ({
  ...under,
  locks,
});

/** A new row of a list: the part that the list takes in its INSERT. */
export function insertTurn(
  list: RankedList,
  scope: ListScope,
  position: Position = BOTTOM,
  after?: AfterChange,
): LockedTurn<ListScope> {
  const neighbour = neighbourOf(position);
  return {
    locks: [neighbour?.scope ?? scope],
    async before(locked, locks): Promise<RowPart> {
      const under = underLists(locked, locks);
      const [entered = scope] = locks;
      const { con, lockingReads } = under;
      const beside = await besideRank(under, list, position, entered, []);
      const max = (await list.max(con, entered, lockingReads)) ?? 0;
      const rank = resolve(list, position, max, beside);
      if (rank <= max) await con.together(list.opening(entered, rank));
      const change = { scope: entered, first: rank, last: rank <= max ? null : rank };
      return {
        fill: placeCells(list.plan.map, rank, beside === undefined ? undefined : entered),
        ...(after && { after: () => after(under, [change]) }),
      };
    },
  };
}

/** A row that goes for good: the part that the list takes in its DELETE. */
export function deleteTurn(
  list: RankedList,
  { key, scope: remembered }: ListedRow,
  after?: AfterChange,
): LockedTurn<ListScope> {
  return {
    locks: [remembered],
    async before(locked, locks): Promise<RowPart> {
      const under = underLists(locked, locks);
      const [scope = remembered] = locks;
      const { con, lockingReads } = under;
      const place = await list.place(con, scope, key, false, lockingReads);
      if (place !== undefined && !place.isSame) throw new ListMoved([place.scope]);
      // Nothing moves up for a row that was gone, or in no list.
      if (place === undefined || place.rank === null) return {};
      const { rank } = place;
      return {
        after: async () => {
          await con.together(list.closing(scope, rank));
          await after?.(under, [{ scope, first: rank, last: null }]);
        },
      };
    },
  };
}
