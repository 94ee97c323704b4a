import type { Parameter } from '../drivers/session.js';
import { PLACE } from '../query/condition.js';
import type { Dialect } from './dialect.js';
import { hex } from './hex.js';

const placeholder = (position: number): string => `$${String(position)}`;

/** The SQL of PostgreSQL. */
export const pgsqlDialect: Dialect = {
  placeholder,
  placed(sql) {
    let position = 0;
    return sql.replaceAll(PLACE, () => placeholder(++position));
  },
  numbered(sql) {
    let position = 0;
    return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (found) =>
      found === '?' ? placeholder(++position) : found,
    );
  },
  quoted: (name) => `"${name}"`,
  // It takes NULL for the greatest value.
  nullsLast: (column, descending) => (descending ? `${column} DESC NULLS LAST` : `${column} ASC`),
  noLimit: '',
  writesWhatItReads: true,
  existsEnd: ')',
  fraction: PLACE,
  // The other databases compare the text of a number by themselves.
  asText: (column) => `CAST(${column} AS text)`,
  caselessLike: (column, not) => `${column}${not ? ' NOT ILIKE ' : ' ILIKE '}${PLACE}`,
  // `jsonb` refuses U+0000, which `json` takes: a row that has it must not make the query fail.
  documentForm: (sql, isText) =>
    isText ? `CAST(REPLACE(CAST(${sql} AS text), '\\u0000', '\\uf8ff') AS jsonb)` : `CAST(${sql} AS jsonb)`,
  containing(column, operator) {
    switch (operator) {
      case 'CONTAINS_ALL':
        return `${column} @> ${PLACE}`;
      case 'CONTAINS_SOME':
        return `${column} && ${PLACE}`;
      case 'CONTAINS_NONE':
        return `NOT (${column} && ${PLACE})`;
    }
  },
  rowLock({ isExclusive, noWait }, { own, inner, hasOuter, isPaged }) {
    // It locks neither what an outer join may have left empty nor a subquery with groups.
    const named = isPaged || hasOuter ? ` OF ${[own, ...inner].join(', ')}` : '';
    return `${isExclusive ? ' FOR UPDATE' : ' FOR SHARE'}${named}${noWait ? ' NOWAIT' : ''}`;
  },
  inMany(column, values, not, lower) {
    const inLower = `LOWER(${column}) ${not ? 'NOT IN' : 'IN'} (SELECT LOWER(v) FROM unnest(CAST(${PLACE} AS text[])) v)`;
    // The server takes the type of the elements from the column.
    return { text: lower ? inLower : `${column}${not ? ' <> ALL (' : ' = ANY ('}${PLACE})`, values: [arrayOf(values)] };
  },
  keysInMany({ table, columns, rows }) {
    // An empty list of the column's type tells the server what the other one is.
    const places = columns.map(
      ({ quoted }) => `COALESCE(${PLACE}, (SELECT array_agg(${quoted}) FROM ${table} WHERE FALSE))`,
    );
    const arrays = columns.map((_, index) => arrayOf(rows.map((row) => row[index] ?? null)));
    return { text: `SELECT * FROM unnest(${places.join(', ')})`, values: arrays };
  },
};

/** An array as text. */
function arrayOf(values: readonly Parameter[]): string {
  const items = values.map((value) => {
    const text = value instanceof Uint8Array ? `\\x${hex(value)}` : String(value);
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${items.join(',')}}`;
}
