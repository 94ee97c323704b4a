import Database from 'better-sqlite3';
import type { TestContext } from 'vitest';
import type { Catalog, CatalogTable } from '../../../src/platforms/catalog.js';
import type { DatabaseConnection, SqlValue } from '../../../src/platforms/connection.js';
import { introspection } from '../../../src/platforms/sqlite/introspect.js';

/** A database in memory, gone with the test. */
export function memory(statements: readonly string[], context?: TestContext): Database.Database {
  const database = new Database(':memory:');
  context?.onTestFinished(() => void database.close());
  for (const statement of statements) database.exec(statement);
  return database;
}

/** As much of a connection as reading takes. */
export function connectionTo(database: Database.Database): DatabaseConnection {
  const run = (sql: string, values: readonly SqlValue[]): Promise<SqlValue[][]> => {
    const rows = database
      .prepare(sql)
      .raw()
      .all(...values) as SqlValue[][];
    return Promise.resolve(rows);
  };
  const refuse = (): never => {
    throw new Error('reading a database changes nothing');
  };
  return {
    run,
    query: (sql) => run(sql, []),
    execute: refuse,
    begin: refuse,
    commit: refuse,
    rollback: refuse,
    close: refuse,
  };
}

export const readMemory = (statements: readonly string[], context?: TestContext): Promise<Catalog> =>
  introspection.read(connectionTo(memory(statements, context)), { schemas: [], exclude: () => false });

/** The one table of a statement, as the catalog has it. */
export async function readTable(sql: string, ...more: readonly string[]): Promise<CatalogTable> {
  const { tables } = await readMemory([sql, ...more]);
  const [table] = tables;
  if (table === undefined) throw new Error('there is no table');
  return table;
}

/**
 * The tables of a database of an SQLite that takes `"abc"` for a string in DDL. The driver does not, but it reads such a
 * database: `written` has texts of statements as that SQLite would have kept them, by the names of what they make.
 */
export async function readKept(
  statements: readonly string[],
  written: Readonly<Record<string, string>>,
): Promise<readonly CatalogTable[]> {
  const database = memory(statements).unsafeMode();
  database.pragma('writable_schema = ON');
  const write = database.prepare('UPDATE sqlite_master SET sql = ? WHERE name = ?');
  for (const [name, sql] of Object.entries(written)) write.run(sql, name);
  const reopened = new Database(database.serialize());
  return (await introspection.read(connectionTo(reopened), { schemas: [], exclude: () => false })).tables;
}
