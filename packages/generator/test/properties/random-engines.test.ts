import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineName, engineUrl } from '../../../../scripts/engines/locate.mjs';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { mysqlRunner, pgsqlRunner, type ScriptRunner } from './engines.js';
import { numberOfRuns, randomSeed } from './random-runs.js';
import { randomSchemas } from './random-schema.js';

const ENGINES: readonly (readonly [EngineName, 'pgsql' | 'mysql', (url: string) => Promise<ScriptRunner>])[] = [
  ['pgsql15', 'pgsql', pgsqlRunner],
  ['pgsql18', 'pgsql', pgsqlRunner],
  ['mariadb', 'mysql', mysqlRunner],
  ['mysql9', 'mysql', mysqlRunner],
];

/** Ten per engine, or a fiftieth of a full run of the random schemas. */
const RUNS = Math.max(10, Math.round(numberOfRuns(500) / 50));

/** True when a constraint points at a table that the script leaves to somebody else to create. */
const needsOthers = (database: Database): boolean =>
  database.tables.some(({ foreignKeys }) => foreignKeys.some((key) => key.constraint && key.foreignTable.skipSql));

describe('random schemas that are valid', () => {
  for (const [name, adapter, connect] of ENGINES) {
    const url = engineUrl(name);
    it.skipIf(url === undefined && process.env['CI'] === undefined)(
      `run twice on ${name}`,
      async () => {
        if (url === undefined) throw new Error(`${name} does not run: start it with "npm run engines start"`);
        const seed = randomSeed();
        console.log(`random schemas: ${RUNS} on ${name} with seed ${seed}`);
        const platform = await loadPlatform(adapter);
        const failures: string[] = [];
        const runner = await connect(url);
        let executed = 0;
        try {
          for (const schema of fc.sample(randomSchemas, { seed, numRuns: RUNS * 10 })) {
            if (executed >= RUNS) break;
            const { sql, database } = compileSchema(schema.text, platform);
            if (sql === undefined || !database || !schema.canRun || needsOthers(database)) continue;
            executed++;
            await runner.run(sql).catch((error: unknown) => failures.push(`${String(error)}\n${schema.text}`));
          }
        } finally {
          await runner.close();
        }
        expect(failures.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
        expect(executed).toBe(RUNS);
        const report = process.env['ORM_RANDOM_REPORT'];
        if (report !== undefined) appendFileSync(`${report}.engines`, `${name}: ${executed} executed, seed ${seed}\n`);
      },
      1_800_000,
    );
  }
});
