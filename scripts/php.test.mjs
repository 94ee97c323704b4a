// The guard of CI: no test may count as passed because an engine was missing or a runner did not run.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { suiteEngines } from './php/project.mjs';
import { checkout, run } from './php/tools.mjs';

const folder = mkdtempSync(join(tmpdir(), 'orm-php-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The suite where no engine was started: their state is in the temporary folder. */
function suite(args, env) {
  const noUrls = Object.fromEntries(suiteEngines.map((engine) => [`ORM_TEST_${engine.toUpperCase()}_URL`, '']));
  return run(process.execPath, ['scripts/php/suite.mjs', ...args], { env: { ...noUrls, TMPDIR: folder, ...env } });
}

let made = 0;
function summary(files, ...failedSteps) {
  const reports = join(folder, `reports-${made++}`);
  mkdirSync(reports);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(reports, name), text);
  return run(process.execPath, ['.ci/summary.mjs', reports, ...failedSteps]);
}

const passing = '<testsuites><testsuite><testcase name="a" assertions="1"/></testsuite></testsuites>';

for (const engine of suiteEngines.filter((each) => each !== 'sqlite')) {
  test(`the PHP suite fails on CI when ${engine} does not run`, async () => {
    const { code, output } = await suite(['--engine', engine], { CI: 'true' });
    assert.equal(code, 1, output);
    assert.match(output, new RegExp(`failed: ${engine} does not run; start it with: node scripts/engines.mjs start`));
  });
}

test('elsewhere it says that it skipped the engine', async () => {
  const { code, output } = await suite(['--engine', 'pgsql15'], { CI: '' });
  assert.equal(code, 0);
  assert.match(output, /SKIPPED: pgsql15 does not run/);
});

test('an engine that is named but cannot be reached is a failure everywhere', async () => {
  const url = 'mysql://orm:s3cret@127.0.0.1:1/orm_test';
  const { code, output } = await suite(['--engine', 'mariadb'], { CI: '', ORM_TEST_MARIADB_URL: url });
  assert.equal(code, 1);
  assert.match(output, /cannot create the database/);
  assert.doesNotMatch(output, /s3cret/);
});

test('an engine nobody knows, and a PHP without a driver, are failures', async () => {
  assert.match((await suite(['--engine', 'pgsql99'], {})).output, /unknown engine "pgsql99", expected one of pgsql15/);
  const { code, output } = await suite(['--engine', 'mariadb', '--php', '8.5'], {});
  assert.equal(code, 1);
  assert.match(output, /PHP 8\.5 has no driver for mariadb/);
});

test('a filter that finds no test is a failure', async () => {
  const { code } = await suite(['--unit', '--filter', 'noTestHasThisName'], {});
  assert.equal(code, 1);
});

/** A report of Vitest. */
const vitest = (passed, failures) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failures.length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ assertionResults: [{ status: 'passed', fullName: 'works', failureMessages: [] }, ...failures] }],
  });

test('the summary counts what PHPUnit wrote, and a skipped test as failed', async () => {
  const mixed = `<testsuites><testsuite tests="5">
    <testcase name="a" assertions="1"/><testcase name="b" assertions="1" time="0.1"></testcase>
    <testcase name="c"><failure type="x">&lt;testcase/&gt;</failure></testcase>
    <testcase name="d"><error type="x">y</error></testcase><testcase name="e"><skipped/></testcase>
    </testsuite></testsuites>`;
  const { code, output } = await summary({ 'php-sqlite.xml': mixed });
  assert.equal(code, 1);
  assert.match(output, /php-sqlite\.xml: 1 tests were skipped/);
  assert.match(output, /^failed in php-sqlite\.xml: <testcase name="c"$/m);
  assert.match(output, /\n2 passed, 3 failed\n$/);
});

test('the summary counts all runners together', async () => {
  const files = {
    expected: 'php-sqlite.xml\nvitest.json\nscripts.tap\n',
    'php-sqlite.xml': passing,
    'vitest.json': vitest(5, []),
    'scripts.tap': '# pass 2\n# fail 0\n# cancelled 0\n# skipped 0\n',
  };
  assert.deepEqual(await summary(files), { code: 0, output: '8 passed, 0 failed\n' });
});

test('the summary names the tests that failed', async () => {
  const failed = {
    status: 'failed',
    fullName: 'lists stay whole',
    failureMessages: ['Error: 1 is not 2\n  at a\n  at b\n  at c'],
  };
  const files = {
    'vitest.json': vitest(1, [failed]),
    'scripts.tap': 'not ok 1 - engines start\nok 2 - engines stop\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0\n',
  };
  const { code, output } = await summary(files);
  assert.equal(code, 1);
  assert.match(output, /^failed in scripts\.tap: not ok 1 - engines start$/m);
  assert.match(output, /^failed in vitest\.json: lists stay whole: Error: 1 is not 2 {3}at a {3}at b$/m);
  assert.match(output, /\n2 passed, 2 failed\n$/);
});

test('a report that was not written, or has no test, is a failure', async () => {
  const gone = await summary({ expected: 'php-sqlite.xml\nphp-mariadb.xml\n', 'php-sqlite.xml': passing });
  assert.equal(gone.code, 1);
  assert.equal(gone.output, 'php-mariadb.xml was not written: its tests did not run\n1 passed, 1 failed\n');
  const empty = await summary({ 'php-sqlite.xml': passing, 'php-mariadb.xml': '<testsuites/>' });
  assert.equal(empty.output, 'php-mariadb.xml has no test\n1 passed, 1 failed\n');
});

test('a failed step is a failure even when all tests passed', async () => {
  const { code, output } = await summary({ 'php-sqlite.xml': passing }, 'PHP: PHPStan');
  assert.equal(code, 1);
  assert.equal(output, 'failed: PHP: PHPStan\n1 passed, 1 failed\n');
});

test('the reports that CI expects are those of every engine and of every other PHP version', async () => {
  const script = readFileSync(join(checkout, '.ci/run'), 'utf8');
  const names = script.match(/^php-[a-z0-9.-]*\.xml$/gm);
  assert.deepEqual(names.sort(), [...suiteEngines, 'unit'].map((name) => `php-${name}.xml`).sort());
  const [line] = script.match(/^versions=.*$/m);
  const { output: others } = await run('bash', ['-c', `${line}; echo -n "$versions"`]);
  const { output: own } = await run('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;']);
  assert.deepEqual(
    others.split(','),
    ['8.2', '8.3', '8.4', '8.5'].filter((version) => version !== own),
  );
  assert.match(script, /echo "php-sqlite-\$version\.xml" >>"\$reports\/expected"/);
});

test('applications with frameworks are skipped where Composer cannot fetch packages, and say so', async () => {
  const frameworks = (env) => run(process.execPath, ['scripts/php/frameworks.mjs', '--only', 'symfony'], { env });
  const without = await frameworks({ ORM_PHP_NO_COMPOSER: '1' });
  assert.equal(without.code, 0);
  assert.match(without.output, /^!!! SKIPPED: the applications with frameworks/);
  const nowhere = 'http://127.0.0.1:1';
  const unreachable = await frameworks({
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, nowhere])),
    COMPOSER_CACHE_DIR: join(folder, 'composer'),
    TMPDIR: folder,
  });
  assert.equal(unreachable.code, 0, unreachable.output);
  assert.match(unreachable.output, /!!! SKIPPED: .*(?:cannot fetch its packages|for want of Composer packages)/);
});
