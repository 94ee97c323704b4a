import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { type RandomSchema, schemasFrom } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { Random } from '../reverse/alters/random.js';
import { type InDatabase, inEmptyDatabases, readCatalog } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { printXml } from '../support/xml-tree.js';
import { type Plant, planted, plantKinds } from './plants.js';
import { edited, GENTLE_EDITS } from './random-edits.js';
import { fillTables, nameOf, type Quote, quoteOf } from './rows.js';
import { type Built, dropsIn, expectBuilt, freshCatalog } from './there-and-back.js';

/** A fiftieth of a full run, which bench/migration-planted.mjs does. */
const RUNS = numberOfRuns(6);
const MINUTES = randomMinutes();

interface Case {
  readonly plant: Plant;
  readonly a: Built;
  readonly b: Built;
  readonly edits: readonly string[];
}

async function randomCase(
  engine: Engine,
  schema: RandomSchema,
  kind: string,
  random: Random,
): Promise<Case | undefined> {
  const platform = await loadPlatform(adapterOf(engine));
  const build = (text: string): Built | undefined => {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || database.tables.some(({ skipSql }) => skipSql)) return undefined;
    return needsOthers(database, engine) || isForMariaDb(sql, engine) ? undefined : { text, sql, database };
  };
  const plant = schema.canRun ? planted(random, schema.tree, kind) : undefined;
  const a = plant === undefined ? undefined : build(printXml(plant.before));
  if (plant === undefined || a === undefined) return undefined;
  const { text, edits } = edited(random, plant.after, random.below(6), GENTLE_EDITS);
  const b = build(text);
  return b === undefined ? undefined : { plant, a, b, edits };
}

/** Everything that is in a database: its catalog, the rows of its tables and its history. */
async function contents(database: EngineDatabase, model: Database, quote: Quote): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const table of model.tables) {
    const all = await database.query(`SELECT * FROM ${nameOf(table, quote)}`);
    rows[table.name] = all.map((row) => JSON.stringify(row)).sort();
  }
  return { catalog: await readCatalog(database), rows, history: await database.query('SELECT * FROM orm_migration') };
}

/** Whether rows could be planted; throws unless the migration is refused because of them, and runs without them. */
async function tryCase(engine: Engine, inDatabase: InDatabase, { plant, a, b }: Case): Promise<boolean | undefined> {
  const quote = quoteOf(engine);
  if ((await freshCatalog(inDatabase, a.sql)) === undefined) return undefined;
  const fresh = await freshCatalog(inDatabase, b.sql);
  if (fresh === undefined) return undefined;
  return inDatabase(async (database) => {
    const cwd = mkdtempSync(join(tmpdir(), 'orm-planted-'));
    const run = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await orm(cwd, ...args);
      expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    };
    try {
      writeFileSync(join(cwd, 'orm.json'), configuration({ app: database.connection }));
      writeFileSync(join(cwd, 'schema.xml'), a.text);
      await run('migration:diff', '--name', 'before');
      await run('migration:migrate');
      await fillTables(database, a.database, quote, plant.values);
      const table = a.database.tables.find(({ name }) => name === plant.table);
      if (table === undefined) return false;
      const owner = nameOf(table, quote);
      if ((await database.query(`SELECT 1 FROM ${owner}`)).length < 3) return false;
      writeFileSync(join(cwd, 'schema.xml'), b.text);
      // The list of a sortable table with a new name has one, too.
      const asked = await orm(cwd, 'migration:diff', '--name', 'after');
      if (asked.code !== 0) await run('migration:diff', '--name', 'after', ...dropsIn(asked.stderr));
      const before = await contents(database, a.database, quote);
      const refused = await orm(cwd, 'migration:migrate', '--yes');
      const code = /stands? in the way: .*\(migration\/[\w-]+\)/.test(refused.stderr) ? refused.code : refused.stderr;
      expect({ kind: plant.kind, code }).toEqual({ kind: plant.kind, code: 1 });
      expect(await contents(database, a.database, quote)).toEqual(before);
      const remedy = Object.entries(plant.remedy).map(([name, value]) => `${quote(name)} = ${value}`);
      if (remedy.length === 0) return true;
      await database.query(`UPDATE ${owner} SET ${remedy.join(', ')}`);
      await run('migration:migrate', '--yes');
      await database.query('DROP TABLE orm_migration');
      await expectBuilt(database, fresh, b.database);
      return true;
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
}

describe('rows that a migration would fail at', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'stop it before its first statement on %s',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`planted rows: ${RUNS} on ${engine} with seed ${seed}`);
      const random = new Random(seed);
      const end = Date.now() + MINUTES * 60_000;
      const only = process.env['ORM_PLANT'];
      const kinds = plantKinds(adapterOf(engine)).filter((kind) => only === undefined || kind === only);
      const failures: string[] = [];
      const seen = new Map<string, number>();
      let [tried, refused, vain, at] = [0, 0, 0, random.below(kinds.length)];
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (const schema of schemasFrom(seed, RUNS * 40)) {
          if (tried >= RUNS || Date.now() > end) break;
          const kind = kinds[at % kinds.length] ?? '';
          const found = await randomCase(engine, schema, kind, random);
          if (found === undefined) continue;
          try {
            const done = await tryCase(engine, inDatabase, found);
            if (done === undefined) refused++;
            if (done !== true) {
              if (++vain > 30) throw new Error('no table takes such rows');
              continue;
            }
          } catch (error) {
            const actual =
              error instanceof Error && 'actual' in error ? JSON.stringify(error.actual).slice(0, 1500) : '';
            failures.push(
              `${kind}: ${error instanceof Error ? error.message : String(error)}\n${actual}\n${found.edits.join('\n')}\n${found.a.text}`,
            );
          }
          tried++;
          at++;
          vain = 0;
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
      });
      if (failures.length > 0) console.log(`${failures.length} of ${tried} failed`);
      expect(failures.sort((x, y) => x.length - y.length).slice(0, 6)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      expect(refused).toBeLessThan(3 + RUNS / 10);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        appendFileSync(report, `${engine}: ${tried} planted rows of ${seen.size} kinds, seed ${seed}\n`);
      }
    },
  );
});
