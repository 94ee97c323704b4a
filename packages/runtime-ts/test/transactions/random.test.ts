import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberOfRuns, randomMinutes, randomSeed } from '../../../generator/test/properties/random-runs.js';
import { ENGINES, openBench } from '../support/transactions.js';
import { outcomeOf } from './trees/model.js';
import { play, TAKEN } from './trees/play.js';
import { OBJECTS, randomTrees } from './trees/tree.js';

const RUNS = numberOfRuns(200);
const BEFORE = { rows: [TAKEN], objects: Array.from({ length: OBJECTS }, () => 0) };

describe('random trees of concurrent nested transactions', () => {
  test.each(ENGINES)('leave on %s what the model says', { timeout: 7_200_000 }, async (engine) => {
    const seed = randomSeed();
    console.log(`random transactions: ${RUNS} trees on ${engine} with seed ${seed}`);
    const bench = await openBench(engine, 2);
    const end = Date.now() + randomMinutes() * 60_000;
    let [tried, committed] = [0, 0];
    const property = fc.asyncProperty(randomTrees(engine !== 'sqlite'), async (tree) => {
      if (Date.now() > end) return;
      tried++;
      await bench.clear();
      await bench.database.run(bench.insert(TAKEN));
      const expected = outcomeOf(tree, BEFORE, engine.startsWith('pgsql'));
      const { isCommitted, error, objects, settled } = await play(bench, tree);
      expect(isCommitted, String(error)).toBe(expected !== undefined);
      const { rows } = expected ?? BEFORE;
      const left = { objects, rows: await bench.ids(), taken: bench.pool.taken };
      const wanted = { objects: (expected ?? BEFORE).objects, rows: rows.toSorted((a, b) => a - b), taken: 0 };
      expect(left).toEqual(wanted);
      // What was forgotten does nothing later either.
      await settled;
      expect({ ...left, rows: await bench.ids(), taken: bench.pool.taken }).toEqual(wanted);
      expect(await bench.openTransactions()).toBe(0);
      if (isCommitted) committed++;
    });
    try {
      const run = await fc.check(property, { seed, numRuns: RUNS });
      if (run.failed) throw new Error(fc.defaultReportMessage(run) ?? 'failed', { cause: run.errorInstance });
      expect(bench.pool.broken).toBe(0);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        appendFileSync(report, `${engine}: ${tried} trees, ${committed} of them committed, seed ${seed}\n`);
      }
    } finally {
      await bench.drop();
    }
  });
});
