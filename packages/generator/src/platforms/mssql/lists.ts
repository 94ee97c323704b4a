import {
  joined,
  type ListColumn,
  type ListDialect,
  type ListSql,
  type ListTable,
  NEW_RANKS,
  sameKey,
  sql,
  value,
} from '../lists.js';
import { identifier, text } from './quoting.js';
import { columnType } from './types.js';

const integerType = ({ column }: ListColumn): string => (column.type === 'BIGINT' ? 'BIGINT' : 'INT');

/** What a value of a scope column is in the lock's name: the same for all values that `=` calls equal. */
function keyPart(list: ListTable, { column, quoted }: ListColumn): ListSql {
  const given = value('values');
  const typed = sql`CAST(${given} AS ${column.sqlType ?? columnType(column)})`;
  const shown = (style: string): ListSql => sql`CONVERT(VARCHAR(100), ${typed}${style})`;
  switch (column.family) {
    case 'text':
    case 'enum':
      if (column.family === 'enum' && column.enumStorage === 'index') return shown('');
      // CHECKSUM minds the collation, which a UNION takes from the column; it does not mind blanks at the end.
      return sql`CONVERT(VARCHAR(100), CHECKSUM(RTRIM((SELECT ${quoted} FROM ${list.quoted} WHERE 1 = 0 UNION ALL SELECT ${given}))))`;
    case 'date':
    case 'time':
    case 'datetime':
      return shown(', 126');
    case 'binary':
      return shown(', 2');
    case 'uuid':
      return column.type === 'UUID_BINARY' ? shown(', 2') : shown('');
    default:
      return shown('');
  }
}

function key(list: ListTable): ListSql {
  const { table, scope } = list;
  const schema = table.schema === undefined ? 'SCHEMA_NAME()' : text(table.schema);
  const values = scope.map((column) => sql`, N',', COALESCE(${keyPart(list, column)}, 'N')`);
  return sql`CONCAT(N'orm_', CONVERT(CHAR(40), HASHBYTES('SHA1', CONCAT(${schema}, ${text(`.${table.name}`)}${joined(values, '')})), 2))`;
}

/** The name of the session's isolation level. */
const ISOLATION =
  "(SELECT CASE s.transaction_isolation_level WHEN 1 THEN 'READ UNCOMMITTED' WHEN 2 THEN 'READ COMMITTED' WHEN 3 THEN 'REPEATABLE READ' WHEN 4 THEN 'SERIALIZABLE' WHEN 5 THEN 'SNAPSHOT' END FROM sys.dm_exec_sessions s WHERE s.session_id = @@SPID)";

const lock = (name: ListSql): ListSql =>
  sql`SET NOCOUNT ON; DECLARE @wait INT = ${value('wait')}, @name NVARCHAR(255) = ${name}, @got INT; EXEC @got = sp_getapplock @Resource = @name, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = @wait; SELECT @got, ${ISOLATION}, @name;`;

const headerLock = (header: string, name: ListSql): ListSql =>
  sql`SET NOCOUNT ON; DECLARE @name NVARCHAR(255) = ${name}; MERGE INTO ${header} WITH (HOLDLOCK) AS h USING (SELECT @name AS list) AS n ON h.${identifier('list')} = n.list WHEN MATCHED THEN UPDATE SET ${identifier('version')} = h.${identifier('version')} + 1 WHEN NOT MATCHED THEN INSERT (${identifier('list')}, ${identifier('version')}) VALUES (n.list, 1); SELECT 0, ${ISOLATION}, @name;`;

export const lists: ListDialect = {
  uniqueCheck: { at: 'end' },
  integer: (placeholder, column) => sql`CAST(${placeholder} AS ${integerType(column)})`,
  firstRow: ' OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY',
  greatest: 'GREATEST',
  renumber: (list, source, changed) => {
    const rank = `orm_old.${list.rank.quoted}`;
    const only = changed ? ` WHERE ${rank} <> ${NEW_RANKS}.p` : '';
    return sql`UPDATE orm_old SET ${list.rank.quoted} = ${NEW_RANKS}.p FROM ${list.quoted} AS orm_old JOIN (${source}) AS ${NEW_RANKS} ON ${sameKey(list, 'orm_old')}${only}`;
  },
  jsonRows: ({ key: columns, rank }) => {
    const keys = columns.map((_, index) => `k${index} BIGINT '$[${index}]'`);
    const names = [...columns.map((_, index) => `e.k${index}`), 'e.p'];
    return sql`SELECT ${names.join(', ')} FROM OPENJSON(${value('json')}) WITH (${keys.join(', ')}, p ${integerType(rank)} '$[${String(columns.length)}]') AS e`;
  },
  usesHeader: true,
  locks: (list) => {
    const { header } = list;
    return {
      key: sql`SELECT ${key(list)}`,
      lock: header === undefined ? lock(key(list)) : headerLock(header, key(list)),
      lockKey: header === undefined ? lock(sql`${value('to')}`) : headerLock(header, sql`${value('to')}`),
    };
  },
};
