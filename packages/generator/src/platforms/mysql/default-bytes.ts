import { type DatabaseConnection, DatabaseError } from '../connection.js';
import { type ColumnRow, grouped, type Server } from './catalog-rows.js';
import { literalOf } from './printed-sql.js';
import { identifier } from './quoting.js';

/**
 * Defaults as the hexadecimal digits of their bytes, in UTF-8 for a text. `information_schema` cuts bytes at a zero (MySQL)
 * or shows what is no UTF-8 as `?` (MariaDB before 11), and both show `?` for a character beyond U+FFFF. Nothing is found
 * for a table that the user may not see.
 */
export async function readDefaultBytes(
  connection: DatabaseConnection,
  { isMariaDb }: Server,
  database: string,
  columns: readonly ColumnRow[],
): Promise<ReadonlyMap<ColumnRow, string>> {
  const isShown = ({ type }: ColumnRow): boolean => !isMariaDb || /binary|blob|text/.test(type ?? '');
  const shown = await shownBytes(connection, database, columns.filter(isShown));
  const selected = new Map<ColumnRow, string>();
  for (const column of columns.filter((one) => !isShown(one))) {
    const digits = await selectedBytes(connection, database, column);
    if (digits !== undefined) selected.set(column, digits);
  }
  return new Map([...shown, ...selected]);
}

/** From SHOW CREATE TABLE, on a connection that takes its text for bytes. */
async function shownBytes(
  connection: DatabaseConnection,
  database: string,
  columns: readonly ColumnRow[],
): Promise<ReadonlyMap<ColumnRow, string>> {
  const found = new Map<ColumnRow, string>();
  if (columns.length === 0) return found;
  const [[charset = null] = []] = await connection.query('SELECT @@character_set_results');
  await connection.execute('SET SESSION character_set_results = binary');
  try {
    for (const [table, own] of grouped(columns, (row) => row.table ?? '')) {
      const [[, sql] = []] = await rowsOrNone(connection, `SHOW CREATE TABLE ${tableName(database, table)}`);
      const text = Buffer.isBuffer(sql) ? sql.toString('latin1') : '';
      for (const column of own) {
        const digits = defaultBytes(text, column.name ?? '');
        if (digits !== undefined) found.set(column, digits);
      }
    }
  } finally {
    await connection.execute(`SET SESSION character_set_results = ${typeof charset === 'string' ? charset : 'NULL'}`);
  }
  return found;
}

/** From the table: of a required column only when it has rows. */
async function selectedBytes(
  connection: DatabaseConnection,
  database: string,
  { table, name }: ColumnRow,
): Promise<string | undefined> {
  const [[digits] = []] = await rowsOrNone(
    connection,
    `SELECT HEX(CONVERT(DEFAULT(t.${identifier(name ?? '')}) USING utf8mb4))
     FROM (SELECT 1) one LEFT JOIN ${tableName(database, table ?? '')} t ON TRUE LIMIT 1`,
  );
  return typeof digits === 'string' ? digits : undefined;
}

const tableName = (database: string, table: string): string => `${identifier(database)}.${identifier(table)}`;

async function rowsOrNone(connection: DatabaseConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  try {
    return await connection.query(sql);
  } catch (error) {
    if (error instanceof DatabaseError) return [];
    throw error;
  }
}

/** The digits of the default that a statement has for a column. */
export function defaultBytes(sql: string, column: string): string | undefined {
  const start = `\n  ${Buffer.from(identifier(column)).toString('latin1')} `;
  const at = sql.indexOf(start);
  if (at < 0) return undefined;
  const shown = /^(?:[^\n']|'(?:[^'\\]|''|\\.)*')*? DEFAULT (0x[0-9a-f]*|x?'(?:[^'\\]|''|\\.)*')/is.exec(
    sql.slice(at + start.length),
  )?.[1];
  const literal = shown === undefined ? undefined : literalOf(shown);
  return literal?.kind === 'text' ? Buffer.from(literal.value, 'latin1').toString('hex').toUpperCase() : literal?.value;
}
