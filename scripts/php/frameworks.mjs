// Runs the applications in examples/ that are built with a framework, as their pages say:
//   node scripts/php/frameworks.mjs [--only slim,symfony] [--engine sqlite,pgsql15] [--junit FOLDER]
//
// For each: Composer installs it with the runtime of this checkout; its tests run on each engine; on SQLite also requests
// through PHP's own server, its console command, its log, PSR-12 and PHPStan at the highest level. An application whose
// packages Composer cannot fetch is skipped, with a line that says so.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installExample } from './framework-packages.mjs';
import { changeDatabase, connectionOf, missingEngine, orm } from './project.mjs';
import { checkout, composerTool, inParallel, run, runtimeFolder, withoutComposer } from './tools.mjs';

const examples = [
  { name: 'slim', console: 'bin/console', log: 'log/app.log' },
  { name: 'symfony', console: 'bin/console', log: 'var/log/dev.log' },
  { name: 'laravel', console: 'artisan', log: 'storage/logs/laravel.log', cachesConfiguration: true },
];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: examples.map(({ name }) => name).join() },
    engine: { type: 'string', default: 'sqlite,pgsql15,mariadb' },
    junit: { type: 'string' },
  },
});

/** Copies what is committed of an example. */
function copyExample(name) {
  const folder = mkdtempSync(join(tmpdir(), `orm-${name}-`));
  const made = /^(generated-\w+|node_modules|vendor|var|log|.*\.sq3)$/;
  cpSync(join(checkout, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !made.test(basename(path)),
  });
  return folder;
}

/** Fails with what a program printed. */
async function must(program, args, settings) {
  const { code, output } = await run(program, args, { minutes: 5, ...settings });
  if (code !== 0) throw new Error(`${basename(program)} ${args.join(' ')} failed:\n${output.trim()}`);
  return output;
}

/** Builds the application for an engine, with an empty database of its own, calls `work` and removes the database. */
async function onEngine(engine, folder, work) {
  const database = `orm_fw_${randomBytes(6).toString('hex')}`;
  const { adapter, dsn, user = '', password = '' } = connectionOf(engine, database, folder);
  const configuration = join(folder, 'orm.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace(/adapter: \w+/, `adapter: ${adapter}`));
  const env = { DB_DSN: dsn, DB_USER: user, DB_USERNAME: user, DB_PASSWORD: password };
  if (engine !== 'sqlite') await changeDatabase(engine, 'create', database);
  try {
    await orm('build:all', folder, env);
    await orm('sql:insert', folder, env);
    return await work(env);
  } finally {
    if (engine !== 'sqlite') await changeDatabase(engine, 'drop', database);
    writeFileSync(configuration, text);
  }
}

async function runTests(name, engine, folder, env) {
  const report = options.junit ? ['--log-junit', join(options.junit, `framework-${name}-${engine}.xml`)] : [];
  const output = await must(
    'php',
    ['vendor/bin/phpunit', '--colors=never', '--fail-on-skipped', '--fail-on-risky', ...report],
    {
      cwd: folder,
      env,
    },
  );
  const counts = /^OK \([^)]+\)/m.exec(output)?.[0];
  if (!counts) throw new Error(`the tests did not just pass:\n${output.trim()}`);
  return counts;
}

/** Rows to begin with, through the generated classes, whatever the framework. */
const seed = `<?php
require 'vendor/autoload.php';
require 'generated-conf/config.php';
$project = (new App\\Model\\Project())->setName('House');
foreach (['Walls', 'Roof', 'Paint'] as $title) {
    $project->addTask((new App\\Model\\Task())->setTitle($title));
}
$project->save();
`;

/** What a browser and a shell would see, one after the other: each line is an action and the answer to it. */
async function playStory(origin, sort) {
  const send = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const response = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    const answer = JSON.parse(text);
    return [response.status, Array.isArray(answer) ? answer.map(({ title }) => title).join() : 'an error'].join(' ');
  };
  return [
    await send('GET', '/projects/1/tasks'),
    await send('PUT', '/tasks/3/rank', { rank: 1 }),
    await send('POST', '/projects/1/tasks', { title: 'Zen garden' }),
    await send('POST', '/projects/1/tasks', { title: 'Roof' }),
    await send('GET', '/projects/2/tasks'),
    await send('PUT', '/tasks/1/rank', { rank: 9 }),
    await sort(),
    await send('GET', '/projects/1/tasks'),
  ];
}

const expectedStory = [
  '200 Walls,Roof,Paint',
  '200 Paint,Walls,Roof',
  '201 Paint,Walls,Roof,Zen garden',
  '409 an error',
  '404 an error',
  '422 an error',
  'Sorted the tasks of House.',
  '200 Paint,Roof,Walls,Zen garden',
];

async function runStory(example, folder, env) {
  writeFileSync(join(folder, 'seed.php'), seed);
  await must('php', ['seed.php'], { cwd: folder, env });
  const artisan = (command) => must('php', [example.console, command], { cwd: folder, env });
  // With a cached configuration the application must do without the variables.
  if (example.cachesConfiguration) await artisan('config:cache');
  const own = example.cachesConfiguration ? {} : env;
  const sort = async () => (await must('php', [example.console, 'tasks:sort', '1'], { cwd: folder, env: own })).trim();
  const story = await served(folder, own, (origin) => playStory(origin, sort));
  if (example.cachesConfiguration) await artisan('config:clear');
  if (story.join('\n') !== expectedStory.join('\n'))
    throw new Error(`expected\n  ${expectedStory.join('\n  ')}\nand got\n  ${story.join('\n  ')}`);
  // The log of the framework has what the runtime said of the duplicate title.
  const log = readFileSync(join(folder, example.log), 'utf8');
  if (!log.includes('UNIQUE constraint failed')) throw new Error(`${example.log} has nothing of the runtime:\n${log}`);
}

/** Starts PHP's own server, calls `work` with its address and ends it. */
async function served(folder, env, work) {
  const port = await freePort();
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', 'public', 'public/index.php'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  try {
    await listening(port, server);
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function listening(port, server) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) throw new Error(`php -S ended with ${server.exitCode}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('php -S did not answer within 5 seconds');
}

async function checkSources(name, folder, env) {
  const standard = `--standard=${join(runtimeFolder, 'phpcs.xml')}`;
  const ignored = '--ignore=*/vendor/*,*/generated-*,*/var/*';
  await must(composerTool('phpcs'), [standard, '--no-colors', ignored, join(checkout, 'examples', name)], { env });
  const args = ['analyse', '--level=max', '--no-progress', '--error-format=raw', '--no-ansi', '--memory-limit=1G'];
  await must(composerTool('phpstan'), [...args, '--autoload-file', 'vendor/autoload.php'], { cwd: folder, env });
}

/** Returns the lines to print, or throws. */
async function runExample(example) {
  const folder = copyExample(example.name);
  const said = [];
  try {
    await orm('build:all', folder);
    const { skipped, note } = await installExample(example.name, folder);
    if (skipped) return [`!!! SKIPPED: examples/${example.name}: ${skipped}`];
    if (note) said.push(`!!! ${note}`);
    for (const engine of options.engine.split(',')) {
      const missing = missingEngine(engine);
      if (missing && process.env.CI === 'true') throw new Error(missing);
      if (missing) {
        said.push(`SKIPPED: ${missing}`);
        continue;
      }
      await onEngine(engine, folder, async (env) => {
        said.push(`tests on ${engine}: ${await runTests(example.name, engine, folder, env)}`);
        if (engine !== 'sqlite') return;
        await runStory(example, folder, env);
        said.push('requests, console and log: as expected');
        await checkSources(example.name, folder, env);
        said.push('PSR-12 and PHPStan, level max: ok');
      });
    }
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  if (withoutComposer || !composerTool('phpstan') || !composerTool('phpcs')) {
    process.stdout.write('!!! SKIPPED: the applications with frameworks, for want of Composer packages\n');
    return;
  }
  if (options.junit) mkdirSync(options.junit, { recursive: true });
  const wanted = options.only.split(',');
  const unknown = wanted.find((name) => !examples.some((example) => example.name === name));
  if (unknown) throw new Error(`unknown example "${unknown}", expected ${examples.map(({ name }) => name).join(', ')}`);
  const chosen = examples.filter(({ name }) => wanted.includes(name));
  // Most of the time goes into waiting for packages.
  await inParallel(chosen, 3, async (example) => {
    const begun = performance.now();
    const result = await runExample(example).catch((error) => {
      process.exitCode = 1;
      return [`FAILED: ${error.message}`];
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`== ${example.name} (${seconds} s)\n${result.join('\n')}\n`);
  });
}

await main().catch((error) => {
  process.stderr.write(`frameworks: ${error.message}\n`);
  process.exitCode = 1;
});
