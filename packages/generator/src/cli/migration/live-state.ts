import type { Config } from '../../config/config.js';
import { loadAccess } from '../../platforms/access.js';
import { settleDatabase } from '../../reverse/database.js';
import type { BuiltModel } from '../../schema/models.js';
import type { Context } from '../command.js';
import { openDatabase, settingsOf } from '../connecting.js';
import { readable } from '../readable.js';
import type { ReadState } from './plan.js';

/** Reads what a database is, for a migration that makes the same of others. */
export function liveState({ env, reporter }: Context, config: Config, { database: { name } }: BuiltModel): ReadState {
  return async (known) => {
    const connection = config.connections.get(name);
    if (connection === undefined) return known;
    const access = await loadAccess(connection.adapter);
    const reached = { connection, access };
    const [settings] = settingsOf([reached], env, reporter);
    if (settings === undefined) return known;
    const database = await openDatabase(reached, settings, config.root);
    try {
      const exclude = [...config.excludeTables, config.migrations.tableName];
      const read = () => settleDatabase(database, settings, known, { exclude });
      return (await readable(name, settings, read)).shape();
    } finally {
      await database.close().catch(() => undefined);
    }
  };
}
