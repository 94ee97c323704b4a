import {
  joined,
  type ListColumn,
  type ListDialect,
  type ListSql,
  type ListTable,
  sql,
  updateFrom,
  value,
} from '../lists.js';
import { text } from './quoting.js';

/** The type of its parameters and of everything that is computed of ranks. */
const integerType = ({ column }: ListColumn): string => (column.type === 'BIGINT' ? 'BIGINT' : 'INTEGER');

/**
 * The lock's key: equal for values that `=` calls equal, whatever their type and collation. A value takes both from the
 * column, by a UNION with it; `CAST` would cut text to the length of the type. The table is part of the row: the seed of
 * the hash does not reach a NULL.
 */
function key({ quoted, scope }: ListTable): ListSql {
  const values = scope.map(
    (column) => sql`, (SELECT ${column.quoted} FROM ${quoted} WHERE FALSE UNION ALL SELECT ${value('values')})`,
  );
  return sql`hash_record_extended(ROW(CAST(CAST(${text(quoted)} AS regclass) AS oid)${joined(values, '')}), 0)`;
}

/**
 * Pgpool-II sends a SELECT with a volatile function, which this is, to the primary. Where that is switched off and a replica
 * gets it, it fails like a write, even if no row is found: a subquery is worked out once and first. `pg_current_wal_lsn()` would
 * do too, but Aurora does not have it.
 */
const ON_PRIMARY = '(SELECT CASE WHEN pg_is_in_recovery() THEN txid_current() END) IS NULL';

/** Time-outs are set before and after the lock: a select list is worked out from left to right. */
function lock(lockKey: ListSql): ListSql {
  return sql`SELECT current_setting('lock_timeout'), current_setting('transaction_isolation'), k.lock_key, current_setting('transaction_read_only'), set_config('lock_timeout', ${value('wait')}, TRUE), pg_advisory_xact_lock(k.lock_key), set_config('lock_timeout', ${value('after')}, TRUE) FROM (SELECT ${lockKey} AS lock_key OFFSET 0) k`;
}

function headerLock(header: string, lockKey: ListSql): ListSql {
  return sql`WITH t AS MATERIALIZED (SELECT current_setting('lock_timeout') AS old, set_config('lock_timeout', ${value('wait')}, TRUE) AS now) INSERT INTO ${header} AS h (list, version) SELECT CAST(${lockKey} AS VARCHAR(64)), 1 FROM t ON CONFLICT (list) DO UPDATE SET version = h.version + 1 RETURNING (SELECT old FROM t), current_setting('transaction_isolation'), h.list, set_config('lock_timeout', ${value('after')}, TRUE)`;
}

export const lists: ListDialect = {
  // A unique over a rank is DEFERRABLE.
  uniqueCheck: { at: 'end' },
  integer: (placeholder, column) => sql`CAST(${placeholder} AS ${integerType(column)})`,
  firstRow: ' LIMIT 1',
  greatest: 'GREATEST',
  renumber: updateFrom,
  // `IS NULL` is no equality to its planner: it would read and sort the whole list of NULL.
  ordersByScope: true,
  jsonRows: ({ key: columns, rank }) => {
    const keys = columns.map((_, index) => `CAST(e.v->>${index} AS BIGINT) AS k${index}`);
    return sql`SELECT ${keys.join(', ')}, CAST(e.v->>${String(columns.length)} AS ${integerType(rank)}) AS p FROM json_array_elements(CAST(${value('json')} AS json)) AS e(v)`;
  },
  lockedReads: { condition: ON_PRIMARY, suffix: '' },
  usesHeader: true,
  locks: (list) => {
    const { header } = list;
    if (header !== undefined) {
      return {
        key: sql`SELECT CAST(${key(list)} AS VARCHAR(64))`,
        lock: headerLock(header, key(list)),
        lockKey: headerLock(header, sql`CAST(${value('to')} AS VARCHAR(64))`),
      };
    }
    return {
      key: sql`SELECT ${key(list)}`,
      lock: lock(key(list)),
      lockKey: lock(sql`CAST(${value('to')} AS BIGINT)`),
    };
  },
};
