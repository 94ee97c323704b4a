import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CannotAlter } from '../../src/platforms/operation.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { schemasFrom } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { type InDatabase, inEmptyDatabases, runScript } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import {
  type Built,
  expectBuilt,
  expectNothingInTheWay,
  freshCatalog,
  migrate,
  type Way,
  wayBetween,
} from './there-and-back.js';

/** A fiftieth of a full run, which bench/migration-pairs.mjs does. */
const RUNS = numberOfRuns(10);
const MINUTES = randomMinutes();

interface Pair extends Way {
  readonly a: Built;
  readonly b: Built;
}

/** Whether both databases can be built; throws unless each becomes the other one. */
async function tryPair(inDatabase: InDatabase, { a, b, up, down, checks }: Pair): Promise<boolean> {
  const first = await freshCatalog(inDatabase, a.sql);
  const fresh = await freshCatalog(inDatabase, b.sql);
  if (first === undefined || fresh === undefined) return false;
  await inDatabase(async (database) => {
    await runScript(database, a.sql);
    await expectNothingInTheWay(database, checks);
    await migrate(database, up);
    await expectBuilt(database, fresh, b.database);
    await migrate(database, down);
    await expectBuilt(database, first, a.database);
  });
  return true;
}

async function* randomPairs(engine: Engine, seed: number): AsyncGenerator<Pair> {
  const platform = await loadPlatform(adapterOf(engine));
  let first: Built | undefined;
  for (const { text, canRun } of schemasFrom(seed, RUNS * 16)) {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || !canRun || database.tables.some(({ skipSql }) => skipSql)) continue;
    if (needsOthers(database, engine) || isForMariaDb(sql, engine)) continue;
    const [a, b] = [first, { text, sql, database }];
    first = a === undefined ? b : undefined;
    if (a === undefined) continue;
    try {
      yield { a, b, ...(await wayBetween(platform, a.database, b.database)) };
    } catch (error) {
      // What a table once had cannot always be taken back without saying what comes instead.
      if (!(error instanceof CannotAlter)) throw error;
    }
  }
}

describe('random pairs of databases', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'become each other on %s',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`random pairs: ${RUNS} on ${engine} with seed ${seed}`);
      const end = Date.now() + MINUTES * 60_000;
      const failures: string[] = [];
      let [tried, refused] = [0, 0];
      await inEmptyDatabases(engine, async (inDatabase) => {
        for await (const pair of randomPairs(engine, seed)) {
          if (tried >= RUNS || Date.now() > end) break;
          try {
            if (await tryPair(inDatabase, pair)) tried++;
            else refused++;
          } catch (error) {
            tried++;
            const actual =
              error instanceof Error && 'actual' in error ? JSON.stringify(error.actual).slice(0, 1500) : '';
            failures.push(`${error instanceof Error ? error.message : String(error)}\n${actual}`);
          }
        }
      });
      if (failures.length > 0) console.log(`${failures.length} of ${tried} failed`);
      expect(failures.sort((x, y) => x.length - y.length).slice(0, 3)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      // A server may refuse a random schema, but seldom.
      expect(refused).toBeLessThan(3 + RUNS / 50);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) appendFileSync(report, `${engine}: ${tried} pairs there and back, seed ${seed}\n`);
    },
  );
});
