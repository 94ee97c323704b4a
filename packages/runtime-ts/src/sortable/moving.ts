import { InvalidValueError } from '../errors/orm-error.js';
import { runLocked } from '../lock/locked-work.js';
import type { Connection } from '../transactions/connection.js';
import type { Key } from './list-plan.js';
import { ListMoved, type ListScope } from './list-scope.js';
import type { Place, RankedList, UnderLists } from './ranked-list.js';

/** A row and the list in which it was last seen. */
export interface ListedRow {
  readonly key: Key;
  readonly scope: ListScope;
}

/** Where to: a rank, so many steps as far as the list goes, or the first place. */
export type Aim = { readonly rank: number } | { readonly steps: number } | 'top';

/** Where rows are after a move. */
export interface NewPlace {
  readonly rank: number;
  readonly scope: ListScope;
}

/** Ranks of a list that have changed; null for up to the end. */
export interface ChangedRanks {
  readonly scope: ListScope;
  readonly first: number;
  readonly last: number | null;
}

/** What is done in the same transaction after ranks have changed; with it, COMMIT goes alone. */
export type AfterChange = (under: UnderLists, changes: readonly ChangedRanks[]) => Promise<void>;

/** Moves a row within its list. */
export function moveRow(
  con: Connection,
  list: RankedList,
  { key, scope: remembered }: ListedRow,
  aim: Aim,
  after?: AfterChange,
): Promise<NewPlace> {
  // Towards the top, the highest rank is of no interest.
  const withMax = aim !== 'top' && ('rank' in aim || aim.steps > 0);
  return runLocked(con, {
    protocol: list.plan.map.locks,
    locks: [remembered],
    reads: ([scope = remembered], locking) => [list.placing(scope, key, withMax, locking)],
    work: async (under) => {
      const [scope = remembered] = under.locks;
      const place = list.placed(under.results[0], scope, withMax);
      if (place === undefined) throw list.notInList();
      if (!place.isSame) throw new ListMoved([place.scope]);
      const from = place.rank;
      if (from === null) throw list.notInList();
      const last = place.max ?? from;
      const to = targetOf(aim, from, last);
      if (withMax && to > last) throw list.outOfRange(to, last);
      if (to !== from) {
        const change = { scope, first: Math.min(from, to), last: Math.max(from, to) };
        await write(under, list.moving(scope, key, from, to), [change], after);
      }
      return { rank: to, scope: place.scope };
    },
  });
}

function targetOf(aim: Aim, from: number, last: number): number {
  if (aim === 'top') return 1;
  return 'rank' in aim ? aim.rank : Math.max(1, Math.min(last, from + aim.steps));
}

/** Exchanges the places of two rows, also between lists. */
export function swapRows(
  con: Connection,
  list: RankedList,
  one: ListedRow,
  other: ListedRow,
  after?: AfterChange,
): Promise<readonly [NewPlace, NewPlace]> {
  return withBoth(con, list, one, other, async (under, { mine, theirs, here, there, isOneList }) => {
    const [from, to] = [here.rank, there.rank];
    if (isOneList) {
      const change = { scope: mine, first: Math.min(from, to), last: Math.max(from, to) };
      const values = { key: one.key, to, to2: from, key2: other.key };
      if (from !== to) await write(under, list.plan.all('swap', mine, values), [change], after);
      return [
        { rank: to, scope: here.scope },
        { rank: from, scope: there.scope },
      ];
    }
    refuseFixedScope(list);
    const statements = [
      ...(list.plan.map.unique ? list.plan.all('park', theirs, { key: other.key }) : []),
      ...list.settling(there.scope, one.key, to),
      ...list.settling(here.scope, other.key, from),
    ];
    const changes = [
      { scope: mine, first: from, last: from },
      { scope: theirs, first: to, last: to },
    ];
    await write(under, statements, changes, after);
    return [
      { rank: to, scope: there.scope },
      { rank: from, scope: here.scope },
    ];
  });
}

/** Moves a row right before or behind another one, into the other's list if need be; where both are then. */
export function moveBeside(
  con: Connection,
  list: RankedList,
  row: ListedRow,
  other: ListedRow,
  isBehind: boolean,
  after?: AfterChange,
): Promise<readonly [NewPlace, NewPlace]> {
  return withBoth(con, list, row, other, async (under, { mine, theirs, here, there, isOneList }) => {
    const [from, beside] = [here.rank, there.rank];
    if (isOneList) {
      const to = beside + (isBehind ? 1 : 0) - (from < beside ? 1 : 0);
      const change = { scope: mine, first: Math.min(from, to), last: Math.max(from, to) };
      if (to !== from) await write(under, list.moving(mine, row.key, from, to), [change], after);
      return [
        { rank: to, scope: here.scope },
        { rank: isBehind ? to - 1 : to + 1, scope: there.scope },
      ];
    }
    refuseFixedScope(list);
    const to = beside + (isBehind ? 1 : 0);
    const statements = [
      ...list.opening(theirs, to),
      ...list.settling(there.scope, row.key, to),
      ...list.closing(mine, from),
    ];
    const changes = [
      { scope: mine, first: from, last: null },
      { scope: theirs, first: to, last: null },
    ];
    await write(under, statements, changes, after);
    return [
      { rank: to, scope: there.scope },
      { rank: isBehind ? beside : beside + 1, scope: there.scope },
    ];
  });
}

interface RankedPlace extends Place {
  readonly rank: number;
}

interface Both {
  readonly mine: ListScope;
  readonly theirs: ListScope;
  readonly here: RankedPlace;
  readonly there: RankedPlace;
  readonly isOneList: boolean;
}

/** Work on two rows under the locks of their lists, which may be one. */
function withBoth<R>(
  con: Connection,
  list: RankedList,
  one: ListedRow,
  other: ListedRow,
  work: (under: UnderLists, both: Both) => Promise<R>,
): Promise<R> {
  return runLocked(con, {
    protocol: list.plan.map.locks,
    locks: [one.scope, other.scope],
    reads: ([mine = one.scope, theirs = other.scope], locking) => [
      list.placing(mine, one.key, false, locking),
      list.placing(theirs, other.key, false, locking),
    ],
    work: async (under) => {
      const [mine = one.scope, theirs = other.scope] = under.locks;
      const here = list.placed(under.results[0], mine, false);
      const there = list.placed(under.results[1], theirs, false);
      if (here !== undefined && there !== undefined && !(here.isSame && there.isSame)) {
        throw new ListMoved([here.scope, there.scope]);
      }
      if (!isRanked(here) || !isRanked(there)) throw list.notInList();
      // Whether two scopes are one list is the database's decision.
      const isOneList =
        mine.id === theirs.id ||
        (!list.plan.map.exact &&
          (await list.place(under.con, mine, other.key, false, under.lockingReads))?.isSame === true);
      return work(under, { mine, theirs, here, there, isOneList });
    },
  });
}

const isRanked = (place: Place | undefined): place is RankedPlace => place !== undefined && place.rank !== null;

async function write(
  under: UnderLists,
  statements: Parameters<UnderLists['con']['finish']>[0],
  changes: readonly ChangedRanks[],
  after: AfterChange | undefined,
): Promise<void> {
  if (after === undefined) {
    await under.con.finish(statements);
    return;
  }
  await under.con.together(statements);
  await after(under, changes);
}

/** A list that is part of the primary key cannot be left. */
export function refuseFixedScope({ plan: { map } }: RankedList): void {
  if (!map.fixed) return;
  throw new InvalidValueError(
    `A ${map.model} cannot go to another list, because its list is part of its primary key: insert a copy there and delete this one.`,
  );
}
