import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { saidNames } from '../../src/cli/migration/names.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { type RandomSchema, schemasFrom } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { Random } from '../reverse/alters/random.js';
import { driftFrom, type InDatabase, inEmptyDatabases, runScript } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { edited } from './random-edits.js';
import { fillTables, keptValues, quoteOf } from './rows.js';
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
  readonly edits: readonly string[];
}

/** How many tables had rows, or undefined where a server refuses one of the schemas. */
async function tryPair(engine: Engine, inDatabase: InDatabase, pair: Pair): Promise<number | undefined> {
  const { a, b, up, down, changes, checks } = pair;
  const first = await freshCatalog(inDatabase, a.sql);
  const fresh = await freshCatalog(inDatabase, b.sql);
  if (first === undefined || fresh === undefined) return undefined;
  const quote = quoteOf(engine);
  return inDatabase(async (database) => {
    await runScript(database, a.sql);
    const filled = await fillTables(database, a.database, quote);
    const values = await keptValues(database, a.database, changes, 'before', quote);
    await expectNothingInTheWay(database, checks);
    await migrate(database, up);
    await expectBuilt(database, fresh, b.database);
    for (const exact of [false, true])
      expect({ exact, drift: await driftFrom(database, b.database, exact) }).toEqual({ exact, drift: [] });
    expect(await keptValues(database, a.database, changes, 'after', quote)).toEqual(values);
    await migrate(database, down);
    await expectBuilt(database, first, a.database);
    expect(await keptValues(database, a.database, changes, 'before', quote)).toEqual(values);
    return filled;
  });
}

async function editedPair(engine: Engine, schema: RandomSchema, random: Random): Promise<Pair | undefined> {
  const platform = await loadPlatform(adapterOf(engine));
  const build = (text: string): Built | undefined => {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || database.tables.some(({ skipSql }) => skipSql)) return undefined;
    return needsOthers(database, engine) || isForMariaDb(sql, engine) ? undefined : { text, sql, database };
  };
  const a = build(schema.text);
  if (a === undefined || !schema.canRun) return undefined;
  const { text, edits } = edited(random, schema.tree, 1 + random.below(20));
  const b = build(text);
  if (b === undefined) return undefined;
  const reporter = new Reporter();
  const { renames } = saidNames(
    reporter,
    { rename: [], drop: [] },
    b.database,
    platform.shape(a.database, DEFAULT_PLATFORM_OPTIONS),
    platform.shape(b.database, DEFAULT_PLATFORM_OPTIONS),
  );
  expect(reporter.diagnostics).toEqual([]);
  try {
    return { a, b, edits, ...(await wayBetween(platform, a.database, b.database, renames)) };
  } catch (error) {
    throw new Error(`${String(error)}\n${edits.join('\n')}\n${a.text}\n${text}`, { cause: error });
  }
}

describe('random edits of a schema with rows', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'keep every row on %s, there and back',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`random edits: ${RUNS} on ${engine} with seed ${seed}`);
      const random = new Random(seed);
      const end = Date.now() + MINUTES * 60_000;
      const failures: string[] = [];
      let [tried, refused, filled] = [0, 0, 0];
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (const schema of schemasFrom(seed, RUNS * 16)) {
          if (tried >= RUNS || Date.now() > end) break;
          const pair = await editedPair(engine, schema, random);
          if (pair === undefined) continue;
          try {
            const tables = await tryPair(engine, inDatabase, pair);
            if (tables === undefined) refused++;
            else {
              tried++;
              filled += tables;
            }
          } catch (error) {
            tried++;
            const actual =
              error instanceof Error && 'actual' in error ? JSON.stringify(error.actual).slice(0, 1500) : '';
            failures.push(
              `${error instanceof Error ? error.message : String(error)}\n${actual}\n${pair.edits.join('\n')}\n${pair.a.text}`,
            );
          }
        }
      });
      if (failures.length > 0) console.log(`${failures.length} of ${tried} failed`);
      expect(failures.sort((x, y) => x.length - y.length).slice(0, 3)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      expect(refused).toBeLessThan(3 + RUNS / 50);
      expect(filled).toBeGreaterThanOrEqual(Math.floor(tried / 2));
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        appendFileSync(report, `${engine}: ${tried} edited schemas, ${filled} tables with rows, seed ${seed}\n`);
      }
    },
  );
});
