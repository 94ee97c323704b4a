import type { Parameter } from '../drivers/session.js';
import { PLACE } from '../query/condition.js';
import type { Dialect } from './dialect.js';
import { hex } from './hex.js';
import { questionMarks } from './question-marks.js';

/** The SQL of SQLite. */
export const sqliteDialect: Dialect = {
  ...questionMarks,
  quoted: (name) => `"${name}"`,
  // It takes NULL for the least value.
  nullsLast: (column, descending) => (descending ? `${column} DESC` : `${column} ASC NULLS LAST`),
  noLimit: ' LIMIT -1',
  writesWhatItReads: true,
  // SQLite 3.51.0 makes a join of EXISTS and then gives a row once per match of an IN list, unless there is a limit.
  existsEnd: ' LIMIT 1)',
  fraction: `CAST(${PLACE} AS REAL)`,
  asText: (column) => column,
  // LIKE does not tell the case of ASCII letters apart, and UPPER() knows no others either.
  caselessLike: (column, not) => `${column}${not ? ' NOT LIKE ' : ' LIKE '}${PLACE}`,
  documentForm: (sql) => `orm_json(${sql})`,
  // There is one writer, who has locked everything.
  rowLock: () => '',
  inMany(column, values, not, lower) {
    const is = not ? ' NOT IN (' : ' IN (';
    if (values.some((value) => value instanceof Uint8Array)) {
      const literals = values.map((value) => `X'${value instanceof Uint8Array ? hex(value) : ''}'`);
      return { text: `${column}${is}${literals.join(', ')})`, values: [] };
    }
    const list = lower ? `LOWER(${column})${is}SELECT LOWER(value)` : `${column}${is}SELECT value`;
    return { text: `${list} FROM json_each(${PLACE}))`, values: [jsonOf(values.map((value) => jsonItem(value)))] };
  },
  keysInMany({ columns, rows }) {
    if (rows.some((row) => row.some((value) => value instanceof Uint8Array))) return undefined;
    const json = rows.map((row) => jsonOf(row.map((value, index) => jsonItem(value, columns[index]?.isWhole))));
    const items = columns.map((_, index) => `json_extract(value, '$[${String(index)}]')`);
    return { text: `SELECT ${items.join(', ')} FROM json_each(${PLACE})`, values: [jsonOf(json)] };
  },
};

/** A list as JSON; digits of whole numbers are numbers there. */
const jsonOf = (items: readonly string[]): string => `[${items.join(',')}]`;

function jsonItem(value: Parameter, isWhole = false): string {
  if (isWhole) return String(BigInt(String(value)));
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value);
}
