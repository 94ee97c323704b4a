// Lists on a cluster of three nodes, in small: node scripts/engines.mjs run galera -- node --test bench/lists-galera.test.mjs
// The full size is lists-galera.mjs. Without a cluster these tests fail; they are not skipped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareLoad, classLoad, refusals, savepoints } from './galera/cluster.mjs';

const seed = Number(process.env.ORM_GALERA_SEED ?? Date.now() % 1e6);

/** Lists 1..n and equal on three nodes, with the rows that were acknowledged. */
function assertRight({ errors, found, lost, stray }) {
  assert.deepEqual({ errors, lost, stray }, { errors: {}, lost: 0, stray: 0 });
  for (const { table, nodes, same, wrong, rows, ranked } of found) {
    assert.deepEqual(
      { table, nodes, same, wrong, unranked: rows - ranked },
      { table, nodes: 3, same: true, wrong: 0, unranked: 0 },
    );
  }
}

test('writers on all nodes leave lists with a header table right, and the same on every node', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const result = await classLoad({ writers: 6, operations: 1800, seed });
  t.diagnostic(JSON.stringify(result));
  assertRight(result);
  const { own, callable } = result.conflicts;
  assert.equal(own + callable, 0, 'conflicts that reached who did not open the transaction');
  assert.ok(result.retries > 0, 'the nodes were never in conflict: nothing is proven');
  assert.ok(result.own > 100 && result.callable > 50 && result.byHand > 20);
});

test('the same protocol in bare PDO is right, and named locks alone are found wrong', async (t) => {
  const size = { writers: 6, operations: 600, seed };
  assertRight(await bareLoad('header', size));
  const [named] = (await bareLoad('named', size)).found;
  t.diagnostic(`named locks: ${named.wrong} of ${named.lists} lists wrong`);
  assert.ok(named.wrong > 0, 'this check would not have seen a wrong list');
});

test('a list without a header table is refused on every node, with the parameter to add', async () => {
  for (const { answers, rows, read } of await refusals()) {
    for (const [call, answer] of Object.entries(answers)) {
      assert.match(answer, /^Orm\\Runtime\\Exception\\\w+: .*cluster.*header_table/s, call);
    }
    assert.deepEqual(rows, { a: 1, b: 2, c: 3 });
    assert.equal(read, 'still a');
  }
});

test('a transaction that goes back to savepoints leaves the cluster whole, or is refused', async () => {
  const { answers, ...left } = await savepoints();
  assert.deepEqual(left, { same: true, nodes: 3, rows: 2 });
  assert.equal(answers.one, 'done');
  assert.equal(answers['one after the other'], 'done');
  assert.match(answers['inside another'], /second savepoint.*breaks the cluster.*log_bin/);
  assert.match(answers['inside one that is kept, inside another'], /second savepoint.*breaks the cluster.*log_bin/);
});
