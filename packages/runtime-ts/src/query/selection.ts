import { connectionOf } from '../config/connections.js';
import type { Row } from '../drivers/session.js';
import { EntityNotFoundError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { columnAt } from './columns.js';
import { type Sql, statementOf } from './condition.js';
import { type Page, pageFrom } from './pages.js';
import { limitIn, offsetIn, type QueryParts } from './parts.js';
import { streamed } from './reading.js';
import { anyRow, countRows, pageOf, selectColumns } from './select.js';

/** A query that reads some columns instead of objects: what `select()` returns. */
export class Selection<V> implements AsyncIterable<V> {
  readonly #table: TableMap;
  readonly #positions: readonly number[];
  #parts: QueryParts;

  /** @internal */
  constructor(table: TableMap, parts: QueryParts, positions: readonly number[]) {
    this.#table = table;
    this.#parts = parts;
    this.#positions = positions;
  }

  /** Leaves out rows that are the same in all columns read. */
  distinct(distinct = true): this {
    this.#parts = { ...this.#parts, distinct };
    return this;
  }

  /** The first rows only. */
  limit(count: number): this {
    this.#parts = limitIn(this.#parts, count);
    return this;
  }

  /** Leaves out the first rows. */
  offset(count: number): this {
    this.#parts = offsetIn(this.#parts, count);
    return this;
  }

  find(con?: Connection): Promise<V[]> {
    return this.#read(this.#parts, con);
  }

  async findOne(con?: Connection): Promise<V | undefined> {
    const [first] = await this.#read({ ...this.#parts, limit: this.#parts.limit === 0 ? 0 : 1 }, con);
    return first;
  }

  async requireOne(con?: Connection): Promise<V> {
    const found = await this.findOne(con);
    if (found === undefined) throw new EntityNotFoundError(`No ${this.#table.model} was found.`);
    return found;
  }

  async count(con?: Connection): Promise<number> {
    const [row] = await this.#rows(countRows(this.#table, this.#parts, this.#positions), con);
    return Number(row?.[0] ?? 0);
  }

  async exists(con?: Connection): Promise<boolean> {
    const { limit, offset, distinct } = this.#parts;
    if (limit === 0) return false;
    if (offset > 0 && distinct) return (await this.count(con)) > 0;
    return (await this.#rows(anyRow(this.#table, { ...this.#parts, distinct: false }), con)).length > 0;
  }

  paginate(page = 1, maxPerPage = 10, con?: Connection): Promise<Page<V>> {
    return pageFrom(
      page,
      maxPerPage,
      () => this.count(con),
      (first) => this.#read(pageOf(this.#table, this.#parts, first, maxPerPage, this.#positions), con),
    );
  }

  /** The rows one after another, of which only a part is in memory at a time. */
  async *iterate(con: Connection = connectionOf(this.#table), portion = 1000): AsyncGenerator<V, undefined> {
    const statement = statementOf(this.#table.vendor, selectColumns(this.#table, this.#parts, this.#positions));
    for await (const row of streamed(con, statement, portion)) yield this.#valuesOf(row);
    return undefined;
  }

  [Symbol.asyncIterator](): AsyncGenerator<V, undefined> {
    return this.iterate();
  }

  async #read(parts: QueryParts, con: Connection | undefined): Promise<V[]> {
    const rows = await this.#rows(selectColumns(this.#table, parts, this.#positions), con);
    return rows.map((row) => this.#valuesOf(row));
  }

  async #rows(statement: Sql, con: Connection = connectionOf(this.#table)): Promise<readonly Row[]> {
    return (await con.run(statementOf(this.#table.vendor, statement))).rows;
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
