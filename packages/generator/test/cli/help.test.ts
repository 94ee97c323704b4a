import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { release, tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { project } from './support/project.js';

const cwd = tmpdir();

describe('help', () => {
  test.each([
    ['orm', ['--help']],
    ['orm-init', ['init', '--help']],
    ['orm-sql-build', ['sql:build', '--help']],
    ['orm-config-convert', ['config:convert', '--help']],
    ['orm-sql-insert', ['sql:insert', '--help']],
    ['orm-schema-format', ['schema:format', '--help']],
    ['orm-schema-show', ['schema:show', '--help']],
    ['orm-completion', ['completion', '--help']],
    ['orm-schema-check', ['schema:check', '--help']],
    ['orm-list-check', ['list:check', '--help']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await orm(args, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`golden/help/${name}.txt`);
  });

  test('orm alone prints the same help', async () => {
    expect(await orm([], { cwd })).toEqual(await orm(['--help'], { cwd }));
  });

  test('orm help <command> is the help of the command, also by its alias', async () => {
    const expected = await orm(['sql:build', '--help'], { cwd });
    expect(await orm(['help', 'sql:build'], { cwd })).toEqual(expected);
    expect(await orm(['help', 'build-sql'], { cwd })).toEqual(expected);
  });
});

describe('the version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const installed = (name: string): string =>
    (createRequire(import.meta.url)(`../../../../node_modules/${name}/package.json`) as { version: string }).version;

  test('has everything that a bug report needs, the version in the first line', async () => {
    const folder = project({
      'orm.yaml': '',
      'config/orm.yaml.dist': '',
      'composer.json': '{"config": {"vendor-dir": "lib"}}',
      'lib/ormgen/runtime/src/Orm.php': "<?php\nfinal class Orm\n{\n    public const VERSION = '0.9.1';\n}\n",
      'node_modules/tedious/package.json': '{"version": "19.0.1"}',
    });
    const { code, stdout, stderr } = await orm(['--version'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`orm ${version}
node           ${process.versions.node}
system         ${process.platform} ${process.arch}, ${release()}
drivers        pg ${installed('pg')}, mysql2 ${installed('mysql2')}, better-sqlite3 ${installed('better-sqlite3')}, tedious 19.0.1
runtime        ormgen/runtime 0.9.1
configuration  config/orm.yaml.dist, orm.yaml
`);
    for (const flag of ['-V', '-v']) expect(await orm([flag], { cwd: folder })).toEqual({ code, stdout, stderr });
  });

  test('without a project', async () => {
    const { stdout } = await orm(['--version'], { cwd: project({}) });
    expect(stdout).toContain('\nruntime        not installed here\nconfiguration  none here\n');
  });

  test('as JSON', async () => {
    const { stdout } = await orm(['--version', '--json'], { cwd: project({ 'orm.ini': '' }) });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      orm: version,
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
      release: release(),
      drivers: {
        pg: installed('pg'),
        mysql2: installed('mysql2'),
        'better-sqlite3': installed('better-sqlite3'),
        tedious: null,
        oracledb: null,
      },
      runtime: null,
      configuration: ['orm.ini'],
    });
  });
});

describe('a wrong command line', () => {
  test.each([
    ['unknown-command', ['sql:bild']],
    ['unknown-command-far', ['frobnicate']],
    ['unknown-command-doctor', ['docter']],
    ['unknown-command-reverse', ['database:revers']],
    ['unknown-help', ['help', 'sql:inser']],
    ['unknown-option-doctor', ['doctor', '--timout=3']],
    ['unknown-option', ['sql:build', '--conection', 'a']],
    ['unknown-option-far', ['sql:insert', '--frobnicate=1']],
    ['missing-value', ['sql:build', '--connection']],
    ['extra-word', ['sql:build', 'bookstore']],
    ['propel-overwrite', ['build-sql', '--overwrite']],
    ['propel-validate', ['sql:build', '--validate']],
    ['propel-platform', ['sql:build', '--platform', 'mysql']],
    ['propel-mysql-engine', ['sql:build', '--mysql-engine=MyISAM']],
    ['propel-recursive', ['sql:build', '--recursive']],
    ['propel-migrate-to-version', ['migration:migrate', '--migrate-to-version', '1577836800']],
    ['propel-table-renaming', ['migration:diff', '--table-renaming']],
    ['propel-comment', ['migration:create', '-m', 'words']],
    ['propel-table-prefix', ['sql:build', '--table-prefix=a_']],
    ['propel-composer-dir', ['sql:build', '--composer-dir=.']],
    ['propel-loader-script-dir', ['convert-conf', '--loader-script-dir=.']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await orm(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    await expect(stderr).toMatchFileSnapshot(`golden/arguments/${name}.txt`);
  });

  test('with --json is one document on stdout and silence on stderr', async () => {
    const { code, stdout, stderr } = await orm(['sql:build', '--json', '--nope'], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'cli/unknown-option',
          file: null,
          line: null,
          column: null,
          endLine: null,
          endColumn: null,
        },
      ],
    });
  });
});

describe('colour', () => {
  const sequence = '\u001b[';
  const colored = async (args: readonly string[], env: Record<string, string>): Promise<boolean> =>
    (await orm(args, { cwd, env })).stderr.includes(sequence);

  test('none without a terminal, unless forced; NO_COLOR and --no-color win', async () => {
    expect(await colored(['nope'], {})).toBe(false);
    expect(await colored(['nope'], { FORCE_COLOR: '1' })).toBe(true);
    expect(await colored(['nope'], { FORCE_COLOR: '0' })).toBe(false);
    expect(await colored(['nope'], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await colored(['nope', '--no-color'], { FORCE_COLOR: '1' })).toBe(false);
  });
});

describe('a reader that goes away', () => {
  test('is no crash', async () => {
    const folder = project({});
    const { spawn } = await import('node:child_process');
    const { ORM, environment, outcomeOf } = await import('./support/orm.js');
    const child = spawn('sh', ['-c', `"${process.execPath}" "${ORM}" --help | true; echo "end"`], {
      cwd: folder,
      env: environment(),
    });
    const { stdout, stderr } = await outcomeOf(child, '');
    expect({ stdout, stderr }).toEqual({ stdout: 'end\n', stderr: '' });
  });
});
