import { connectionOf } from '../config/connections.js';
import type { Cell, Row } from '../drivers/session.js';
import { ObjectDeletedError, OrmError, RowGoneError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import type { Restorable } from '../transactions/undo.js';
import { insertRow, readRow } from './insert.js';
import { placeholder } from './placeholders.js';
import { identityOf } from './row-identity.js';
import { storedCell } from './stored-cell.js';
import type { ColumnMap, TableMap } from './table-map.js';

type State = 'new' | 'stored' | 'deleted';

/**
 * A row as an object. Columns are plain properties; the row as it came is kept beside them, so that `save()` finds what was
 * changed, also inside of documents.
 */
export abstract class Model implements Restorable {
  #row: Row;
  #state: State = 'stored';

  constructor(row: Row) {
    this.#row = row;
  }

  /** @internal */
  abstract get $table(): TableMap;

  /** @internal The values of the columns, in their order. */
  abstract $values(): readonly unknown[];

  /** Whether it has no row: a transaction that inserted it was rolled back. */
  isNew(): boolean {
    return this.#state === 'new';
  }

  isDeleted(): boolean {
    return this.#state === 'deleted';
  }

  isModified(): boolean {
    return this.#state === 'new' || this.#changed().length > 0;
  }

  /** Writes what was changed since the object was loaded or saved; nothing, if nothing was. */
  async save(con: Connection = connectionOf(this.$table)): Promise<this> {
    this.#mustNotBeDeleted();
    if (this.#state === 'new') {
      const { columns, generated } = this.$table;
      const values = this.$values();
      const init = Object.fromEntries(
        columns.flatMap(({ property }, position) => (position === generated ? [] : [[property, values[position]]])),
      );
      const row = await insertRow(this.$table, init, con);
      con.note(this);
      this.$take(row);
      this.#showWorkedOut(row);
      return this;
    }
    const changed = this.#changed();
    if (changed.length > 0) await this.#update(changed, con);
    return this;
  }

  /** Deletes the row. The object keeps its values. */
  async delete(con: Connection = connectionOf(this.$table)): Promise<void> {
    this.#mustNotBeDeleted();
    if (this.#state === 'new') throw new OrmError('The object has no row that could be deleted: save it first.');
    await con.run({ sql: this.$table.delete, values: this.#key() });
    con.note(this);
    this.#state = 'deleted';
    const identity = identityOf(this.$table, this.#row);
    if (identity !== undefined) con.identities?.delete(this.$table, identity);
  }

  /** @internal */
  snapshot(): unknown {
    return { row: this.#row, state: this.#state };
  }

  /** @internal */
  restore(snapshot: unknown): void {
    const { row, state } = snapshot as { row: Row; state: State };
    this.#row = row;
    this.#state = state;
  }

  /** @internal */
  $isNew(): void {
    this.#state = 'new';
  }

  /** @internal */
  $take(row: Row): void {
    this.#row = row;
    this.#state = 'stored';
  }

  /** @internal Takes what the database has now; properties that were changed keep their values. */
  $refresh(fresh: Model, row: Row): void {
    const changed = new Set(this.#changed().map(({ position }) => position));
    for (const [position, { property }] of this.$table.columns.entries()) {
      if (!changed.has(position)) Reflect.set(this, property, Reflect.get(fresh, property));
    }
    this.#row = row;
  }

  async #update(changed: readonly Change[], con: Connection): Promise<void> {
    const { vendor, columns, update, key } = this.$table;
    const set = changed.map(
      ({ position }, index) => `${columns[position]?.quoted ?? ''} = ${placeholder(vendor, index + 1)}`,
    );
    const where = key.map(
      (position, index) => `${columns[position]?.quoted ?? ''} = ${placeholder(vendor, changed.length + index + 1)}`,
    );
    const { affected } = await con.run({
      sql: `${update} ${set.join(', ')} WHERE ${where.join(' AND ')}`,
      values: [...changed.map(({ cell }) => cell), ...this.#key()],
    });
    if (affected === 0)
      throw new RowGoneError(`The row of "${this.$table.name}" is gone: somebody else has deleted it.`);
    con.note(this);
    const row = [...this.#row];
    for (const { position, cell } of changed) row[position] = cell;
    this.#row = columns.some(isWorkedOut) ? this.#showWorkedOut(row, await readRow(this.$table, row, con)) : row;
  }

  /** Takes what the database has worked out. */
  #showWorkedOut(row: Row, fresh: Row = row): Row {
    return this.$table.columns.map((column, position) => {
      if (!isWorkedOut(column)) return row[position] ?? null;
      const cell = fresh[position] ?? null;
      Reflect.set(this, column.property, cell === null ? null : column.value.read(cell as never));
      return cell;
    });
  }

  #changed(): readonly Change[] {
    const { columns, generated } = this.$table;
    const values = this.$values();
    const changed: Change[] = [];
    for (const [position, column] of columns.entries()) {
      if (position === generated || isWorkedOut(column)) continue;
      const cell = this.#row[position] ?? null;
      const value = values[position];
      if (value === null) {
        // The document `null` is read as null, and is a document all the same.
        if (cell !== null && column.value.read(cell as never) !== null) changed.push({ position, cell: null });
      } else if (cell === null || !column.value.isSame(value as never, cell as never)) {
        changed.push({ position, cell: storedCell(this.$table, column, value) });
      }
    }
    return changed;
  }

  /** As the row has it, whatever the properties say now. */
  #key(): readonly Cell[] {
    return this.$table.key.map((position) => this.#row[position] ?? null);
  }

  #mustNotBeDeleted(): void {
    if (this.#state === 'deleted') {
      throw new ObjectDeletedError(`The row of "${this.$table.name}" was deleted: the object cannot be written again.`);
    }
  }
}

const isWorkedOut = ({ filled }: ColumnMap): boolean => filled === 'always';

/** A column and what the row is to have there. */
interface Change {
  readonly position: number;
  readonly cell: Cell;
}
