import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFinding } from '../../src/cli/doctor/node.js';
import { inRange, inStep } from '../../src/cli/doctor/version-range.js';
import { doctor, fakePhp, lonelyOrm } from './support/doctor.js';
import { orm } from './support/orm.js';
import { PROJECTS } from './support/page-projects.js';
import { configuration, project } from './support/project.js';
import { timeless } from './support/tables.js';

const ready = (): string => PROJECTS['bookstore-ready']?.() ?? '';
const PHP = fakePhpFolder;

function fakePhpFolder(
  version = '8.4.1',
  extensions: readonly string[] = ['PDO', 'pdo_sqlite', 'pdo_pgsql'],
): {
  PATH: string;
} {
  return { PATH: `${fakePhp({ version, extensions })}:${process.env['PATH'] ?? ''}` };
}

describe('orm doctor', () => {
  test('where all is well', async () => {
    const cwd = ready();
    const { code, stdout, stderr } = await orm(['doctor'], { cwd, env: PHP() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const versions = stdout.replaceAll(/\d+\.\d+\.\d+/g, '1.2.3').replace(/sqlite: .*/, 'sqlite: a driver');
    await expect(timeless(versions)).toMatchFileSnapshot('golden/doctor/well.txt');
  });

  test('without a project', async () => {
    const { code, of } = await doctor(project({}), { env: PHP() });
    expect(code).toBe(1);
    expect(of('Project')).toEqual([
      'problem: there is no configuration file here → orm init',
      'not checked: schema, connections, generated files and databases, which need a configuration',
    ]);
    expect(of('PHP')).toEqual([
      'ok: PHP 8.4.1 with pdo',
      'not checked: ormgen/runtime: there is no composer.json here → composer require ormgen/runtime',
    ]);
    expect(of('Node and drivers')[0]).toBe(`ok: Node ${process.versions.node}`);
    expect(of('Node and drivers')[1]).toMatch(/^not checked: drivers: pg .*, mysql2 .*, better-sqlite3 .* installed; /);
    expect(of('Connections')).toEqual([]);
  });

  test('--quiet shows only what wants something done', async () => {
    const { code, stdout, stderr } = await orm(['doctor', '--quiet'], { cwd: project({}), env: PHP() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('Project\n  problem      there is no configuration file here\n               → orm init\n\n');
    expect(await orm(['doctor', '--quiet'], { cwd: ready(), env: PHP() })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test.each(['0', 'soon', '-3', '1e9'])('--timeout %s is refused', async (value) => {
    const { code, stderr } = await orm(['doctor', `--timeout=${value}`], { cwd: project({}) });
    expect(code).toBe(1);
    expect(stderr).toContain(`error: --timeout takes a number of seconds, not "${value}"`);
  });

  test('an unknown connection is named', async () => {
    const { code, stderr } = await orm(['doctor', '--connection', 'bookstor'], { cwd: ready() });
    expect(code).toBe(1);
    expect(stderr).toContain('error: there is no connection "bookstor"\n  = did you mean "bookstore"?');
  });
});

describe('Node and drivers', () => {
  test('Node', () => {
    expect(nodeFinding('24.1.0')).toEqual({ state: 'ok', what: 'Node 24.1.0', advice: [] });
    expect(nodeFinding('20.18.3')).toMatchObject({ state: 'problem', what: 'Node 20.18.3, and orm needs >=20.19' });
  });

  test.each([
    ['8.23.1', '^8.0.0', true],
    ['9.0.0', '^8.0.0', false],
    ['7.9.9', '^8.0.0', false],
    ['12.0.0', '>=12', true],
    ['11.10.0', '>=12', false],
    ['20.19.0', '>=20.19', true],
    ['20.9.0', '>=20.19', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(inRange(version, range)).toBe(expected);
  });

  test('versions in step', () => {
    expect([
      inStep('0.1.0', '0.1.9'),
      inStep('0.2.0', '0.1.0'),
      inStep('1.2.0', '1.9.0'),
      inStep('2.0.0', '1.0.0'),
    ]).toEqual([true, false, true, false]);
  });

  const CONNECTIONS = configuration({
    a: { adapter: 'pgsql' },
    b: { adapter: 'mysql' },
    c: { adapter: 'mssql' },
    d: { adapter: 'oracle' },
  });

  test('missing, too old and broken ones', async () => {
    const bin = lonelyOrm({
      mysql2: { 'package.json': '{"name": "mysql2", "version": "2.3.0"}' },
      tedious: {
        'package.json': '{"name": "tedious", "version": "19.0.0", "main": "a.js"}',
        'a.js': 'throw new Error("broken")',
      },
    });
    const cwd = project({ 'orm.json': CONNECTIONS, 'pnpm-lock.yaml': '' });
    const { code, of } = await doctor(cwd, { bin, env: PHP() });
    expect(code).toBe(1);
    expect(of('Node and drivers').slice(1)).toEqual([
      'problem: pgsql: the package pg is not installed, and connecting needs it → pnpm add --save-dev pg',
      'problem: mysql: mysql2 2.3.0, and orm needs ^3.10.0 → pnpm add --save-dev mysql2@latest',
      'problem: the package tedious is installed but cannot be loaded: broken → npm rebuild tedious → or: pnpm add --save-dev tedious@latest',
      'problem: oracle: the package oracledb is not installed, and connecting needs it → pnpm add --save-dev oracledb',
    ]);
  });

  test('a connection whose driver is missing is not checked', async () => {
    const cwd = project({
      'orm.json': configuration({ a: { adapter: 'pgsql', dsn: 'pgsql:host=localhost;dbname=a', user: 'me' } }),
    });
    const { of } = await doctor(cwd, { bin: lonelyOrm({}), env: PHP() });
    expect(of('Connections')).toEqual(['not checked: "a": connecting needs the package pg, which is not installed']);
  });
});

describe('PHP', () => {
  test('too old', async () => {
    const { code, of } = await doctor(project({}), { env: PHP('8.1.30') });
    expect(code).toBe(1);
    expect(of('PHP')[0]).toBe(
      'problem: PHP 8.1.30, and generated classes need 8.2 or later → install a newer PHP, or put it first in PATH',
    );
  });

  test('without the extension of an adapter', async () => {
    const { code, of } = await doctor(ready(), { env: PHP('8.2.0', ['Core', 'PDO']) });
    expect(code).toBe(1);
    expect(of('PHP').slice(0, 2)).toEqual([
      'ok: PHP 8.2.0 with pdo',
      'problem: PHP has no extension pdo_sqlite → install it, or switch it on in php.ini; php --ini says which file that is',
    ]);
  });

  test.each([
    ['not there', undefined, 'PHP is not in PATH'],
    ['silent', 'sleep 60', 'PHP did not answer within 1 s'],
    ['broken', 'exit 3', 'PHP could not be started: Command failed: php -r'],
  ])('%s', async (_, script, message) => {
    const PATH = script === undefined ? project({}) : `${fakePhp(script)}:${process.env['PATH'] ?? ''}`;
    const { code, of } = await doctor(ready(), { args: ['--timeout=1'], env: { PATH } });
    expect(code).toBe(0);
    expect(of('PHP')[0]).toContain(`warning: ${message}`);
  });

  test('says more than it was asked', async () => {
    const noisy = `echo 'PHP Warning:  PHP Startup: Unable to load dynamic library'; printf '\\n@orm@{"version":"8.3.1","extensions":["PDO"]}'`;
    const { of } = await doctor(project({}), { env: { PATH: `${fakePhp(noisy)}:${process.env['PATH'] ?? ''}` } });
    expect(of('PHP')[0]).toBe('ok: PHP 8.3.1 with pdo');
  });
});

describe('the Composer package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const composer = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const cwd = project({
      'orm.json': configuration({ a: { adapter: 'sqlite', dsn: 'sqlite:a.db' } }),
      ...files,
    });
    return (await doctor(cwd, { env: PHP() })).of('PHP').slice(1);
  };
  const runtime = (own: string): string => `<?php\nfinal class Orm\n{\n    public const VERSION = '${own}';\n}\n`;

  test('not installed', async () => {
    expect(await composer({ 'composer.json': '{}' })).toEqual([
      'problem: ormgen/runtime is not installed, and generated classes need it → composer require ormgen/runtime',
      'warning: composer.json does not load generated-classes/ → add "autoload": {"classmap": ["generated-classes/"]}, then: composer dump-autoload',
    ]);
    expect((await composer({ 'composer.json': '{"require": {"ormgen/runtime": "^0.1"}}' }))[0]).toBe(
      'problem: composer.json wants ormgen/runtime, and it is not installed → composer install',
    );
    expect((await composer({ 'composer.json': '{"require": ' }))[0]).toMatch(/^problem: composer.json is not JSON: /);
  });

  test('installed, with the classes loaded', async () => {
    const file = { 'vendor/ormgen/runtime/src/Orm.php': runtime(version) };
    expect(await composer({ ...file, 'composer.json': '{"autoload": {"classmap": ["generated-classes"]}}' })).toEqual([
      `ok: ormgen/runtime ${version}`,
      'ok: composer.json loads generated-classes/ (classmap)',
    ]);
    expect(
      (
        await composer({ ...file, 'composer.json': '{"autoload": {"psr-4": {"App\\\\": "generated-classes/App/"}}}' })
      )[1],
    ).toBe('ok: composer.json loads generated-classes/ (psr-4)');
    expect((await composer({ ...file, 'composer.json': '{"autoload": {"psr-4": {"App\\\\": "src/"}}}' }))[1]).toMatch(
      /^warning/,
    );
  });

  test('of another version', async () => {
    expect((await composer({ 'composer.json': '{}', 'vendor/ormgen/runtime/src/Orm.php': runtime('0.9.0') }))[0]).toBe(
      `problem: ormgen/runtime 0.9.0 is not in step with orm ${version} → composer update ormgen/runtime, or install the ormgen of the same version, and then: orm model:build`,
    );
  });
});

describe('the project', () => {
  test('a wrong configuration', async () => {
    const { code, of } = await doctor(project({ 'orm.json': '{"orm": {"databse": {}}}' }), { env: PHP() });
    expect(code).toBe(1);
    expect(of('Project')[0]).toMatch(/^problem: .*"databse".* \(orm\.json:1\)/);
  });

  test('a password that is written out is shown nowhere', async () => {
    const cwd = project({
      'orm.json': configuration({
        a: { adapter: 'pgsql', dsn: 'pgsql:host=127.0.0.1;port=1;dbname=a', user: 'me', password: 'Tr0ub4dor' },
      }),
    });
    const { of, text } = await doctor(cwd, { env: PHP() });
    expect(of('Project')[1]).toMatch(
      /^warning: the password of the connection "a" is written into config.php as it is \(orm\.json:\d+\) → write "%env/,
    );
    expect(text).not.toContain('Tr0ub4dor');
    expect((await orm(['doctor'], { cwd, env: PHP() })).stdout).not.toContain('Tr0ub4dor');
  });

  test('a wrong schema', async () => {
    const cwd = ready();
    writeFileSync(join(cwd, 'schema.xml'), readFileSync(join(cwd, 'schema.xml'), 'utf8').replace('INTEGER', 'INTEGR'));
    const { code, of } = await doctor(cwd, { env: PHP() });
    expect(code).toBe(1);
    expect(of('Project')[1]).toBe(
      'problem: "INTEGR" is not a value of "type" (schema.xml:4) → did you mean "INTEGER"?',
    );
    expect(of('Generated files')).toEqual([
      'not checked: sql:build, which needs a schema without errors',
      'not checked: model:build, which needs a schema without errors',
      'ok: generated-conf/ is up to date',
    ]);
  });
});

describe('generated files', () => {
  test('that are missing or old', async () => {
    const cwd = ready();
    rmSync(join(cwd, 'generated-conf'), { recursive: true });
    writeFileSync(join(cwd, 'generated-sql/bookstore.sql'), '-- by hand\n');
    const schema = readFileSync(join(cwd, 'schema.xml'), 'utf8');
    writeFileSync(join(cwd, 'schema.xml'), schema.replace('name="name"', 'name="full_name"'));
    const { of } = await doctor(cwd, { env: PHP() });
    expect(of('Generated files')).toEqual([
      'warning: generated-sql/ is not up to date: bookstore.sql would change → orm sql:build',
      'warning: generated-classes/ is not up to date: 3 files would change → orm model:build',
      'warning: generated-conf/ was not built yet → orm config:convert',
    ]);
    expect(readFileSync(join(cwd, 'generated-sql/bookstore.sql'), 'utf8')).toBe('-- by hand\n');
  });
});

describe('SQLite', () => {
  test('a file that is not there is not created', async () => {
    const cwd = PROJECTS['bookstore']?.() ?? '';
    const { code, of } = await doctor(cwd, { env: PHP() });
    expect(code).toBe(0);
    expect(of('Connections')).toEqual([
      'warning: "bookstore": the database does not exist yet → orm sql:insert creates it, with its tables',
    ]);
    expect(() => readFileSync(join(cwd, 'bookstore.sqlite'))).toThrow('ENOENT');
  });

  test('a file that is none of SQLite', async () => {
    const cwd = ready();
    writeFileSync(join(cwd, 'bookstore.sqlite'), 'not a database, but long enough to be looked at as one'.repeat(50));
    const { code, of } = await doctor(cwd, { env: PHP() });
    expect(code).toBe(1);
    expect(of('Connections')[0]).toMatch(/^problem: "bookstore": .*file is not a database/);
  });
});
