import { connectionOf } from '../config/connections.js';
import { ReadOnlyModel } from '../model/read-only-model.js';
import type { Connection } from '../transactions/connection.js';
import { placeCells } from './inserting.js';
import { listOf } from './list-of.js';
import type { Place } from './ranked-list.js';
import { neighbourOf, placeOf } from './reading.js';

/** An object of a sortable table that is only read: it says where it is, and never moves. */
export abstract class ReadOnlySortable extends ReadOnlyModel {
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

  /** @internal The object behind or before this one in its list. */
  async $neighbour<M extends ReadOnlySortable>(
    isNext: boolean,
    con: Connection = connectionOf(this.$table),
  ): Promise<M | null> {
    return (await neighbourOf(this, isNext, con, () => this.#askPlace(con, false))) as M | null;
  }

  async #askPlace(con: Connection = connectionOf(this.$table), withMax: boolean): Promise<Place | undefined> {
    const place = await placeOf(this, con, withMax);
    if (place !== undefined) this.$put(placeCells(listOf(this.$table).plan.map, place.rank, place.scope));
    return place;
  }
}
