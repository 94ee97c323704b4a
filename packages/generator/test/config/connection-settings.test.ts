import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConnectionSettings, connectionSettings } from '../../src/config/connection-settings.js';
import type { Environment } from '../../src/config/template.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { load } from './support.js';

async function settings(connection: object, env: Environment = {}): Promise<ConnectionSettings> {
  const config = await load({ 'orm.json': JSON.stringify({ orm: { database: { connections: { a: connection } } } }) });
  const reporter = new Reporter();
  const found = config.connections.get('a');
  const read = found && connectionSettings(found, env, reporter);
  reporter.throwIfErrors();
  if (read === undefined) throw new Error('no settings');
  return read;
}

describe('the settings of a connection', () => {
  it('of PostgreSQL', async () => {
    const read = await settings(
      {
        adapter: 'pgsql',
        dsn: "pgsql:host=%env.H%;port=5433;dbname='my db';application_name=x;connect_timeout=7;sslmode=require;sslrootcert=ca.pem",
        user: '%env.U%',
        password: '%env.P%',
      },
      { H: 'db.example', U: 'me', P: 'p;w' },
    );
    expect(read).toMatchObject({
      host: 'db.example',
      port: 5433,
      database: 'my db',
      user: 'me',
      password: 'p;w',
      charset: 'utf8',
      timeout: 7,
      applicationName: 'x',
      queries: ["SET NAMES 'UTF8'"],
      ssl: { mode: 'verify-ca' },
    });
    expect(read.ssl?.ca).toMatch(/ca\.pem$/);
    expect(read.ssl?.ca?.startsWith('/')).toBe(true);
  });

  it('of PostgreSQL on a socket, with an address for the name', async () => {
    expect(await settings({ adapter: 'pgsql', dsn: 'pgsql:host=/run/pg;user=me' })).toMatchObject({
      socket: '/run/pg',
      host: undefined,
    });
    const read = await settings({
      adapter: 'pgsql',
      dsn: 'pgsql:host=db;hostaddr=10.0.0.1;user=me;sslmode=verify-full;sslrootcert=ca.pem',
    });
    expect(read).toMatchObject({ host: '10.0.0.1', ssl: { mode: 'verify-full', serverName: 'db' } });
  });

  it('of MySQL', async () => {
    const read = await settings({
      adapter: 'mysql',
      dsn: 'mysql:host=a;port=3307;dbname=b;charset=latin1;user=dsn;password=dsn',
      user: 'key',
      options: { MYSQL_ATTR_SSL_CA: 'certs/ca.pem', MYSQL_ATTR_INIT_COMMAND: 'SET a = 1' },
      attributes: { ATTR_TIMEOUT: 4 },
      settings: { queries: { zone: "SET time_zone = '+00:00'", empty: '' } },
    });
    expect(read).toMatchObject({
      host: 'a',
      port: 3307,
      database: 'b',
      user: 'key',
      password: 'dsn',
      charset: 'latin1',
      timeout: 4,
    });
    expect(read.ssl).toMatchObject({ mode: 'verify-full' });
    expect(read.queries).toHaveLength(3);
    expect(read.queries[0]).toBe('SET a = 1');
    expect(read.queries[1]).toMatch(/^SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, /);
    expect(read.queries[2]).toBe("SET time_zone = '+00:00'");
  });

  it('a character set that is given wins over the DSN', async () => {
    const dsn = 'mysql:unix_socket=/run/my.sock;charset=latin1';
    expect(await settings({ adapter: 'mysql', user: 'me', dsn, settings: { charset: 'utf8mb4' } })).toMatchObject({
      charset: 'utf8mb4',
      socket: '/run/my.sock',
    });
  });

  it('a certificate that need not be verified', async () => {
    const options = { MYSQL_ATTR_SSL_CA: 'ca.pem', MYSQL_ATTR_SSL_VERIFY_SERVER_CERT: false };
    const read = await settings({ adapter: 'mysql', dsn: 'mysql:host=a', user: 'me', options });
    expect(read.ssl?.mode).toBe('require');
  });

  it('of SQLite, without user, relative to the project', async () => {
    const config = await load({
      'conf/orm.json': JSON.stringify({
        orm: { database: { connections: { a: { adapter: 'sqlite', dsn: 'sqlite:data/x.db' } } } },
      }),
    });
    const a = config.connections.get('a');
    expect(a && connectionSettings(a, {}, new Reporter())?.path).toBe(join(config.root, 'data/x.db'));
    expect((await settings({ adapter: 'sqlite', dsn: 'sqlite::memory:' })).path).toBe(':memory:');
  });

  it.each([
    [
      'sqlsrv:Server=a,1434;Database=b;TrustServerCertificate=yes',
      { host: 'a', port: 1434, database: 'b', ssl: { mode: 'require' } },
    ],
    [
      'sqlsrv:Server=tcp:.\\SQLEXPRESS;Encrypt=no',
      { host: 'localhost', instance: 'SQLEXPRESS', ssl: { mode: 'disable' } },
    ],
    ['sqlsrv:Server=a;Encrypt=true;LoginTimeout=9', { host: 'a', timeout: 9, ssl: { mode: 'verify-full' } }],
    [
      'dblib:host=a:1433;dbname=b;appname=x',
      { host: 'a', port: 1433, database: 'b', applicationName: 'x', ssl: undefined },
    ],
  ])('of SQL Server: %s', async (dsn, expected) => {
    expect(await settings({ adapter: 'mssql', dsn, user: 'sa' })).toMatchObject(expected);
  });

  it.each([
    ['oci:dbname=//a:1522/FREE', { connectString: '//a:1522/FREE', host: 'a', port: 1522, database: 'FREE' }],
    ['oci:dbname=ALIAS;charset=AL32UTF8', { connectString: 'ALIAS', host: undefined, charset: 'AL32UTF8' }],
  ])('of Oracle: %s', async (dsn, expected) => {
    expect(await settings({ adapter: 'oracle', dsn, user: 'me' })).toMatchObject(expected);
  });
});
