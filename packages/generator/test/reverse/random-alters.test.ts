import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import type { Alter, AlterKind } from './alters/alter.js';
import { type Base, randomBase } from './alters/base.js';
import { MARIADB, MYSQL } from './alters/mysql.js';
import { PGSQL } from './alters/pgsql.js';
import { Random } from './alters/random.js';
import { SQLITE } from './alters/sqlite.js';
import { differencesFrom, driftFrom, inEmptyDatabases, runScript } from './round-trip.js';

/** A fiftieth of a full run, which bench/random-alters.mjs does. */
const RUNS = numberOfRuns(10);
const MINUTES = randomMinutes();

const KINDS: Readonly<Record<Engine, readonly AlterKind[]>> = {
  pgsql15: PGSQL,
  pgsql18: PGSQL,
  mariadb: MARIADB,
  mariadb11: MARIADB,
  mysql9: MYSQL,
  sqlite: SQLITE,
};

/** One change of a kind that can be made here. */
function randomAlter(random: Random, base: Base, kinds: readonly AlterKind[]): Alter {
  for (;;) {
    const table = random.of(base.tables);
    const alter = random.of(kinds)({ random, base, table, column: random.of(table.columns) });
    if (alter !== undefined) return alter;
  }
}

async function make(database: EngineDatabase, { sql, rebuild, table }: Alter): Promise<void> {
  if (rebuild !== undefined) {
    const parts = await database.query(
      `SELECT type, sql FROM sqlite_master WHERE tbl_name = '${table}' AND sql IS NOT NULL ORDER BY type = 'table' DESC`,
    );
    const [first = '', ...indexes] = parts.map(({ sql: text }) => text ?? '');
    const changed = rebuild(first);
    if (changed === first) throw new Error(`nothing changed in\n${first}`);
    await runScript(database, ['PRAGMA foreign_keys = OFF', `DROP TABLE ${table}`, changed, ...indexes].join(';\n'));
    return;
  }
  for (const statement of sql) await database.query(statement);
}

describe('a change that somebody made behind our back', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'is named on %s, and nothing else',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`changes behind our back: ${RUNS} on ${engine} with seed ${seed}`);
      const random = new Random(seed);
      const platform = await loadPlatform(adapterOf(engine));
      const failures: string[] = [];
      const made = new Set<string>();
      const end = Date.now() + MINUTES * 60_000;
      let run = 0;
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (; run < RUNS && Date.now() < end; run++) {
          const base = randomBase(random, adapterOf(engine), engine.startsWith('mariadb'));
          const { sql, database: model, diagnostics } = compileSchema(base.xml, platform);
          if (sql === undefined || model === undefined) throw new Error(`${diagnostics[0]?.message}\n${base.xml}`);
          const alter = randomAlter(random, base, KINDS[engine]);
          made.add(alter.kind);
          await inDatabase(async (database) => {
            await runScript(database, sql);
            const readers = [differencesFrom, (each: EngineDatabase, of: Database) => driftFrom(each, of)];
            for (const read of readers) {
              const before = await read(database, model);
              if (before.length > 0) failures.push(`invented: ${JSON.stringify(before)}\n${base.xml}`);
            }
            await make(database, alter);
            // Migrations let comments of SQLite wait until a table is made anew.
            const isWaiting = engine === 'sqlite' && alter.kind.startsWith('comment');
            for (const read of isWaiting ? readers.slice(0, 1) : readers) {
              const lines = (await read(database, model)).map(
                ({ kind, status, table, name, what }) => `${table}: ${kind} ${status} ${name}: ${what}`,
              );
              const named = lines.filter((line) => line.startsWith(`${alter.table}: `));
              const isNamed = named.some((line) => alter.says.every((word) => line.includes(word)));
              if (isNamed && named.length === lines.length) continue;
              const wanted = `${alter.kind}: expected ${alter.table}: ${alter.says.join(' … ')}`;
              failures.push([wanted, ...lines, alter.sql.join('; ')].join('\n  '));
            }
          }).catch((error: unknown) => {
            failures.push(
              `${alter.kind}: ${error instanceof Error ? error.message : String(error)}\n${alter.sql.join('; ')}`,
            );
          });
        }
      });
      expect(failures.sort((a, b) => a.length - b.length).slice(0, 20)).toEqual([]);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        appendFileSync(report, `${engine}: ${run} changes of ${made.size} kinds, each named, seed ${seed}\n`);
      }
    },
  );
});
