import { OrmError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { Frame } from '../transactions/frame.js';
import { refreshObjects } from './live.js';

/** The tables whose ranks may have changed in a transaction. */
const noted = new WeakMap<Frame, Set<TableMap>>();

/** Ranks may be different until a rollback: objects that were read meanwhile are put right then. */
export function noteRanks({ target }: Connection, table: TableMap): void {
  if (!(target instanceof Frame)) return;
  const tables = noted.get(target) ?? new Set();
  if (tables.has(table)) return;
  noted.set(target, tables.add(table));
  target.onRollback(() => putRight(target.around, table));
}

async function putRight(con: Connection, table: TableMap): Promise<void> {
  const { target, identities } = con;
  if (target instanceof Frame) {
    // In the middle of a stricter transaction a question could be the one that fails it.
    const mayAsk = [undefined, 'read committed'].includes(target.root.isolation);
    if (!target.canRun || !mayAsk) return identities?.clear();
  }
  try {
    await refreshObjects(con, table, undefined, [], false);
  } catch (error) {
    if (!(error instanceof OrmError)) throw error;
    // Nobody can be asked; they are read anew when they are needed.
    identities?.clear();
  }
}
