import type { TestContext } from 'vitest';
import type { Engine } from '../../support/engines.js';
import { ownDatabase } from '../../support/own-database.js';
import type { TestConnection } from './project.js';

/** A database of its own for one test, on a real server. */
export interface TestDatabase {
  readonly adapter: 'pgsql' | 'mysql' | 'sqlite';
  readonly name: string;
  readonly connection: TestConnection;
  readonly password: string;
  /** Runs a statement outside of `orm`; values come as text. */
  query(sql: string): Promise<readonly (readonly (string | null)[])[]>;
}

/** A fresh database on an engine. Without the engine the test fails in CI and is skipped elsewhere, saying why. */
export async function freshDatabase(engine: Engine, context: TestContext): Promise<TestDatabase> {
  const database = await ownDatabase(engine, context);
  const { adapter, connection } = database;
  return {
    adapter,
    name: /dbname=([^;]+)/.exec(connection.dsn ?? '')?.[1] ?? '',
    connection,
    password: connection.password ?? '',
    query: async (sql) => (await database.query(sql)).map((row) => Object.values(row)),
  };
}
