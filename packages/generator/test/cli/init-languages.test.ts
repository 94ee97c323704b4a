import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installPackages } from '../targets/typescript/support/ts-project.js';
import { ENTER, filesIn, init, NO_BUILD, PHP_ONLY_PROJECT, PROJECT, pick, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';

const SQLITE = ['--adapter', 'sqlite', '--file', 'shop.sqlite'];
const NAMESPACE = ['--namespace', 'App\\Model'];
const SERVERS = ['--database', 'shop', '--user', 'shop', '--password-env', 'SHOP_PASSWORD', '--no-connect'];

async function started(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const cwd = project(files);
  const { code, stderr } = await orm(['init', ...flags, '--yes'], { cwd });
  expect(code, stderr).toBe(0);
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  return { cwd, stderr, config: read('orm.yaml'), schema: read('schema.xml') };
}

/** The same with the settings of a server. */
const startedOn = (adapter: string, files: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
  started(files, '--adapter', adapter, ...SERVERS, ...flags);

describe('the languages that a folder looks like', () => {
  const DEV = '{ "devDependencies": { "ormgen": "*", "typescript": "*" } }';
  test.each([
    ['an empty folder', {}, 'php'],
    [
      'a package.json, which this command brings',
      { 'package.json': '{ "devDependencies": { "ormgen": "*" } }' },
      'php',
    ],
    ['a broken package.json', { 'package.json': '{' }, 'php'],
    ['composer.json', { 'composer.json': '{}' }, 'php'],
    [
      'composer.json and TypeScript for browsers',
      { 'composer.json': '{}', 'package.json': DEV, 'tsconfig.json': '{}' },
      'php',
    ],
    ['tsconfig.json', { 'tsconfig.json': '{}' }, 'typescript'],
    ['TypeScript in package.json', { 'package.json': DEV }, 'typescript'],
    [
      'composer.json and our package',
      { 'composer.json': '{}', 'package.json': '{ "dependencies": { "@ormgen/runtime": "*" } }' },
      'php,typescript',
    ],
  ])('%s', async (_, files, languages) => {
    const { config } = await started(files, ...SQLITE);
    const targets = /targets:\n((?: +- \w+\n)+)/.exec(config)?.[1] ?? 'php';
    expect(targets.match(/\w+/g)?.join(',')).toBe(languages);
  });

  test('--target wins, in any order and with spaces', async () => {
    const { config } = await started({ 'tsconfig.json': '{}' }, ...SQLITE, '--target', 'typescript, php');
    expect(config).toContain('    targets:\n      - php\n      - typescript\n');
  });
});

describe('the files', () => {
  test('of a project in TypeScript', async () => {
    const { config, schema, stderr } = await startedOn(
      'pgsql',
      { 'package.json': '{}', 'tsconfig.json': '{ "compilerOptions": {} }' },
      ...['--target', 'typescript', ...NAMESPACE],
    );
    expect(config).toContain('  paths:\n    tsDir: src/models\n');
    expect(config).toContain('by orm and by Node: set SHOP_PASSWORD for both');
    // What PHP alone reads is not there.
    expect(config).not.toMatch(/queries|requiredGetters|importExtension|timeZone/);
    expect(schema).not.toMatch(/namespace=|\$/);
    expect(schema).toContain('chapter.moveUp()');
    expect(stderr).toContain('Set the password, for orm and for Node');
    expect(stderr).toContain('npm install --save-prod @ormgen/runtime pg\n');
    expect(stderr).toContain('npm install --save-dev typescript @types/node\n');
    expect(stderr).toContain('npm pkg set type=module\n');
    expect(stderr).toContain("import { orm } from './src/models/config.js';\n");
    expect(stderr).not.toMatch(/composer|PHP/i);
  });

  test('of a project in both languages', async () => {
    const flags = ['--target', 'php,typescript', ...NAMESPACE, '--ts-dir', 'lib'];
    const { config, stderr } = await startedOn('mysql', {}, ...flags);
    expect(config).toContain('  paths:\n    tsDir: lib\n');
    expect(config).toContain('    timeZone: UTC\n');
    expect(config).toContain('by orm and by PHP and Node: set SHOP_PASSWORD for all');
    expect(config).toContain('requiredGetters: strict');
    expect(stderr).toContain('composer require ormgen/runtime\n');
    expect(stderr).toContain('npm install --save-prod @ormgen/runtime mysql2\n');
  });

  test.each([
    ['{ "compilerOptions": { "rewriteRelativeImportExtensions": true } }', true],
    ['{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }', true],
    ['{ "compilerOptions": { "rewriteRelativeImportExtensions": false } }', false],
  ])('the extension of imports is that of tsconfig.json: %s', async (tsconfig, isTs) => {
    const { config } = await started({ 'tsconfig.json': tsconfig }, ...SQLITE);
    expect(config.includes('importExtension: ts')).toBe(isTs);
  });

  test('with another package manager, and what is installed already', async () => {
    const { stderr } = await startedOn('pgsql', {
      'pnpm-lock.yaml': '',
      'package.json':
        '{ "type": "module", "dependencies": { "@ormgen/runtime": "*" }, "devDependencies": { "pg": "*", "typescript": "*", "@types/node": "*" } }',
    });
    expect(stderr).toContain('pnpm add --save-prod pg\n');
    expect(stderr).not.toMatch(/--save-dev typescript|pkg set/);
  });
});

describe('in a terminal', () => {
  const without = (question: string): typeof PROJECT => PROJECT.filter(([asked]) => asked !== question);

  test('TypeScript on SQLite, from the questions to the tables', async () => {
    const cwd = project({ 'tsconfig.json': '{}' });
    installPackages(cwd);
    const { code, lines } = await init(cwd, SQLITE, [
      ...without('PHP namespace'),
      WRITE,
      ['Build the SQL', ENTER],
      ['Create the database file', ENTER],
    ]);
    expect(code).toBe(0);
    expect(lines).toMatch(/Language +TypeScript/);
    expect(lines).toMatch(/TypeScript +src\/models\//);
    expect(lines).not.toContain('config.php');
    const models = filesIn(join(cwd, 'src/models'));
    expect(models).toEqual(expect.arrayContaining(['book.ts', 'base/book.ts', 'config.ts', 'index.ts']));
    expect(filesIn(cwd)).toContain('shop.sqlite');
  });

  test('both, chosen in the summary, with folders', async () => {
    const cwd = project({});
    const { code } = await init(cwd, SQLITE, [
      ...PROJECT,
      ['Is this right?', pick(1)],
      ['What should be changed?', pick(5)],
      ['Which language', pick(2)],
      WRITE,
      NO_BUILD,
    ]);
    expect(code).toBe(0);
    const config = readFileSync(join(cwd, 'orm.yaml'), 'utf8');
    expect(config).toContain('    targets:\n      - php\n      - typescript\n');
    expect(config).toContain('  paths:\n    tsDir: src/models\n');
  });

  test('Oracle is not asked for a language', async () => {
    const cwd = project({ 'tsconfig.json': '{}' });
    const flags = [
      '--adapter',
      'oracle',
      '--host',
      'x',
      '--database',
      'x',
      '--user',
      'x',
      '--port',
      '1521',
      '--no-connect',
    ];
    const { code } = await init(cwd, flags, [['Password', ENTER], ...PHP_ONLY_PROJECT, WRITE, NO_BUILD]);
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'orm.yaml'), 'utf8')).not.toContain('typescript');
  });
});
