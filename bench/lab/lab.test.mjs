// The lab in small: node --test bench/lab/lab.test.mjs. Full sizes: run.mjs. ORM_LAB_SEED repeats a run as far as processes
// can be repeated. What is not installed fails; nothing is skipped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshSeed } from '../lists/run.mjs';
import { endInOrder } from './lab.mjs';
import { table } from './report.mjs';
import { runScenario } from './scenarios.mjs';

endInOrder();
const seed = Number(process.env.ORM_LAB_SEED ?? freshSeed());

/** Runs a scenario in small; every variant must be right, and have done some work. */
async function play(t, name, { least, ...options }) {
  t.diagnostic(`seed ${seed}`);
  const results = await runScenario(name, { minutes: 5, writers: 6, seed, quiet: true, ...options });
  for (const line of table(results).split('\n').slice(2)) t.diagnostic(line);
  for (const result of results) {
    assert.deepEqual(result.problems, [], [name, result.variant].filter(Boolean).join(', '));
    assert.ok(result.acknowledged >= least, `only ${result.acknowledged} transactions were acknowledged`);
  }
  return results;
}

test('PgBouncer in transaction mode mixes up no statements, whatever the settings', async (t) => {
  await play(t, 'pgbouncer', { seconds: 6, least: 50 });
});

test('Pgpool-II sends no lock, and no read under one, to a standby', async (t) => {
  await play(t, 'pgpool', { seconds: 6, least: 50 });
});

test('writers leave a server that was demoted and stays up', async (t) => {
  await play(t, 'switchover', { seconds: 15, least: 50 });
});

test('with a synchronous standby a failover loses nothing, and writers are back in time', async (t) => {
  await play(t, 'failover', { seconds: 15, least: 50 });
});

test('the judge sees what an asynchronous standby loses', async (t) => {
  const [{ lost }] = await play(t, 'control', { seconds: 5, least: 50 });
  assert.ok(lost > 0);
});
