import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Pool, sqlite } from '../../src/drivers/index.js';
import type { Driver, Session } from '../../src/drivers/session.js';
import { ConfigurationError, ConnectionError, ConnectionLostError, OrmError } from '../../src/errors/index.js';
import { freshDatabase, type Server, type TestDatabase } from '../support/engines.js';
import { failure, rowsOf, sql } from '../support/statements.js';

/** A driver that counts the connections it has opened. */
function counted(driver: Driver): { readonly driver: Driver; readonly opened: Session[] } {
  const opened: Session[] = [];
  const connect = async (access?: 'reads' | 'writes'): Promise<Session> => {
    const session = await driver.connect(access);
    opened.push(session);
    return session;
  };
  return { driver: { ...driver, connect }, opened };
}

const KILL: Readonly<Record<string, { readonly id: string; readonly kill: (id: string) => string }>> = {
  pgsql: { id: 'SELECT pg_backend_pid()', kill: (id) => `SELECT pg_terminate_backend(${id})` },
  mysql: { id: 'SELECT CONNECTION_ID()', kill: (id) => `KILL ${id}` },
};

const idOf = async (session: Session): Promise<string> => {
  const { rows } = await session.run(sql(KILL[session.vendor]?.id ?? ''));
  return String(rows[0]?.[0]);
};

describe.each(['pgsql18', 'mariadb'] as const satisfies readonly Server[])('a pool of %s', (server) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await freshDatabase(server);
  });
  afterAll(() => database.drop());

  test('one connection serves fifty in the order in which they came', async () => {
    const { driver, opened } = counted(database.driver());
    const pool = new Pool(driver, { max: 1 });
    const order: number[] = [];
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    await Promise.all(
      numbers.map((n) =>
        pool.use(async (session) => {
          await session.run(sql('SELECT 1'));
          order.push(n);
        }),
      ),
    );
    expect(order).toEqual(numbers);
    expect(opened).toHaveLength(1);
    await pool.end();
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test('never opens more than it may, and gives up those that are idle', async () => {
    const { driver, opened } = counted(database.driver());
    const pool = new Pool(driver, { max: 3, idleTimeout: 0.05 });
    const lent = await Promise.all([pool.acquire(), pool.acquire(), pool.acquire()]);
    const rest = Array.from({ length: 20 }, () => pool.use((session) => session.run(sql('SELECT 1'))));
    expect(opened).toHaveLength(3);
    for (const session of lent) pool.release(session);
    await Promise.all(rest);
    expect(opened).toHaveLength(3);
    await expect.poll(() => opened.filter(({ isOpen }) => isOpen)).toEqual([]);
    await pool.use((session) => session.run(sql('SELECT 1')));
    expect(opened).toHaveLength(4);
    await pool.end();
  });

  test('says how many are in use when nobody gives one back', async () => {
    const pool = new Pool(database.driver(), { max: 2, acquireTimeout: 2 });
    const lent = [await pool.acquire(), await pool.acquire()];
    await setTimeout(60);
    const [first, second] = await Promise.all([failure(pool.acquire()), failure(pool.acquire())]);
    expect(first).toBeInstanceOf(ConnectionError);
    expect(first.message).toMatch(
      /^No connection was free within 2\.0 s: 2 of 2 are in use, the longest for \d+\.\d s, and 1 others wait as well\.$/,
    );
    expect(second.message).toMatch(/the longest for \d+\.\d s\.$/);
    // Who has given up is not served any more.
    for (const session of lent) pool.release(session);
    expect((await pool.use((session) => session.run(sql('SELECT 1')))).rows).toHaveLength(1);
    await pool.end();
  });

  test('closes what comes back with a transaction, or broken', async () => {
    const { driver, opened } = counted(database.driver());
    const pool = new Pool(driver, { max: 1 });
    await pool.use((session) => session.command('BEGIN'));
    expect(await pool.use((session) => Promise.resolve(session.inTransaction))).toBe(false);
    pool.release(await pool.acquire(), true);
    await pool.use((session) => session.run(sql('SELECT 1')));
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
    // Not awaited.
    const sleeping = await pool.use((session) => {
      const work = failure(session.run(sql(session.vendor === 'pgsql' ? 'SELECT pg_sleep(60)' : 'SELECT SLEEP(60)')));
      return Promise.resolve({ work });
    });
    expect((await pool.use((session) => session.run(sql('SELECT 1')))).rows).toHaveLength(1);
    expect(await sleeping.work).toBeInstanceOf(ConnectionLostError);
    const session = await pool.acquire();
    pool.release(session);
    expect(() => pool.release(session)).toThrow(OrmError);
    await pool.end();
  });

  test('replaces connections that were killed, in use and idle', async () => {
    const { driver, opened } = counted(database.driver());
    const pool = new Pool(driver, { max: 1 });
    const other = await database.connect();
    const killed = pool.use(async (session) => {
      await other.command(KILL[other.vendor]?.kill(await idOf(session)) ?? '');
      await session.run(sql('SELECT 1'));
      return session.run(sql('SELECT 1'));
    });
    expect(await failure(killed)).toBeInstanceOf(ConnectionLostError);
    expect(await pool.use(idOf)).not.toBe('');
    expect(opened).toHaveLength(2);

    await other.command(KILL[other.vendor]?.kill(await pool.use(idOf)) ?? '');
    await expect.poll(() => opened.at(-1)?.isOpen).toBe(false);
    expect((await pool.use((session) => session.run(sql('SELECT 1')))).rows).toHaveLength(1);

    // Killed while nothing else in this process had its turn.
    const id = await pool.use(idOf);
    await setTimeout(1100);
    await other.command(KILL[other.vendor]?.kill(id) ?? '');
    const end = performance.now() + 200;
    while (performance.now() < end);
    expect((await pool.use((session) => session.run(sql('SELECT 1')))).rows).toHaveLength(1);
    await pool.end();
  });

  test('ends when the last has given back, and lends nothing more', async () => {
    const pool = new Pool(database.driver(), { max: 1 });
    const session = await pool.acquire();
    const waiting = failure(pool.acquire());
    let hasEnded = false;
    const ending = pool.end().then(() => {
      hasEnded = true;
    });
    expect((await waiting).message).toBe('The pool of connections was closed.');
    expect(hasEnded).toBe(false);
    await session.run(sql('SELECT 1'));
    pool.release(session);
    await ending;
    expect(session.isOpen).toBe(false);
    expect(await failure(pool.acquire())).toBeInstanceOf(ConnectionError);
  });

  test('who waits is told why there is none', async () => {
    const pool = new Pool(database.driver({ port: 1 }), { max: 1 });
    const [first, second] = await Promise.all([failure(pool.acquire()), failure(pool.acquire())]);
    for (const error of [first, second]) expect(error.message).toContain('cannot be opened');
    await pool.end();
    expect(() => new Pool(database.driver(), { max: 0 })).toThrow(ConfigurationError);
  });
});

describe('a pool of SQLite', () => {
  test('has one writer, and readers beside it that cannot write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orm-ts-'));
    const { driver, opened } = counted(
      sqlite({ path: join(folder, 'test.db'), queries: ['PRAGMA journal_mode = WAL'] }),
    );
    const pool = new Pool(driver, { max: 3, acquireTimeout: 1 });
    const writer = await pool.acquire();
    await writer.command('CREATE TABLE t (id INTEGER)');
    await writer.command('BEGIN IMMEDIATE');
    await writer.run(sql('INSERT INTO t VALUES (1)'));
    expect((await failure(pool.acquire())).message).toContain('1 of 1 are in use');
    const readers = [await pool.acquire('reads'), await pool.acquire('reads')];
    for (const reader of readers) {
      expect(await rowsOf(reader, 'SELECT * FROM t')).toEqual([]);
      expect(await failure(reader.command('BEGIN IMMEDIATE'))).toMatchObject({ driverCode: 8 });
      pool.release(reader);
    }
    await writer.command('COMMIT');
    pool.release(writer);
    expect(opened).toHaveLength(3);
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a database in memory is one connection', async () => {
    const pool = new Pool(sqlite({ path: ':memory:' }), { max: 5 });
    await pool.use((session) => session.command('CREATE TABLE t (id INTEGER)'));
    const counts = Array.from({ length: 5 }, () =>
      pool.use((session) => rowsOf(session, 'SELECT count(*) FROM t'), 'reads'),
    );
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 5 }, () => [[0]]));
    await pool.end();
  });
});
