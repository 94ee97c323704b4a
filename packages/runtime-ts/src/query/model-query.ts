import { connectionOf } from '../config/connections.js';
import type { Row } from '../drivers/session.js';
import { EntityNotFoundError, InvalidQueryError } from '../errors/orm-error.js';
import { Draft } from '../model/draft.js';
import type { Model } from '../model/model.js';
import type { ModelClass } from '../model/table-map.js';
import { loadRelations } from '../relations/load.js';
import { leavingAll } from '../relations/orphans.js';
import type { Connection } from '../transactions/connection.js';
import { Asked } from './asked.js';
import { bound, columnAt } from './columns.js';
import { compared } from './comparison.js';
import { type Sql, statementOf } from './condition.js';
import type { AnyComparison, Equality, Order } from './filter.js';
import { repeatsRows } from './join.js';
import { ofKeys } from './keys.js';
import { objectsOneByOne, readObjects, readProperties } from './objects.js';
import { type Page, pageFrom } from './pages.js';
import { isPlain, type QueryParts, withCondition } from './parts.js';
import { wanted } from './related.js';
import { maker, readyMaker } from './rows.js';
import { anyRow, comparable, countRows, pageOf, restricts } from './select.js';
import { Selection } from './selection.js';
import { qualified } from './source.js';
import type { Use } from './subquery.js';
import {
  type Conditions,
  filteringCrossed,
  filteringRelated,
  type JoinOptions,
  joining,
  usingSubquery,
} from './using.js';
import { deleteOf, updateOf } from './write.js';

/**
 * A query of the rows of a table; `R` is what it finds. Generated classes add typed methods for its columns. A query can be run
 * any number of times and gives the same answer each time; `copy()` makes an independent one.
 */
export abstract class ModelQuery<R> extends Asked implements AsyncIterable<R> {
  /** @internal For types only. */
  declare readonly $found?: R;

  // Reading

  async find(con: Connection = connectionOf(this.$table)): Promise<R[]> {
    return this.#objects(await this.$prepared(), con);
  }

  async findOne(con: Connection = connectionOf(this.$table)): Promise<R | null> {
    const parts = await this.$prepared();
    const [first] = await this.#objects({ ...parts, limit: parts.limit === 0 ? 0 : 1 }, con);
    return first ?? null;
  }

  async requireOne(con?: Connection): Promise<R> {
    return this.$required(await this.findOne(con), 'the query');
  }

  /** The number of objects that `find()` would give. */
  async count(con: Connection = connectionOf(this.$table)): Promise<number> {
    const [row] = await this.#rows(countRows(await this.$prepared()), con);
    return Number(row?.[0] ?? 0);
  }

  /** Whether `find()` would give anything. */
  async exists(con: Connection = connectionOf(this.$table)): Promise<boolean> {
    const parts = comparable(await this.$prepared());
    if (parts.limit === 0) return false;
    if (parts.offset > 0 && (parts.distinct || repeatsRows(parts))) return (await this.count(con)) > 0;
    return (await this.#rows(anyRow(parts), con)).length > 0;
  }

  /** One page of the result, and what a list of pages needs to know. */
  paginate(page = 1, maxPerPage = 10, con?: Connection): Promise<Page<R>> {
    const query = this.copy();
    return pageFrom(
      page,
      maxPerPage,
      () => query.count(con),
      async (first) => query.#objects(pageOf(await query.$prepared(), first, maxPerPage), con),
    );
  }

  /** The objects one after another, of which only a part is in memory at a time. `for await` over a query does the same. */
  async *iterate(con: Connection = connectionOf(this.$table), portion = 1000): AsyncGenerator<R, undefined> {
    if (!Number.isSafeInteger(portion) || portion < 1) {
      throw new InvalidQueryError('iterate() needs parts of at least one row.');
    }
    for await (const object of objectsOneByOne(await this.$prepared(), con, portion)) yield object as R;
    return undefined;
  }

  [Symbol.asyncIterator](): AsyncGenerator<R, undefined> {
    return this.iterate();
  }

  // Writing, for classes of tables that can be written

  /** @internal Deletes the rows of the query, which must have a condition. Gives their number. */
  async $deleteFound(con?: Connection): Promise<number> {
    const parts = await this.$prepared();
    if (restricts(parts)) return this.#delete(parts, con);
    throw new InvalidQueryError(
      `delete() needs a condition that leaves rows out. To delete all rows of ${this.$table.model}, call deleteAll().`,
    );
  }

  /** @internal Deletes all rows that its class can find, whatever the query asks for. Gives their number. */
  $deleteAll(con?: Connection): Promise<number> {
    return this.#delete(new (this.constructor as new () => this)().$parts, con);
  }

  #delete(parts: QueryParts, con: Connection = connectionOf(this.$table)): Promise<number> {
    return leavingAll(con, this.$table, parts, (inner) => this.$delete(parts, inner));
  }

  // What generated classes call

  /** @internal The class of the rows that it inserts. */
  $model(): Promise<ModelClass> {
    return this.$table.load();
  }

  /** @internal Leaves rows of some classes of the table. Nothing else can have been asked for yet. */
  $ofClasses(keys: readonly unknown[]): void {
    const { inheritance: { column } = { column: -1 } } = this.$table;
    this.$change((parts) => ({ ...parts, where: [compared(parts.root, column, keys, 'IN', false)], closed: 1 }));
  }

  /** @internal */
  $filter(position: number, value: unknown, comparison?: AnyComparison): this {
    const own = this.$own;
    return this.$change((parts) => withCondition(parts, compared(own, position, value, comparison, parts.ignoreCase)));
  }

  /** @internal */
  $filterKeys(keys: readonly (readonly unknown[])[], not = false): this {
    const own = this.$own;
    return this.$change((parts) => withCondition(parts, ofKeys(own, this.$table.key, keys, not)));
  }

  /** @internal */
  $order(position: number, order: Order): this {
    const direction = DIRECTIONS.get(order);
    if (direction === undefined) throw new InvalidQueryError('An order is "asc" or "desc".');
    return this.$orderBy(qualified(this.$own, position) + direction);
  }

  /** @internal What stands behind ORDER BY. */
  $orderBy(by: string): this {
    return this.$change((parts) => ({ ...parts, order: [...parts.order, by] }));
  }

  /** @internal */
  async $findKey(key: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<R | null> {
    const { find, key: positions } = this.$table;
    if (this.$isWaiting || !isPlain(this.$parts)) {
      // There is one row at most: nothing to limit.
      const query = this.copy().$change((parts) => ({ ...parts, or: false, limit: undefined, offset: 0 }));
      for (const [index, position] of positions.entries()) query.$filter(position, key[index], '=');
      return query.findOne(con);
    }
    const values = positions.map((position, index) => bound(columnAt(this.$table, position), key[index]));
    const make = readyMaker(this.$table, con) ?? (await maker(this.$table, con));
    const { rows } = await con.run({ sql: find, values }, make);
    return (rows[0] as R | undefined) ?? null;
  }

  /** @internal */
  async $requireKey(key: readonly unknown[], con?: Connection): Promise<R> {
    return this.$required(await this.$findKey(key, con), 'the key');
  }

  /** @internal */
  $required(found: R | null, what: string): R {
    if (found !== null) return found;
    throw new EntityNotFoundError(`No ${this.$table.model} was found for ${what}.`);
  }

  /** @internal */
  $select<V>(properties: readonly string[]): Selection<V> {
    const { columns, name } = this.$table;
    const positions = [...new Set(properties)].map((property) => {
      const position = columns.findIndex((column) => column.property === property);
      if (position === -1) throw new InvalidQueryError(`"${name}" has no such column to select.`);
      return position;
    });
    if (positions.length === 0) throw new InvalidQueryError('select() needs the columns to read.');
    return new Selection<V>(this, positions);
  }

  /** @internal */
  async $findOrCreate(init: object, con: Connection = connectionOf(this.$table)): Promise<R> {
    const found = await this.findOne(con);
    if (found !== null) return found;
    const model = (await this.$model()) as ModelClass<Model>;
    const made = await this.$create(model, init, con);
    await loadRelations([made], readProperties(await this.$ready()), con);
    return made as R;
  }

  /** @internal */
  $create(model: ModelClass<Model>, init: object, con: Connection): Promise<Model> {
    return new Draft(model, this.$table, init, false).save(con);
  }

  /** @internal */
  $join(relation: string, options: JoinOptions = {}): this {
    const own = this.$own;
    return this.$wait((parts) => joining(parts, own, relation, options));
  }

  /** @internal Loads relations behind the rows. */
  $load(properties: readonly string[]): this {
    return this.$change((parts) => ({ ...parts, loads: [...parts.loads, ...properties] }));
  }

  /** @internal */
  $using(relation: string, use: Use, conditions?: Conditions): this {
    const own = this.$own;
    return this.$wait((parts) => usingSubquery(parts, own, relation, use, conditions));
  }

  /** @internal */
  $filterRelated(relation: string, objects: unknown, comparison?: Equality): this {
    const own = this.$own;
    const given = wanted(objects, comparison);
    return this.$wait((parts) => filteringRelated(parts, own, relation, given));
  }

  /** @internal */
  $filterCrossed(via: string, target: string, objects: unknown, comparison?: Equality): this {
    const own = this.$own;
    const given = wanted(objects, comparison);
    return this.$wait((parts) => filteringCrossed(parts, own, [via, target], given));
  }

  /** @internal The order that rows of lists have when nobody asks for another one. */
  $inDefaultOrder(): this {
    return this;
  }

  /** @internal */
  $delete(parts: QueryParts, con?: Connection): Promise<number> {
    return this.#write(deleteOf(this.$table, parts), con);
  }

  /** @internal */
  async $update(values: object, con?: Connection, _options?: object): Promise<number> {
    return this.#write(updateOf(this.$table, values, await this.$prepared()), con);
  }

  async #objects(parts: QueryParts, con: Connection = connectionOf(this.$table)): Promise<R[]> {
    return (await readObjects(parts, con)) as R[];
  }

  async #rows(sql: Sql, con: Connection): Promise<readonly Row[]> {
    return (await con.run(statementOf(this.$table.dialect, sql))).rows;
  }

  async #write(sql: Sql, con: Connection = connectionOf(this.$table)): Promise<number> {
    return (await con.run({ ...statementOf(this.$table.dialect, sql), once: true })).affected;
  }
}

const DIRECTIONS: ReadonlyMap<string, string> = new Map<Order, string>([
  ['asc', ' ASC'],
  ['desc', ' DESC'],
]);
