// Runs the PHP tests on real engines, through classes that the real `orm` has generated:
//   node scripts/php/suite.mjs [--engine pgsql15,mariadb] [--php 8.2,8.5] [--filter NAME] [--junit FOLDER] [--jobs N]
//   node scripts/php/suite.mjs --unit       the tests that need no engine

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineUrl } from '../engines/locate.mjs';
import { urlVariable } from '../engines/settings.mjs';
import { adapterOf, buildProject, missingEngine, suiteEngines } from './project.mjs';
import { checkout, inParallel, phpunit, run, runtimeFolder } from './tools.mjs';

const { values: options } = parseArgs({
  options: {
    unit: { type: 'boolean', default: false },
    engine: { type: 'string', default: suiteEngines.join() },
    php: { type: 'string', default: '' },
    filter: { type: 'string' },
    junit: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});
const isCi = process.env.CI === 'true';

/** Everything to run: the suite on an engine, with this machine's PHP or with one of `wasm.mjs`. */
function plannedRuns() {
  const versions = options.php === '' ? [undefined] : options.php.split(',');
  const engines = options.unit ? [undefined] : options.engine.split(',');
  const unknown = engines.find((engine) => engine && !suiteEngines.includes(engine));
  if (unknown) throw new Error(`unknown engine "${unknown}", expected one of ${suiteEngines.join(', ')}`);
  const runs = engines.flatMap((engine) => versions.map((php) => ({ engine, php })));
  const impossible = runs.find(({ engine, php }) => php && engine && engine !== 'sqlite');
  if (impossible) throw new Error(`PHP ${impossible.php} has no driver for ${impossible.engine}: use --engine sqlite`);
  return runs;
}

function nameOf({ engine, php }) {
  return ['php', engine ?? 'unit', php].filter(Boolean).join('-');
}

async function runOne(planned) {
  const { engine } = planned;
  const missing = engine && missingEngine(engine);
  if (missing) return { code: isCi ? 1 : 0, output: `${isCi ? 'failed' : 'SKIPPED'}: ${missing}\n` };
  const begun = performance.now();
  let project;
  try {
    project = engine && (await buildProject(engine));
    const result = await runPhpunit(planned, project?.folder);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    return { code: result.code, output: `${result.output.trimEnd()}\n(${seconds} s with the build)\n` };
  } catch (error) {
    return { code: 1, output: `${error.message}\n` };
  } finally {
    await project?.remove();
  }
}

/** Another PHP also runs the unit tests that need no server, for what is new or deprecated in it. */
function testSuites(engine, php) {
  if (!engine) return php ? 'portable' : 'unit';
  return php ? 'engine,portable' : 'engine';
}

/** Unit tests of the adapters look for servers in the environment. */
function urls() {
  const running = suiteEngines.filter((engine) => engine !== 'sqlite' && engineUrl(engine));
  return Object.fromEntries(running.map((engine) => [urlVariable(engine), engineUrl(engine)]));
}

async function runPhpunit({ engine, php }, folder) {
  const { program, configuration, settings } = phpunit();
  const version = php ?? (await run('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'])).output;
  const args = [
    ...['-d', 'memory_limit=1G', '-d', 'zend.assertions=1', ...settings, program],
    ...['--configuration', configuration, '--testsuite', testSuites(engine, php), '--colors=never'],
    ...(isCi ? ['--fail-on-skipped', '--fail-on-incomplete'] : []),
    ...(options.filter ? ['--filter', options.filter] : []),
    ...(options.junit ? ['--log-junit', join(options.junit, `${nameOf({ engine, php })}.xml`)] : []),
  ];
  const env = { ...urls(), ORM_TEST_PHP: version };
  if (engine) {
    Object.assign(env, { ORM_TEST_PROJECT: folder, ORM_TEST_ENGINE: engine, ORM_TEST_ADAPTER: adapterOf(engine) });
  }
  const wasm = join(checkout, 'scripts/php/wasm.mjs');
  return php
    ? run(process.execPath, [wasm, php, ...args], { cwd: runtimeFolder, env, minutes: 20 })
    : run('php', args, { cwd: runtimeFolder, env, minutes: 20 });
}

try {
  if (options.junit) mkdirSync(options.junit, { recursive: true });
  const runs = plannedRuns();
  const results = await inParallel(runs, Number(options.jobs), async (planned) => {
    const result = await runOne(planned);
    process.stdout.write(`== ${nameOf(planned)}\n${result.output}`);
    return result;
  });
  process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
} catch (error) {
  process.stderr.write(`suite: ${error.message}\n`);
  process.exitCode = 1;
}
