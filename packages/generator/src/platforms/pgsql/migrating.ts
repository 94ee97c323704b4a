import type { DatabaseConnection } from '../connection.js';
import type { Migrating } from '../migrating.js';
import { identifier, text } from './quoting.js';

/** The first half of the number of our lock; the second comes from the name of the table. */
const LOCK = 1_869_769_072;

const keys = (table: string): string => `${String(LOCK)}, hashtext(${text(table)})`;

async function value(connection: DatabaseConnection, sql: string): Promise<unknown> {
  return (await connection.query(sql))[0]?.[0];
}

const process = (connection: DatabaseConnection): Promise<unknown> => value(connection, 'SELECT pg_backend_pid()');

export const migrating: Migrating = {
  types: { name: 'VARCHAR(190)', word: 'VARCHAR(64)', number: 'INTEGER', time: 'TIMESTAMP(0)', text: 'TEXT' },
  now: "(now() AT TIME ZONE 'UTC')",
  begin: 'BEGIN',
  ifNotExists: 'IF NOT EXISTS ',
  tableOptions: '',
  identifier,
  text,
  hasTable: async (connection, name) =>
    (await value(connection, `SELECT to_regclass(${text(identifier(name))}) IS NOT NULL`)) === true,
  prepare: (connection) => connection.execute("SET lock_timeout = '5s'"),
  isLockTimeout: ({ code }) => code === '55P03',
  // Never waited for on the server: beside a session that waits, CREATE INDEX CONCURRENTLY ends in a deadlock.
  lock: async (connection, table) => (await value(connection, `SELECT pg_try_advisory_lock(${keys(table)})`)) === true,
  unlock: (connection, table) => connection.execute(`SELECT pg_advisory_unlock(${keys(table)})`),
  async sharesSessions(connection, other) {
    const own = await process(connection);
    // A pool gives the session that was used last to whoever comes next.
    await other.begin();
    try {
      return (await process(other)) === own || (await process(connection)) !== own;
    } finally {
      await other.rollback();
    }
  },
};
