import { onTestFinished, type TestContext } from 'vitest';
import { type Engine, missingEngine, openDatabase } from './engines.js';

/** A database for one test, which takes it away. Without the engine the test fails in CI and is skipped elsewhere, saying why. */
export async function ownDatabase(engine: Engine, context: TestContext): ReturnType<typeof openDatabase> {
  const missing = missingEngine(engine);
  if (missing !== undefined) context.skip(missing);
  const database = await openDatabase(engine);
  onTestFinished(() => database.drop());
  return database;
}
