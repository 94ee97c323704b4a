import { connectionOf } from '../config/connections.js';
import type { Connection } from '../transactions/connection.js';
import { insertRow } from './insert.js';
import type { Model } from './model.js';
import { identityOf } from './row-identity.js';
import type { ModelClass, TableMap } from './table-map.js';

/** Inserts a row and gives its object. */
export async function createModel<M extends Model>(
  model: ModelClass<M>,
  table: TableMap,
  init: object,
  con: Connection = connectionOf(table),
): Promise<M> {
  const row = await insertRow(table, init, con);
  const made = new model(row as never);
  made.$isNew();
  con.note(made);
  made.$take(row);
  const identity = identityOf(table, row);
  if (identity !== undefined) con.identities?.set(table, identity, made);
  return made;
}
