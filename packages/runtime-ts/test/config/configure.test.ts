import { afterEach, describe, expect, test, vi } from 'vitest';
import { configure, type Orm, type OrmSettings } from '../../src/config/configure.js';
import { connectionOf } from '../../src/config/connections.js';
import { env } from '../../src/config/env.js';
import { mysqlSettings } from '../../src/config/mysql.js';
import { pgsqlSettings } from '../../src/config/pgsql.js';
import { begin, transaction } from '../../src/config/transaction.js';
import { ConfigurationError } from '../../src/errors/orm-error.js';
import { pgsql } from '../../src/pgsql.js';
import { sqlite } from '../../src/sqlite.js';

const memory = (): OrmSettings => ({
  version: 1,
  defaultConnection: 'shop',
  connections: { shop: sqlite({ dsn: 'sqlite::memory:' }) },
});

const opened: Orm[] = [];
const configured = (settings: OrmSettings): Orm => {
  const orm = configure(settings);
  opened.push(orm);
  return orm;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((orm) => orm.close()));
});

describe('configure()', () => {
  test('gives connections to classes, and to functions without a name', async () => {
    const orm = configured(memory());
    const con = connectionOf({ connection: 'shop' });
    expect(con).toBe(orm.connection());
    await con.run({ sql: 'CREATE TABLE note (id INTEGER)', values: [] });
    await transaction(async (inside) => {
      await inside.run({ sql: 'INSERT INTO note VALUES (?)', values: [1] });
    });
    const open = await begin();
    await open.run({ sql: 'INSERT INTO note VALUES (?)', values: [2] });
    await open.rollback();
    const { rows } = await con.run({ sql: 'SELECT id FROM note', values: [] });
    expect(rows).toEqual([[1]]);
  });

  test('closes the connections of an earlier one that had the same names', async () => {
    const first = configured(memory()).connection();
    await first.run({ sql: 'SELECT 1', values: [] });
    configured(memory());
    await expect(first.run({ sql: 'SELECT 1', values: [] })).rejects.toThrow('The pool of connections was closed.');
    const { rows } = await connectionOf({ connection: 'shop' }).run({ sql: 'SELECT 2', values: [] });
    expect(rows).toEqual([[2]]);
  });

  test('takes the settings of pools, and how long to wait for a list', async () => {
    const settings = { lists: { lockTimeout: 2.5 }, pools: { shop: { max: 1, acquireTimeout: 0.05 } } };
    const con = configured({ ...memory(), ...settings }).connection();
    expect(con.target).toMatchObject({ timeouts: { lock: 2500 } });
    const open = await con.begin();
    await open.run({ sql: 'SELECT 1', values: [] });
    await expect(con.run({ sql: 'CREATE TABLE note (id INTEGER)', values: [] })).rejects.toThrow(
      'No connection was free within',
    );
    await open.rollback();
    expect(() => configure({ ...memory(), pools: { shop: { max: 0 } } })).toThrow('at least 1 connection');
  });

  test('says after close() that the connection was closed', async () => {
    await configured(memory()).close();
    const message = 'The connection "shop" was closed by orm.close(), so that nothing can use it any more.';
    expect(() => connectionOf({ connection: 'shop' })).toThrow(message);
    expect(() => transaction(() => Promise.resolve())).toThrow(message);
    expect(() => connectionOf({ connection: 'other' })).toThrow(
      'There is no connection "other": import config.ts, which "orm config:convert" writes, before you use a class.',
    );
    configured(memory());
    expect(connectionOf({ connection: 'shop' }).name).toBe('shop');
  });

  test('refuses a config.ts of another form', () => {
    expect(() => configure({ ...memory(), version: 2 })).toThrow(
      'config.ts has the form 2, and this runtime reads the form 1: run "orm config:convert" of the same version.',
    );
  });
});

describe('a DSN', () => {
  test('is read as PDO writes it', () => {
    expect(pgsqlSettings({ dsn: 'pgsql:host=db;port=5433;dbname=app', user: 'me' }, {})).toEqual({
      host: 'db',
      port: 5433,
      socket: undefined,
      database: 'app',
      user: 'me',
      password: undefined,
      ssl: undefined,
      authentication: undefined,
      timeout: undefined,
      applicationName: undefined,
      options: undefined,
    });
  });

  test.each([
    [
      { dsn: "pgsql:host=/run/pg dbname=app password='a b' user=me" },
      { socket: '/run/pg', password: 'a b', user: 'me' },
    ],
    [{ dsn: 'pgsql:host=db;connect_timeout=3;application_name=shop' }, { timeout: 3, applicationName: 'shop' }],
    [{ dsn: 'postgres://me:se%3Bcret@db:5433/app' }, { host: 'db', port: 5433, user: 'me', password: 'se;cret' }],
  ])('of PostgreSQL may have quotes, further parameters, or be a URL: %o', (settings, expected) => {
    expect(pgsqlSettings(settings, {})).toMatchObject(expected);
  });

  test.each([
    [{ dsn: 'mysql:unix_socket=/run/my.sock;password=a;;b' }, { socket: '/run/my.sock', password: 'a;b' }],
    [
      { dsn: 'mysql://me@db/app', password: 'secret' },
      { host: 'db', database: 'app', user: 'me', password: 'secret' },
    ],
  ])('of MySQL may have doubled semicolons, or be a URL: %o', (settings, expected) => {
    expect(mysqlSettings(settings)).toMatchObject(expected);
  });

  test('may be a URL for SQLite, too', () => {
    expect(() => sqlite({ dsn: 'sqlite:///:memory:' })).not.toThrow();
  });

  test.each(['', 'host=db', 'pgsql:host'])('is refused without its text: %o', (dsn) => {
    expect(() => pgsqlSettings({ dsn }, {})).toThrow(ConfigurationError);
  });

  test.each([
    ['pgsql:host=db;keepalives=1', 'This version does not follow "keepalives" in a DSN: take it out.'],
    ["pgsql:host=db;password='a b", 'The DSN cannot be read: a quoted value has no closing quote.'],
    ['pgsql:host=db;host=other', 'The DSN has "host" twice: keep one of them.'],
    ['pgsql:host=a,b', 'The DSN names several hosts, and the driver for Node connects to one'],
    ['pgsql:host=db;client_encoding=LATIN1', 'The drivers of Node use UTF-8: take the charset out of the DSN.'],
    ['pgsql:host=db;sslmode=nonsense', 'Sslmode in the DSN is none that PostgreSQL knows.'],
    ['pgsql:host=db;port=x', 'The port in the DSN is no number.'],
    ['pgsql:host=db;charset=latin1', 'The drivers of Node use UTF-8: take the charset out of the DSN.'],
    ['postgres://me:secret@db/app/x', 'The URL in the DSN cannot be read: it has more than the name of a database'],
  ])('says what it does not follow: %s', (dsn, message) => {
    expect(() => pgsqlSettings({ dsn }, {})).toThrow(message);
  });

  test('of a server is no file', () => {
    expect(() => sqlite({ dsn: 'pgsql:host=db' })).toThrow(
      'The DSN is one of pgsql, and the connection is one of sqlite.',
    );
  });

  test('of another vendor is refused, and its password is not shown', () => {
    const refused = (): unknown => pgsqlSettings({ dsn: 'mysql:host=db;password=secret' }, {});
    expect(refused).toThrow('The DSN is one of mysql, and the connection is one of pgsql.');
  });
});

describe('the encryption of PostgreSQL', () => {
  const root = '/project';
  const settingsOf = (dsn: string, env: Readonly<Record<string, string>> = {}): object =>
    pgsqlSettings({ dsn, root }, { HOME: '/nobody', ...env });

  test.each([
    ['pgsql:host=db;sslmode=verify-full;sslrootcert=ca.pem'],
    ['postgres://db/app?sslmode=verify-full&sslrootcert=ca.pem'],
  ])('is that of the DSN, whose files are relative to the project: %s', (dsn) => {
    expect(settingsOf(dsn)).toMatchObject({ ssl: { mode: 'verify-full', ca: '/project/ca.pem' } });
    expect(settingsOf(dsn, { PGSSLMODE: 'disable' })).toMatchObject({ ssl: { mode: 'verify-full' } });
  });

  test('is read from the environment of the process when config.ts is loaded', () => {
    vi.stubEnv('PGSSLMODE', 'nonsense');
    try {
      expect(() => pgsql({ dsn: 'pgsql:host=db' })).toThrow('The environment variable PGSSLMODE is none');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('is that of the environment where the DSN says nothing', () => {
    const env = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' };
    expect(settingsOf('pgsql:host=db', env)).toMatchObject({ ssl: { mode: 'verify-full', ca: '/ca.pem' } });
    expect(settingsOf('postgres://db', env)).toMatchObject({ ssl: { mode: 'verify-full' } });
  });

  test.each([
    ['pgsql:host=db', { PGSSLMODE: 'verify-full' }, 'Sslmode=verify-full verifies nothing without the authorities'],
    ['pgsql:host=db', { PGSSLMODE: 'nonsense' }, 'The environment variable PGSSLMODE is none that PostgreSQL knows.'],
    ['pgsql:host=db', { PGGSSENCMODE: 'require' }, 'The driver for Node cannot do what the environment variable PGGSS'],
    [
      'pgsql:host=db;channel_binding=require',
      {},
      'The driver for Node cannot do what channel_binding in the DSN asks for',
    ],
  ])('is refused where it cannot be had: %s %o', (dsn, env, message) => {
    expect(() => settingsOf(dsn, env)).toThrow(message);
  });
});

test('a variable that is not set is named', () => {
  expect(() => env('ORM_TEST_NOBODY_SETS_THIS')).toThrow(
    'The environment variable ORM_TEST_NOBODY_SETS_THIS is not set.',
  );
});
