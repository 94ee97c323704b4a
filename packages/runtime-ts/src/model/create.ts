import type { Row } from '../drivers/session.js';
import type { Connection } from '../transactions/connection.js';
import { insertWithHooks } from './hooks.js';
import { insertRow } from './insert.js';
import type { Model } from './model.js';
import { identityOf } from './row-identity.js';
import type { ModelClass, TableMap } from './table-map.js';

/** Inserts a row and gives its object. */
export function createModel<M extends Model>(
  model: ModelClass<M>,
  table: TableMap,
  init: object,
  con?: Connection,
): Promise<M> {
  return insertWithHooks(model, table, init, con, async (values, frame) => {
    const row = await insertRow(table, values, frame);
    const made = new model(row as never);
    made.$isNew();
    takeInserted(made, row, frame);
    return made;
  });
}

/** The object of a row that was just inserted: when that is rolled back, it is again what it is now. */
export function takeInserted(made: Model, row: Row, con: Connection): void {
  con.note(made);
  made.$take(row);
  const { identities } = con;
  if (identities === undefined) return;
  const identity = identityOf(made.$table, row);
  if (identity === undefined) return;
  identities.set(made.$table, identity, made);
  con.onRollback(() => identities.delete(made.$table, identity));
}
