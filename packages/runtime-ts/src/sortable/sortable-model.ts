import { connectionOf } from '../config/connections.js';
import type { Cell } from '../drivers/session.js';
import { AlreadyInListError, NotInListError, UnsavedPositionError } from '../errors/orm-error.js';
import { Locks } from '../lock/locks.js';
import { Model, type Writing } from '../model/model.js';
import type { Connection } from '../transactions/connection.js';
import { Frame } from '../transactions/frame.js';
import { refuseNeighbour } from './arguments.js';
import { changeTurn } from './changing.js';
import { deleteTurn, placeCells } from './inserting.js';
import { insertionTurn, type ListCall, positionOf, refuseRank, refuseRequired, writtenCell } from './list-call.js';
import { listOf } from './list-of.js';
import type { ListScope } from './list-scope.js';
import { type Aim, type ListedRow, moveBeside, moveRow, type NewPlace, swapRows } from './moving.js';
import type { Place, RankedList } from './ranked-list.js';
import { neighbourOf, placeOf, rememberedScope } from './reading.js';
import { telling } from './telling.js';

/** What a rollback goes back to. */
interface Snapshot {
  readonly model: unknown;
  readonly call: ListCall | undefined;
  readonly place: readonly unknown[];
  readonly saved: Wishes;
  readonly done: ListCall | undefined;
  readonly saves: number;
}

/** Values that were set by hand, by position; a wish of its own for each save. */
type Wishes = ReadonlyMap<number, { readonly value: unknown }>;

/** An object of a sortable table. Calls that insert or remove wait for `save()`; calls that move act at once. */
export abstract class SortableModel extends Model {
  #call: ListCall | undefined;
  /** The call that a save is about to carry out. */
  #carriedOut: ListCall | undefined;
  /** What was set of rank and scope, by position, and is about to be saved or was. Never changed, always replaced. */
  #saving: Wishes = new Map();
  #saved: Wishes = new Map();
  /** The last call that a save has carried out. */
  #done: ListCall | undefined;
  #saves = 0;

  /** Puts the object at a rank when it is saved; those at and behind it move down. */
  insertAtRank(rank: number): this {
    refuseRank(rank);
    return this.#insertLater({ at: 'rank', rank });
  }

  /** Puts the object at rank 1 when it is saved; all others move down. */
  insertAtTop(): this {
    return this.#insertLater({ at: 'top' });
  }

  /** Puts the object at the end of its list when it is saved, as `save()` does anyway with a new one. */
  insertAtBottom(): this {
    return this.#insertLater({ at: 'bottom' });
  }

  /** Takes the object out of its list when it is saved; those behind it move up. */
  removeFromList(): this {
    refuseRequired(this.$table);
    this.#call = { at: 'out' };
    return this;
  }

  /** Moves the object to a rank of its list; those in between make room. */
  moveToRank(rank: number, con?: Connection): Promise<this> {
    return this.#move({ rank }, con);
  }

  /** Moves the object one place towards the top; the first one stays. */
  moveUp(con?: Connection): Promise<this> {
    return this.#move({ steps: -1 }, con);
  }

  /** Moves the object one place towards the bottom; the last one stays. */
  moveDown(con?: Connection): Promise<this> {
    return this.#move({ steps: 1 }, con);
  }

  /** Moves the object to rank 1. */
  moveToTop(con?: Connection): Promise<this> {
    return this.#move('top', con);
  }

  /** Moves the object to the end of its list. */
  moveToBottom(con?: Connection): Promise<this> {
    return this.#move({ steps: Number.POSITIVE_INFINITY }, con);
  }

  /** Whether the row is the first of its list; false for an object in no list. */
  async isFirst(con?: Connection): Promise<boolean> {
    return (await this.#askPlace(con, false))?.rank === 1;
  }

  /** Whether the row is the last of its list; false for an object in no list. */
  async isLast(con?: Connection): Promise<boolean> {
    const place = await this.#askPlace(con, true);
    return place !== undefined && place.rank !== null && place.rank === place.max;
  }

  /** Whether the row of this object has a rank, as the database says. */
  async isInList(con?: Connection): Promise<boolean> {
    const place = await this.#askPlace(con, false);
    return place !== undefined && place.rank !== null;
  }

  override async reload(con?: Connection): Promise<this> {
    await super.reload(con);
    this.#call = undefined;
    return this;
  }

  /** @internal The object behind or before this one in its list. */
  async $neighbour<M extends object>(isNext: boolean, con: Connection = connectionOf(this.$table)): Promise<M | null> {
    if (!this.#isStored) return null;
    return (await neighbourOf(this, isNext, con, () => this.#askPlace(con, false))) as M | null;
  }

  /** @internal */
  $insertBeside(object: SortableModel, isAfter: boolean): this {
    refuseNeighbour(this.$table, object);
    if (this.#isSameRow(object)) throw new AlreadyInListError('An object cannot be inserted beside itself.');
    return this.#insertLater({ at: isAfter ? 'after' : 'before', object });
  }

  /** @internal */
  async $moveBeside(
    object: SortableModel,
    isAfter: boolean,
    con: Connection = connectionOf(this.$table),
  ): Promise<this> {
    refuseNeighbour(this.$table, object);
    this.#refuseUnsavedPlace('moved');
    object.#refuseUnsavedPlace('a neighbour');
    if (this.#isSameRow(object)) return this;
    await moveBeside(con, this.#list, this.#listed, object.#listed, isAfter, {
      accept: (frame, ...places) => this.#acceptBoth(frame, object, places),
      after: telling(con, this.$table, this.constructor, [this, object]),
    });
    return this;
  }

  /** @internal */
  async $swapInList(object: SortableModel, con: Connection = connectionOf(this.$table)): Promise<this> {
    refuseNeighbour(this.$table, object);
    this.#refuseUnsavedPlace('moved');
    object.#refuseUnsavedPlace('moved');
    if (this.#isSameRow(object)) return this;
    await swapRows(con, this.#list, this.#listed, object.#listed, {
      accept: (frame, ...places) => this.#acceptBoth(frame, object, places),
      after: telling(con, this.$table, this.constructor, [this, object]),
    });
    return this;
  }

  /** @internal For an object that is made of a draft. */
  $callForList(call: ListCall | undefined): void {
    this.#call = call;
    this.#carriedOut = call;
  }

  /** @internal */
  override get $waits(): boolean {
    return this.#call !== undefined;
  }

  /** @internal */
  override $insertTurn(con: Connection): Writing | undefined {
    this.#carriedOut = this.#call;
    const rank = this.#list.plan.map.rank;
    const isRaw = Reflect.get(this, this.$table.columns[rank]?.property ?? '') !== null;
    const scope = this.#list.plan.map.scope.map((position) => writtenCell(this, position));
    return insertionTurn(con, this.$table, this.constructor, scope, isRaw ? 'raw' : undefined, this.#call, [this]);
  }

  /** @internal */
  override async $updateTurn(con: Connection): Promise<Writing | undefined> {
    const list = this.#list;
    const { rank, scope, locks } = list.plan.map;
    const changed = scope.flatMap((position, index): [number, Cell][] =>
      this.$isChanged(position) ? [[index, writtenCell(this, position)]] : [],
    );
    const call = this.#call;
    this.#carriedOut = call;
    this.#saving = this.#wishes();
    if (changed.length === 0 && call === undefined) {
      const { target } = con;
      if (target instanceof Frame) Locks.of(target, locks).touch(this.#scope);
      return undefined;
    }
    const position = call === undefined ? (this.$isChanged(rank) ? 'raw' : undefined) : positionOf(call);
    const after = telling(con, this.$table, this.constructor, [this]);
    const turn = await changeTurn(con, list, this.#listed, { scope: new Map(changed), position }, after);
    return { protocol: locks, turns: [turn] };
  }

  /** @internal */
  override $deleteTurn(con: Connection): Writing {
    const after = telling(con, this.$table, this.constructor, [this]);
    return { protocol: this.#list.plan.map.locks, turns: [deleteTurn(this.#list, this.#listed, after)] };
  }

  /** @internal */
  override $written(con: Connection): void {
    const call = this.#carriedOut;
    this.#saved = new Map([...this.#saved, ...this.#saving]);
    if (call !== undefined) this.#done = call;
    this.#saves++;
    // One that came since waits for the next save.
    if (this.#call === call) this.#call = undefined;
    if (call === undefined || !('object' in call)) return;
    // It may be unknown to the session, and was used nevertheless.
    const rank = Number(this.$row[this.#list.plan.map.rank]);
    call.object.#accept(con, { rank: call.at === 'after' ? rank - 1 : rank + 1, scope: this.#scope });
  }

  /** @internal */
  override snapshot(): unknown {
    const place = this.#listProperties().map(([, value]) => value);
    return {
      model: super.snapshot(),
      call: this.#call,
      place,
      saved: this.#saved,
      done: this.#done,
      saves: this.#saves,
    } satisfies Snapshot;
  }

  /** @internal What was set since stays, and so does a call that still waits; what was set and saved is unsaved again. */
  override restore(snapshot: unknown): void {
    const { model, call, place, saved, done, saves } = snapshot as Snapshot;
    const properties = this.#listProperties();
    const untouched = properties.map(([position]) => !this.$isChanged(position));
    super.restore(model);
    this.#call ??= call ?? (this.#done === done ? undefined : this.#done);
    this.#done = done;
    for (const [index, [position]] of properties.entries()) {
      const { property } = this.$table.columns[position] ?? {};
      if (property === undefined || untouched[index] !== true) continue;
      const wish = this.#saved.get(position);
      const isOlder = wish === undefined || wish === saved.get(position);
      Reflect.set(this, property, isOlder ? place[index] : wish.value);
      // A save since then has passed over what had been set: it was taken back before.
      if (isOlder && this.#saves > saves && this.$isChanged(position)) {
        this.$put(new Map([[position, this.$row[position] ?? null]]), new Set());
      }
    }
    this.#saved = saved;
  }

  get #list(): RankedList {
    return listOf(this.$table);
  }

  /** Where the row was last seen. */
  get #scope(): ListScope {
    return rememberedScope(this);
  }

  get #listed(): ListedRow {
    return { key: this.$key(), scope: this.#scope };
  }

  get #isStored(): boolean {
    return !this.isNew() && !this.isDeleted();
  }

  #listProperties(): readonly (readonly [position: number, value: unknown])[] {
    const { rank, scope } = this.#list.plan.map;
    return [rank, ...scope].map((position) => [
      position,
      Reflect.get(this, this.$table.columns[position]?.property ?? ''),
    ]);
  }

  #wishes(): Wishes {
    return new Map(
      this.#listProperties().flatMap(([position, value]) => (this.$isChanged(position) ? [[position, { value }]] : [])),
    );
  }

  async #move(aim: Aim, con: Connection = connectionOf(this.$table)): Promise<this> {
    if (aim !== 'top' && 'rank' in aim) refuseRank(aim.rank);
    this.#refuseUnsavedPlace('moved');
    await moveRow(con, this.#list, this.#listed, aim, {
      accept: (frame, place) => this.#accept(frame, place),
      after: telling(con, this.$table, this.constructor, [this]),
    });
    return this;
  }

  #acceptBoth(con: Connection | undefined, other: SortableModel, [mine, theirs]: readonly NewPlace[]): void {
    this.#accept(con, mine);
    other.#accept(con, theirs);
  }

  #accept(con: Connection | undefined, place: Pick<Place, 'rank' | 'scope'> | undefined): void {
    if (place === undefined) return;
    con?.note(this);
    this.$accept(placeCells(this.#list.plan.map, place.rank, place.scope));
  }

  /** Where the row is now; undefined without one. What was remembered is put right. */
  async #askPlace(con: Connection = connectionOf(this.$table), withMax: boolean): Promise<Place | undefined> {
    if (!this.#isStored) return undefined;
    const place = await placeOf(this, con, withMax);
    this.#accept(con, place);
    return place;
  }

  #insertLater(call: ListCall): this {
    const { rank, scope } = this.#list.plan.map;
    const mayEnter = !this.#isStored || this.#call !== undefined || scope.some((position) => this.$isChanged(position));
    if (!mayEnter && (this.$row[rank] ?? null) !== null) {
      throw new AlreadyInListError(
        `This ${this.$table.model} is in its list already: to change its place, call moveToRank() or another move; to put it ` +
          'into another list, set the scope first.',
      );
    }
    this.#call = call;
    return this;
  }

  #isSameRow(other: SortableModel): boolean {
    if (this === other) return true;
    const key = other.$key();
    return this.#isStored && other.#isStored && this.$key().every((part, index) => String(part) === String(key[index]));
  }

  #refuseUnsavedPlace(deed: string): void {
    const name = this.$table.model;
    if (this.isDeleted()) throw new NotInListError(`This ${name} was deleted, so it is in no list.`);
    if (this.isNew()) {
      throw new NotInListError(`This ${name} was never saved, so it is in no list yet: save it first.`);
    }
    const { rank, scope } = this.#list.plan.map;
    if (this.#call === undefined && ![rank, ...scope].some((position) => this.$isChanged(position))) return;
    throw new UnsavedPositionError(
      `This ${name} has a new place or list that is not saved yet, so it cannot be ${deed}: call save() first, or reload().`,
    );
  }

  /** @internal Where it is, for a call that puts another one beside it. */
  $listedNeighbour(): ListedRow {
    this.#refuseUnsavedPlace('a neighbour');
    return this.#listed;
  }
}
