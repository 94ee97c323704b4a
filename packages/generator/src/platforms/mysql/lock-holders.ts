import { type DatabaseConnection, DatabaseError } from '../connection.js';
import { type LockHolder, shortSql, textOf } from '../lock-holder.js';
import { dialect } from './script.js';

const number = (session: string): string => String(Number(session));

/** Of a table that is altered: MySQL, and MariaDB with performance_schema. */
const metadataLocks = (session: string): string =>
  `SELECT DISTINCT t.processlist_id FROM performance_schema.metadata_locks w JOIN performance_schema.threads own ON own.thread_id = w.owner_thread_id JOIN performance_schema.metadata_locks g ON g.object_type = w.object_type AND g.object_schema = w.object_schema AND g.object_name = w.object_name AND g.lock_status = 'GRANTED' AND g.owner_thread_id <> w.owner_thread_id JOIN performance_schema.threads t ON t.thread_id = g.owner_thread_id WHERE w.lock_status = 'PENDING' AND own.processlist_id = ${number(session)}`;

/** MariaDB with the plugin metadata_lock_info. */
const lockInfo = (session: string): string =>
  `SELECT DISTINCT m.thread_id FROM information_schema.metadata_lock_info m WHERE m.thread_id <> ${number(session)} AND m.table_schema = DATABASE() AND m.table_name <> ''`;

/** Of rows: MySQL, and MariaDB. */
const rowLocks = (session: string): string =>
  `SELECT blocking_pid FROM sys.innodb_lock_waits WHERE waiting_pid = ${number(session)}`;
const oldRowLocks = (session: string): string =>
  `SELECT b.trx_mysql_thread_id FROM information_schema.innodb_lock_waits w JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_trx_id WHERE r.trx_mysql_thread_id = ${number(session)}`;

/** Whoever has a transaction open in the database: the last that can be said. */
const openTransactions = (session: string): string =>
  `SELECT t.trx_mysql_thread_id FROM information_schema.innodb_trx t JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id WHERE p.db = DATABASE() AND p.id NOT IN (${number(session)}, CONNECTION_ID())`;

/** What a server does not have, or does not show to this user, is nothing. */
async function readable(connection: DatabaseConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  try {
    return await connection.query(sql);
  } catch (error) {
    if (error instanceof DatabaseError) return [];
    throw error;
  }
}

/** Those that a session waits for. */
export async function blockers(connection: DatabaseConnection, session: string): Promise<readonly LockHolder[]> {
  for (const sql of [metadataLocks(session), rowLocks(session), oldRowLocks(session)]) {
    const ids = (await readable(connection, sql)).flatMap(([id]) => (id === null ? [] : [textOf(id)]));
    if (ids.length > 0) return sessions(connection, ids, true);
  }
  for (const sql of [lockInfo(session), openTransactions(session)]) {
    const ids = (await readable(connection, sql)).map(([id]) => textOf(id));
    if (ids.length > 0) return sessions(connection, ids, false);
  }
  return [];
}

/** What some sessions do. Without the right PROCESS, a server shows only those of the same user. */
export async function sessions(
  connection: DatabaseConnection,
  ids: readonly string[],
  isCertain: boolean,
): Promise<readonly LockHolder[]> {
  const list = ids.map(number).join(', ');
  const rows = await readable(
    connection,
    `SELECT id, user, command, time, LEFT(info, 400) FROM information_schema.processlist WHERE id IN (${list}) ORDER BY id`,
  );
  const opened = new Map(
    (
      await readable(
        connection,
        `SELECT trx_mysql_thread_id, TIMESTAMPDIFF(SECOND, trx_started, NOW()) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id IN (${list})`,
      )
    ).map(([id, seconds]) => [textOf(id), Number(seconds)]),
  );
  return rows.map(([id, user, command, time, info]) => ({
    id: textOf(id),
    user: textOf(user),
    state: textOf(command),
    seconds: opened.get(textOf(id)) ?? Number(time),
    statement: shortSql(textOf(info), dialect),
    isCertain,
  }));
}
