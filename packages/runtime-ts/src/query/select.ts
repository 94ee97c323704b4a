import type { Dialect } from '../dialects/dialect.js';
import type { TableMap } from '../model/table-map.js';
import { around, behind, type Condition, joined, plain, type Sql } from './condition.js';
import { joinNamed, joinsRestrict, repeatsRows } from './join.js';
import { lockClause } from './lock.js';
import { isLimited, type QueryParts, withCondition } from './parts.js';
import { columnsOfRow, fromOf, qualified, type Source, selectList } from './source.js';

// The one SELECT that says which rows a query has. What counts, changes or deletes them builds on it.

const whereOf = ({ where }: QueryParts): Sql =>
  where.length === 0 ? plain('') : around(' WHERE ', joined(where, ' AND '), '');

const orderOf = (order: readonly string[]): string => (order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`);

function limitOf(dialect: Dialect, limit: number | undefined, offset: number): string {
  if (limit === undefined && offset === 0) return '';
  return (
    (limit === undefined ? dialect.noLimit : ` LIMIT ${String(limit)}`) +
    (offset === 0 ? '' : ` OFFSET ${String(offset)}`)
  );
}

const ownLimit = ({ root, limit, offset }: QueryParts): string => limitOf(root.table.dialect, limit, offset);

/** ` FROM` with all joins. */
const joinedTables = ({ root, joins }: QueryParts): Sql =>
  joins.reduce(
    (sql: Sql, { type, source, on }) => behind(sql, ` ${type} ${fromOf(source)} ON `, on),
    plain(` FROM ${fromOf(root)}`),
  );

/** A SELECT of columns of all rows. */
const all = (select: string, parts: QueryParts, end: string): Sql =>
  around(select, behind(joinedTables(parts), '', whereOf(parts)), end);

/** The rows of a query. A limit counts rows of its table: where they repeat because of a join, a subquery finds their keys. */
function rowsOf(select: string, parts: QueryParts): Sql {
  const isPaged = isLimited(parts) && repeatsRows(parts);
  const order = orderOf(parts.order);
  const lock = lockClause(parts, isPaged);
  if (!isPaged) return all(select, parts, order + ownLimit(parts) + lock);
  const from = behind(joinedTables(parts), ' INNER JOIN (', pageKeys(parts));
  const page = around(select, from, `) orm_page ON ${sameKey(parts.root, 'orm_page')}`);
  return around('', behind(page, '', whereOf(parts)), order + lock);
}

/** What `find()` runs. */
export function selectRows(given: QueryParts): Sql {
  const parts = comparable(given);
  if (parts.joins.length === 0) {
    const { select } = parts.root.table;
    const head = parts.distinct ? select.replace(/^SELECT /, 'SELECT DISTINCT ') : select;
    return around(
      commented(parts, head),
      whereOf(parts),
      orderOf(parts.order) + ownLimit(parts) + lockClause(parts, false),
    );
  }
  const lists = [parts.root, ...readSources(parts)].map((source) => selectList(source));
  return rowsOf(commented(parts, selectOf(parts, lists.join(', '))), parts);
}

/** Some columns of the rows. */
export function selectColumns(parts: QueryParts, positions: readonly number[]): Sql {
  const columns = positions.map((position) => qualified(parts.root, position)).join(', ');
  return rowsOf(commented(parts, selectOf(parts, columns)), parts);
}

const selectOf = ({ distinct }: QueryParts, columns: string): string =>
  `SELECT ${distinct ? 'DISTINCT ' : ''}${columns}`;

const commented = ({ comment }: QueryParts, head: string): string =>
  comment === '' ? head : `/* ${comment} */ ${head}`;

/** The joined tables whose rows become objects. */
function readSources(parts: QueryParts): readonly Source[] {
  return parts.with.flatMap((name) => joinNamed(parts, name)?.source ?? []);
}

/** The rows inside of another SELECT. */
export function innerRows(parts: QueryParts, columns: string): Sql {
  // Without a limit an order means nothing here.
  const order = isLimited(parts) ? parts.order : [];
  return { ...rowsOf(selectOf(parts, columns), { ...parts, order, lock: undefined }), inner: true };
}

/** What rows differ by, where a limit behind DISTINCT counts them and only some columns are wanted of them. */
export const distinctColumns = (parts: QueryParts): string =>
  parts.distinct && isLimited(parts) ? `, ${rowColumns(parts)}` : '';

/** The number of rows; `positions` are the columns by which they differ after `distinct()`, when not all of them are read. */
export function countRows(given: QueryParts, positions?: readonly number[]): Sql {
  const parts = positions === undefined ? comparable(given) : given;
  if (repeatsRows(parts)) return around('SELECT COUNT(*) FROM (', innerKeys(parts), ') orm_count');
  if (!parts.distinct && !isLimited(parts)) return all('SELECT COUNT(*)', parts, '');
  const distinct = positions === undefined ? rowColumns(parts) : namedColumns(parts.root, positions);
  const columns = parts.distinct ? distinct : '1 AS orm_c0';
  return around('SELECT COUNT(*) FROM (', innerRows({ ...parts, order: [] }, columns), ') orm_count');
}

/** The first of the rows, of which nothing but that it is there is wanted. */
export const anyRow = (parts: QueryParts): Sql =>
  all('SELECT 1', parts, limitOf(parts.root.table.dialect, 1, parts.offset));

/** The columns of which objects are made, each under a name of its own. */
const rowColumns = (parts: QueryParts): string =>
  [
    selectList(parts.root, 'orm_r'),
    ...readSources(parts).map((source, number) => selectList(source, `orm_j${String(number)}_`)),
  ].join(', ');

const namedColumns = (root: Source, positions: readonly number[]): string =>
  positions.map((position, index) => `${qualified(root, position)} AS orm_c${String(index)}`).join(', ');

/** The keys of the rows that `find()` gives, each once, under the names orm_k0, orm_k1 and so on. */
export function innerKeys(parts: QueryParts): Sql {
  const { root, joins } = parts;
  if (isLimited(parts) && repeatsRows(parts)) return pageKeys(parts);
  // The keys of one table are distinct.
  const apart = joins.length === 0 ? root.table.dialect.keysApart : undefined;
  const [select, end] = apart === undefined ? ['SELECT DISTINCT ', ''] : ['SELECT ', apart];
  if (!isLimited(parts)) return all(select + keyColumns(root), parts, end);
  const names = root.table.key.map((position, index) => `orm_r${String(position)} AS orm_k${String(index)}`);
  // The very SELECT of find(), so that a limit takes the same rows.
  const rows = innerRows(parts, rowColumns(parts));
  return around(`${select}${names.join(', ')} FROM (`, rows, `) orm_inner${end}`);
}

/** The keys of the rows that a limit leaves, in the order in which they first appear. */
function pageKeys(parts: QueryParts): Sql {
  const { root } = parts;
  const list = root.table.key.map((_, index) => `orm_k${String(index)}`).join(', ');
  // Rows that the order does not tell apart come in the order of their keys, whoever asks.
  const order = orderFurther(parts.order, root, root.table.key);
  const number = `ROW_NUMBER() OVER (${orderOf(order).trimStart()}) AS rn_orm`;
  const rows = all(`SELECT ${keyColumns(root)}, ${number}`, parts, '');
  const end = `) orm_rows GROUP BY ${list} ORDER BY MIN(rn_orm)${ownLimit(parts)}`;
  return around(`SELECT ${list} FROM (`, rows, end);
}

const keyColumns = (root: Source): string =>
  root.table.key.map((position, index) => `${qualified(root, position)} AS orm_k${String(index)}`).join(', ');

/** That a key of a subquery is the one of the row. */
const sameKey = (root: Source, subquery = 'orm_rows'): string =>
  root.table.key
    .map((position, index) => `${subquery}.orm_k${String(index)} = ${qualified(root, position)}`)
    .join(' AND ');

/**
 * The same query without DISTINCT, where the rows have values that the database cannot compare (JSON of PostgreSQL): a row is
 * then told from others by its key.
 */
export function comparable(parts: QueryParts): QueryParts {
  const { root } = parts;
  if (!parts.distinct || root.table.key.length === 0) return parts;
  if ([root, ...readSources(parts)].every(({ table }) => table.comparable !== false)) return parts;
  const rows = all(`SELECT ${keyColumns(root)}`, parts, '');
  const exists: Condition = around('EXISTS (SELECT 1 FROM (', rows, `) orm_rows WHERE ${sameKey(root)})`);
  const joins = parts.joins.filter(({ source }) => parts.with.includes(source.name));
  return { ...parts, joins, distinct: false, where: [exists], or: false };
}

/** Where a right join has rows of the other table only, those with one of this table. */
export function ownRows(parts: QueryParts): QueryParts {
  const { root, joins } = parts;
  if (!joins.some(({ type }) => type === 'RIGHT JOIN')) return parts;
  const [first] = root.table.key;
  const filled = (position: number): Sql => plain(`${qualified(root, position)} IS NOT NULL`);
  const any = joined(
    columnsOfRow(root.table).map((_, position) => filled(position)),
    ' OR ',
  );
  return withCondition({ ...parts, or: false }, first === undefined ? around('(', any, ')') : filled(first));
}

/** An order with further columns, which only decide between rows that are alike so far. */
function orderFurther(order: readonly string[], root: Source, positions: readonly number[]): readonly string[] {
  const columns = positions
    .map((position) => qualified(root, position))
    .filter((column) => !order.includes(`${column} ASC`) && !order.includes(`${column} DESC`));
  return [...order, ...columns.map((column) => `${column} ASC`)];
}

/** A part of the rows, in an order that is the same for all parts, so that each row is in one. */
export function pageOf(parts: QueryParts, first: number, size: number, positions?: readonly number[]): QueryParts {
  const limit = parts.limit === undefined ? size : Math.max(0, Math.min(size, parts.limit - first));
  // Distinct values have no keys to order by.
  const further = positions !== undefined && parts.distinct ? positions : parts.root.table.key;
  return { ...parts, limit, offset: parts.offset + first, order: orderFurther(parts.order, parts.root, further) };
}

/** The statement for the rows of a query: by its conditions, or by keys where it has more than conditions. */
export function chosen({ key, dialect }: TableMap, statement: Sql, given: QueryParts): Sql | undefined {
  const parts = comparable(given);
  const { root, where, joins, distinct } = parts;
  // Unless that stands in FROM.
  const readsInner = !dialect.writesWhatItReads && key.length > 0 && where.some(({ inner }) => inner === true);
  const isBare = joins.length === 0 && (!distinct || key.length > 0) && !readsInner;
  if (!isLimited(parts) && isBare) return behind(statement, '', whereOf(parts));
  if (key.length === 0) return undefined;
  // MySQL drops what can have no rows so early that it misses the SELECT of its own around it.
  if (where.some(({ holds }) => holds === false)) return behind(statement, '', plain(' WHERE 1 = 0'));
  const rows = innerKeys(parts);
  const [only] = key;
  // A SELECT of its own around it keeps MySQL from merging it with the table that is written, which it would refuse.
  return key.length === 1 && only !== undefined
    ? behind(statement, ` WHERE ${qualified(root, only)} IN (SELECT orm_k0 FROM (`, around('', rows, ') orm_rows)'))
    : behind(statement, ' WHERE EXISTS (SELECT 1 FROM (', around('', rows, `) orm_rows WHERE ${sameKey(root)})`));
}

/** A further condition for a statement that `chosen()` made. */
export function also(parts: QueryParts, statement: Sql, condition: Sql): Sql {
  const isChosen = comparable(parts).where.length > 0 || isLimited(parts) || parts.joins.length > 0;
  return behind(statement, isChosen ? ' AND ' : ' WHERE ', condition);
}

/** Whether the query was asked to leave rows out, apart from those that its class always leaves out. */
export const restricts = (parts: QueryParts): boolean =>
  parts.where.slice(parts.closed).some(({ holds }) => holds !== true) || isLimited(parts) || joinsRestrict(parts);
