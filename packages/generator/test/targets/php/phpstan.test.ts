import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { composerTool, runtimeFolder } from '../../../../../scripts/php/tools.mjs';
import { blockWith, codeBlocks } from '../../package/readme.js';
import { orm } from '../../support/orm-in-process.js';

const phpstan = composerTool('phpstan');
const PROJECT = join(runtimeFolder, 'tests/project');
const SAMPLE = join(runtimeFolder, 'tests/sample');
const MISUSE = join(runtimeFolder, 'tests/misuse');

if (phpstan === undefined) {
  process.stderr.write('!!! SKIPPED: what PHPStan says to a sample and to misuse, for want of Composer packages\n');
}

/** What PHPStan has against a folder, a line each, with the classes of the tests' project beside it. */
function errorsOf(work: string, folder: string): string[] {
  const configuration = join(work, 'phpstan.neon'); // JSON is NEON
  const parameters = {
    level: 'max',
    paths: [folder],
    scanDirectories: [join(work, 'generated-classes')],
    tmpDir: join(work, 'phpstan'),
  };
  writeFileSync(configuration, JSON.stringify({ parameters }).replaceAll('%', '%%'));
  const args = [
    'analyse',
    '--no-progress',
    '--error-format=raw',
    '--no-ansi',
    '--memory-limit=1G',
    '-c',
    configuration,
  ];
  const autoload = ['--autoload-file', join(runtimeFolder, 'vendor/autoload.php')];
  const { stdout, stderr, status } = spawnSync(phpstan ?? '', [...args, ...autoload], { cwd: work, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`PHPStan ended with ${String(status)}:\n${stdout}${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(`${folder}/`, ''));
}

/** The schema, configuration and application of the README, as a reader would have them. */
async function readmeProject(work: string): Promise<string> {
  const blocks = codeBlocks('README.md');
  const application = join(work, 'app');
  mkdirSync(application);
  writeFileSync(join(work, 'schema.xml'), blockWith(blocks, 'xml', '<database name="bookstore"'));
  writeFileSync(join(work, 'orm.yaml'), blockWith(blocks, 'yaml', 'project: bookstore'));
  writeFileSync(join(application, 'app.php'), blockWith(blocks, 'php', 'BookQuery::create()'));
  // PHPStan asks whether required files are there.
  for (const file of ['vendor/autoload.php', 'generated-conf/config.php']) {
    mkdirSync(join(application, file, '..'), { recursive: true });
    writeFileSync(join(application, file), '<?php\n');
  }
  const { code, stderr } = await orm(work, 'model:build');
  if (code !== 0) throw new Error(stderr);
  return application;
}

describe.skipIf(phpstan === undefined)('PHPStan at its highest level', () => {
  const work = mkdtempSync(join(tmpdir(), 'orm-phpstan-'));

  beforeAll(async () => {
    const connections: Record<string, object> = {};
    for (const name of readdirSync(PROJECT).filter((file) => file.endsWith('schema.xml'))) {
      const schema = readFileSync(join(PROJECT, name), 'utf8');
      writeFileSync(join(work, name), schema);
      connections[/<database name="(\w+)"/.exec(schema)?.[1] ?? ''] = { adapter: 'sqlite' };
    }
    writeFileSync(join(work, 'orm.json'), JSON.stringify({ orm: { database: { connections } } }));
    const { code, stderr } = await orm(work, 'model:build');
    if (code !== 0) throw new Error(stderr);
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test('has nothing against the sample application', () => {
    expect(errorsOf(work, SAMPLE)).toEqual([]);
  });

  test("has nothing against the README's application", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orm-phpstan-readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const application = await readmeProject(folder);
    expect(errorsOf(folder, application)).toEqual([]);
    // The classes themselves are strict: nullable getters of required columns would be reported above as well.
    expect(readFileSync(join(folder, 'generated-classes/App/Model/Base/Book.php'), 'utf8')).toContain(
      'getTitle(): string\n',
    );
  });

  test('finds every misuse, and says what is wrong', () => {
    const expected = readFileSync(join(MISUSE, 'expected.txt'), 'utf8').trimEnd().split('\n');
    expect(errorsOf(work, MISUSE).sort()).toEqual(expected.sort());
    const files = readdirSync(MISUSE).filter((name) => name.endsWith('.php'));
    expect(new Set(expected.map((line) => line.split(':')[0]))).toEqual(new Set(files));
  });
});
