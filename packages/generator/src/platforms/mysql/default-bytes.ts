import { type DatabaseConnection, DatabaseError } from '../connection.js';
import { type ColumnRow, grouped } from './catalog-rows.js';
import { literalOf } from './printed-sql.js';
import { identifier } from './quoting.js';

/**
 * Defaults of binary columns as hexadecimal digits. `information_schema` cuts them at a zero byte (MySQL) or shows what is
 * no UTF-8 as `?` (MariaDB before 11), and no SELECT gives that of a required column of an empty table. SHOW CREATE TABLE
 * has them, when the connection takes its text for bytes. Nothing is found for a table that the user may not see.
 */
export async function readDefaultBytes(
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
      const sql = await createTable(connection, `${identifier(database)}.${identifier(table)}`);
      for (const column of own) {
        const digits = defaultBytes(sql, column.name ?? '');
        if (digits !== undefined) found.set(column, digits);
      }
    }
  } finally {
    await connection.execute(`SET SESSION character_set_results = ${typeof charset === 'string' ? charset : 'NULL'}`);
  }
  return found;
}

/** The statement with one character for each byte. */
async function createTable(connection: DatabaseConnection, table: string): Promise<string> {
  try {
    const [[, sql] = []] = await connection.query(`SHOW CREATE TABLE ${table}`);
    return Buffer.isBuffer(sql) ? sql.toString('latin1') : '';
  } catch (error) {
    if (error instanceof DatabaseError) return '';
    throw error;
  }
}

/** The digits of the default that a statement has for a column. */
export function defaultBytes(sql: string, column: string): string | undefined {
  const start = `\n  ${Buffer.from(identifier(column)).toString('latin1')} `;
  const at = sql.indexOf(start);
  if (at < 0) return undefined;
  const shown = /^[^\n']*? DEFAULT (0x[0-9a-f]*|x?'(?:[^'\\]|''|\\.)*')/is.exec(sql.slice(at + start.length))?.[1];
  const literal = shown === undefined ? undefined : literalOf(shown);
  return literal?.kind === 'text' ? Buffer.from(literal.value, 'latin1').toString('hex').toUpperCase() : literal?.value;
}
