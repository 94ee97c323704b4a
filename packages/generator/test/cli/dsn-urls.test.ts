import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { phpString } from '../../src/languages/php/literal.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { environment, orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const BOOTSTRAP = fileURLToPath(new URL('../../../runtime-php/tests/bootstrap.php', import.meta.url));
const SQL = "CREATE TABLE who (name VARCHAR(20));\nINSERT INTO who VALUES ('inserted');\n";
const SCHEMES = { pgsql: 'postgresql', mysql: 'mariadb', sqlite: 'sqlite' } as const;

function urlOf({ adapter, connection }: TestDatabase, password = connection.password ?? ''): string {
  const [, host = '', port = '', name = ''] = /host=([^;]+);port=(\d+);dbname=(.+)/.exec(connection.dsn ?? '') ?? [];
  const login = `${encodeURIComponent(connection.user ?? '')}:${encodeURIComponent(password)}`;
  return `${SCHEMES[adapter]}://${login}@${host}:${port}/${name}?serverVersion=1`;
}

/** What PHP reads through config.php. */
function php(cwd: string, env: Readonly<Record<string, string>>): string {
  const script = `<?php require ${phpString(BOOTSTRAP)}; require ${phpString(join(cwd, 'generated-conf/config.php'))};
    try { echo \\Orm\\Runtime\\Orm::getConnection()->query('SELECT name FROM who')->fetchColumn(); }
    catch (\\Throwable $error) { echo $error; var_dump(\\Orm\\Runtime\\Orm::getServiceContainer()); }`;
  return spawnSync('php', [], { input: script, encoding: 'utf8', cwd: tmpdir(), env: environment(env) }).stdout;
}

const files = (connection: object): Record<string, string> => ({
  'orm.json': configuration({ shop: connection as never }),
  'generated-sql/sqldb.map': 'shop.sql=shop\n',
  'generated-sql/shop.sql': SQL,
});

describe.each(['pgsql15', 'mariadb'] as const)('a URL as the DSN on %s', (engine) => {
  test('in the file: PHP gets a plain DSN', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project(files({ adapter: database.adapter, dsn: urlOf(database).replaceAll('%', '%%') }));
    const insert = await orm(['sql:insert', '--stale'], { cwd });
    expect(insert).toMatchObject({ code: 0 });
    expect(insert.stderr).toContain('note: serverVersion in the URL of the DSN has no effect');
    expect(await database.query('SELECT name FROM who')).toEqual([['inserted']]);
    expect(await orm(['config:convert', '--quiet'], { cwd })).toMatchObject({ code: 0 });
    const config = readFileSync(join(cwd, 'generated-conf/config.php'), 'utf8');
    expect(config).toContain(`'dsn' => '${database.adapter}:host=`);
    expect(config).not.toContain('://');
    expect(php(cwd, {})).toBe('inserted');
  });

  test('in a variable: the same, read when PHP runs', async (context) => {
    const database = await freshDatabase(engine, context);
    const env = { DATABASE_URL: urlOf(database) };
    const cwd = project(files({ adapter: database.adapter, dsn: '%env.DATABASE_URL%' }));
    expect(await orm(['sql:insert', '--stale'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await orm(['config:convert', '--quiet'], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'generated-conf/config.php'), 'utf8')).toContain(
      `'dsn' => \\Orm\\Runtime\\Orm::env('DATABASE_URL')`,
    );
    expect(php(cwd, env)).toBe('inserted');
  });

  test('database:reverse takes it, with the user in it', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE TABLE who (name VARCHAR(20))');
    const cwd = project({});
    expect(await orm(['database:reverse', urlOf(database)], { cwd })).toMatchObject({ code: 0 });
    const schema = readFileSync(join(cwd, 'schema.xml'), 'utf8');
    expect(schema).toContain(` name="${database.name}"`);
    expect(schema).toContain('<table name="who"');
  });

  test('init takes it, and keeps the password in a variable', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({});
    const args = ['--dsn', urlOf(database), '--password-env', 'DB_PASSWORD', '--empty', '--yes'];
    const { code, stderr } = await orm(['init', ...args], { cwd, env: { DB_PASSWORD: database.password } });
    expect({ code, connected: !stderr.includes('no connection') }).toEqual({ code: 0, connected: true });
    const written = readFileSync(join(cwd, 'orm.yaml'), 'utf8');
    expect(written).toMatch(new RegExp(`dsn: ['"]?${database.adapter}:host=`));
    expect(written).toMatch(/password: ['"]?%env\.DB_PASSWORD%/);
    expect(written).not.toContain('://');
  });

  test('a password in it is shown by nobody', async (context) => {
    const database = await freshDatabase(engine, context);
    const secret = 'Tr0ub4dor/is@wrong';
    const env = { DATABASE_URL: urlOf(database, secret) };
    for (const [dsn, given] of [
      // A percent sign begins a placeholder in a file.
      [env.DATABASE_URL.replaceAll('%', '%%'), {}],
      ['%env.DATABASE_URL%', env],
    ] as const) {
      const cwd = project(files({ adapter: database.adapter, dsn }));
      const outcomes = [
        await orm(['sql:insert', '--stale'], { cwd, env: given }),
        await orm(['doctor'], { cwd, env: given }),
        await orm(['list:check'], { cwd, env: given }),
      ];
      await orm(['config:convert', '--quiet'], { cwd });
      const text = [...outcomes.map(({ stdout, stderr }) => stdout + stderr), php(cwd, given)].join('\n');
      expect(outcomes.map(({ code }) => code)).not.toContain(0);
      expect(text).toMatch(/cannot be opened/);
      expect(text).not.toMatch(/Tr0ub4dor|is%40wrong|is@wrong/);
    }
    const { stderr } = await orm(['init', '--dsn', env.DATABASE_URL, '--empty', '--yes'], { cwd: project({}) });
    expect(stderr).toContain('no connection');
    expect(stderr).not.toMatch(/Tr0ub4dor|is%40wrong|is@wrong/);
  });
});

test('a URL of SQLite names a file from the project folder', async () => {
  const cwd = project(files({ adapter: 'sqlite', dsn: '%env.DATABASE_URL%' }));
  const env = { DATABASE_URL: 'sqlite:///shop.db' };
  expect(await orm(['sql:insert', '--stale'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  expect(await orm(['config:convert', '--quiet'], { cwd })).toMatchObject({ code: 0 });
  expect(php(cwd, env)).toBe('inserted');
});

test.each([
  [
    'two users',
    { dsn: 'postgres://me:hunter2@h/d', user: 'you' },
    'has a user in the URL of its dsn and another in the key user',
  ],
  [
    'two passwords',
    { dsn: 'postgres://me:hunter2@h/d', password: 'hunter3' },
    'has a password in the URL of its dsn and another',
  ],
  ['an unknown parameter', { dsn: 'postgres://me:hunter2@h/d?pool=5' }, 'it has an unknown parameter "pool"'],
])('%s in a variable are refused before anything connects', async (_, connection, message) => {
  const cwd = project(files({ adapter: 'pgsql', ...connection, dsn: '%env.DATABASE_URL%' }));
  const { code, stderr } = await orm(['sql:insert', '--stale'], { cwd, env: { DATABASE_URL: connection.dsn } });
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hunter');
});
