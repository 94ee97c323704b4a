import { PLACE } from '../query/condition.js';
import type { Dialect } from './dialect.js';
import { questionMarks } from './question-marks.js';

/** Its manual itself gives the largest number for "all". */
const ALL = ' LIMIT 18446744073709551615';

/** The SQL of MySQL and MariaDB. Where they differ, each executes the comments that are for it. */
export const mysqlDialect: Dialect = {
  ...questionMarks,
  quoted: (name) => `\`${name}\``,
  // It takes NULL for the least value, and has no NULLS LAST.
  nullsLast: (column, descending) => (descending ? `${column} DESC` : `${column} IS NULL, ${column} ASC`),
  noLimit: ALL,
  // MariaDB finds too few keys by DISTINCT: its loose scan of an index takes NOT for less than it is.
  keysApart: ALL,
  writesWhatItReads: false,
  existsEnd: ')',
  fraction: PLACE,
  asText: (column) => column,
  caselessLike: (column, not) => `UPPER(${column}) ${not ? 'NOT LIKE' : 'LIKE'} UPPER(${PLACE})`,
  // MariaDB has no type to cast to, MySQL no JSON_NORMALIZE.
  documentForm: (sql) => `/*!80000 CAST(*//*M!100700 JSON_NORMALIZE(*/${sql}/*!80000  AS JSON)*//*M!100700 )*/`,
  rowLock({ isExclusive, noWait }, { own, isPaged }) {
    const end = noWait ? ' NOWAIT' : '';
    // Nothing may end the comment that only MySQL executes: MariaDB knows no OF.
    const of = isPaged && !own.includes('*/') ? ` OF ${own}` : '';
    if (isExclusive) return ` FOR UPDATE${of === '' ? '' : `/*!80001${of}*/`}${end}`;
    // MariaDB has no FOR SHARE, MySQL no NOWAIT behind LOCK IN SHARE MODE.
    return of + end === '' ? ' LOCK IN SHARE MODE' : `/*!80001 FOR SHARE${of}${end}*//*M! LOCK IN SHARE MODE${end}*/`;
  },
  inMany: () => undefined,
  keysInMany({ columns, rows }) {
    const row = `(${columns.map(() => PLACE).join(', ')})`;
    return { text: rows.map(() => row).join(', '), values: rows.flat() };
  },
};
