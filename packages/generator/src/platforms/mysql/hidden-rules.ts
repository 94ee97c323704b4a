import { type DatabaseConnection, DatabaseError } from '../connection.js';
import type { CatalogRows, KeyRow, Server } from './catalog-rows.js';
import { identifier } from './quoting.js';

/**
 * What foreign keys do on a deletion or update, where the user may only read: MariaDB then shows the keys and keeps
 * REFERENTIAL_CONSTRAINTS back, but not SHOW CREATE TABLE.
 */
export async function readHiddenRules(
  connection: DatabaseConnection,
  server: Server,
  database: string,
  { keys, keyColumns }: CatalogRows,
): Promise<readonly KeyRow[]> {
  const idOf = ({ table, name }: Pick<KeyRow, 'table' | 'name'>): string => JSON.stringify([table, name]);
  const known = new Set(keys.map(idOf));
  const hidden = new Map(keyColumns.filter((row) => !known.has(idOf(row))).map((row) => [idOf(row), row]));
  const statements = new Map<string, string>();
  const found: KeyRow[] = [];
  for (const { table, name } of hidden.values()) {
    const owner = table ?? '';
    const sql =
      statements.get(owner) ?? (await createTable(connection, `${identifier(database)}.${identifier(owner)}`));
    statements.set(owner, sql);
    found.push({ table, name, ...rulesOf(sql, name ?? '', server.isMariaDb ? 'RESTRICT' : 'NO ACTION') });
  }
  return found;
}

async function createTable(connection: DatabaseConnection, table: string): Promise<string> {
  try {
    const [[, sql] = []] = await connection.query(`SHOW CREATE TABLE ${table}`);
    return typeof sql === 'string' ? sql : '';
  } catch (error) {
    if (error instanceof DatabaseError) return '';
    throw error;
  }
}

/** The rules of a key in the statement of its table; what is not said there is the server's own. */
export function rulesOf(sql: string, key: string, usual: string): Pick<KeyRow, 'onDelete' | 'onUpdate'> {
  const start = `\n  CONSTRAINT ${identifier(key)} FOREIGN KEY `;
  const at = sql.indexOf(start);
  const line = at < 0 ? '' : (sql.slice(at + start.length).split('\n')[0] ?? '');
  const rule = (event: string): string =>
    new RegExp(` ON ${event} (CASCADE|SET NULL|SET DEFAULT|NO ACTION|RESTRICT)`).exec(line)?.[1] ?? usual;
  return { onDelete: rule('DELETE'), onUpdate: rule('UPDATE') };
}
