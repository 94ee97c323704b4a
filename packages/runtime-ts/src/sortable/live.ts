import { Model } from '../model/model.js';
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

/**
 * Gives the objects of the session or transaction their true ranks: those that were last seen in one of these lists, or whose rows
 * are these; all of them without lists. Under the lock, in one statement, and only if there are any.
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
  const live = new Map<string, Model>();
  for (const object of con.identities?.objects(table) ?? []) {
    if (!(object instanceof Model) || isOneOf(object, except) || object.isNew() || object.isDeleted()) continue;
    // Which texts are equal only the database knows.
    if (!plan.map.exact || lists?.has(rememberedScope(object).id) !== false) live.set(idOf(object.$key()), object);
  }
  if (live.size === 0) return;
  const keys = [...live.values()].map((object) => object.$key());
  for (const { key, rank, scope } of await rowsOf(con, plan, keys, locking)) {
    const object = live.get(idOf(key));
    if (object === undefined) continue;
    con.note(object);
    object.$accept(placeCells(plan.map, rank, scope));
  }
}

/** After a statement that deleted many rows: objects whose rows are gone are forgotten. */
export async function forgetDeleted(con: Connection, table: TableMap): Promise<void> {
  const { identities } = con;
  const { plan } = listOf(table);
  const live = new Map<string, Model>();
  for (const object of identities?.objects(table) ?? []) {
    if (object instanceof Model && !object.isNew() && !object.isDeleted()) live.set(idOf(object.$key()), object);
  }
  if (live.size === 0) return;
  const keys = [...live.values()].map((object) => object.$key());
  for (const { key } of await rowsOf(con, plan, keys, false)) live.delete(idOf(key));
  for (const object of live.values()) {
    const identity = identityOf(table, object.$row);
    if (identity === undefined) continue;
    identities?.delete(table, identity);
    con.onRollback(() => identities?.set(table, identity, object));
  }
}

const isOneOf = (object: object, objects: readonly object[]): boolean => objects.includes(object);

const idOf = (key: Key): string => JSON.stringify(key.map(String));
