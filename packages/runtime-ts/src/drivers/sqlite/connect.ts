import type { Access, Driver } from '../session.js';
import { runQueries, unreachable } from '../settings.js';
import { openerOf } from './handle.js';
import { jsonForm } from './json-form.js';
import { rules } from './rules.js';
import { SqliteSession } from './session.js';
import { fileOf, type SqliteSettings } from './settings.js';

/** What PDO waits for a lock when nothing is configured. */
const DEFAULT_TIMEOUT_SECONDS = 60;

/** Milliseconds for which SQLite itself waits, and everything else with it: most locks are gone by then. */
const BLOCKING = 2;

const MAX_STATEMENTS = 200;

/** SQLite by `node:sqlite`, or by better-sqlite3 where Node has none. */
export function sqlite(settings: SqliteSettings): Driver {
  return {
    vendor: 'sqlite',
    rules,
    writers: 1,
    // Another connection would be another database.
    hasReaders: !/^(?:$|:memory:)|[?&]mode=memory\b/.test(settings.path),
    connect: (access = 'writes') => connect(settings, access),
  };
}

async function connect(settings: SqliteSettings, access: Access): Promise<SqliteSession> {
  const where = JSON.stringify(settings.path);
  const open = await openerOf(settings);
  const { path, isReadOnly } = fileOf(settings);
  const { timeout = DEFAULT_TIMEOUT_SECONDS, maxStatements = MAX_STATEMENTS, queries = [], functions = {} } = settings;
  const session = await Promise.resolve()
    .then(() => new SqliteSession(open(path, isReadOnly, BLOCKING), timeout * 1000, maxStatements))
    .catch((error: unknown) => {
      throw unreachable(where, error);
    });
  try {
    for (const [name, work] of Object.entries({ orm_json: jsonForm, ...functions })) session.define(name, work);
    await session.command(`PRAGMA foreign_keys = ${settings.foreignKeys === false ? 'OFF' : 'ON'}`);
    await runQueries(where, queries, (sql) => session.command(sql));
    // Not by opening it so: in WAL mode a reader may have to write beside the file.
    if (access === 'reads') await session.command('PRAGMA query_only = ON');
    return session;
  } catch (error) {
    await session.close();
    throw unreachable(where, error, 'was reached, but the session could not be set up');
  }
}
