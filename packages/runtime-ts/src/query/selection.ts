import { connectionOf } from '../config/connections.js';
import type { Row } from '../drivers/session.js';
import { EntityNotFoundError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { columnAt } from './columns.js';
import { type Sql, statementOf } from './condition.js';
import type { ModelQuery } from './model-query.js';
import { type Page, pageFrom } from './pages.js';
import type { QueryParts } from './parts.js';
import { streamed } from './reading.js';
import { anyRow, countRows, pageOf, selectColumns } from './select.js';

/** A query that reads some columns instead of objects: what `select()` returns. */
export class Selection<V> implements AsyncIterable<V> {
  readonly #table: TableMap;
  readonly #positions: readonly number[];
  readonly #query: ModelQuery<unknown>;

  /** @internal */
  constructor(query: ModelQuery<unknown>, positions: readonly number[]) {
    this.#table = query.$table;
    this.#query = query.copy();
    this.#positions = positions;
  }

  /** Leaves out rows that are the same in all columns read. */
  distinct(distinct = true): this {
    this.#query.distinct(distinct);
    return this;
  }

  /** The first rows only. */
  limit(count: number): this {
    this.#query.limit(count);
    return this;
  }

  /** Leaves out the first rows. */
  offset(count: number): this {
    this.#query.offset(count);
    return this;
  }

  async find(con?: Connection): Promise<V[]> {
    return this.#read(await this.#ready(), con);
  }

  async findOne(con?: Connection): Promise<V | undefined> {
    const parts = await this.#ready();
    const [first] = await this.#read({ ...parts, limit: parts.limit === 0 ? 0 : 1 }, con);
    return first;
  }

  async requireOne(con?: Connection): Promise<V> {
    const found = await this.findOne(con);
    if (found === undefined) throw new EntityNotFoundError(`No ${this.#table.model} was found.`);
    return found;
  }

  async count(con?: Connection): Promise<number> {
    const [row] = await this.#rows(countRows(await this.#ready(), this.#positions), con);
    return Number(row?.[0] ?? 0);
  }

  async exists(con?: Connection): Promise<boolean> {
    const parts = await this.#ready();
    if (parts.limit === 0) return false;
    if (parts.offset > 0 && parts.distinct) return (await this.count(con)) > 0;
    return (await this.#rows(anyRow({ ...parts, distinct: false }), con)).length > 0;
  }

  paginate(page = 1, maxPerPage = 10, con?: Connection): Promise<Page<V>> {
    return pageFrom(
      page,
      maxPerPage,
      () => this.count(con),
      async (first) => this.#read(pageOf(await this.#ready(), first, maxPerPage, this.#positions), con),
    );
  }

  /** The rows one after another, of which only a part is in memory at a time. */
  async *iterate(con: Connection = connectionOf(this.#table), portion = 1000): AsyncGenerator<V, undefined> {
    const statement = statementOf(this.#table.dialect, selectColumns(await this.#ready(), this.#positions));
    for await (const row of streamed(con, statement, portion)) yield this.#valuesOf(row);
    return undefined;
  }

  [Symbol.asyncIterator](): AsyncGenerator<V, undefined> {
    return this.iterate();
  }

  /** Rows of any tables are as good as those of this one: nothing becomes an object. */
  async #ready(): Promise<QueryParts> {
    return { ...(await this.#query.$ready()), with: [] };
  }

  async #read(parts: QueryParts, con: Connection | undefined): Promise<V[]> {
    const rows = await this.#rows(selectColumns(parts, this.#positions), con);
    return rows.map((row) => this.#valuesOf(row));
  }

  async #rows(statement: Sql, con: Connection = connectionOf(this.#table)): Promise<readonly Row[]> {
    return (await con.run(statementOf(this.#table.dialect, statement))).rows;
  }

  #valuesOf(row: Row): V {
    const entries = this.#positions.map((position, index) => {
      const { property, value } = columnAt(this.#table, position);
      const cell = row[index] ?? null;
      return [property, cell === null ? null : value.read(cell as never)];
    });
    return Object.fromEntries(entries) as V;
  }
}
