import { existsSync } from 'node:fs';
import type { DatabaseConnection } from '../connection.js';
import type { Execution } from '../execution.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { fileOf } from './file.js';
import { identifier, text } from './quoting.js';

export const execution: Execution = {
  transactional: true,
  failureEndsTransaction: false,
  isMissingObject: (error) => /^no such (table|index|trigger|view|column)\b/.test(error.message),
  isMissingDatabase: () => false,
  exists(settings) {
    const { path } = fileOf(settings);
    // Without a name it is a file that goes with the connection.
    return path === ':memory:' || path === '' || existsSync(path);
  },
  async tableRows(connection, names) {
    const tables: { name: string; sql: string; estimate: number | undefined }[] = [];
    const statistics = await estimates(connection);
    for (const name of names) {
      const table = name.at(-1)?.text ?? '';
      const schema = name.at(-2)?.text;
      const catalog = schema === undefined ? 'sqlite_master' : `${identifier(schema)}.sqlite_master`;
      // A schema that is not attached makes this fail, and then there is no such table.
      const [found] = await connection
        .query(`SELECT name FROM ${catalog} WHERE type = 'table' AND name = ${text(table)} COLLATE NOCASE`)
        .catch(() => []);
      if (found === undefined || tables.some((known) => known.name === String(found[0]))) continue;
      const real = String(found[0]);
      const prefix = schema === undefined ? '' : `${identifier(schema)}.`;
      tables.push({ name: real, sql: prefix + identifier(real), estimate: statistics.get(real) });
    }
    return lookIntoTables(connection, tables);
  },
  dependents: async (connection, plan) => (await import('./dependents.js')).dependents(connection, plan),
  replacingTables: async (connection, names) => (await import('./replacing.js')).replacingTables(connection, names),
  async prepare(connection) {
    // No effect inside a transaction, so it must come first. With foreign keys on, DROP TABLE deletes the rows one by
    // one and fires their actions ("DROP TABLE" in the manual).
    await connection.execute('PRAGMA foreign_keys = OFF');
    return orphans(connection).catch(() => undefined);
  },
  async verify(connection, prepared) {
    // A foreign key that was broken already makes the check itself fail, before and after.
    if (prepared === undefined) return undefined;
    const before = prepared as ReadonlyMap<string, number>;
    const found = [...(await orphans(connection))].filter(([place, count]) => count > (before.get(place) ?? 0));
    if (found.length === 0) return undefined;
    const list = found.map(([place, count]) => `${place} (${String(count)})`).join(', ');
    return `rows would point at nothing: ${list}`;
  },
};

/** What ANALYZE left behind: the first number of a line is the rows of the table. */
async function estimates(connection: DatabaseConnection): Promise<ReadonlyMap<string, number | undefined>> {
  const rows = await connection.query('SELECT tbl, stat FROM sqlite_stat1').catch(() => []);
  return new Map(rows.map(([table, stat]) => [String(table), estimateOf(String(stat).split(' ')[0])]));
}

/** How many rows of which table have no parent in which table. */
async function orphans(connection: DatabaseConnection): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query('SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2');
  return new Map(rows.map(([table, parent, count]) => [`${String(table)} → ${String(parent)}`, Number(count)]));
}
