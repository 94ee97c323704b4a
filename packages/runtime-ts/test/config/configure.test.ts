import { afterEach, describe, expect, test } from 'vitest';
import { configure, type Orm, type OrmSettings } from '../../src/config/configure.js';
import { connectionOf } from '../../src/config/connections.js';
import { env } from '../../src/config/env.js';
import { serverSettings } from '../../src/config/server.js';
import { begin, transaction } from '../../src/config/transaction.js';
import { ConfigurationError } from '../../src/errors/orm-error.js';
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

  test('knows nothing more after close()', async () => {
    await configured(memory()).close();
    expect(() => connectionOf({ connection: 'shop' })).toThrow(
      'There is no connection "shop": import config.ts, which "orm config:convert" writes, before you use a class.',
    );
  });

  test('refuses a config.ts of another form', () => {
    expect(() => configure({ ...memory(), version: 2 })).toThrow(
      'config.ts has the form 2, and this runtime reads the form 1: run "orm config:convert" of the same version.',
    );
  });
});

describe('a DSN', () => {
  test('is read as PDO writes it', () => {
    expect(serverSettings('pgsql', { dsn: 'pgsql:host=db;port=5433;dbname=app', user: 'me' })).toEqual({
      host: 'db',
      port: 5433,
      socket: undefined,
      database: 'app',
      user: 'me',
      password: undefined,
    });
  });

  test.each(['', 'host=db', 'pgsql:host'])('is refused without its text: %o', (dsn) => {
    expect(() => serverSettings('pgsql', { dsn })).toThrow(ConfigurationError);
  });

  test.each([
    ['pgsql:host=db;sslmode=verify-full', 'This version does not follow "sslmode" in a DSN: take it out.'],
    ["pgsql:host=db;password='a b'", 'A value in the DSN has quotes or backslashes, which this version does not read.'],
    ['pgsql:host=db;port=x', 'The port in the DSN is no number.'],
    ['pgsql:host=db;charset=latin1', 'The drivers of Node use UTF-8: take the charset out of the DSN.'],
    [
      'postgres://me:secret@db/app',
      'This version reads no URLs: write the DSN as PDO does, such as pgsql:host=localhost;dbname=app.',
    ],
  ])('says what it does not follow: %s', (dsn, message) => {
    expect(() => serverSettings('pgsql', { dsn })).toThrow(message);
  });

  test('of a server is no file', () => {
    expect(() => sqlite({ dsn: 'pgsql:host=db' })).toThrow(
      'The DSN is one of pgsql, and the connection is one of sqlite.',
    );
  });

  test('of another vendor is refused, and its password is not shown', () => {
    const refused = (): unknown => serverSettings('pgsql', { dsn: 'mysql:host=db;password=secret' });
    expect(refused).toThrow('The DSN is one of mysql, and the connection is one of pgsql.');
  });
});

test('a variable that is not set is named', () => {
  expect(() => env('ORM_TEST_NOBODY_SETS_THIS')).toThrow(
    'The environment variable ORM_TEST_NOBODY_SETS_THIS is not set.',
  );
});
