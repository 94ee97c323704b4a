import { onTestFinished, type TestContext } from 'vitest';
import { type Engine, missingEngine, openDatabase } from '../../support/engines.js';
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
  const missing = missingEngine(engine);
  if (missing !== undefined) context.skip(missing);
  const database = await openDatabase(engine);
  const { adapter, connection } = database;
  onTestFinished(() => database.drop());
  return {
    adapter,
    name: /dbname=([^;]+)/.exec(connection.dsn ?? '')?.[1] ?? '',
    connection,
    password: connection.password ?? '',
    query: async (sql) => (await database.query(sql)).map((row) => Object.values(row)),
  };
}
