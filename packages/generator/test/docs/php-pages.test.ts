import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { phpString } from '../../src/languages/php/literal.js';
import { environment, orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { type Engine, type EngineDatabase, missingEngine, openDatabase } from '../support/engines.js';
import { PhpPage } from './php-page.js';

/** Every page whose PHP is run, by the database that it works with: its tables are in `<name>-schema.xml`. */
const PROJECTS = {
  bookstore: [
    'php-models.md',
    'php-queries.md',
    'php-relations.md',
    'php-transactions.md',
    'php-connections.md',
    'php-logging.md',
    'coming-from-propel.md',
    'eager-loading.md',
    'performance.md',
    'tenants.md',
    'long-running-servers.md',
    'propel-methods.md',
    'versions.md',
  ],
  lists: ['lists.md', 'lists-concurrency.md', 'lists-cost.md'],
};
type Project = keyof typeof PROJECTS;
const NAMES = Object.keys(PROJECTS) as Project[];
const PAGES = NAMES.flatMap((name) => PROJECTS[name].map((page) => [page, name] as const));
const schemaOf = (name: Project): string => readFileSync(new URL(`${name}-schema.xml`, import.meta.url), 'utf8');
const RUNTIME = fileURLToPath(new URL('../../../runtime-php/', import.meta.url));
const MONOLOG = !process.env['ORM_PHP_NO_COMPOSER'] && existsSync(join(RUNTIME, 'vendor/monolog'));

async function run(command: string, cwd: string): Promise<void> {
  expect(await orm([command, '--quiet'], { cwd }), command).toMatchObject({ code: 0, stderr: '' });
}

/** Runs a page in its project and returns what its parts printed. */
function play(page: PhpPage, cwd: string): readonly string[] {
  const script = `<?php
declare(strict_types=1);
require ${phpString(join(RUNTIME, 'tests/bootstrap.php'))};
\\spl_autoload_register(static function (string $class): void {
    $file = ${phpString(join(cwd, 'generated-classes/'))} . \\strtr($class, '\\\\', '/') . '.php';
    if (\\is_file($file)) {
        require $file;
    }
});
\\date_default_timezone_set('UTC');
require ${phpString(join(cwd, 'generated-conf/config.php'))};
${page.script()}`;
  const { stdout, stderr, status } = spawnSync('php', ['-d', 'display_errors=stderr', '-d', 'zend.assertions=1'], {
    input: script,
    encoding: 'utf8',
    cwd,
    env: environment(),
  });
  const outputs = page.outputs(stdout);
  const step = page.steps[outputs.length - 1];
  if (status !== 0 || stderr !== '')
    throw new Error(`docs/${page.name}:${step?.line}: PHP ended with ${status}\n${outputs.at(-1)}\n${stderr}`);
  return outputs;
}

/** Times differ from run to run. */
const withoutTimes = (text: string): string => text.replaceAll(/\d+(\.\d+)? (ms|s)\b/g, 'N ms');

const ENGINES = ['sqlite', 'pgsql18', 'mariadb'] as const satisfies Engine[];

describe.each(ENGINES.flatMap((engine) => NAMES.map((name) => [engine, name] as const)))(
  'documentation of PHP on %s: %s',
  (engine, name) => {
    const missing = missingEngine(engine);
    let database: EngineDatabase | undefined;
    let built = '';

    beforeAll(async () => {
      if (missing !== undefined) return;
      built = mkdtempSync(join(tmpdir(), 'orm-docs-'));
      database = await openDatabase(engine);
      const connection = engine === 'sqlite' ? { adapter: 'sqlite', dsn: `sqlite:${name}.sq3` } : database.connection;
      writeFileSync(join(built, 'schema.xml'), schemaOf(name));
      writeFileSync(join(built, 'orm.json'), configuration({ [name]: connection }));
      for (const command of ['sql:build', 'model:build']) await run(command, built);
      expect((await orm(['config:convert', '--quiet'], { cwd: built })).code).toBe(0);
    });

    afterAll(async () => {
      if (built !== '') rmSync(built, { recursive: true, force: true });
      await database?.drop();
    });

    test.for(PROJECTS[name])('%s does what it says', async (file, { skip }) => {
      const page = new PhpPage(file);
      if (missing !== undefined) skip(missing);
      if (!MONOLOG && page.source.includes('use Monolog')) skip('Monolog is not installed');
      const cwd = mkdtempSync(join(tmpdir(), 'orm-docs-'));
      onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
      cpSync(built, cwd, { recursive: true });
      expect((await orm(['sql:insert', '--quiet', '--yes'], { cwd })).code).toBe(0);
      for (const each of page.files.filter((one) => !one.name.startsWith('generated-conf/'))) {
        mkdirSync(dirname(join(cwd, each.name)), { recursive: true });
        writeFileSync(join(cwd, each.name), each.text);
      }
      const outputs = play(page, cwd);
      const adapter = database?.adapter ?? '';
      if (process.env['UPDATE_GOLDEN']) {
        page.update(outputs, adapter);
        return;
      }
      expect(outputs).toHaveLength(page.steps.length);
      for (const [index, step] of page.steps.entries()) {
        if ((step.adapter ?? adapter) !== adapter) continue;
        expect(withoutTimes(outputs[index] ?? ''), `docs/${file}:${step.line}`).toBe(withoutTimes(step.output));
      }
    });
  },
);

describe.each(PAGES)('%s', (name, database) => {
  const page = new PhpPage(name);

  test('shows tables of the schema that it runs with', () => {
    const lines = (text: string): string => text.replaceAll(/^ +/gm, '');
    for (const { text } of page.others.filter(({ language }) => language === 'xml'))
      expect(lines(schemaOf(database))).toContain(lines(text));
  });

  test('shows configuration that orm understands', async () => {
    const made: string[] = [];
    for (const { text } of page.others.filter(({ language }) => language === 'yaml')) {
      const cwd = project({ 'orm.yaml': text });
      expect(await orm(['config:convert', '--quiet'], { cwd })).toMatchObject({ code: 0 });
      made.push(readFileSync(join(cwd, 'generated-conf/config.php'), 'utf8').trim());
    }
    for (const { text } of page.files.filter(({ name }) => name === 'generated-conf/config.php'))
      expect(made).toContain(text.trim());
  });
});
