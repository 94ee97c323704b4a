import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { randomSchemas } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import {
  differencesFrom,
  driftFrom,
  expectStable,
  type InDatabase,
  inEmptyDatabases,
  readTurn,
  roundTripFrom,
  runScript,
} from './round-trip.js';

/** A fiftieth of a full run, which bench/reverse-random.mjs does. */
const RUNS = numberOfRuns(20);
const MINUTES = randomMinutes();

/** Reads a random schema back: its own, then one that was made of what was read. */
async function tryOne(engine: Engine, inDatabase: InDatabase, sql: string, model: Database): Promise<void> {
  const named = model.tables.flatMap(({ schema }) => schema ?? []);
  const request = named.length === 0 ? {} : { schemas: ['public', ...new Set(named)] };
  const first = await inDatabase(async (database) => {
    await runScript(database, sql);
    expect(await differencesFrom(database, model)).toEqual([]);
    const known = new Set(model.tables.map(({ name }) => name));
    expect((await driftFrom(database, model)).filter(({ table }) => known.has(table))).toEqual([]);
    return readTurn(database, request);
  });
  expectStable(await roundTripFrom(engine, first, request, inDatabase));
}

/** What was expected and what came, where the message only says that they differ. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const actual = 'actual' in error ? JSON.stringify(error.actual, null, 1) : '';
  return `${error.message}\n${actual.length > 4000 ? '' : actual}`;
}

describe('random schemas', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'are read back from %s as they are',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`random schemas: ${RUNS} read back from ${engine} with seed ${seed}`);
      const platform = await loadPlatform(adapterOf(engine));
      const failures: string[] = [];
      const end = Date.now() + MINUTES * 60_000;
      let tried = 0;
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (const schema of fc.sample(randomSchemas, { seed, numRuns: RUNS * 10 })) {
          if (tried >= RUNS || Date.now() > end) break;
          const { sql, database } = compileSchema(schema.text, platform);
          if (sql === undefined || !database || !schema.canRun) continue;
          if (needsOthers(database, engine) || isForMariaDb(sql, engine)) continue;
          tried++;
          await tryOne(engine, inDatabase, sql, database).catch((error: unknown) => {
            failures.push(`${reason(error)}\n${schema.text}`);
          });
        }
      });
      expect(failures.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) appendFileSync(report, `${engine}: ${tried} read back, seed ${seed}\n`);
    },
  );
});
