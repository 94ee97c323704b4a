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

/** What a value of a scope column is in the lock's name: the same for all values that `=` calls equal. */
function keyPart({ column }: ListColumn): ListSql {
  const given = value('values');
  switch (column.family) {
    case 'text':
    case 'enum':
    case 'binary':
    case 'uuid':
      // A CHAR is compared without the blanks at its end; bytes travel as hexadecimal digits.
      return column.type === 'CHAR' ? sql`RTRIM(${given})` : sql`CAST(${given} AS VARCHAR2(4000))`;
    default:
      return sql`TO_CHAR(CAST(${given} AS ${column.sqlType ?? columnType(column)}))`;
  }
}

function key({ table, scope }: ListTable): ListSql {
  const values = scope.map((column) => sql` || ',' || NVL(${keyPart(column)}, CHR(0))`);
  return sql`RAWTOHEX(STANDARD_HASH(${text(table.name)}${joined(values, '')}, 'SHA1'))`;
}

const headerLock = (header: string, name: ListSql): ListSql => {
  const [list, version] = [identifier('list'), identifier('version')];
  return sql`MERGE INTO ${header} h USING (SELECT ${name} AS k FROM DUAL) n ON (h.${list} = n.k) WHEN MATCHED THEN UPDATE SET h.${version} = h.${version} + 1 WHEN NOT MATCHED THEN INSERT (${list}, ${version}) VALUES (n.k, 1)`;
};

export const lists: ListDialect = {
  uniqueCheck: { at: 'end' },
  integer: (placeholder) => sql`TO_NUMBER(${placeholder})`,
  firstRow: ' FETCH FIRST 1 ROWS ONLY',
  greatest: 'GREATEST',
  renumber: (list, source, changed) => {
    const rank = `orm_old.${list.rank.quoted}`;
    const only = changed ? ` WHERE ${rank} <> ${NEW_RANKS}.p` : '';
    return sql`MERGE INTO ${list.quoted} orm_old USING (${source}) ${NEW_RANKS} ON (${sameKey(list, 'orm_old')}) WHEN MATCHED THEN UPDATE SET ${rank} = ${NEW_RANKS}.p${only}`;
  },
  jsonRows: ({ key: columns }) => {
    const keys = columns.map((_, index) => `k${index} NUMBER PATH '$[${index}]'`);
    const names = [...columns.map((_, index) => `e.k${index}`), 'e.p'];
    return sql`SELECT ${names.join(', ')} FROM JSON_TABLE(${value('json')}, '$[*]' COLUMNS (${keys.join(', ')}, p NUMBER PATH '$[${String(columns.length)}]')) e`;
  },
  usesHeader: true,
  locks: (list) => {
    const { header, quoted } = list;
    // The lock of a table takes its time-out as it stands in the text.
    if (header === undefined) return { lock: sql`LOCK TABLE ${quoted} IN SHARE ROW EXCLUSIVE MODE WAIT 10` };
    return {
      key: sql`SELECT ${key(list)} FROM DUAL`,
      lock: headerLock(header, key(list)),
      lockKey: headerLock(header, sql`${value('to')}`),
    };
  },
};
