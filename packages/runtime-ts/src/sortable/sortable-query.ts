import { connectionOf } from '../config/connections.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import { runLocked } from '../lock/locked-work.js';
import type { ModelClass } from '../model/table-map.js';
import { ModelQuery } from '../query/model-query.js';
import type { QueryParts } from '../query/parts.js';
import { qualified } from '../query/source.js';
import type { Connection } from '../transactions/connection.js';
import { givenScope, keyedRanks, listArguments, scopeOf } from './arguments.js';
import { deleteListed, updateListed } from './bulk.js';
import { ListDraft } from './create-in-list.js';
import { listOf } from './list-of.js';
import type { ListReport } from './list-report.js';
import { isDescending, rankOrder } from './rank-order.js';
import { reorder } from './reordering.js';
import type { SortableModel } from './sortable-model.js';
import { telling } from './telling.js';

/** How a query may change many rows of lists. */
export interface ListUpdate {
  /** Sets ranks and scopes all the same, and numbers the lists anew. */
  readonly force?: boolean;
}

/** What methods of a class of queries ask a new one of them. The compiler would compare all methods of two queries otherwise. */
export type ListQueries<R> = Pick<
  SortableQuery<R>,
  | '$oneByRank'
  | '$selectRanked'
  | '$listArray'
  | '$listCount'
  | '$listDelete'
  | '$maxRank'
  | '$reorderRanks'
  | '$listCheck'
  | '$listRepair'
  | '$listLock'
>;

/**
 * A query of a sortable table. `given` are the values of a scope, in the order of its columns, as the caller gave them, with a
 * connection behind them where one can be.
 */
export abstract class SortableQuery<R> extends ModelQuery<R> {
  /** Whether `inList()` was called, and nothing beside it is asked for. */
  #isOfOneList = false;

  override copy(): this {
    const copy = super.copy();
    copy.#isOfOneList = this.#isOfOneList;
    return copy;
  }

  // What composes a query: a scope that was left out means rows of all lists

  /** @internal */
  $filterRank(rank: number, given: readonly unknown[]): this {
    return this.#filterScope(givenScope(this.$table, given)).$filter(this.#rank, rank, '=');
  }

  /** @internal */
  $orderRank(order: string, given: readonly unknown[]): this {
    const { dialect, list } = this.$table;
    const isRanked = this.#isOfOneList || list?.required === true;
    this.$orderBy(rankOrder(dialect, qualified(this.$own, this.#rank), isDescending(order), isRanked));
    return this.#filterScope(givenScope(this.$table, given));
  }

  /** @internal */
  override $inDefaultOrder(): this {
    return this.$orderRank('asc', []);
  }

  /** @internal Leaves the rows of one list, which are those with a rank. */
  $restrictToList(scope: readonly unknown[]): this {
    this.#isOfOneList = true;
    this.#filterScope(givenScope(this.$table, scope));
    return this.$table.list?.required === true ? this : this.$filter(this.#rank, null, 'IS NOT NULL');
  }

  // What answers: a scope that was left out means the list of `inList()`, or else the one whose scope is NULL

  /** @internal */
  $oneByRank(rank: number, given: readonly unknown[], handed?: Connection): Promise<R | null> {
    const { scope, con } = listArguments(this.$table, given, handed);
    const query = this.copy();
    if (scope !== undefined || !this.#isOfOneList) query.#filterScope(scope ?? this.#nullScope());
    return query.$filter(this.#rank, rank, '=').findOne(con);
  }

  /** @internal */
  $listObjects(given: readonly unknown[], handed?: Connection): Promise<R[]> {
    const { scope, con } = listArguments(this.$table, given, handed);
    const query = this.copy();
    if (scope !== undefined || !this.#isOfOneList) query.$restrictToList(scope ?? this.#nullScope());
    return query.$orderRank('asc', []).find(con);
  }

  // What does not look at the conditions of a query: called on new ones

  /** @internal */
  $selectRanked(order: string, given: readonly unknown[], handed?: Connection): Promise<R[]> {
    const { scope, con } = listArguments(this.$table, given, handed);
    if (scope !== undefined) this.$restrictToList(scope);
    return this.$orderRank(order, []).find(con);
  }

  /** @internal */
  $listArray(scope: readonly unknown[], con?: Connection): Promise<R[]> {
    return this.$restrictToList(scope).$orderRank('asc', []).find(con);
  }

  /** @internal */
  $listCount(scope: readonly unknown[], con?: Connection): Promise<number> {
    return this.$restrictToList(scope).count(con);
  }

  /** @internal */
  $listDelete(scope: readonly unknown[], con?: Connection): Promise<number> {
    return this.$restrictToList(scope).$deleteFound(con);
  }

  /** @internal */
  $maxRank(given: readonly unknown[], handed?: Connection): Promise<number | null> {
    const { scope, con = connectionOf(this.$table) } = listArguments(this.$table, given, handed);
    return listOf(this.$table).max(con, scopeOf(this.$table, scope ?? this.#nullScope()));
  }

  /** @internal */
  async $reorderRanks(
    newOrder: Iterable<readonly [unknown, number]>,
    con: Connection = connectionOf(this.$table),
  ): Promise<boolean> {
    const after = telling(con, this.$table, await this.$table.load(), []);
    await reorder(con, listOf(this.$table), keyedRanks(this.$table, newOrder), after);
    return true;
  }

  /** @internal */
  $listCheck(scope: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<ListReport> {
    return listOf(this.$table).examine(con, scopeOf(this.$table, scope));
  }

  /** @internal The number of rows whose rank was wrong. */
  async $listRepair(scope: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<number> {
    const after = telling(con, this.$table, await this.$table.load(), []);
    return listOf(this.$table).repair(con, scopeOf(this.$table, scope), after);
  }

  /** @internal Locks lists until the transaction ends, so that what follows waits for nobody. */
  async $listLock(scopes: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<void> {
    const width = this.$table.list?.scope.length ?? 0;
    const { plan } = listOf(this.$table);
    const given =
      width === 0 ? [[]] : scopes.map((scope): readonly unknown[] => (Array.isArray(scope) ? scope : [scope]));
    const locks = given.map((scope) => scopeOf(this.$table, scope));
    if (!con.inTransaction) {
      throw new InvalidQueryError(
        'lockLists() holds locks until the end of a transaction: call it inside transaction().',
      );
    }
    if (locks.length > 0) await runLocked(con, { protocol: plan.map.locks, locks, work: () => Promise.resolve() });
  }

  /** @internal */
  override $create(model: ModelClass<SortableModel>, init: object, con: Connection): Promise<SortableModel> {
    return new ListDraft(model, this.$table, init, false).save(con);
  }

  /** @internal */
  override $delete(parts: QueryParts, con: Connection = connectionOf(this.$table)): Promise<number> {
    return deleteListed(con, this.$table, parts);
  }

  /** @internal */
  override async $update(
    values: object,
    con: Connection = connectionOf(this.$table),
    { force = false }: ListUpdate = {},
  ): Promise<number> {
    return updateListed(con, this.$table, values, await this.$ready(), force);
  }

  get #rank(): number {
    return this.$table.list?.rank ?? -1;
  }

  #filterScope(scope: readonly unknown[] | undefined): this {
    for (const [index, position] of (scope === undefined ? [] : (this.$table.list?.scope ?? [])).entries()) {
      this.$filter(position, scope?.[index] ?? null, '=');
    }
    return this;
  }

  #nullScope(): readonly null[] {
    return (this.$table.list?.scope ?? []).map(() => null);
  }
}
