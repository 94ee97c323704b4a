import type { DatabaseConnection } from '../connection.js';
import type { Locking } from '../locking.js';

/** The minimum that InnoDB can wait for rows. MariaDB takes 0 too, but then fails on rows of other lists that do not even match. */
const rowWaitMilliseconds = 1000;

export const locking: Locking = {
  async prepare(connection) {
    const settings = await variables(connection);
    await connection.execute(`SET SESSION innodb_lock_wait_timeout = ${String(rowWaitMilliseconds / 1000)}`);
    const isGalera = settings.get('wsrep_on') === 'ON';
    const isGroup =
      settings.get('group_replication_single_primary_mode') === 'OFF' &&
      (settings.get('group_replication_group_name') ?? '') !== '';
    return isGalera || isGroup
      ? 'on a cluster with several writers a lock of one node means nothing to the others'
      : undefined;
  },
  async begin(connection) {
    await connection.execute('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await connection.begin();
  },
  timeouts: (milliseconds) => ({ wait: String(Math.ceil(milliseconds / 1000)), after: null }),
  // A header row answers nothing: it is locked when the statement has not failed.
  answer: (row) => ({ granted: row === undefined || Number(row[0]) === 1, key: row?.[2] }),
  // Deadlock 1213, 1614, of GET_LOCK 3058; changed since it was read 1020; refused by the group 3101; waited too long 1205, 1613,
  // 3572.
  conflicts: new Set(['1213', '1614', '3058', '1020', '3101', '1205', '1613', '3572']),
  // Refused by the group at the COMMIT.
  isConflict: (error) => error.code === '1180' && /\berror:? 149\b/.test(error.message),
  // MySQL 3024, MariaDB 1969.
  isStatementTimeout: ({ code }) => code === '3024' || code === '1969',
  rowWaitMilliseconds,
};

async function variables(connection: DatabaseConnection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query(
    "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'group_replication_group_name', 'group_replication_single_primary_mode')",
  );
  return new Map(rows.map(([name, value]) => [String(name), String(value)]));
}
