import type { Cell, Result, Statement } from '../drivers/session.js';
import { NotInListError, RankOutOfRangeError } from '../errors/orm-error.js';
import { runLocked, type UnderLocks } from '../lock/locked-work.js';
import type { Connection } from '../transactions/connection.js';
import type { ListMap } from './list-map.js';
import { type Key, ListPlan } from './list-plan.js';
import { ListReport } from './list-report.js';
import { ListScope } from './list-scope.js';

/** Where a row is, as the database says. */
export interface Place {
  /** Null for a row that is in no list. */
  readonly rank: number | null;
  /** Whether the row belongs to the list that was asked about. */
  readonly isSame: boolean;
  readonly scope: ListScope;
  /** The highest rank of the list that was asked about; null if that was not asked, or of an empty list. */
  readonly max: number | null;
}

/** Work under the locks of lists. */
export type UnderLists = UnderLocks<ListScope>;

const number = (cell: Cell | undefined): number | null => (cell === null || cell === undefined ? null : Number(cell));

/** The lists of one table: statements that read and write ranks, and what their answers mean. */
export class RankedList {
  readonly plan: ListPlan;

  constructor(map: ListMap) {
    this.plan = new ListPlan(map);
  }

  /** Reads where the row of a key is, and the highest rank of the list. */
  placing(scope: ListScope, key: Key, withMax: boolean, locking: boolean): Statement {
    return this.plan.one(this.plan.reading(withMax ? 'placeMax' : 'place', locking), scope, { key });
  }

  /** What `placing` has answered; undefined when there is no such row. */
  placed(result: Result | undefined, scope: ListScope, withMax: boolean): Place | undefined {
    const row = result?.rows[0];
    if (row === undefined) return undefined;
    const [rank, same, ...rest] = row;
    const isSame = Number(same) === 1;
    const width = this.plan.map.scopeNames.length;
    return {
      rank: number(rank),
      isSame,
      // Where texts are compared, a list may have other values than those that were asked for.
      scope: isSame && this.plan.map.exact ? scope : new ListScope(this.plan, rest.slice(0, width)),
      max: withMax ? number(rest[width]) : null,
    };
  }

  async place(
    con: Connection,
    scope: ListScope,
    key: Key,
    withMax = false,
    locking = false,
  ): Promise<Place | undefined> {
    return this.placed(await con.run(this.placing(scope, key, withMax, locking)), scope, withMax);
  }

  /** The highest rank of a list. */
  async max(con: Connection, scope: ListScope, locking = false): Promise<number | null> {
    const { rows } = await con.run(this.plan.one(this.plan.reading('max', locking), scope));
    return number(rows[0]?.[0]);
  }

  /** Moves a row within its list. */
  moving(scope: ListScope, key: Key, from: number, to: number): readonly Statement[] {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    return this.plan.all('move', scope, { key, to, delta: to < from ? 1 : -1, low, high });
  }

  /** Makes room at a rank. */
  opening(scope: ListScope, rank: number): readonly Statement[] {
    return this.plan.all('open', scope, { rank });
  }

  /** Closes the gap that a row left. */
  closing(scope: ListScope, rank: number): readonly Statement[] {
    return this.plan.all('close', scope, { rank });
  }

  /** Puts a row elsewhere: rank and scope. */
  settling(scope: ListScope, key: Key, to: number): readonly Statement[] {
    return this.plan.all('settle', scope, { to, key });
  }

  /** Looks at a list under its lock. */
  examine(con: Connection, scope: ListScope): Promise<ListReport> {
    return runLocked(con, {
      protocol: this.plan.map.locks,
      locks: [scope],
      reads: (_, locking) => [this.checking(scope, locking)],
      work: ({ results }) => Promise.resolve(this.checked(results[0], scope)),
    });
  }

  /** Makes a list 1 to n again, in the order it has; the number of rows that got another rank. */
  repair(con: Connection, scope: ListScope): Promise<number> {
    return runLocked(con, {
      protocol: this.plan.map.locks,
      locks: [scope],
      reads: (_, locking) => [this.checking(scope, locking)],
      work: async ({ con: frame, results }) => {
        if (this.checked(results[0], scope).isRight()) return 0;
        return (await frame.finish(this.plan.all('repair', scope))).at(-1)?.affected ?? 0;
      },
    });
  }

  checking(scope: ListScope, locking: boolean): Statement {
    return this.plan.one(this.plan.reading('check', locking), scope);
  }

  checked(result: Result | undefined, scope: ListScope): ListReport {
    const [rows, ranks, lowest, highest] = result?.rows[0] ?? [];
    return new ListReport(scope.values, number(rows) ?? 0, number(ranks) ?? 0, number(lowest), number(highest));
  }

  outOfRange(rank: number, highest: number): RankOutOfRangeError {
    return new RankOutOfRangeError(
      `There is no rank ${rank} in this list of "${this.plan.map.table}": ${highest < 1 ? 'it is empty' : `it goes from 1 to ${highest}`}.`,
    );
  }

  notInList(): NotInListError {
    return new NotInListError(
      `This ${this.plan.map.model} is in no list, or its row is not in the database any more: to put it into its list, call ` +
        'insertAtBottom() or another insert and save it.',
    );
  }
}
