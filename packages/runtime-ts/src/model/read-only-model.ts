import { connectionOf } from '../config/connections.js';
import type { Cell, Row } from '../drivers/session.js';
import { OrmError, RowGoneError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import type { Filled } from '../write/turn.js';
import { lazyCell, lazyValue, withCell } from './lazy.js';
import type { ModelClass, TableMap } from './table-map.js';

/** A row of a table that is only read, as an object. */
export abstract class ReadOnlyModel {
  #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  /** @internal */
  abstract get $table(): TableMap;

  /** Reads the row again. */
  async reload(con: Connection = connectionOf(this.$table)): Promise<this> {
    const { name, find, key } = this.$table;
    if (key.length === 0) throw new OrmError(`A row of "${name}", which has no primary key, cannot be read again.`);
    const { rows } = await con.run({ sql: find, values: this.$key() });
    const [row] = rows;
    if (row === undefined) throw this.#gone();
    const model = this.constructor as ModelClass;
    this.$refresh(new model(row as never), row);
    return this;
  }

  /** @internal The row as it was read last. */
  get $row(): Row {
    return this.#row;
  }

  /** @internal */
  $key(): readonly Cell[] {
    return this.$table.key.map((position) => this.#row[position] ?? null);
  }

  /** @internal Takes what the database has now. */
  $refresh(fresh: object, row: Row): void {
    for (const { property } of this.$table.columns) Reflect.set(this, property, Reflect.get(fresh, property));
    this.#row = row;
  }

  /** @internal A lazy column; undefined as long as it was not read. */
  $lazy(position: number): unknown {
    return lazyValue(this.$table, position, this.#row);
  }

  /** @internal */
  async $readLazy<V>(position: number, con: Connection = connectionOf(this.$table)): Promise<V> {
    if (this.#row[position] === undefined) {
      const cell = await lazyCell(this.$table, position, this.$key(), con);
      if (cell === undefined) throw this.#gone();
      this.#row = withCell(this.#row, position, cell);
    }
    return this.$lazy(position) as V;
  }

  /** @internal The row has these cells, and the properties follow. */
  $put(cells: Filled): void {
    const row = [...this.#row];
    for (const [position, cell] of cells) {
      row[position] = cell;
      const column = this.$table.columns[position];
      if (column === undefined) continue;
      Reflect.set(this, column.property, cell === null ? null : column.value.read(cell as never));
    }
    this.#row = row;
  }

  #gone(): RowGoneError {
    return new RowGoneError(`The row of "${this.$table.name}" is gone: somebody else has deleted it.`);
  }
}
