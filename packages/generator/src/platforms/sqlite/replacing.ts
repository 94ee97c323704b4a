import type { DatabaseConnection } from '../connection.js';
import { type TableName, Words } from '../sql-words.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';

/** Tables with `ON CONFLICT REPLACE` at a key or a column: a plain INSERT takes away the rows that are in its way. */
export async function replacingTables(
  connection: DatabaseConnection,
  names: readonly TableName[],
): Promise<readonly TableName[]> {
  const found: TableName[] = [];
  for (const name of names) {
    const schema = name.at(-2)?.text;
    const catalogs =
      schema === undefined ? ['sqlite_master', 'sqlite_temp_master'] : [`${identifier(schema)}.sqlite_master`];
    for (const catalog of catalogs) {
      // A schema that is not attached makes this fail, and then there is no such table.
      const rows = await connection
        .query(`SELECT sql FROM ${catalog} WHERE name = ${text(name.at(-1)?.text ?? '')} COLLATE NOCASE`)
        .catch(() => []);
      if (rows.some(([sql]) => isReplacing(String(sql)))) found.push(name);
    }
  }
  return found;
}

function isReplacing(sql: string): boolean {
  const words = new Words(sql, dialect);
  return words.tokens.some((_, i) => words.is(i, 'ON', 'CONFLICT', 'REPLACE'));
}
