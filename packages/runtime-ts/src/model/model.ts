import { connectionOf } from '../config/connections.js';
import type { Cell, Row } from '../drivers/session.js';
import { ObjectDeletedError, OrmError, RowGoneError } from '../errors/orm-error.js';
import type { LockProtocol } from '../lock/protocol.js';
import { columnAt } from '../query/columns.js';
import { followDelete } from '../relations/following.js';
import { forgetChanges } from '../relations/linking.js';
import { leavingOne } from '../relations/orphans.js';
import { hasRelatedWork, saveLinked } from '../relations/saving.js';
import type { Connection } from '../transactions/connection.js';
import type { Restorable } from '../transactions/undo.js';
import { type WriteRow, writeRow } from '../write/row-write.js';
import type { Filled, Turn } from '../write/turn.js';
import { takeInserted } from './create.js';
import { deleteWithHooks, type HookAnswer, type HookedObject, saveWithHooks } from './hooks.js';
import { insertRow, isReadLater, readRow } from './insert.js';
import { lazyCell, lazyValue, withCell } from './lazy.js';
import { identityOf } from './row-identity.js';
import { storedCell } from './stored-cell.js';
import type { ColumnMap, ModelClass, TableMap } from './table-map.js';
import { updateStatement, writtenCells } from './update.js';

const NOTHING: Filled = new Map();

/** The parts of behaviors in one write. */
export interface Writing {
  readonly protocol: LockProtocol;
  readonly turns: readonly Turn[];
}

type State = 'new' | 'stored' | 'deleted';

/**
 * A row as an object. Columns are plain properties; the row as it came is kept beside them, so that `save()` finds what was
 * changed, also inside of documents.
 */
export abstract class Model implements Restorable, HookedObject {
  #row: Row;
  #state: State = 'stored';
  /** Lazy columns that were read or set. */
  #lazy: Map<number, unknown> | undefined;

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

  /** Whether a column was set since it was loaded or saved. What waits to be linked with it, as by `addTag()`, is no change of it. */
  isModified(): boolean {
    return this.#state === 'new' || this.$waits || this.#changed().size > 0;
  }

  /** Writes what was changed since the object was loaded or saved, with what hangs together with it; nothing, if nothing was. */
  async save(con: Connection = connectionOf(this.$table)): Promise<this> {
    this.#mustNotBeDeleted();
    if (hasRelatedWork(this)) await saveLinked(this, con);
    else await this.$saveRow(con);
    return this;
  }

  /** @internal Only its own row, with the hooks of its class. */
  $saveRow(con: Connection): Promise<void> {
    return saveWithHooks(this, con);
  }

  /** @internal Only its own row, without hooks. */
  $writeRow(con: Connection): Promise<void> {
    return this.#state === 'new' ? this.#insert(con) : this.#update(con);
  }

  /** Deletes the row. The object keeps its values. */
  async delete(con: Connection = connectionOf(this.$table)): Promise<void> {
    this.#mustNotBeDeleted();
    if (this.#state === 'new') throw new OrmError('The object has no row that could be deleted: save it first.');
    this.#needKey('deleted');
    await deleteWithHooks(this, con, (around) => this.#delete(around));
  }

  /** Before an UPDATE, also when nothing was changed; false stops it. What it sets is written. */
  preUpdate?(con: Connection): HookAnswer;

  /** Before a DELETE; false stops it. */
  preDelete?(con: Connection): HookAnswer;

  /** After each INSERT and UPDATE, and after the two for one of them. In the transaction of the write, as all hooks are. */
  postSave?(con: Connection): unknown;

  postInsert?(con: Connection): unknown;

  postUpdate?(con: Connection): unknown;

  postDelete?(con: Connection): unknown;

  #delete(con: Connection): Promise<void> {
    return leavingOne(con, this, (around) =>
      this.#written(around, this.$deleteTurn(around), async (frame) => {
        await frame.run({ sql: this.$table.delete, values: this.$key() });
        this.$deleted(frame);
        await followDelete(this, frame);
      }),
    );
  }

  /** @internal The row is gone: the object and the session know it from now on. */
  $deleted(con: Connection): void {
    con.note(this);
    this.#state = 'deleted';
    const { identities } = con;
    const identity = identityOf(this.$table, this.#row);
    if (identity === undefined || identities === undefined) return;
    identities.delete(this.$table, identity);
    con.onRollback(() => identities.set(this.$table, identity, this));
  }

  /** Reads the row again. What was changed and not saved is lost, with what waits to be linked with it. */
  async reload(con: Connection = connectionOf(this.$table)): Promise<this> {
    this.#mustNotBeDeleted();
    if (this.#state === 'new') throw new OrmError('The object has no row that could be read: save it first.');
    this.#needKey('read again');
    const { rows } = await con.run({ sql: this.$table.find, values: this.$key() });
    const [row] = rows;
    if (row === undefined) throw this.#gone();
    const model = this.constructor as ModelClass<Model>;
    const fresh = new model(row as never);
    for (const [position, { property }] of this.$table.columns.entries()) {
      this.#set(position, Reflect.get(fresh, property));
    }
    this.#row = row;
    forgetChanges(this);
    return this;
  }

  /** @internal How a behavior takes part in the INSERT of its row. */
  $insertTurn(_con: Connection): Writing | undefined {
    return undefined;
  }

  /** @internal The same for an UPDATE. */
  $updateTurn(_con: Connection): Promise<Writing | undefined> | undefined {
    return undefined;
  }

  /** @internal The same for a DELETE. */
  $deleteTurn(_con: Connection): Writing | undefined {
    return undefined;
  }

  /** @internal What a behavior waits to write, though no property was changed. */
  get $waits(): boolean {
    return false;
  }

  /** @internal Called in the transaction that has written the row, when the object has taken it over. */
  $written(_con: Connection): void {}

  /** @internal */
  snapshot(): unknown {
    return { row: this.#row, state: this.#state };
  }

  /** @internal */
  restore(snapshot: unknown): void {
    const { row, state } = snapshot as { row: Row; state: State };
    this.#row = row;
    this.#state = state;
    for (const position of this.#readLater()) this.#lazy?.delete(position);
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

  /** @internal The row as it was read or written last. */
  get $row(): Row {
    return this.#row;
  }

  /** @internal As the row has it, whatever the properties say now. */
  $key(): readonly Cell[] {
    return this.$table.key.map((position) => this.#row[position] ?? null);
  }

  /** @internal Whether a property was changed. */
  $isChanged(position: number): boolean {
    return this.#changeAt(position, Reflect.get(this, this.$table.columns[position]?.property ?? '')) !== undefined;
  }

  /** @internal Takes over what the row has; properties that were changed keep their values. */
  $accept(cells: Filled): void {
    const kept = new Set([...cells.keys()].filter((position) => this.$isChanged(position)));
    this.$put(cells, kept);
  }

  /** @internal Takes what the database has now; properties that were changed keep their values. */
  $refresh(fresh: Model, row: Row): void {
    const changed = this.#changed();
    for (const [position, { property }] of this.$table.columns.entries()) {
      if (!changed.has(position)) this.#set(position, Reflect.get(fresh, property));
    }
    this.#row = row;
  }

  /** @internal A lazy column; undefined as long as it was neither read nor set. */
  $lazy(position: number): unknown {
    if (!this.#lazy?.has(position)) {
      const value = lazyValue(this.$table, position, this.#row);
      if (value === undefined) return undefined;
      this.$setLazy(position, value);
    }
    return this.#lazy?.get(position);
  }

  /** @internal Undefined takes back what was read or set. */
  $setLazy(position: number, value: unknown): void {
    this.#lazy ??= new Map();
    if (value === undefined) this.#lazy.delete(position);
    else this.#lazy.set(position, value);
  }

  /** @internal */
  async $readLazy<V>(position: number, con: Connection = connectionOf(this.$table)): Promise<V> {
    const known = this.$lazy(position);
    if (known !== undefined) return known as V;
    if (this.#state === 'new') return null as V;
    const cell = await lazyCell(this.$table, position, this.$key(), con);
    if (cell === undefined) throw this.#gone();
    this.#row = withCell(this.#row, position, cell);
    return this.$lazy(position) as V;
  }

  async #insert(con: Connection): Promise<void> {
    const { columns, generated } = this.$table;
    const values = this.$values();
    const init = Object.fromEntries(
      values.flatMap((value, position) => {
        const column = columns[position];
        const isLeftOut =
          column === undefined || position === generated || (column.lazy === true && value === undefined);
        return isLeftOut ? [] : [[column.property, value]];
      }),
    );
    await this.#written(con, this.$insertTurn(con), async (frame, filled, taken) => {
      const row = await insertRow(this.$table, init, frame, filled);
      takeInserted(this, row, frame);
      const made = new Map(generated === undefined ? [] : [[generated, row[generated] ?? null]]);
      this.#follow([made, this.#workedOut(row), filled, taken], values);
      this.#forget();
      this.$written(frame);
    });
  }

  async #update(con: Connection): Promise<void> {
    const changed = this.#changed();
    if (changed.size === 0 && !this.$waits) return;
    this.#needKey('updated');
    // As it is now: what is set while this is under way belongs to the next save.
    const values = this.$values();
    const turn = this.$updateTurn(con);
    await this.#written(con, turn === undefined ? undefined : await turn, async (frame, filled, taken) => {
      const cells = writtenCells(changed, filled, taken);
      if (cells.size > 0) {
        const { affected } = await frame.run(updateStatement(this.$table, cells, this.$key()));
        if (affected === 0) throw this.#gone();
      }
      frame.note(this);
      const row = [...this.#row];
      for (const [position, cell] of cells) row[position] = cell;
      this.#row = row;
      const fresh = this.$table.columns.some(isReadBack) ? await readRow(this.$table, row, frame) : row;
      this.#follow([this.#workedOut(fresh), filled, taken], values);
      this.#forget();
      this.$written(frame);
    });
  }

  /** The row has these cells, and the properties follow, unless they were set since the write began with these values. */
  #follow(parts: readonly Filled[], values: readonly unknown[]): void {
    if (parts.every(({ size }) => size === 0)) return;
    const cells = new Map(parts.flatMap((part) => [...part]));
    const now = this.$values();
    this.$put(cells, new Set([...cells.keys()].filter((position) => now[position] !== values[position])));
  }

  /** With the part that a behavior takes, where one does. */
  #written(con: Connection, writing: Writing | undefined, write: WriteRow<void>): Promise<void> {
    if (writing === undefined) return write(con, NOTHING, NOTHING);
    return writeRow(con, writing.protocol, writing.turns, write);
  }

  /** @internal The row has these cells, and the properties follow, but for some. */
  $put(cells: Filled, kept: ReadonlySet<number> = new Set()): void {
    const row = [...this.#row];
    for (const [position, cell] of cells) {
      row[position] = cell;
      const column = this.$table.columns[position];
      if (column === undefined || kept.has(position)) continue;
      Reflect.set(this, column.property, cell === null ? null : column.value.read(cell as never));
    }
    this.#row = row;
  }

  /** What the database has worked out. */
  #workedOut(row: Row): Filled {
    const { columns } = this.$table;
    if (!columns.some(isReadBack)) return NOTHING;
    return new Map(
      columns.flatMap((column, position): [number, Cell][] =>
        isReadBack(column) ? [[position, row[position] ?? null]] : [],
      ),
    );
  }

  #readLater(): readonly number[] {
    return this.$table.columns.flatMap((column, position) => (isReadLater(column) ? [position] : []));
  }

  /** The database may have worked out something else: it is read when it is asked for again. */
  #forget(): void {
    const positions = this.#readLater();
    if (positions.length === 0) return;
    const row = [...this.#row];
    for (const position of positions) {
      Reflect.deleteProperty(row, position);
      this.#lazy?.delete(position);
    }
    this.#row = row;
  }

  #set(position: number, value: unknown): void {
    const { property, lazy } = columnAt(this.$table, position);
    if (lazy === true) this.$setLazy(position, value);
    else Reflect.set(this, property, value);
  }

  /** What the row is to have, by the positions of the columns that were changed. */
  #changed(): Filled {
    const changed = new Map<number, Cell>();
    const values = this.$values();
    for (let position = 0; position < values.length; position++) {
      const cell = this.#changeAt(position, values[position]);
      if (cell !== undefined) changed.set(position, cell);
    }
    return changed;
  }

  #changeAt(position: number, value: unknown): Cell | undefined {
    const { columns, generated } = this.$table;
    const column = columns[position];
    if (column === undefined || position === generated || isWorkedOut(column)) return undefined;
    if (column.lazy === true && (value === undefined || this.#row[position] === undefined)) {
      return value === undefined ? undefined : storedCell(this.$table, column, value);
    }
    const cell = this.#row[position] ?? null;
    if (value === null) {
      // The document `null` is read as null, and is a document all the same.
      return cell === null || column.value.read(cell as never) === null ? undefined : null;
    }
    if (cell !== null && column.value.isSame(value as never, cell as never)) return undefined;
    return storedCell(this.$table, column, value);
  }

  #gone(): RowGoneError {
    return new RowGoneError(`The row of "${this.$table.name}" is gone: somebody else has deleted it.`);
  }

  /** Without a key there is no telling which row is meant, and a statement would reach all of them. */
  #needKey(deed: 'updated' | 'deleted' | 'read again'): void {
    const { name, key } = this.$table;
    if (key.length > 0) return;
    throw new OrmError(`The table "${name}" has no primary key: a row of it can be inserted, not ${deed}.`);
  }

  #mustNotBeDeleted(): void {
    if (this.#state === 'deleted') {
      throw new ObjectDeletedError(`The row of "${this.$table.name}" was deleted: the object cannot be written again.`);
    }
  }
}

const isWorkedOut = ({ filled }: ColumnMap): boolean => filled === 'always';

/** Such a value is read right after the row was written. */
const isReadBack = (column: ColumnMap): boolean => isWorkedOut(column) && column.lazy !== true;
