import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../src/config/write/write.js';
import { filesIn, init, NO_BUILD, PROJECT, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';

const SQLITE = ['--adapter', 'sqlite', '--dsn', 'sqlite:data.sqlite'];

describe('without a terminal', () => {
  test.each([
    ['nothing', [], '--adapter and --yes are missing'],
    ['--yes', ['--yes'], '--adapter is missing'],
    ['an adapter', ['--adapter', 'mysql'], '--database, --user and --yes are missing'],
    ['a database', ['--adapter', 'mysql', '--database', 'd', '--yes'], '--user is missing'],
    ['a DSN', ['--dsn', 'pgsql:host=h;dbname=d', '--yes'], '--user is missing'],
    ['all but --yes', SQLITE, '--yes is missing'],
  ])('with %s it names exactly what is missing', async (_, args, message) => {
    const cwd = project({});
    const { code, stdout, stderr } = await orm(['init', ...args], { cwd });
    expect(stderr.split('\n')[0]).toBe(`error: there is no terminal to ask in: ${message}`);
    expect({ code, stdout, files: filesIn(cwd) }).toEqual({ code: 1, stdout: '', files: [] });
  });

  test('the help of what is missing', async () => {
    const { stderr } = await orm(['init', '--adapter', 'pgsql'], { cwd: project({}) });
    await expect(stderr).toMatchFileSnapshot('golden/init/missing-flags.txt');
  });

  test.each([
    ['--adapter', ['--adapter', 'postgres'], '--adapter cannot be "postgres"'],
    ['--format', [...SQLITE, '--format', 'toml'], '--format cannot be "toml"'],
    ['--port', ['--adapter', 'pgsql', '--port', '99999'], '--port cannot be "99999"'],
    ['--dsn', ['--adapter', 'pgsql', '--dsn', 'pgsql:hots=x'], '--dsn cannot be this'],
    ['--schema-dir', [...SQLITE, '--schema-dir', '../up'], '--schema-dir cannot be "../up"'],
    ['--namespace', [...SQLITE, '--namespace', 'App/Model'], '--namespace cannot be "App/Model"'],
    ['--target', [...SQLITE, '--target', 'java'], '--target cannot be "java"'],
    [
      'TypeScript on Oracle',
      ['--adapter', 'oracle', '--database', 'x', '--user', 'x', '--target', 'typescript'],
      '--target cannot be "typescript"',
    ],
    ['--password', ['--adapter', 'pgsql', '--password', 'two\nlines'], '--password cannot be this'],
    ['two starts', [...SQLITE, '--sample', '--empty'], '--sample and --empty exclude each other'],
    ['a DSN and a host', [...SQLITE, '--host', 'x'], '--dsn and --host say the same thing twice'],
    ['nothing to import', [...SQLITE, '--import'], 'there is nothing to import: the database has no tables'],
  ])('%s is refused', async (_, args, message) => {
    const cwd = project({});
    const { code, stderr } = await orm(['init', ...args, '--yes'], { cwd });
    expect(stderr).toContain(`error: ${message}\n`);
    expect(stderr).not.toContain('two\nlines');
    expect({ code, files: filesIn(cwd) }).toEqual({ code: 1, files: [] });
  });

  test('a server that does not answer is a warning: the files are written all the same', async () => {
    const cwd = project({});
    const args = [
      '--adapter',
      'mysql',
      '--host',
      '127.0.0.1',
      '--port',
      '1',
      '--database',
      'd',
      '--user',
      'u',
      '--yes',
    ];
    const { code, stdout, stderr } = await orm(['init', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'created: orm.yaml\ncreated: schema.xml\n' });
    expect(stderr).toMatch(/^warning: no connection: connect ECONNREFUSED 127\.0\.0\.1:1$/m);
    expect((await orm(['init', ...args, '--no-connect'], { cwd })).stderr).not.toContain('warning');
  });

  test.each(FORMATS)('%s builds', async (format) => {
    const cwd = project({});
    const { code, stdout } = await orm(['init', ...SQLITE, '--format', format, '--yes', '--build'], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `created: orm.${format}
created: schema.xml
orm sql:build      2 files in generated-sql/
orm model:build    20 files in generated-classes/
orm config:convert 1 file in generated-conf/
`,
    });
    const check = await orm(['schema:check'], { cwd });
    expect(check).toMatchObject({ code: 0, stderr: '' });
  });

  test('--quiet says nothing, --json one document without the password', async () => {
    expect(await orm(['init', ...SQLITE, '--yes', '--quiet'], { cwd: project({}) })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const cwd = project({});
    const secret = 'qu1te-secret';
    const args = [
      '--adapter',
      'pgsql',
      '--database',
      'd',
      '--user',
      'u',
      '--password',
      secret,
      '--no-connect',
      '--yes',
    ];
    const { code, stdout, stderr } = await orm(['init', ...args, '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain(secret);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      command: 'init',
      connection: { adapter: 'pgsql', dsn: 'pgsql:host=localhost;port=5432;dbname=d', tried: 'not tried' },
      format: 'yaml',
      schema: 'sample',
      files: [
        { path: 'orm.yaml', status: 'created' },
        { path: 'schema.xml', status: 'created' },
      ],
      build: {},
      diagnostics: [],
    });
    // The file with the password is for its owner only.
    expect(statSync(join(cwd, 'orm.yaml')).mode & 0o777).toBe(0o600);
  });

  test('the folders of flags are written, and an empty schema builds', async () => {
    const cwd = project({});
    const folders = ['--schema-dir', 'db', '--sql-dir', 'db/sql', '--php-dir', 'src/Model', '--conf-dir', 'conf'];
    expect((await orm(['init', ...SQLITE, ...folders, '--sample', '--yes', '--build'], { cwd })).code).toBe(0);
    expect(filesIn(cwd)).toEqual(
      expect.arrayContaining(['conf/config.php', 'db/schema.xml', 'db/sql/bookstore.sql', 'src/Model/Book.php']),
    );
    const bare = project({});
    expect((await orm(['init', ...SQLITE, '--empty', '--yes'], { cwd: bare })).code).toBe(0);
    expect(await orm(['schema:check'], { cwd: bare })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('flags in a terminal', () => {
  test('skip their questions; --yes asks only what nobody can guess', async () => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      ['--yes', '--no-connect'],
      [
        ['Which database', '\r'],
        ['Name of the database', 'shop\r'],
        ['User', 'shop\r'],
      ],
    );
    expect(code).toBe(0);
    expect(lines).not.toContain('Is this right?');
    expect(filesIn(cwd)).toEqual(['orm.yaml', 'schema.xml']);
  });

  test('no question of a flag is asked', async () => {
    const { code, lines } = await init(
      project({}),
      [...SQLITE, '--project', 'shop', '--no-build'],
      [...PROJECT.filter(([question]) => question !== 'Name of the project'), WRITE],
    );
    expect(code).toBe(0);
    for (const question of ['Which database', 'Path to the database file', 'Name of the project', 'Build the SQL'])
      expect(lines).not.toContain(question);
  });
});

describe('a narrow terminal', () => {
  test.each([32, 40])('%i columns: no line of the dialogue is wider', async (columns) => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      ['--adapter', 'sqlite'],
      [['Path to the database file', '\r'], ...PROJECT, WRITE, NO_BUILD],
      {
        columns,
        rows: 20,
      },
    );
    expect(code).toBe(0);
    const frame = lines.split(/[\n\r]/).filter((line) => /^[┌│◇◆●└▲]/.test(line));
    expect(frame.length).toBeGreaterThan(40);
    expect(frame.filter((line) => line.length > columns)).toEqual([]);
  });
});
