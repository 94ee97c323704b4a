import { connectionOf } from '../config/connections.js';
import type { Row } from '../drivers/session.js';
import { EntityNotFoundError, InvalidQueryError } from '../errors/orm-error.js';
import { createModel } from '../model/create.js';
import type { Model } from '../model/model.js';
import type { ModelClass, TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { type ClauseValue, clause } from './clause.js';
import { bound, columnAt, qualified } from './columns.js';
import { compared } from './comparison.js';
import { allOf, around, type Condition, inParentheses, type Sql, statementOf } from './condition.js';
import type { AnyComparison, Order } from './filter.js';
import { ofKeys } from './keys.js';
import { type LockOptions, lockClause } from './lock.js';
import { type Page, pageFrom } from './pages.js';
import { ALL_ROWS, isPlain, limitIn, offsetIn, type QueryParts, withCondition } from './parts.js';
import { rowsOneByOne } from './reading.js';
import { maker, passingMaker } from './rows.js';
import { anyRow, comparable, countRows, pageOf, restricts, selectRows } from './select.js';
import { Selection } from './selection.js';
import { deleteOf, updateOf } from './write.js';

/**
 * A query of the rows of a table; `R` is what it finds. Generated classes add typed methods for its columns. A query can be run
 * any number of times and gives the same answer each time; `copy()` makes an independent one.
 */
export abstract class ModelQuery<R> implements AsyncIterable<R> {
  #parts: QueryParts = ALL_ROWS;

  /** @internal */
  abstract get $table(): TableMap;

  /** An independent query that asks for the same. */
  copy(): this {
    const copy = new (this.constructor as new () => this)();
    copy.#parts = this.#parts;
    return copy;
  }

  // Conditions

  /** The next condition is an alternative to the one before it. */
  or(): this {
    return this.#with({ ...this.#parts, or: true });
  }

  /** The next condition has to hold too; it is so unless `or()` says otherwise. */
  and(): this {
    return this.#with({ ...this.#parts, or: false });
  }

  /** Texts are compared without regard to capital letters from here on. */
  ignoreCase(ignoreCase = true): this {
    return this.#with({ ...this.#parts, ignoreCase });
  }

  /**
   * A condition in SQL: `where('Book.pages % ? = 0', 2)`. Names such as `Book.title` stand for columns. A list becomes
   * `(?, ?, …)`, as in `Book.id IN ?`. The SQL is the developer's own; whatever comes from outside goes into the values.
   */
  where(sql: string, ...values: readonly ClauseValue[]): this {
    return this.$add(around('(', clause(this.$table, sql, values), ')'));
  }

  /** Takes over the conditions, order and limit of another query of the same table; its conditions belong together. */
  mergeWith(query: ModelQuery<unknown>, operator: 'and' | 'or' = 'and'): this {
    if (query.$table !== this.$table) throw new InvalidQueryError('Only queries of the same table can be merged.');
    const other = query.#parts;
    if (other.where.length > 0) {
      if (operator === 'or') this.or();
      const conditions = allOf(other.where);
      this.$add(other.where.length === 1 ? conditions : inParentheses(conditions));
    }
    const mine = this.#parts;
    return this.#with({
      ...mine,
      order: [...mine.order, ...other.order],
      limit: other.limit ?? mine.limit,
      offset: other.offset === 0 ? mine.offset : other.offset,
      distinct: mine.distinct || other.distinct,
      lock: mine.lock === '' ? other.lock : mine.lock,
    });
  }

  // Order, limits, locks

  clearOrder(): this {
    return this.#with({ ...this.#parts, order: [] });
  }

  /** Leaves out rows that are the same in all columns. */
  distinct(distinct = true): this {
    return this.#with({ ...this.#parts, distinct });
  }

  /** The first rows only. */
  limit(count: number): this {
    return this.#with(limitIn(this.#parts, count));
  }

  /** Leaves out the first rows. */
  offset(count: number): this {
    return this.#with(offsetIn(this.#parts, count));
  }

  /** Nobody else may change or lock the rows until the transaction ends. */
  lockForUpdate(options: LockOptions = {}): this {
    return this.#with({ ...this.#parts, lock: lockClause(this.$table.vendor, true, options) });
  }

  /** Nobody else may change the rows until the transaction ends. */
  lockForShare(options: LockOptions = {}): this {
    return this.#with({ ...this.#parts, lock: lockClause(this.$table.vendor, false, options) });
  }

  /** A note that the database sees and logs. */
  comment(comment: string): this {
    return this.#with({ ...this.#parts, comment: harmless(comment) });
  }

  // Reading

  find(con?: Connection): Promise<R[]> {
    return this.#objects(selectRows(this.$table, this.#parts), con);
  }

  async findOne(con?: Connection): Promise<R | null> {
    const limit = this.#parts.limit === 0 ? 0 : 1;
    const [first] = await this.#objects(selectRows(this.$table, { ...this.#parts, limit }), con);
    return first ?? null;
  }

  async requireOne(con?: Connection): Promise<R> {
    return this.$required(await this.findOne(con), 'the query');
  }

  /** The number of objects that `find()` would give. */
  async count(con?: Connection): Promise<number> {
    const [row] = await this.#rows(countRows(this.$table, this.#parts), con);
    return Number(row?.[0] ?? 0);
  }

  /** Whether `find()` would give anything. */
  async exists(con?: Connection): Promise<boolean> {
    const parts = comparable(this.$table, this.#parts);
    if (parts.limit === 0) return false;
    if (parts.offset > 0 && parts.distinct) return (await this.count(con)) > 0;
    return (await this.#rows(anyRow(this.$table, parts), con)).length > 0;
  }

  /** One page of the result, and what a list of pages needs to know. */
  paginate(page = 1, maxPerPage = 10, con?: Connection): Promise<Page<R>> {
    const parts = this.#parts;
    return pageFrom(
      page,
      maxPerPage,
      () => this.count(con),
      (first) => this.#objects(selectRows(this.$table, pageOf(this.$table, parts, first, maxPerPage)), con),
    );
  }

  /** The objects one after another, of which only a part is in memory at a time. `for await` over a query does the same. */
  async *iterate(con: Connection = connectionOf(this.$table), portion = 1000): AsyncGenerator<R, undefined> {
    if (!Number.isSafeInteger(portion) || portion < 1) {
      throw new InvalidQueryError('iterate() needs parts of at least one row.');
    }
    const make = await passingMaker(this.$table, con);
    for await (const row of rowsOneByOne(this.$table, this.#parts, con, portion)) yield make(row) as R;
    return undefined;
  }

  [Symbol.asyncIterator](): AsyncGenerator<R, undefined> {
    return this.iterate();
  }

  // Writing, for classes of tables that can be written

  /** @internal Deletes the rows of the query, which must have a condition. Gives their number. */
  async $deleteFound(con?: Connection): Promise<number> {
    if (restricts(this.#parts)) return this.$delete(this.#parts, con);
    throw new InvalidQueryError(
      `delete() needs a condition that leaves rows out. To delete all rows of ${this.$table.model}, call deleteAll().`,
    );
  }

  /** @internal Deletes all rows that its class can find, whatever the query asks for. Gives their number. */
  $deleteAll(con?: Connection): Promise<number> {
    return this.$delete(new (this.constructor as new () => this)().#parts, con);
  }

  // What generated classes call

  /** @internal The class of the rows that it inserts. */
  $model(): Promise<ModelClass> {
    return this.$table.load();
  }

  /** @internal Leaves rows of some classes of the table. Nothing else can have been asked for yet. */
  $ofClasses(keys: readonly unknown[]): void {
    const { inheritance: { column } = { column: -1 } } = this.$table;
    this.#parts = { ...ALL_ROWS, where: [compared(this.$table, column, keys, 'IN', false)], closed: 1 };
  }

  /** @internal */
  $add(condition: Condition): this {
    return this.#with(withCondition(this.#parts, condition));
  }

  /** @internal */
  $filter(position: number, value: unknown, comparison?: AnyComparison): this {
    return this.$add(compared(this.$table, position, value, comparison, this.#parts.ignoreCase));
  }

  /** @internal */
  $filterKeys(keys: readonly (readonly unknown[])[], not = false): this {
    return this.$add(ofKeys(this.$table, keys, not));
  }

  /** @internal */
  $order(position: number, order: Order): this {
    const direction = DIRECTIONS.get(order);
    if (direction === undefined) throw new InvalidQueryError('An order is "asc" or "desc".');
    return this.$orderBy(qualified(this.$table, position) + direction);
  }

  /** @internal What stands behind ORDER BY. */
  $orderBy(by: string): this {
    return this.#with({ ...this.#parts, order: [...this.#parts.order, by] });
  }

  /** @internal */
  async $findKey(key: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<R | null> {
    const { find, key: positions } = this.$table;
    if (!isPlain(this.#parts)) {
      // There is one row at most: nothing to limit.
      const query = this.copy().#with({ ...this.#parts, or: false, limit: undefined, offset: 0 });
      for (const [index, position] of positions.entries()) query.$filter(position, key[index], '=');
      return query.findOne(con);
    }
    const values = positions.map((position, index) => bound(columnAt(this.$table, position), key[index]));
    const make = await maker(this.$table, con);
    const { rows } = await con.run({ sql: find, values }, make);
    return (rows[0] as R | undefined) ?? null;
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
    return new Selection<V>(this.$table, this.#parts, positions);
  }

  /** @internal */
  async $findOrCreate(init: object, con: Connection = connectionOf(this.$table)): Promise<R> {
    const found = await this.findOne(con);
    if (found !== null) return found;
    const model = (await this.$model()) as ModelClass<Model>;
    return (await this.$create(model, init, con)) as R;
  }

  /** @internal */
  $create(model: ModelClass<Model>, init: object, con: Connection): Promise<Model> {
    return createModel(model, this.$table, init, con);
  }

  /** @internal */
  get $parts(): QueryParts {
    return this.#parts;
  }

  /** @internal */
  $delete(parts: QueryParts, con?: Connection): Promise<number> {
    return this.#write(deleteOf(this.$table, parts), con);
  }

  /** @internal */
  async $update(values: object, con?: Connection, _options?: object): Promise<number> {
    return this.#write(updateOf(this.$table, values, this.#parts), con);
  }

  #with(parts: QueryParts): this {
    this.#parts = parts;
    return this;
  }

  async #objects(sql: Sql, con: Connection = connectionOf(this.$table)): Promise<R[]> {
    const make = await maker(this.$table, con);
    const { rows } = await con.run(statementOf(this.$table.vendor, sql), make);
    return [...rows] as R[];
  }

  async #rows(sql: Sql, con: Connection = connectionOf(this.$table)): Promise<readonly Row[]> {
    return (await con.run(statementOf(this.$table.vendor, sql))).rows;
  }

  async #write(sql: Sql, con: Connection = connectionOf(this.$table)): Promise<number> {
    return (await con.run({ ...statementOf(this.$table.vendor, sql), once: true })).affected;
  }
}

const DIRECTIONS: ReadonlyMap<string, string> = new Map<Order, string>([
  ['asc', ' ASC'],
  ['desc', ' DESC'],
]);

/** Nothing in it can end the comment, begin another, or look like a placeholder. */
const harmless = (comment: string): string =>
  comment
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\*+\/|\/\*+/g, ' ')
    .replaceAll(/[?:]/g, ' ')
    .replace(/\*+$/, '')
    .trim();
