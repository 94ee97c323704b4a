// The lab in small: node --test bench/lab/lab.test.mjs. Full sizes: run.mjs. ORM_LAB_SEED repeats a run as far as processes
// can be repeated. What is not installed fails; nothing is skipped.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { login } from '../../scripts/engines/settings.mjs';
import { freshSeed } from '../lists/run.mjs';
import { endInOrder, withLab } from './lab.mjs';
import { PostgresNode } from './postgres.mjs';
import { startPgbouncer } from './proxies.mjs';
import { table } from './report.mjs';
import { runScenario } from './scenarios.mjs';

endInOrder();
const ORM = fileURLToPath(new URL('../../packages/generator/bin/orm', import.meta.url));
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

test('PgBouncer in transaction mode: a migration is refused, and runs on the server itself', async (t) => {
  t.diagnostic(`seed ${seed}`);
  await withLab({ seed, quiet: true }, async (lab) => {
    const node = await PostgresNode.create(lab, 'n1');
    await node.initialize();
    const pooler = await startPgbouncer(lab, node, { poolSize: 4 });
    const folder = lab.makeFolder('project');
    const connect = (dsn) =>
      writeFileSync(
        join(folder, 'orm.json'),
        JSON.stringify({ orm: { database: { connections: { shop: { adapter: 'pgsql', dsn, user: login.user } } } } }),
      );
    const orm = (...args) => spawnSync(process.execPath, [ORM, ...args], { cwd: folder, encoding: 'utf8' });
    writeFileSync(
      join(folder, 'schema.xml'),
      '<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
    );
    connect(pooler.dsn('postgres'));
    assert.equal(orm('migration:diff').status, 0);
    const refused = orm('migration:migrate');
    assert.equal(refused.status, 1, refused.stderr);
    assert.match(refused.stderr, /error: the connection "shop" goes through a pool that shares sessions/);
    assert.equal(await node.sql("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'"), '0');
    connect(`pgsql:host=127.0.0.1;port=${node.port};dbname=postgres`);
    const done = orm('migration:migrate');
    assert.equal(done.status, 0, done.stderr);
    assert.equal(await node.sql('SELECT COUNT(*) FROM book'), '0');
  });
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
