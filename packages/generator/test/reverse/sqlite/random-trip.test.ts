import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';
import { findingLines } from '../raw-facts.js';
import { inNewDatabase, readTurn, runScript } from '../round-trip.js';
import { memory } from './memory.js';
import { randomTables } from './random-create-table.js';

const RUNS = numberOfRuns(25);

test('a table in any words that SQLite takes becomes a schema that is stable after one turn', {
  timeout: 60_000 + RUNS * 2000,
}, async () => {
  const seed = randomSeed();
  console.log(`round trips of odd SQLite tables: ${String(RUNS)} with seed ${String(seed)}`);
  await fc.assert(
    fc.asyncProperty(randomTables, async ({ sql }) => {
      const database = memory([]);
      try {
        database.exec(sql);
      } catch {
        return;
      } finally {
        database.close();
      }
      const first = await inNewDatabase('sqlite', async (made) => {
        await runScript(made, sql);
        return readTurn(made);
      });
      const second = await inNewDatabase('sqlite', async (made) => {
        await runScript(made, first.sql);
        return readTurn(made);
      });
      expect(second.xml).toBe(first.xml);
      expect(findingLines(second.reversed.findings.filter(({ lost }) => lost))).toBe('');
    }),
    { seed, numRuns: RUNS },
  );
});
