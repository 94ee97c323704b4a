import {
  joined,
  type ListColumn,
  type ListDialect,
  type ListSql,
  type ListTable,
  NEW_RANKS,
  SCOPE,
  sameKey,
  sql,
  value,
} from '../lists.js';
import { text } from './quoting.js';
import { columnType } from './types.js';

/** A parameter as a value of the column: its character set and collation are those of the first SELECT. */
const collated = (list: ListTable, { quoted }: ListColumn, item: ListSql): ListSql =>
  sql`(SELECT ${quoted} FROM ${list.quoted} WHERE 0 UNION ALL SELECT ${item})`;

/** So many characters of a text tell lists apart. */
const COMPARED = 255;

/** What a value of a scope column is in the lock's name: the same for all values that `=` calls equal. */
function keyPart(list: ListTable, scope: ListColumn): ListSql {
  const { column } = scope;
  const given = sql`${value('values')}`;
  const type = column.sqlType ?? columnType(column, list.options);
  const cast = (target: string): ListSql => sql`CAST(${given} AS ${target})`;
  if (column.family === 'text' || (column.family === 'enum' && column.enumStorage !== 'index')) {
    // Most collations do not see blanks at the end, nor what they take for one, but WEIGHT_STRING does. MariaDB fills
    // every level of the weights up to the number with those of blanks; MySQL counts characters that weigh nothing, but
    // has one level where blanks do not count. Texts that differ only behind the number share a lock.
    const length = Math.min(column.size ?? COMPARED, COMPARED);
    const blank = sql`HEX(WEIGHT_STRING(${collated(list, scope, sql`' '`)}))`;
    const weight = sql`HEX(WEIGHT_STRING(${collated(list, scope, given)} AS CHAR(${String(length)})))`;
    return sql`TRIM(TRAILING ${blank} FROM ${weight})`;
  }
  switch (column.family) {
    case 'decimal':
      return cast(/^(decimal|numeric)\b[\s\d(),]*$/i.test(type) ? type : 'DECIMAL(65, 30)');
    case 'date':
      return cast('DATE');
    case 'time':
      return cast('TIME(6)');
    case 'datetime':
      return cast('DATETIME(6)');
    case 'binary':
      return sql`HEX(${cast(column.type === 'BINARY' && column.sqlType === undefined ? type : 'BINARY')})`;
    case 'uuid':
      return /^uuid$/i.test(type) ? sql`LOWER(HEX(${cast('BINARY')}))` : sql`HEX(${cast('BINARY')})`;
    default:
      return cast(/unsigned/i.test(type) ? 'UNSIGNED' : 'SIGNED');
  }
}

/** Bytes throughout: texts of several collations cannot be joined. A name of a lock has at most 64 characters. */
function key(list: ListTable): ListSql {
  const { table, scope } = list;
  const database = table.schema === undefined ? 'DATABASE()' : text(table.schema);
  const owner = `CAST(CONVERT(CONCAT(${database}, '.', ${text(table.name)}) USING utf8mb4) AS BINARY)`;
  const values = scope.map((column) => sql`, ',', COALESCE(CAST(${keyPart(list, column)} AS BINARY), 'N')`);
  return sql`CONCAT('orm_', SHA2(CONCAT(${owner}${joined(values, '')}), 224))`;
}

/** MySQL and MariaDB have different names for it. */
const ISOLATION = '/*!80000 @@transaction_isolation */ /*M! @@tx_isolation */';

const lock = (name: ListSql): ListSql =>
  sql`SELECT GET_LOCK(k.lock_key, ${value('wait')}), ${ISOLATION}, k.lock_key, @@GLOBAL.read_only FROM (SELECT ${name} AS lock_key) k`;

const headerLock = (header: string, name: ListSql): ListSql =>
  sql`INSERT INTO ${header} (list, version) VALUES (${name}, 1) ON DUPLICATE KEY UPDATE version = version + 1`;

export const lists: ListDialect = {
  // A rank that is UNSIGNED could not be multiplied by -1.
  uniqueCheck: { at: 'row', order: (rank, delta) => sql`CAST(${rank} AS SIGNED) * ${delta} DESC` },
  integer: (placeholder) => sql`CAST(${placeholder} AS SIGNED)`,
  firstRow: ' LIMIT 1',
  greatest: 'GREATEST',
  renumber: (list, source, changed) => {
    const rank = `${list.quoted}.${list.rank.quoted}`;
    const only = changed ? ` WHERE ${rank} <> ${NEW_RANKS}.p` : '';
    return sql`UPDATE ${list.quoted} JOIN (${source}) AS ${NEW_RANKS} ON ${sameKey(list, list.quoted)} SET ${rank} = ${NEW_RANKS}.p${only}`;
  },
  jsonRows: ({ key: columns }) => {
    const keys = columns.map((_, index) => `k${index} BIGINT PATH '$[${index}]'`);
    const names = [...columns.map((_, index) => `e.k${index}`), 'e.p'];
    return sql`SELECT ${names.join(', ')} FROM JSON_TABLE(${value('json')}, '$[*]' COLUMNS (${keys.join(', ')}, p BIGINT PATH '$[${String(columns.length)}]')) AS e`;
  },
  // At REPEATABLE READ a plain read sees what was there when the transaction began.
  lockedReads: {
    suffix: ' FOR UPDATE',
    max: ({ quoted, rank }) =>
      sql`(SELECT m.${rank.quoted} FROM ${quoted} m WHERE ${SCOPE} AND m.${rank.quoted} IS NOT NULL ORDER BY m.${rank.quoted} DESC LIMIT 1 FOR UPDATE)`,
  },
  usesHeader: true,
  locks: (list) => {
    const { header } = list;
    if (header !== undefined) {
      return {
        key: sql`SELECT ${key(list)}`,
        lock: headerLock(header, key(list)),
        lockKey: headerLock(header, sql`${value('to')}`),
      };
    }
    return {
      key: sql`SELECT ${key(list)}`,
      lock: lock(key(list)),
      lockKey: lock(sql`${value('to')}`),
      // Refused where nothing can be written, which a list that stays as it is would not notice.
      write: sql`UPDATE ${list.quoted} SET ${list.rank.quoted} = ${list.rank.quoted} WHERE 1 = 0`,
      unlock: sql`DO RELEASE_LOCK(${value('to')})`,
    };
  },
};
