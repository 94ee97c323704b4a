import type { Cell, Row, Statement } from '../drivers/session.js';
import { identified } from '../model/identity.js';
import { rowClass } from '../model/row-class.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { listOf } from './list-of.js';
import { ListScope } from './list-scope.js';
import type { Place } from './ranked-list.js';

/** An object whose row may be in a list. */
export interface ListedObject {
  readonly $table: TableMap;
  readonly $row: Row;
  $key(): readonly Cell[];
}

/** The list that the row of an object was last seen in. */
export const rememberedScope = (object: ListedObject): ListScope => {
  const { plan } = listOf(object.$table);
  return new ListScope(
    plan,
    plan.map.scope.map((position) => object.$row[position] ?? null),
  );
};

/** Where the row of an object is now; undefined without one. */
export async function placeOf(object: ListedObject, con: Connection, withMax: boolean): Promise<Place | undefined> {
  const list = listOf(object.$table);
  const key = object.$key();
  const place = await list.place(con, rememberedScope(object), key, withMax);
  return place !== undefined && !place.isSame && withMax ? list.place(con, place.scope, key, true) : place;
}

/** The object behind or before another one in its list. `ask` finds out where that is by now. */
export async function neighbourOf(
  object: ListedObject,
  isNext: boolean,
  con: Connection,
  ask: () => Promise<Place | undefined>,
): Promise<object | null> {
  const { $table: table } = object;
  const { plan } = listOf(table);
  const neighbour = (scope: ListScope): Statement => {
    const { sql, values } = plan.one(isNext ? 'next' : 'previous', scope, { key: object.$key() });
    return { sql: table.select + sql, values };
  };
  let { rows } = await con.run(neighbour(rememberedScope(object)));
  if (rows.length === 0 && plan.map.scope.length > 0) {
    // There is none, or the row is in another list by now.
    const place = await ask();
    if (place === undefined || place.isSame || place.rank === null) return null;
    ({ rows } = await con.run(neighbour(place.scope)));
  }
  const [row] = rows;
  if (row === undefined) return null;
  const model = (await rowClass(table))(row);
  const { identities } = con;
  return identities === undefined ? new model(row as never) : identified(table, model, identities, row);
}
