import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqlite } from '../../src/drivers/index.js';
import type { Access, Session, Statement } from '../../src/drivers/session.js';
import { FailedSetting } from '../../src/drivers/settings.js';
import type { SqliteSettings } from '../../src/drivers/sqlite/settings.js';
import {
  CheckViolationError,
  ConfigurationError,
  ConnectionError,
  ConnectionLostError,
  type ConstraintViolationError,
  ForeignKeyViolationError,
  LockTimeoutError,
  NotNullViolationError,
  QueryError,
  SchemaMismatchError,
  SerializationError,
  TransactionError,
  UniqueViolationError,
} from '../../src/errors/index.js';
import { originOf } from '../../src/errors/origin.js';
import { failure, rowsOf, sql } from '../support/statements.js';

/** Node 20 has only the package; the package is built for one Node, which is the one that installed it. */
const hasOwn = (process.getBuiltinModule('node:sqlite' as 'fs') as unknown) !== undefined;
const DRIVERS = hasOwn ? (['node:sqlite'] as const) : (['better-sqlite3'] as const);

test('a driver that is not there is named', async () => {
  const load = (): Promise<unknown> =>
    Promise.reject(Object.assign(new Error("Cannot find package 'better-sqlite3'"), { code: 'ERR_MODULE_NOT_FOUND' }));
  const missing = sqlite({ path: ':memory:', driver: 'better-sqlite3', load }).connect();
  await expect(missing).rejects.toThrow(
    'Connecting needs the package better-sqlite3, which is not installed: npm install better-sqlite3',
  );
  if (!hasOwn)
    await expect(sqlite({ path: ':memory:', driver: 'node:sqlite' }).connect()).rejects.toBeInstanceOf(
      ConfigurationError,
    );
});

describe.each(DRIVERS)('%s', (driver) => {
  let folder: string;
  let session: Session;
  const opened: Session[] = [];

  const connect = async (change: Partial<SqliteSettings> = {}, access?: Access): Promise<Session> => {
    const each = await sqlite({ path: join(folder, 'test.db'), driver, ...change }).connect(access);
    opened.push(each);
    return each;
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orm-ts-'));
    session = await connect();
    await session.command(`CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, shop INTEGER, price INTEGER CONSTRAINT positive CHECK (price > 0),
        author_id INTEGER REFERENCES author (id), UNIQUE (title, shop))`);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  test('values go and come back', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const values = [7, -9_007_199_254_740_993n, 0.5, 'Ünï 🎉 \'"', bytes, true, null, 2 ** 53, 5];
    const [row] = (await rowsOf(session, `SELECT ${values.map(() => '?').join()}`, ...values)) as unknown[][];
    expect(row?.map((cell) => (cell instanceof Uint8Array ? [...cell] : cell))).toEqual([
      7,
      -9_007_199_254_740_993n,
      0.5,
      'Ünï 🎉 \'"',
      [...bytes],
      1,
      null,
      9_007_199_254_740_992,
      5,
    ]);
    expect(await rowsOf(session, 'SELECT typeof(?), typeof(?), typeof(?)', 7, true, 0.5)).toEqual([
      ['integer', 'integer', 'real'],
    ]);
    expect(await rowsOf(session, 'SELECT 1 AS a, 2 AS a')).toEqual([[1, 2]]);
  });

  test('counts rows and tells the key', async () => {
    const insert = sql('INSERT INTO author (name) VALUES (?), (?)', 'a', 'b');
    expect(await session.run(insert)).toEqual({ rows: [], affected: 2, insertId: 2 });
    expect(await session.run(sql('UPDATE author SET name = ?', 'x'))).toEqual({
      rows: [],
      affected: 2,
      insertId: undefined,
    });
    expect(await session.run(sql('DELETE FROM author WHERE id = ? RETURNING id', 1))).toEqual({
      rows: [[1]],
      affected: 1,
      insertId: undefined,
    });
    expect(await session.run(sql('CREATE TABLE more (id INTEGER)'))).toMatchObject({
      affected: 0,
      insertId: undefined,
    });
    const far = sql('INSERT INTO author (id) VALUES (?)', 9_007_199_254_740_993n);
    expect((await session.run(far)).insertId).toBe(9_007_199_254_740_993n);
    const { rows } = await session.run(sql('SELECT id FROM author ORDER BY 1'), ([id]) => String(id));
    expect(rows).toEqual(['2', '9007199254740993']);
  });

  test('errors have kinds and names', async () => {
    await session.command("INSERT INTO author VALUES (1, 'a'); INSERT INTO book VALUES (1, 'secret', 5, 1, 1)");
    const cases: [Statement, new (...args: never) => Error, Partial<ConstraintViolationError>][] = [
      [
        sql('INSERT INTO book (title, shop) VALUES (?, 5)', 'secret'),
        UniqueViolationError,
        { kind: 'uniqueViolation', table: 'book', columns: ['title', 'shop'], driverCode: 2067 },
      ],
      [
        sql('INSERT INTO author (id) VALUES (?)', 1),
        UniqueViolationError,
        { kind: 'uniqueViolation', table: 'author', columns: ['id'], driverCode: 1555 },
      ],
      [sql('DELETE FROM author'), ForeignKeyViolationError, { kind: 'foreignKeyViolation', driverCode: 787 }],
      [
        sql('INSERT INTO book (shop) VALUES (1)'),
        NotNullViolationError,
        { kind: 'notNullViolation', table: 'book', columns: ['title'], column: 'title' },
      ],
      [
        sql('INSERT INTO book (title, price) VALUES (?, -5)', 'secret'),
        CheckViolationError,
        { kind: 'checkViolation', constraint: 'positive' },
      ],
      [sql('SELECT * FROM nowhere'), SchemaMismatchError, { kind: 'missingTable', table: 'nowhere' }],
      [
        sql('SELECT book.nme FROM book'),
        SchemaMismatchError,
        { kind: 'missingColumn', table: 'book', columns: ['nme'] },
      ],
      [
        sql('INSERT INTO book (nme) VALUES (1)'),
        SchemaMismatchError,
        { kind: 'missingColumn', table: 'book', columns: ['nme'] },
      ],
      [sql('SELEC 1'), QueryError, { kind: 'other', driverCode: 1 }],
    ];
    for (const [statement, type, properties] of cases) {
      const error = await failure(session.run(statement));
      expect(error, statement.sql).toBeInstanceOf(type);
      expect(error, statement.sql).toMatchObject({ ...properties, sql: statement.sql, name: type.name });
      expect(error.message).not.toContain('secret');
    }
  });

  test('together stops at the first error', async () => {
    const work = session.together([
      sql('BEGIN IMMEDIATE'),
      sql('INSERT INTO author (id) VALUES (?)', 1),
      sql('INSERT INTO author (id) VALUES (?)', 1),
      sql('COMMIT'),
    ]);
    expect(await failure(work)).toMatchObject({ kind: 'uniqueViolation' });
    expect(session.inTransaction).toBe(true);
    await session.command('ROLLBACK');
    expect(session.inTransaction).toBe(false);
    expect(await rowsOf(session, 'SELECT * FROM author')).toEqual([]);
  });

  test('waits for a lock without holding up the process', async () => {
    const other = await connect();
    await other.command('BEGIN IMMEDIATE');
    await other.run(sql('INSERT INTO author (id) VALUES (1)'));
    let isDone = false;
    const waiting = session.run(sql('INSERT INTO author (id) VALUES (2)')).then(() => {
      isDone = true;
    });
    let turns = 0;
    for (; turns < 20; turns++) await setTimeout(2);
    expect([isDone, turns]).toEqual([false, 20]);
    await other.command('COMMIT');
    await waiting;
    expect(await rowsOf(session, 'SELECT id FROM author ORDER BY id')).toEqual([[1], [2]]);
  });

  test('tells a lock that does not come in time, and one that never will', async () => {
    const other = await connect();
    const hasty = await connect({ timeout: 0.02 });
    await other.command('BEGIN IMMEDIATE');
    expect(await failure(hasty.command('BEGIN IMMEDIATE'))).toBeInstanceOf(LockTimeoutError);
    // Who reads and then wants to write would wait for who waits for it.
    await session.command('BEGIN');
    await rowsOf(session, 'SELECT * FROM author');
    expect(await failure(session.run(sql('INSERT INTO author (id) VALUES (3)')))).toBeInstanceOf(LockTimeoutError);
    await session.command('ROLLBACK');
    await other.command('ROLLBACK');
    await session.command('PRAGMA journal_mode = WAL');
    await session.command('BEGIN');
    await rowsOf(session, 'SELECT * FROM author');
    await other.run(sql('INSERT INTO author (id) VALUES (4)'));
    expect(await failure(session.run(sql('INSERT INTO author (id) VALUES (5)')))).toBeInstanceOf(SerializationError);
    await session.command('ROLLBACK');
  });

  test('PRAGMA busy_timeout says for how long, and still nothing is held up', async () => {
    const other = await connect();
    await other.command('BEGIN IMMEDIATE');
    await session.command('PRAGMA busy_timeout = 300');
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const begun = performance.now();
    expect(await failure(session.command('BEGIN IMMEDIATE'))).toBeInstanceOf(LockTimeoutError);
    const waited = performance.now() - begun;
    clearInterval(timer);
    expect(waited).toBeGreaterThanOrEqual(300);
    expect(longest).toBeLessThan(waited / 2);
    await session.command('pragma busy_timeout=0;');
    await expect(session.command('BEGIN IMMEDIATE')).rejects.toBeInstanceOf(LockTimeoutError);
    await other.command('ROLLBACK');
  });

  test('what the driver said is had by who asks for it, and shown to nobody else', async () => {
    await session.run(sql('CREATE VIRTUAL TABLE word USING fts5(text)'));
    const refused = await failure(session.run(sql('SELECT * FROM word WHERE word MATCH ?', '"secret')));
    expect(inspect(refused, { showHidden: true, depth: 9 })).not.toContain('secret');
    expect(originOf(refused)).toBeInstanceOf(Error);
    const unset = await failure(connect({ queries: ['SELECT 1', 'SELECT absent'] }));
    expect(unset).toBeInstanceOf(FailedSetting);
    expect(unset).toMatchObject({ index: 1 });
    expect(originOf(unset)).toMatchObject({ message: 'no such column: absent' });
    expect(originOf(new Error('ours'))).toBeUndefined();
  });

  test('a reader cannot write, nor begin to', async () => {
    const reader = await connect({}, 'reads');
    expect(await rowsOf(reader, 'SELECT * FROM author')).toEqual([]);
    expect(await failure(reader.run(sql('INSERT INTO author (id) VALUES (1)')))).toMatchObject({ driverCode: 8 });
    expect(await failure(reader.command('BEGIN IMMEDIATE'))).toMatchObject({ driverCode: 8 });
  });

  test('keeps a bounded number of statements, which survive DDL', async () => {
    const small = await connect({ maxStatements: 2 });
    for (const n of [1, 2, 3, 1]) expect(await rowsOf(small, `SELECT ${String(n)} + ?`, 1)).toEqual([[n + 1]]);
    const read = sql('SELECT * FROM author');
    await session.run(sql("INSERT INTO author VALUES (1, 'a')"));
    expect((await session.run(read)).rows).toEqual([[1, 'a']]);
    await small.command('ALTER TABLE author ADD extra INTEGER');
    expect((await session.run(read)).rows).toEqual([[1, 'a', null]]);
  });

  test('streams in portions, others having their turn, with bounded memory', async () => {
    const total = 200_000;
    const text =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, printf('%.200c', 'x') FROM n";
    let seen = 0;
    let most = 0;
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const before = process.memoryUsage().heapUsed;
    for await (const rows of session.stream(sql(text, total), 1000)) {
      expect(rows.length).toBeLessThanOrEqual(1000);
      seen += rows.length;
      if (seen % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    clearInterval(ticking);
    expect(seen).toBe(total);
    expect(turns).toBeGreaterThan(1);
    // All rows at once are more than 200 bytes each.
    expect(most).toBeLessThan(total * 200);
  });

  test('a stream can be left early and fail', async () => {
    await session.run(sql('INSERT INTO author (id) VALUES (1), (2), (3)'));
    for await (const rows of session.stream(sql('SELECT id FROM author'), 2)) {
      expect(rows).toEqual([[1], [2]]);
      break;
    }
    await session.run(sql('DELETE FROM author WHERE id > ?', 1));
    expect(await failure(session.stream(sql('SELECT * FROM nowhere'), 2).next())).toMatchObject({
      kind: 'missingTable',
    });
    expect(await rowsOf(session, 'SELECT id FROM author')).toEqual([[1]]);
  });

  test('a stream does not keep its connection open', async () => {
    await session.run(sql('INSERT INTO author (id) VALUES (1), (2), (3)'));
    const rows = session.stream(sql('SELECT id FROM author'), 1);
    expect(await rows.next()).toEqual({ value: [[1]], done: false });
    await session.close();
    expect(await failure(rows.next())).toBeInstanceOf(ConnectionLostError);
  });

  test('has the functions it was given', async () => {
    const other = await connect({
      functions: { regexp: (pattern, text) => Number(new RegExp(String(pattern)).test(String(text))) },
    });
    expect(await rowsOf(other, 'SELECT ? REGEXP ?, ? REGEXP ?', 'abc', '^a', 'abc', '^b')).toEqual([[1, 0]]);
  });

  test('one statement at a time, and none behind the end', async () => {
    const other = await connect();
    await other.command('BEGIN IMMEDIATE');
    const waiting = session.command('BEGIN IMMEDIATE');
    await expect(session.run(sql('SELECT 1'))).rejects.toBeInstanceOf(TransactionError);
    await other.command('ROLLBACK');
    await waiting;
    await session.close();
    expect([session.isOpen, session.inTransaction]).toEqual([false, false]);
    expect(await failure(session.run(sql('SELECT 1')))).toBeInstanceOf(ConnectionLostError);
  });

  test('says which file cannot be opened, and which statement of the settings failed', async () => {
    await expect(connect({ path: join(folder, 'nowhere/x.db') })).rejects.toBeInstanceOf(ConnectionError);
    await expect(connect({ queries: ['SELECT 1', 'SELEC 2'] })).rejects.toThrow(
      /statement 2 of its settings.queries failed/,
    );
    await expect(
      connect({ path: `file:${join(folder, 'test.db')}?mode=ro`, queries: ['DELETE FROM book'] }),
    ).rejects.toThrow(/readonly/);
  });
});
