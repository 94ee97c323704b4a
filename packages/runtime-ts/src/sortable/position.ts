import { NotInListError } from '../errors/orm-error.js';
import { ListMoved, type ListScope } from './list-scope.js';
import type { ListedRow } from './moving.js';
import type { RankedList, UnderLists } from './ranked-list.js';

/** Where a row is to be inserted. It is resolved under the lock, and not when it was asked for. */
export type Position =
  | { readonly at: 'top' | 'bottom' }
  | { readonly at: 'rank'; readonly rank: number }
  | { readonly at: 'before' | 'after'; readonly row: ListedRow };

export const BOTTOM: Position = { at: 'bottom' };

/** The row beside which another one is to be inserted, if there is one. */
export const neighbourOf = (position: Position | undefined): ListedRow | undefined =>
  position !== undefined && 'row' in position ? position.row : undefined;

/** The rank that was asked for, in a list whose highest rank is `max`. */
export function resolve(list: RankedList, position: Position, max: number, beside: number | undefined): number {
  const rank = rankOf(position, max, beside);
  if (rank > max + 1) throw list.outOfRange(rank, max + 1);
  return rank;
}

function rankOf(position: Position, max: number, beside: number | undefined): number {
  switch (position.at) {
    case 'top':
      return 1;
    case 'bottom':
      return max + 1;
    case 'rank':
      return position.rank;
    case 'before':
      return beside ?? 1;
    case 'after':
      return (beside ?? max) + 1;
  }
}

/** The rank of the neighbour in a list that is locked; `others` is what is to be locked with its list where that is another one. */
export async function besideRank(
  { con, lockingReads }: UnderLists,
  list: RankedList,
  position: Position | undefined,
  scope: ListScope,
  others: readonly ListScope[],
): Promise<number | undefined> {
  const neighbour = neighbourOf(position);
  if (neighbour === undefined) return undefined;
  const place = await list.place(con, scope, neighbour.key, false, lockingReads);
  if (place === undefined || place.rank === null) {
    throw new NotInListError(`The ${list.plan.map.model} beside which this one is to be inserted is in no list.`);
  }
  if (!place.isSame) {
    throw new ListMoved([...others, place.scope]);
  }
  return place.rank;
}
