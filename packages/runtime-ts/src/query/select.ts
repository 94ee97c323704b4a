import type { Vendor } from '../drivers/session.js';
import type { TableMap } from '../model/table-map.js';
import { qualified } from './columns.js';
import { around, behind, type Condition, joined, plain, type Sql } from './condition.js';
import type { QueryParts } from './parts.js';

// The one SELECT that says which rows a query has. What counts, changes or deletes them builds on it.

const whereOf = ({ where }: QueryParts): Sql =>
  where.length === 0 ? plain('') : around(' WHERE ', joined(where, ' AND '), '');

const orderOf = ({ order }: QueryParts): string => (order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`);

export const isLimited = ({ limit, offset }: QueryParts): boolean => limit !== undefined || offset > 0;

/** There is no OFFSET alone on MySQL, whose manual itself gives the largest number for "all", and on SQLite. */
const NO_LIMIT: Readonly<Record<Vendor, string>> = {
  pgsql: '',
  mysql: ' LIMIT 18446744073709551615',
  sqlite: ' LIMIT -1',
};

function limitOf(vendor: Vendor, limit: number | undefined, offset: number): string {
  if (limit === undefined && offset === 0) return '';
  return (
    (limit === undefined ? NO_LIMIT[vendor] : ` LIMIT ${String(limit)}`) +
    (offset === 0 ? '' : ` OFFSET ${String(offset)}`)
  );
}

/** The rows of a query. `head` is everything before WHERE. */
function rowsOf({ vendor }: TableMap, head: string, parts: QueryParts): Sql {
  return around(head, whereOf(parts), orderOf(parts) + limitOf(vendor, parts.limit, parts.offset) + parts.lock);
}

/** What `find()` runs. */
export function selectRows(table: TableMap, given: QueryParts): Sql {
  const parts = comparable(table, given);
  if (!parts.distinct) return rowsOf(table, commented(parts, table.select), parts);
  return rowsOf(table, commented(parts, table.select.replace(/^SELECT /, 'SELECT DISTINCT ')), parts);
}

/** Some columns of the rows. */
export function selectColumns(table: TableMap, parts: QueryParts, positions: readonly number[]): Sql {
  const columns = positions.map((position) => qualified(table, position)).join(', ');
  return rowsOf(table, commented(parts, headOf(table, parts, columns)), parts);
}

const headOf = ({ quoted }: TableMap, { distinct }: QueryParts, columns: string): string =>
  `SELECT ${distinct ? 'DISTINCT ' : ''}${columns} FROM ${quoted}`;

const commented = ({ comment }: QueryParts, head: string): string =>
  comment === '' ? head : `/* ${comment} */ ${head}`;

/** The rows inside of another SELECT. */
function innerRows(table: TableMap, parts: QueryParts, columns: string): Sql {
  // Without a limit an order means nothing here.
  const order = isLimited(parts) ? parts.order : [];
  return rowsOf(table, headOf(table, parts, columns), { ...parts, order, lock: '' });
}

/** The number of rows; `positions` are the columns by which they differ after `distinct()`, when not all of them are read. */
export function countRows(table: TableMap, given: QueryParts, positions?: readonly number[]): Sql {
  const parts = positions === undefined ? comparable(table, given) : given;
  if (!parts.distinct && !isLimited(parts)) {
    return around(`SELECT COUNT(*) FROM ${table.quoted}`, whereOf(parts), '');
  }
  const columns = parts.distinct ? namedColumns(table, positions) : '1 AS orm_c0';
  return around('SELECT COUNT(*) FROM (', innerRows(table, { ...parts, order: [] }, columns), ') orm_count');
}

/** The first of the rows, of which nothing but that it is there is wanted. */
export function anyRow(table: TableMap, given: QueryParts): Sql {
  const parts = comparable(table, given);
  return around(`SELECT 1 FROM ${table.quoted}`, whereOf(parts), limitOf(table.vendor, 1, parts.offset));
}

/** Columns under names of their own; all of a row, if none are given. */
function namedColumns(table: TableMap, positions: readonly number[] | undefined): string {
  if (positions === undefined) {
    return table.columns.map((_, position) => `${qualified(table, position)} AS orm_r${String(position)}`).join(', ');
  }
  return positions.map((position, index) => `${qualified(table, position)} AS orm_c${String(index)}`).join(', ');
}

/** The keys of the rows, under the names orm_k0, orm_k1 and so on. */
export function innerKeys(table: TableMap, parts: QueryParts): Sql {
  // The keys of one table are distinct. MariaDB finds too few of them by DISTINCT (its loose scan of an index takes NOT for
  // less than it is), and without that a limit is what keeps the SELECT apart from the one around it.
  const [select, end] = table.vendor === 'mysql' ? ['SELECT ', NO_LIMIT.mysql] : ['SELECT DISTINCT ', ''];
  if (!isLimited(parts)) {
    return around(`${select}${keyColumns(table)} FROM ${table.quoted}`, whereOf(parts), end);
  }
  const names = table.key.map((position, index) => `orm_r${String(position)} AS orm_k${String(index)}`);
  // The very SELECT of find(), so that a limit takes the same rows.
  const rows = innerRows(table, parts, namedColumns(table, undefined));
  return around(`${select}${names.join(', ')} FROM (`, rows, `) orm_inner${end}`);
}

const keyColumns = (table: TableMap): string =>
  table.key.map((position, index) => `${qualified(table, position)} AS orm_k${String(index)}`).join(', ');

/** That a key of `orm_rows` is the one of the row. */
export const sameKey = (table: TableMap): string =>
  table.key.map((position, index) => `orm_rows.orm_k${String(index)} = ${qualified(table, position)}`).join(' AND ');

/**
 * The same query without DISTINCT, where the rows have values that the database cannot compare (JSON of PostgreSQL): a row is
 * then told from others by its key.
 */
export function comparable(table: TableMap, parts: QueryParts): QueryParts {
  if (!parts.distinct || table.comparable !== false || table.key.length === 0) return parts;
  const rows = around(`SELECT ${keyColumns(table)} FROM ${table.quoted}`, whereOf(parts), '');
  const exists: Condition = around('EXISTS (SELECT 1 FROM (', rows, `) orm_rows WHERE ${sameKey(table)})`);
  return { ...parts, distinct: false, where: [exists], or: false };
}

/** A part of the rows, in an order that is the same for all parts, so that each row is in one. */
export function pageOf(
  table: TableMap,
  parts: QueryParts,
  first: number,
  size: number,
  positions?: readonly number[],
): QueryParts {
  const limit = parts.limit === undefined ? size : Math.max(0, Math.min(size, parts.limit - first));
  // Distinct values have no keys to order by.
  const further = positions !== undefined && parts.distinct ? positions : table.key;
  const columns = further
    .map((position) => qualified(table, position))
    .filter((column) => !parts.order.includes(`${column} ASC`) && !parts.order.includes(`${column} DESC`));
  return {
    ...parts,
    limit,
    offset: parts.offset + first,
    order: [...parts.order, ...columns.map((column) => `${column} ASC`)],
  };
}

/** The statement for the rows of a query: by its conditions, or by keys where it has more than conditions. */
export function chosen(table: TableMap, statement: Sql, given: QueryParts): Sql | undefined {
  const parts = comparable(table, given);
  const isBare = !parts.distinct || table.key.length > 0;
  if (!isLimited(parts) && isBare) return behind(statement, '', whereOf(parts));
  if (table.key.length === 0) return undefined;
  // MySQL drops what can have no rows so early that it misses the SELECT of its own around it.
  if (parts.where.some(({ holds }) => holds === false)) return behind(statement, '', plain(' WHERE 1 = 0'));
  const rows = innerKeys(table, parts);
  const [only] = table.key;
  // A SELECT of its own around it keeps MySQL from merging it with the table that is written, which it would refuse.
  return table.key.length === 1 && only !== undefined
    ? behind(statement, ` WHERE ${qualified(table, only)} IN (SELECT orm_k0 FROM (`, around('', rows, ') orm_rows)'))
    : behind(statement, ' WHERE EXISTS (SELECT 1 FROM (', around('', rows, `) orm_rows WHERE ${sameKey(table)})`));
}

/** A further condition for a statement that `chosen()` made. */
export const also = (table: TableMap, parts: QueryParts, statement: Sql, condition: Sql): Sql =>
  behind(statement, comparable(table, parts).where.length > 0 || isLimited(parts) ? ' AND ' : ' WHERE ', condition);

/** Whether the query was asked to leave rows out. */
export const restricts = (parts: QueryParts): boolean =>
  parts.where.some(({ holds }) => holds !== true) || isLimited(parts);
