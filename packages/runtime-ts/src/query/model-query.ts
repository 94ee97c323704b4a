import { connectionOf } from '../config/connections.js';
import type { Parameter, Row } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import { identified } from '../model/identity.js';
import { placeholder } from '../model/placeholders.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';

/** What a filter compares with: a value, null, or several of which one is to match. */
export type Filter<V> = V | null | readonly (V | null)[];

/** A query of the rows of a table; `R` is what it finds. */
export abstract class ModelQuery<R> {
  readonly #conditions: string[] = [];
  readonly #values: Parameter[] = [];
  #limit = '';

  /** @internal */
  abstract get $table(): TableMap;

  /** The first rows only. */
  limit(count: number): this {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new InvalidValueError('limit() takes a whole number from 0 on.');
    this.#limit = ` LIMIT ${String(count)}`;
    return this;
  }

  async find(con: Connection = connectionOf(this.$table)): Promise<R[]> {
    const make = await maker(this.$table, con);
    const { rows } = await con.run({ sql: this.#sql(), values: this.#values }, make);
    return [...rows] as R[];
  }

  async findOne(con?: Connection): Promise<R | undefined> {
    const [first] = await this.limit(1).find(con);
    return first;
  }

  /** @internal */
  async $findKey(key: readonly unknown[], con: Connection = connectionOf(this.$table)): Promise<R | undefined> {
    const { find, key: positions, columns } = this.$table;
    const values = positions.map((position, index) => columns[position]?.value.write(key[index] as never) ?? null);
    const make = await maker(this.$table, con);
    const { rows } = await con.run({ sql: find, values }, make);
    return rows[0] as R | undefined;
  }

  /** @internal */
  $filter(position: number, filter: unknown): this {
    const { columns, name } = this.$table;
    const column = columns[position];
    if (column === undefined) throw new RangeError(`There is no column ${String(position)} of "${name}".`);
    const given: readonly unknown[] = Array.isArray(filter) ? filter : [filter];
    const parts: string[] = [];
    const places: string[] = [];
    for (const value of given) {
      if (value === undefined)
        throw new InvalidValueError(`"${column.property}" is compared with undefined, which is no value.`);
      if (value === null) continue;
      this.#values.push(column.value.write(value as never));
      places.push(placeholder(this.$table.vendor, this.#values.length));
    }
    if (places.length === 1) parts.push(`${column.quoted} = ${places.join('')}`);
    else if (places.length > 1) parts.push(`${column.quoted} IN (${places.join(', ')})`);
    if (given.includes(null)) parts.push(`${column.quoted} IS NULL`);
    this.#conditions.push(
      parts.length === 0 ? '1 = 0' : parts.length === 1 ? parts.join('') : `(${parts.join(' OR ')})`,
    );
    return this;
  }

  #sql(): string {
    const where = this.#conditions.length === 0 ? '' : ` WHERE ${this.#conditions.join(' AND ')}`;
    return this.$table.select + where + this.#limit;
  }
}

/** Makes objects of rows. */
async function maker(table: TableMap, { identities }: Connection): Promise<(row: Row) => object> {
  const model = await table.load();
  if (identities !== undefined) return (row) => identified(table, model, identities, row);
  return (row) => new model(row as never);
}
