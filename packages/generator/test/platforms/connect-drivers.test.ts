import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withoutPassword } from '../../src/cli/insert/scrub.js';
import type { ConnectionSettings } from '../../src/config/connection-settings.js';
import { configuration as mssql } from '../../src/platforms/mssql/connect.js';
import { configuration as oracle } from '../../src/platforms/oracle/connect.js';
import { freshDatabase } from '../cli/support/database.js';
import { orm } from '../cli/support/orm.js';
import { bookstore, project } from '../cli/support/project.js';

const GENERATOR = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

const NOTHING: ConnectionSettings = {
  connection: 'bookstore',
  adapter: 'mssql',
  host: undefined,
  port: undefined,
  socket: undefined,
  instance: undefined,
  database: undefined,
  connectString: undefined,
  path: undefined,
  user: undefined,
  password: undefined,
  charset: '',
  ssl: undefined,
  authentication: undefined,
  timeout: undefined,
  applicationName: undefined,
  options: undefined,
  queries: [],
  attributes: new Map(),
  parameters: new Map(),
};

/** The package installed elsewhere, as `npx` or a global installation has it: without drivers. */
function installedElsewhere(): string {
  const home = project({});
  const target = join(home, 'node_modules/ormgen');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(GENERATOR, part), join(target, part), { recursive: true });
  return join(target, 'bin/orm');
}

describe('finding a driver', () => {
  test('a missing one is named with the command that installs it; one in the project is found', async (context) => {
    const database = await freshDatabase('pgsql15', context);
    const bin = installedElsewhere();
    const cwd = bookstore(database.connection, 'CREATE TABLE t (id INTEGER);');
    const missing = await orm(['sql:insert'], { cwd, bin });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toBe(
      'error: connecting needs the package pg, which is not installed\n  = npm install pg\n\n1 error\n',
    );
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(dirname(require.resolve('pg/package.json')), join(cwd, 'node_modules/pg'));
    expect(await orm(['sql:insert'], { cwd, bin })).toMatchObject({ code: 0, stderr: '' });
    rmSync(join(cwd, 'node_modules'), { recursive: true });
  });
});

describe('encryption', () => {
  test('sslmode=require fails on a PostgreSQL without it, prefer does not', async (context) => {
    const database = await freshDatabase('pgsql15', context);
    const [[ssl] = []] = await database.query('SHOW ssl');
    const withMode = (mode: string): Promise<{ code: number | null; stderr: string }> => {
      const dsn = `${database.connection.dsn ?? ''};sslmode=${mode}`;
      return orm(['sql:insert'], { cwd: bookstore({ ...database.connection, dsn }, 'SELECT 1;') });
    };
    expect((await withMode('prefer')).code).toBe(0);
    expect((await withMode('disable')).code).toBe(0);
    if (ssl === 'off') expect((await withMode('require')).stderr).toContain('does not support SSL');
    else expect((await withMode('require')).code).toBe(0);
  });

  test('MYSQL_ATTR_SSL_VERIFY_SERVER_CERT that is off asks for nothing, and says so', async (context) => {
    const database = await freshDatabase('mysql9', context);
    const attributes = { MYSQL_ATTR_SSL_VERIFY_SERVER_CERT: false };
    const { code, stderr } = await orm(['sql:insert'], {
      cwd: bookstore({ ...database.connection, attributes }, 'SELECT 1;'),
    });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: MYSQL_ATTR_SSL_VERIFY_SERVER_CERT alone does not ask for encryption: the connection has none',
    );
  });
});

describe('options of the drivers that cannot be run here', () => {
  test('SQL Server', () => {
    const settings: ConnectionSettings = {
      ...NOTHING,
      host: 'db.example',
      port: 1444,
      instance: 'SALES',
      database: 'library',
      user: 'sa',
      password: 'secret',
      timeout: 5,
      ssl: { mode: 'require' },
      attributes: new Map([['SQLSRV_ATTR_QUERY_TIMEOUT', 30]]),
      parameters: new Map([['applicationintent', 'ReadOnly']]),
    };
    expect(mssql(settings)).toEqual({
      server: 'db.example',
      authentication: { type: 'default', options: { userName: 'sa', password: 'secret' } },
      options: {
        appName: 'orm',
        database: 'library',
        port: 1444,
        connectTimeout: 5000,
        requestTimeout: 30_000,
        encrypt: true,
        trustServerCertificate: true,
        readOnlyIntent: true,
        useColumnNames: false,
      },
    });
    expect(mssql({ ...NOTHING, instance: 'SALES' })).toMatchObject({
      options: { instanceName: 'SALES', requestTimeout: 0 },
    });
  });

  test('Oracle', () => {
    const settings = { ...NOTHING, connectString: '//db:1521/X', user: 'a', password: 'b', timeout: 3 };
    expect(oracle(settings)).toEqual({ connectString: '//db:1521/X', user: 'a', password: 'b', connectTimeout: 3 });
  });
});

describe('passwords in what a driver says', () => {
  const scrubbed = (text: string, password: string): string =>
    withoutPassword(text, { ...NOTHING, user: 'ann', database: 'library', password });

  test.each([
    ['login with correct-horse failed', 'correct-horse', 'login with *** failed'],
    ['pgsql://ann:p%40ss%2Fword1@host', 'p@ss/word1', 'pgsql://ann:***@host'],
    ['using password: abc', 'abc', 'using password: ***'],
    ['table abcdef', 'abc', 'table abcdef'],
    ['user "ann" denied', 'ann', 'user "ann" denied'],
    ['a.*b and a.*b', '.*', 'a.*b and a.*b'],
    ['nothing', '', 'nothing'],
  ])('%s', (text, password, expected) => {
    expect(scrubbed(text, password)).toBe(expected);
  });
});
