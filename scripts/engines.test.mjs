// Runs the script as people do, in a temporary folder of its own: engines that run already are not touched.
// node --test scripts/engines.test.mjs

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engineOf } from './engines/engines.mjs';
import { engineUrl, nodeUrls, runningState } from './engines/locate.mjs';
import { endProcessesIn, processesIn, startTimeOf } from './engines/processes.mjs';
import { dataFolders, defaultNames, engineNames, enginePaths, login, urlVariable } from './engines/settings.mjs';
import { query } from './engines/wire-mysql.mjs';

const script = fileURLToPath(new URL('engines.mjs', import.meta.url));

// Open to all: a server started by root runs under another account.
const folder = mkdtempSync(join(tmpdir(), 'orm-test-'));
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;
for (const name of engineNames) delete process.env[urlVariable(name)];

/** Starts the script; `done` resolves to its exit code and output. */
function begin(args, env = {}) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const done = new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return { child, done, output: () => stdout };
}

function engines(args, env) {
  return begin(args, env).done;
}

async function until(isTrue) {
  for (const deadline = Date.now() + 60_000; !isTrue(); ) {
    assert.ok(Date.now() < deadline, 'waited too long');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function assertNothingLeft() {
  assert.deepEqual(readdirSync(folder), []);
  for (const name of engineNames) assert.deepEqual(dataFolders(engineOf(name)).flatMap(processesIn), []);
}

/** In CI every engine must be there; on a laptop a missing one is skipped with a reason. */
function unlessMissing(name) {
  const isMissing = !process.env.CI && !engineOf(name).isInstalled();
  return { skip: isMissing && `${name} is not installed`, timeout: 180_000 };
}

after(async () => {
  await engines(['stop']);
  rmSync(folder, { recursive: true, force: true });
});

describe('command line', () => {
  test('--help names every command, engine and variable', async () => {
    const { code, stdout } = await engines(['--help']);
    assert.equal(code, 0);
    const words = [
      'install',
      'start',
      'stop',
      'status',
      'env',
      'run',
      'clean',
      'extras',
      'lab',
      'ORM_PG18_DIR',
      ...engineNames,
    ];
    for (const word of words) assert.match(stdout, new RegExp(`\\b${word}\\b`));
  });

  test('unknown words fail and say what is expected', async () => {
    const command = await engines(['begin']);
    assert.equal(command.code, 1);
    assert.match(command.stderr, /unknown command "begin", expected one of install, start/);
    const engine = await engines(['start', 'oracle']);
    assert.equal(engine.code, 1);
    assert.match(engine.stderr, /unknown engine "oracle", expected one of pgsql15/);
    assert.equal((await engines(['run', 'pgsql15'])).code, 1);
  });

  test('stop is fine when nothing runs, env is not', async () => {
    assert.equal((await engines(['stop'])).code, 0);
    const env = await engines(['env']);
    assert.equal(env.code, 1);
    assert.equal(env.stdout, '');
    assertNothingLeft();
  });
});

describe('a server from the environment', () => {
  const url = 'postgres://someone:secret@127.0.0.1:1/db'; // nobody listens on port 1

  test('is found by engineUrl', () => {
    assert.equal(engineUrl('pgsql15'), undefined);
    process.env.ORM_TEST_PGSQL15_URL = url;
    try {
      assert.equal(engineUrl('pgsql15'), url);
    } finally {
      delete process.env.ORM_TEST_PGSQL15_URL;
    }
  });

  test('must be reachable, and its password is never shown', async () => {
    for (const command of ['start', 'status']) {
      const { code, stdout, stderr } = await engines([command, 'pgsql15'], { ORM_TEST_PGSQL15_URL: url });
      assert.equal(code, command === 'start' ? 1 : 0);
      assert.match(stdout + stderr, /ORM_TEST_PGSQL15_URL names 127\.0\.0\.1 port 1, which cannot be reached/);
      assert.doesNotMatch(stdout + stderr, /secret/);
    }
    assertNothingLeft();
  });
});

test('a server that fails is cleaned up and its log shown', async () => {
  const fake = mkdtempSync(join(tmpdir(), 'orm-fake-'));
  try {
    chmodSync(fake, 0o755);
    mkdirSync(join(fake, 'bin'));
    for (const program of ['initdb', 'postgres']) {
      writeFileSync(join(fake, 'bin', program), '#!/bin/sh\necho out of luck\nexit 3\n', { mode: 0o755 });
    }
    const { code, stderr } = await engines(['start', 'pgsql18'], { ORM_PG18_DIR: fake });
    assert.equal(code, 1);
    assert.match(stderr, /pgsql18: initdb ended with exit code 3\n {4}out of luck/);
  } finally {
    rmSync(fake, { recursive: true });
  }
  assertNothingLeft();
});

for (const name of defaultNames) {
  test(
    `${name} starts, survives a second start, is replaced when it was killed, and stops`,
    unlessMissing(name),
    async () => {
      const first = await engines(['start', name]);
      assert.equal(first.code, 0, first.stderr);
      const url = engineUrl(name);
      assert.match(url, /^(postgres|mysql):\/\/orm:orm@127\.0\.0\.1:\d+\/orm_test$/);
      assert.equal(first.stdout, `export ${urlVariable(name)}='${url}'\n`);
      assert.deepEqual((await engines(['env'])).stdout, first.stdout);

      const second = await engines(['start', name]);
      assert.match(second.stderr, new RegExp(`^${name}: running`));
      assert.equal(second.stdout, first.stdout);

      const { pid } = runningState(name);
      process.kill(pid, 'SIGKILL');
      await until(() => startTimeOf(pid) === undefined);
      assert.equal(engineUrl(name), undefined);
      assert.match((await engines(['status', name])).stdout, /died/);

      const third = await engines(['start', name]);
      assert.match(third.stderr, new RegExp(`^${name}: started`));
      assert.notEqual(runningState(name).pid, pid);

      const stopped = await engines(['stop', name]);
      assert.equal(stopped.code, 0);
      assert.match(stopped.stderr, new RegExp(`^${name}: stopped`));
      assertNothingLeft();
    },
  );
}

describe('galera', () => {
  test(
    'is three nodes with the same data, is replaced when one was killed, and stops',
    unlessMissing('galera'),
    async () => {
      const first = await engines(['start', 'galera']);
      assert.equal(first.code, 0, first.stderr);
      const urls = nodeUrls('galera');
      assert.equal(new Set(urls).size, 3);
      assert.equal(engineUrl('galera'), urls[0]);
      const variables = ['ORM_TEST_GALERA_URL', 'ORM_TEST_GALERA_2_URL', 'ORM_TEST_GALERA_3_URL'];
      assert.equal(first.stdout, variables.map((name, index) => `export ${name}='${urls[index]}'\n`).join(''));
      assert.deepEqual((await engines(['env'])).stdout, first.stdout);
      const seen = await engines(['run', 'galera', '--', 'sh', '-c', 'echo "$ORM_TEST_GALERA_3_URL"']);
      assert.ok(seen.stdout.endsWith(`${urls[2]}\n`), seen.stdout + seen.stderr);

      const on = (node, sql) => query({ ...login, port: Number(new URL(urls[node]).port) }, sql);
      await on(0, 'CREATE TABLE t (id INTEGER PRIMARY KEY)');
      await on(1, 'INSERT INTO t VALUES (7)');
      assert.equal(await on(2, 'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT id FROM t'), '7');

      const { pid } = runningState('galera').nodes[1];
      process.kill(pid, 'SIGKILL');
      await until(() => startTimeOf(pid) === undefined);
      assert.deepEqual(nodeUrls('galera'), []);
      assert.match((await engines(['status', 'galera'])).stdout, /died/);

      const again = await engines(['start', 'galera']);
      assert.match(again.stderr, /^galera: started/);
      assert.equal(nodeUrls('galera').length, 3);
      assert.equal((await engines(['stop', 'galera'])).code, 0);
      assertNothingLeft();
    },
  );

  test('a start interrupted between two nodes leaves nothing', unlessMissing('galera'), async () => {
    const { child, done } = begin(['start', 'galera']);
    await until(() => processesIn(dataFolders(engineOf('galera'))[1]).length > 0);
    child.kill('SIGINT');
    assert.notEqual((await done).code, 0);
    assertNothingLeft();
  });

  test('nodes of your own are found by their variables', () => {
    const given = ['mysql://a@h:1/d', 'mysql://a@h:2/d'];
    process.env.ORM_TEST_GALERA_URL = given[0];
    process.env.ORM_TEST_GALERA_2_URL = given[1];
    try {
      assert.deepEqual(nodeUrls('galera'), given);
    } finally {
      delete process.env.ORM_TEST_GALERA_URL;
      delete process.env.ORM_TEST_GALERA_2_URL;
    }
  });
});

test('a server that hangs is killed', unlessMissing('pgsql15'), async () => {
  await engines(['start', 'pgsql15']);
  const { pid } = runningState('pgsql15');
  process.kill(pid, 'SIGSTOP');
  await endProcessesIn(enginePaths('pgsql15').data, pid, 'SIGINT', 200);
  assert.equal(startTimeOf(pid), undefined);
  await engines(['stop', 'pgsql15']);
  assertNothingLeft();
});

test('two starts at the same time agree on one server', unlessMissing('pgsql15'), async () => {
  const results = await Promise.all([engines(['start', 'pgsql15']), engines(['start', 'pgsql15'])]);
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(results[0].stdout, results[1].stdout);
  await engines(['stop']);
  assertNothingLeft();
});

test('an interrupted start leaves nothing', unlessMissing('pgsql15'), async () => {
  const { child, done } = begin(['start', 'pgsql15']);
  await until(() => existsSync(enginePaths('pgsql15').data));
  child.kill('SIGINT');
  assert.notEqual((await done).code, 0);
  assertNothingLeft();
});

describe('run', () => {
  test('gives the command its URL, passes its exit code, then stops', unlessMissing('pgsql15'), async () => {
    const result = await engines(['run', 'pgsql15', '--', 'sh', '-c', 'echo "got $ORM_TEST_PGSQL15_URL"; exit 7']);
    assert.equal(result.code, 7, result.stderr);
    assert.match(result.stdout, /^got postgres:\/\/orm:orm@/m);
    assertNothingLeft();
  });

  test('leaves an engine running that ran before', unlessMissing('pgsql15'), async () => {
    await engines(['start', 'pgsql15']);
    const url = engineUrl('pgsql15');
    assert.equal((await engines(['run', 'pgsql15', '--', 'true'])).code, 0);
    assert.equal(engineUrl('pgsql15'), url);
    await engines(['stop']);
    assertNothingLeft();
  });

  test('passes a signal on and stops', unlessMissing('pgsql15'), async () => {
    const wait = 'trap "exit 9" TERM; echo waiting; while :; do sleep 0.1; done';
    const { child, done, output } = begin(['run', 'pgsql15', '--', 'sh', '-c', wait]);
    await until(() => output().includes('waiting'));
    child.kill('SIGTERM');
    assert.equal((await done).code, 9);
    assertNothingLeft();
  });
});
