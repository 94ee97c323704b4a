import type { Config, Connection } from '../../config/config.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { loadAccess } from '../../platforms/access.js';
import { loadMigrating } from '../../platforms/migrating.js';
import { settleDatabase } from '../../reverse/database.js';
import type { BuiltModel } from '../../schema/models.js';
import type { CommandOptions, Context } from '../command.js';
import { openDatabase, settingsOf } from '../connecting.js';
import { type HistorySession, readHistory, sessionLedger } from '../migrate/session.js';
import { readable } from '../readable.js';
import { oneDatabase } from './groups.js';
import type { ReadState } from './plan.js';

/** Reads what a database is, for a migration that makes the same of others. */
export function liveState(
  { env, reporter }: Context,
  config: Config,
  { database: { name } }: BuiltModel,
  options: CommandOptions,
): ReadState {
  return async (known, migrations) => {
    const owner = config.connections.get(name);
    if (owner === undefined) return known;
    const connection = oneDatabase(config, owner, options.connection);
    const access = await loadAccess(connection.adapter);
    const reached = { connection, access };
    const [settings] = settingsOf([reached], env, reporter);
    if (settings === undefined) return known;
    // SQLite would create the file, and what is not in it would be dropped everywhere.
    if (access.execution.exists?.(settings) === false) throw missing(connection);
    const migrating = await loadMigrating(connection.adapter);
    const database = await openDatabase(reached, settings, config.root);
    try {
      const session = { plan: { connection, migrating }, settings, database, ledger: sessionLedger(migrating, config) };
      await readable(connection.name, settings, () => refusePending(session, migrations));
      const exclude = [...config.excludeTables, config.migrations.tableName];
      const read = () => settleDatabase(database, settings, known, { exclude });
      return (await readable(connection.name, settings, read)).shape();
    } finally {
      await database.close().catch(() => undefined);
    }
  };
}

const missing = ({ name, dsn, span }: Connection): Error =>
  failure({
    code: 'database/missing',
    message: `the database of ${quoted(name)} does not exist`,
    span: dsn?.span ?? span,
    help: 'check the path of the file: it is taken from the project folder',
  });

/** What has not run there would be taken back. */
async function refusePending(session: HistorySession, migrations: readonly string[]): Promise<void> {
  const { plan, database, ledger } = session;
  if (!(await plan.migrating.hasTable(database, ledger.table))) return;
  const entries = await readHistory(session);
  const isDone = (each: string): boolean => entries.some(({ name, state }) => name === each && state === 'done');
  const half = entries.filter(({ state }) => state !== 'done').map(({ name }) => name);
  const pending = [...new Set([...migrations.filter((each) => !isDone(each)), ...half])];
  if (pending.length === 0) return;
  throw failure({
    code: 'migration/pending',
    message: `${quoted(plan.connection.name)} cannot be read while migrations are pending there: ${pending.map((each) => quoted(each)).join(', ')}`,
    help: 'nothing was written; run "orm migration:migrate" first, with --allow-drift where a change by hand is in its way; where the work of a migration is there already, "orm migration:baseline" records it',
  });
}
