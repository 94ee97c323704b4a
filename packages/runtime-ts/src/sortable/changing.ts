import type { Cell } from '../drivers/session.js';
import { RowGoneError } from '../errors/orm-error.js';
import { readsLocking } from '../lock/locked-work.js';
import type { Connection } from '../transactions/connection.js';
import type { LockedTurn, RowPart } from '../write/turn.js';
import { placeCells, scopeCells, underLists } from './inserting.js';
import { ListMoved, ListScope } from './list-scope.js';
import { type AfterChange, type ListedRow, refuseFixedScope } from './moving.js';
import { BOTTOM, besideRank, neighbourOf, type Position, resolve } from './position.js';
import type { Place, RankedList, UnderLists } from './ranked-list.js';

/** What a save is to change of the place of a row. */
export interface PlaceChange {
  /** Scope columns that were set, by their index among them. */
  readonly scope: ReadonlyMap<number, Cell>;
  /** Where it was asked to be; `out`: in no list; `raw`: at the rank that the row is written with. */
  readonly position: Position | 'out' | 'raw' | undefined;
}

interface Change extends PlaceChange {
  readonly list: RankedList;
  readonly key: ListedRow['key'];
  readonly after: AfterChange | undefined;
}

/** A row whose place or scope changes: the part that the list takes in its UPDATE. */
export async function changeTurn(
  con: Connection,
  list: RankedList,
  { key, scope: remembered }: ListedRow,
  change: PlaceChange,
  after?: AfterChange,
): Promise<LockedTurn<ListScope>> {
  if (change.scope.size > 0) refuseFixedScope(list);
  const asked = targetOf(list, remembered, change);
  // Whether the row is gone is for the read under the lock to say: this one may have asked a replica that is behind.
  const now = (await list.place(con, asked, key, false, readsLocking(con)))?.scope ?? remembered;
  const target = neighbourOf(asPosition(change))?.scope ?? targetOf(list, now, change);
  return {
    locks: [now, target],
    before: (under, locks) => apply(underLists(under, locks), { ...change, list, key, after }),
  };
}

const asPosition = ({ position }: PlaceChange): Position | undefined =>
  position === 'out' || position === 'raw' ? undefined : position;

/** The list of the row after the save: where it is, with the columns that were set. */
const targetOf = ({ plan }: RankedList, truth: ListScope, { scope }: PlaceChange): ListScope =>
  new ListScope(
    plan,
    truth.values.map((value, index) => scope.get(index) ?? (scope.has(index) ? null : value)),
  );

async function apply(under: UnderLists, change: Change): Promise<RowPart> {
  const { list, key } = change;
  const { con, lockingReads } = under;
  const [old, entered] = under.locks;
  if (old === undefined || entered === undefined) throw new TypeError('A change of a place needs two lists.');
  let isOneList = old.id === entered.id;
  const beside = await besideRank(under, list, asPosition(change), entered, [old]);
  const place = await list.place(con, old, key, isOneList, lockingReads);
  if (place === undefined)
    throw new RowGoneError(`The row of "${list.plan.map.table}" is gone: somebody else has deleted it.`);
  const target = beside === undefined ? targetOf(list, place.scope, change) : entered;
  if (!place.isSame || target.id !== entered.id) throw new ListMoved([place.scope, target]);
  // Whether it is another list is decided by the database.
  if (!isOneList && !list.plan.map.exact) {
    isOneList = (await list.place(con, entered, key, false, lockingReads))?.isSame === true;
  }
  if (!isOneList) refuseFixedScope(list);
  const { position } = change;
  if (position === 'out' || position === 'raw' || (position === undefined && place.rank === null)) {
    return leave(under, change, target, position === 'out' || !isOneList ? place.rank : null);
  }
  if (isOneList && place.rank !== null) return reenter(under, change, { ...place, rank: place.rank }, target, beside);
  return enter(under, change, place, isOneList, target, beside);
}

/** A row that goes without a place of the list's giving; `from` is the rank that it leaves, if it does. */
function leave(under: UnderLists, { list, position, after }: Change, target: ListScope, from: number | null): RowPart {
  const [old = target] = under.locks;
  const fill = position === 'raw' ? undefined : placeCells(list.plan.map, null);
  const taken = scopeCells(list.plan.map, target);
  if (from === null) return { ...(fill && { fill }), taken };
  return {
    ...(fill && { fill }),
    taken,
    after: async () => {
      await under.con.together(list.closing(old, from));
      await after?.(under, [{ scope: old, first: from, last: null }]);
    },
  };
}

/** A row of the list that goes elsewhere in it: after a removal that was not saved, or a scope that came back. */
async function reenter(
  under: UnderLists,
  { list, key, position, after }: Change,
  place: Place & { readonly rank: number },
  target: ListScope,
  beside: number | undefined,
): Promise<RowPart> {
  const { con, lockingReads } = under;
  const { rank: from } = place;
  const max = place.max ?? (await list.max(con, place.scope, lockingReads)) ?? from;
  // The others are one fewer than the list has rows.
  const others = beside === undefined || beside < from ? beside : beside - 1;
  const to = typeof position === 'object' ? resolve(list, position, max - 1, others) : from;
  // The other one's list is its own: a scope that was set does not count.
  const fill = beside === undefined ? undefined : scopeCells(list.plan.map, place.scope);
  // A rank that was set by hand is overridden by the place that was asked for. The list may be another than the object remembers.
  const taken = placeCells(list.plan.map, to, beside === undefined ? target : place.scope);
  if (to === from) return { ...(fill && { fill }), taken };
  await con.together(list.moving(place.scope, key, from, to));
  const change = { scope: place.scope, first: Math.min(from, to), last: Math.max(from, to) };
  return { ...(fill && { fill }), taken, ...(after && { after: () => after(under, [change]) }) };
}

/** A row that comes from another list, or from none. */
async function enter(
  under: UnderLists,
  { list, position, after }: Change,
  place: Place,
  isOneList: boolean,
  target: ListScope,
  beside: number | undefined,
): Promise<RowPart> {
  const { con, lockingReads } = under;
  const [old = target, entered = target] = under.locks;
  const max = (isOneList ? place.max : null) ?? (await list.max(con, entered, lockingReads)) ?? 0;
  const to = resolve(list, typeof position === 'object' ? position : BOTTOM, max, beside);
  if (to <= max) await con.together(list.opening(entered, to));
  const from = place.rank;
  return {
    fill: placeCells(list.plan.map, to, beside === undefined ? undefined : target),
    taken: scopeCells(list.plan.map, target),
    after: async () => {
      if (from !== null) await con.together(list.closing(old, from));
      await after?.(under, [
        ...(from === null ? [] : [{ scope: old, first: from, last: null }]),
        { scope: entered, first: to, last: to <= max ? null : to },
      ]);
    },
  };
}
