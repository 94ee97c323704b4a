import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '../../src/changes/change.js';
import { compareShapes } from '../../src/changes/compare.js';
import { planChanges } from '../../src/migrations/plan.js';
import type { Database } from '../../src/model/model.js';
import { abilities as mysqlAbilities, alter as mysqlAlter } from '../../src/platforms/mysql/alter.js';
import { abilities as pgsqlAbilities, alter as pgsqlAlter } from '../../src/platforms/pgsql/alter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { abilities as sqliteAbilities, alter as sqliteAlter } from '../../src/platforms/sqlite/alter.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { randomSchemas } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { catalogDifferences } from '../reverse/catalog-differences.js';
import { differencesFrom, type InDatabase, inEmptyDatabases, readCatalog, runScript } from '../reverse/round-trip.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';

/** A fiftieth of a full run, which bench/migration-pairs.mjs does. */
const RUNS = numberOfRuns(20);
const MINUTES = randomMinutes();

const VENDORS = {
  pgsql: { abilities: pgsqlAbilities, alter: pgsqlAlter },
  mysql: { abilities: mysqlAbilities, alter: mysqlAlter },
  sqlite: { abilities: sqliteAbilities, alter: sqliteAlter },
};

interface Built {
  readonly text: string;
  readonly sql: string;
  readonly database: Database;
}

interface Pair {
  readonly a: Built;
  readonly b: Built;
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** A position of a column is no difference. */
const differencesOf = (first: readonly CatalogTable[], second: readonly CatalogTable[]): readonly unknown[] =>
  catalogDifferences(first, second).filter(({ what }) => !what.startsWith('order of columns'));

/** Comments stand in the text of a table on SQLite: they change when the table is made anew. */
const withoutComments = (tables: readonly CatalogTable[]): readonly CatalogTable[] =>
  tables.map((table) => ({
    ...table,
    comment: undefined,
    columns: table.columns.map((column) => ({ ...column, comment: undefined })),
  }));

async function expectBuilt(database: EngineDatabase, fresh: readonly CatalogTable[], model: Database): Promise<void> {
  const isSqlite = database.adapter === 'sqlite';
  const seen = isSqlite ? withoutComments : (tables: readonly CatalogTable[]) => tables;
  expect(differencesOf(seen(fresh), seen(await readCatalog(database)))).toEqual([]);
  const found = await differencesFrom(database, model);
  expect(found.filter(({ kind }) => !isSqlite || kind !== 'comment')).toEqual([]);
}

async function migrate(database: EngineDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await database.query(statement).catch((error: unknown) => {
      throw new Error(
        `${error instanceof Error ? error.message : String(error)}\n${statement}\n---\n${statements.join(';\n')}`,
      );
    });
  }
}

/** What a fresh build has, or undefined where the server refuses it. */
async function freshCatalog(inDatabase: InDatabase, sql: string): Promise<readonly CatalogTable[] | undefined> {
  return inDatabase(async (database) => {
    try {
      await runScript(database, sql);
    } catch {
      return undefined;
    }
    return readCatalog(database);
  });
}

/** Whether both databases can be built; throws unless each becomes the other one. */
async function tryPair(inDatabase: InDatabase, { a, b, up, down }: Pair): Promise<boolean> {
  const first = await freshCatalog(inDatabase, a.sql);
  const fresh = await freshCatalog(inDatabase, b.sql);
  if (first === undefined || fresh === undefined) return false;
  await inDatabase(async (database) => {
    await runScript(database, a.sql);
    if (database.adapter === 'sqlite') await database.query('PRAGMA foreign_keys = OFF');
    await migrate(database, up);
    await expectBuilt(database, fresh, b.database);
    await migrate(database, down);
    await expectBuilt(database, first, a.database);
  });
  return true;
}

async function randomPairs(engine: Engine, seed: number): Promise<Pair[]> {
  const adapter = adapterOf(engine);
  const { abilities, alter } = VENDORS[adapter];
  const platform = await loadPlatform(adapter);
  const built = fc.sample(randomSchemas, { seed, numRuns: RUNS * 16 }).flatMap(({ text, canRun }): Built[] => {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || !canRun || database.tables.some(({ skipSql }) => skipSql)) return [];
    return needsOthers(database, engine) || isForMariaDb(sql, engine) ? [] : [{ text, sql, database }];
  });
  return built.flatMap((a, at) => {
    const b = built[at + 1];
    if (at % 2 === 1 || b === undefined) return [];
    const before = platform.shape(a.database, DEFAULT_PLATFORM_OPTIONS);
    const after = platform.shape(b.database, DEFAULT_PLATFORM_OPTIONS);
    const changes = compareShapes(before, after);
    try {
      const up = planChanges(before, changes, abilities).flatMap(alter);
      const down = planChanges(after, inverse(changes), abilities).flatMap(alter);
      return [{ a, b, up, down }];
    } catch (error) {
      // What a table once had cannot always be taken back without saying what comes instead.
      if (error instanceof Error && /^MySQL cannot take .* back/.test(error.message)) return [];
      throw error;
    }
  });
}

describe('random pairs of databases', () => {
  it.for(ENGINES)('become each other on %s', { timeout: 3_600_000 }, async (engine, { skip }) => {
    const missing = missingEngine(engine);
    if (missing !== undefined) skip(missing);
    const seed = randomSeed();
    console.log(`random pairs: ${RUNS} on ${engine} with seed ${seed}`);
    const end = Date.now() + MINUTES * 60_000;
    const failures: string[] = [];
    let [tried, refused] = [0, 0];
    await inEmptyDatabases(engine, async (inDatabase) => {
      for (const pair of await randomPairs(engine, seed)) {
        if (tried >= RUNS || Date.now() > end) break;
        try {
          if (await tryPair(inDatabase, pair)) tried++;
          else refused++;
        } catch (error) {
          tried++;
          const actual = error instanceof Error && 'actual' in error ? JSON.stringify(error.actual).slice(0, 1500) : '';
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
  });
});
