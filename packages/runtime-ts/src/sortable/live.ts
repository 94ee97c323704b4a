import { isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import { identityOf } from '../model/row-identity.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { placeCells } from './inserting.js';
import { rowsOf } from './keyed-rows.js';
import { listOf } from './list-of.js';
import type { Key } from './list-plan.js';
import type { ListScope } from './list-scope.js';
import { rememberedScope } from './reading.js';

/** Whether the session or transaction knows objects of the table beside these. */
export function hasOthers({ identities }: Connection, table: TableMap, except: readonly Model[]): boolean {
  for (const object of identities?.objects(table) ?? []) if (!isOneOf(object, except)) return true;
  return false;
}

/** The objects of the session or transaction whose rows may be in the table, by their keys. */
function liveObjects({ identities }: Connection, table: TableMap, isMeant: (object: Model) => boolean): LiveObjects {
  const live = new Map<string, Model>();
  for (const object of identities?.objects(table) ?? []) {
    if (!isModel(object) || object.isNew() || object.isDeleted() || !isMeant(object)) continue;
    live.set(idOf(object.$key()), object);
  }
  return live;
}

type LiveObjects = Map<string, Model>;

const keysOf = (live: LiveObjects): readonly Key[] => [...live.values()].map((object) => object.$key());

/**
 * Gives the objects of the session or transaction that were last seen in one of these lists, or all of them without lists, their
 * true ranks. Under the lock, in one statement, and only if there are any.
 */
export async function refreshObjects(
  con: Connection,
  table: TableMap,
  scopes: readonly ListScope[] | undefined,
  except: readonly Model[],
  locking: boolean,
): Promise<void> {
  const { plan } = listOf(table);
  const lists = scopes && new Set(scopes.map(({ id }) => id));
  // Which texts are equal only the database knows.
  const mayBeThere = (object: Model): boolean => !plan.map.exact || lists?.has(rememberedScope(object).id) !== false;
  const live = liveObjects(con, table, (object) => !isOneOf(object, except) && mayBeThere(object));
  if (live.size === 0) return;
  for (const { key, rank, scope } of await rowsOf(con, plan, keysOf(live), locking)) {
    const object = live.get(idOf(key));
    if (object === undefined) continue;
    con.note(object);
    object.$accept(placeCells(plan.map, rank, scope));
  }
}

/** After a statement that deleted many rows: objects whose rows are gone are forgotten. */
export async function forgetDeleted(con: Connection, table: TableMap): Promise<void> {
  const { identities } = con;
  const live = liveObjects(con, table, () => true);
  if (live.size === 0) return;
  for (const { key } of await rowsOf(con, listOf(table).plan, keysOf(live), false)) live.delete(idOf(key));
  for (const object of live.values()) {
    const identity = identityOf(table, object.$row);
    if (identity === undefined) continue;
    identities?.delete(table, identity);
    con.onRollback(() => identities?.set(table, identity, object));
  }
}

const isOneOf = (object: object, objects: readonly object[]): boolean => objects.includes(object);

const idOf = (key: Key): string => JSON.stringify(key.map(String));
