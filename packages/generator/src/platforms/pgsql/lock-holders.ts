import type { DatabaseConnection } from '../connection.js';
import { type LockHolder, shortSql, textOf } from '../lock-holder.js';
import { dialect } from './script.js';

const SESSION = `SELECT pid, usename, state, extract(epoch FROM clock_timestamp() - COALESCE(xact_start, query_start, backend_start)), left(query, 400) FROM pg_stat_activity`;

async function holders(connection: DatabaseConnection, condition: string): Promise<readonly LockHolder[]> {
  const rows = await connection.query(`${SESSION} WHERE ${condition} ORDER BY pid`);
  return rows.map(([id, ...more]) => {
    const [user = '', state = '', seconds = '', query = ''] = more.map(textOf);
    return {
      id: textOf(id),
      user,
      state,
      seconds: Number(seconds),
      // Of a session of somebody else the server may tell nothing.
      statement: query === '<insufficient privilege>' ? '' : shortSql(query, dialect),
      isCertain: true,
    };
  });
}

/** Those that a session waits for. */
export const blockers = (connection: DatabaseConnection, session: string): Promise<readonly LockHolder[]> =>
  holders(connection, `pid = ANY (pg_blocking_pids(${String(Number(session))}))`);

/** Who has an advisory lock of two numbers, of which the second may be negative. */
export const advisoryHolders = (
  connection: DatabaseConnection,
  first: number,
  second: string,
): Promise<readonly LockHolder[]> =>
  holders(
    connection,
    `pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = ${String(first)}::oid AND objid = (${second}::bigint & 4294967295)::oid AND objsubid = 2)`,
  );
