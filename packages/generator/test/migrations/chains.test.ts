import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlatform } from '../../src/platforms/registry.js';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { type RandomSchema, schemasFrom } from '../properties/random-schema.js';
import { isForMariaDb, needsOthers } from '../properties/runnable.js';
import { Random } from '../reverse/alters/random.js';
import { type InDatabase, inEmptyDatabases, readCatalog } from '../reverse/round-trip.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { walk, type XmlNode } from '../support/xml-tree.js';
import { edited, LASTING_EDITS } from './random-edits.js';
import { fillTables, nameOf, quoteOf } from './rows.js';
import { type Built, dropsIn, expectSame, freshCatalog } from './there-and-back.js';

/** A fiftieth of a full run, which bench/migration-chains.mjs does. */
const RUNS = numberOfRuns(2);
const MINUTES = randomMinutes();
const LENGTH = 10;

/** Schemas that a team could have one after the other, each with the edits that led to it. */
interface Chain {
  readonly links: readonly Built[];
  readonly edits: readonly string[];
}

async function randomChain(engine: Engine, schema: RandomSchema, random: Random): Promise<Chain | undefined> {
  const platform = await loadPlatform(adapterOf(engine));
  const build = (text: string): Built | undefined => {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || database.tables.some(({ skipSql }) => skipSql)) return undefined;
    return needsOthers(database, engine) || isForMariaDb(sql, engine) ? undefined : { text, sql, database };
  };
  const first = schema.canRun ? build(schema.text) : undefined;
  if (first === undefined) return undefined;
  const links = [first];
  const all: string[] = [];
  let tree: XmlNode = schema.tree;
  for (let tries = 1; links.length < LENGTH && tries < LENGTH * 4; tries++) {
    const next = edited(random, withoutOldNames(random, tree), 1 + random.below(6), LASTING_EDITS, tries * 200);
    const link = build(next.text);
    if (link === undefined) continue;
    tree = next.tree;
    links.push(link);
    all.push(`${String(links.length)}: ${next.edits.join(', ')}`);
  }
  return links.length === LENGTH ? { links, edits: all } : undefined;
}

/** What a migration has renamed may be renamed again. Some people leave the old names in their schema. */
function withoutOldNames(random: Random, tree: XmlNode): XmlNode {
  const copy = structuredClone(tree);
  for (const { node } of walk(copy)) if (random.chance(70)) delete node.attributes['renamedFrom'];
  return copy;
}

const rowsIn = async (database: EngineDatabase, { database: model }: Built): Promise<number> => {
  let count = 0;
  for (const table of model.tables) {
    const rows = await database.query(`SELECT 1 FROM ${nameOf(table, quoteOf(database.engine))}`);
    count += rows.length;
  }
  return count;
};

/** Throws unless each migration makes its schema, and undoing all of them makes every one again. */
async function tryChain(inDatabase: InDatabase, { links }: Chain): Promise<boolean> {
  const fresh: (readonly CatalogTable[])[] = [];
  for (const { sql } of links) {
    const catalog = await freshCatalog(inDatabase, sql);
    if (catalog === undefined) return false;
    fresh.push(catalog);
  }
  return inDatabase(async (database) => {
    const cwd = mkdtempSync(join(tmpdir(), 'orm-chains-'));
    const run = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await orm(cwd, ...args);
      expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
      expect(stderr).not.toContain('is not what its migrations say');
    };
    const expectLink = async (at: number): Promise<void> => {
      const tables = (await readCatalog(database)).filter(({ name }) => name !== 'orm_migration');
      expectSame(database, fresh[at] ?? [], tables);
    };
    try {
      writeFileSync(join(cwd, 'orm.json'), configuration({ app: database.connection }));
      const counts: number[] = [];
      const done: number[] = [];
      const ran = async (): Promise<number> => (await database.query('SELECT 1 FROM orm_migration')).length;
      for (const [at, link] of links.entries()) {
        writeFileSync(join(cwd, 'schema.xml'), link.text);
        const asked = await orm(cwd, 'migration:diff', '--name', `link${String(at)}`);
        if (asked.code !== 0) await run('migration:diff', '--name', `link${String(at)}`, ...dropsIn(asked.stderr));
        await run('migration:migrate', '--yes');
        await expectLink(at);
        if (at === 0) await fillTables(database, link.database, quoteOf(database.engine));
        counts.push(await rowsIn(database, link));
        done.push(await ran());
        await run('migration:diff', '--check');
      }
      // Rows are lost with their tables only.
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      for (let at = links.length - 2; at >= 0; at--) {
        // A schema that differs in nothing that a database sees has no migration.
        if ((await ran()) > (done[at] ?? 0)) await run('migration:down', '--yes');
        await expectLink(at);
      }
      return true;
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
}

describe('ten migrations one after the other', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'make each schema, and all the way back, on %s',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`chains: ${RUNS} on ${engine} with seed ${seed}`);
      const random = new Random(seed);
      const end = Date.now() + MINUTES * 60_000;
      const failures: string[] = [];
      let [tried, refused] = [0, 0];
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (const schema of schemasFrom(seed, RUNS * 30)) {
          if (tried >= RUNS || Date.now() > end) break;
          const chain = await randomChain(engine, schema, random);
          if (chain === undefined) continue;
          try {
            if (await tryChain(inDatabase, chain)) tried++;
            else refused++;
          } catch (error) {
            tried++;
            const actual =
              error instanceof Error && 'actual' in error ? JSON.stringify(error.actual).slice(0, 1500) : '';
            failures.push(
              `${error instanceof Error ? error.message : String(error)}\n${actual}\n${chain.edits.join('\n')}\n${chain.links[0]?.text ?? ''}`,
            );
          }
        }
      });
      if (failures.length > 0) console.log(`${failures.length} of ${tried} failed`);
      expect(failures.sort((x, y) => x.length - y.length).slice(0, 3)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      expect(refused).toBeLessThan(3 + RUNS / 10);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined)
        appendFileSync(report, `${engine}: ${tried} chains of ${LENGTH} migrations, seed ${seed}\n`);
    },
  );
});
