import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';

const SCHEMA =
  '<database name="app"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/></table></database>';

const configuration = (targets: readonly string[], connection: object = {}, more: object = {}): string =>
  JSON.stringify({
    orm: {
      ...more,
      generator: { targets },
      database: {
        connections: { app: { adapter: 'pgsql', dsn: 'pgsql:host=db;dbname=app', user: 'me', ...connection } },
      },
    },
  });

const inFolder = (targets: readonly string[], connection?: object): string =>
  project({ 'orm.json': configuration(targets, connection), 'schema.xml': SCHEMA });

describe('a project with both languages', () => {
  test('gets the classes of both, named from the working directory', async () => {
    const cwd = inFolder(['typescript', 'php']);
    const built = await orm(cwd, 'model:build', '--json');
    expect(built.code).toBe(0);
    const { folder, files } = JSON.parse(built.stdout) as { folder: string; files: readonly { path: string }[] };
    expect(folder).toBe('.');
    expect(files.map(({ path }) => path)).toEqual([
      'generated-classes/Base/Book.php',
      'generated-classes/Base/BookQuery.php',
      'generated-classes/Map/BookTableMap.php',
      'generated-classes/Book.php',
      'generated-classes/BookQuery.php',
      'generated-models/base/book.ts',
      'generated-models/index.ts',
      'generated-models/book.ts',
    ]);
    expect(files.every(({ path }) => existsSync(join(cwd, path)))).toBe(true);
    expect((await orm(cwd, 'model:build', '--check')).code).toBe(0);
  });

  test('gets config.php and config.ts', async () => {
    const cwd = inFolder(['php', 'typescript'], { password: '%env.DB_PASSWORD%' });
    const { code, stdout, stderr } = await orm(cwd, 'config:convert');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'created: generated-conf/config.php (1 connection, default app)\ncreated: generated-models/config.ts (1 connection, default app)\n',
    );
    expect(readFileSync(join(cwd, 'generated-models/config.ts'), 'utf8')).toContain(
      "app: pgsql({ dsn: 'pgsql:host=db;dbname=app', user: 'me', password: env('DB_PASSWORD') }),",
    );
  });

  test.each([
    ['model:build', '--output-dir', 'x', '--output-dir is one folder, and this project has PHP and TypeScript files'],
    ['config:convert', '--output-dir', 'x', 'set paths.phpConfDir and paths.tsConfDir in the configuration'],
    [
      'config:convert',
      '--output-file',
      'x.ts',
      '--output-file is one name, and this project has PHP and TypeScript files',
    ],
  ])('%s %s is for one language', async (command, option, value, message) => {
    const { code, stderr } = await orm(inFolder(['php', 'typescript']), command, option, value);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

test('config.ts looks secrets up when it is loaded, whatever the environment has when it is built', async () => {
  const secret = 'S3cr3t-of-the-build';
  vi.stubEnv('DB_PASSWORD', secret);
  vi.stubEnv('DB_HOST', secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const settings = {
    dsn: 'pgsql:host=%env.DB_HOST%;dbname=app',
    user: 'u-%env.DB_USER%',
    password: '%env.DB_PASSWORD%',
  };
  vi.stubEnv('DB_USER', secret);
  const cwd = inFolder(['typescript'], settings);
  const { code, stdout, stderr } = await orm(cwd, 'config:convert');
  expect(code).toBe(0);
  const written = readFileSync(join(cwd, 'generated-models/config.ts'), 'utf8');
  expect(stdout + stderr + written).not.toContain(secret);
  for (const name of ['DB_HOST', 'DB_USER', 'DB_PASSWORD']) expect(written).toContain(`env('${name}')`);
});

test('config.ts has the pool of a connection, and how long to wait for a list', async () => {
  const settings = { user: 'me', password: '%env.DB_PASSWORD%', pool: { max: 4, acquireTimeout: 2.5 } };
  const runtime = { lists: { lockTimeout: 3 } };
  const cwd = project({ 'orm.json': configuration(['typescript'], settings, { runtime }), 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'config:convert')).toMatchObject({ code: 0, stderr: '' });
  const content = readFileSync(join(cwd, 'generated-models/config.ts'), 'utf8');
  expect(content).toContain('  lists: { lockTimeout: 3 },\n');
  expect(content).toContain('  pools: {\n    app: { max: 4, acquireTimeout: 2.5 },\n  },\n');
});

describe('the time zone of both languages', () => {
  const schema = SCHEMA.replace('</table>', '<column name="at" type="DATETIME"/></table>');
  const withZone = (targets: readonly string[], timeZone?: string): string =>
    project({
      'orm.json': configuration(targets, {}, timeZone === undefined ? {} : { runtime: { timeZone } }),
      'schema.xml': schema,
    });

  test('is missed where two languages write days and times', async () => {
    const { code, stderr } = await orm(withZone(['php', 'typescript']), 'model:build');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: two languages write days and times such as "at"');
    expect(stderr).toContain('set runtime.timeZone in the configuration');
    expect((await orm(withZone(['typescript']), 'model:build')).stderr).toBe('');
  });

  test('reaches config.php and config.ts', async () => {
    const cwd = withZone(['php', 'typescript'], 'Europe/Berlin');
    expect((await orm(cwd, 'model:build')).stderr).not.toContain('warning');
    expect((await orm(cwd, 'config:convert')).code).toBe(0);
    const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
    expect(read('generated-conf/config.php')).toContain("$serviceContainer->setTimeZone('Europe/Berlin');");
    expect(read('generated-models/config.ts')).toContain("  timeZone: 'Europe/Berlin',");
    const without = withZone(['php']);
    expect((await orm(without, 'config:convert')).code).toBe(0);
    expect(readFileSync(join(without, 'generated-conf/config.php'), 'utf8')).not.toContain('TimeZone');
  });

  test.each(['Europe/Nowhere', '+02:00', ''])('cannot be %s', async (timeZone) => {
    const { code, stderr } = await orm(withZone(['php'], timeZone), 'config:convert');
    expect(code).toBe(1);
    expect(stderr).toContain('error: runtime.timeZone cannot be');
  });
});

describe('config.ts', () => {
  test('with a password in it says so, and is not for everybody', async () => {
    const cwd = inFolder(['typescript'], { password: 'secret' });
    const { code, stderr } = await orm(cwd, 'config:convert');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: the password of the connection "app" is written into config.ts as it is');
    expect(stderr).not.toContain('secret');
    expect(statSync(join(cwd, 'generated-models/config.ts')).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['options', { options: { ATTR_PERSISTENT: true } }],
    ['settings.queries', { settings: { queries: { role: 'SET ROLE reader' } } }],
    ['replicas', { replicas: [{ dsn: 'pgsql:host=other;dbname=app' }] }],
  ])('does not lose %s', async (what, connection) => {
    const { code, stderr } = await orm(inFolder(['typescript'], connection), 'config:convert');
    expect(code).toBe(1);
    expect(stderr).toContain(`error: config.ts cannot have ${what} of the connection "app" yet`);
  });
});

test('what only PHP can read is refused, with its place and what to write instead', async () => {
  const schema = SCHEMA.replace('</table>', '<column name="thing" type="OBJECT"/><behavior name="sortable"/></table>');
  const cwd = project({ 'orm.json': configuration(['typescript']), 'schema.xml': schema });
  const { code, stderr } = await orm(cwd, 'model:build');
  expect(code).toBe(1);
  expect(stderr).toContain(
    'error: "book.thing" holds objects in PHP\'s own format, serialize(), which classes in TypeScript cannot read',
  );
  expect(stderr).toContain('type="OBJECT"');
  expect(stderr).toContain(
    '= write type="JSON", which both languages read and write, or take typescript out of generator.targets',
  );
  expect(existsSync(join(cwd, 'generated-models'))).toBe(false);
});
