import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session, Statement } from '../../src/drivers/session.js';
import {
  CheckViolationError,
  ConnectionError,
  ConnectionLostError,
  type ConstraintViolationError,
  DataError,
  ForeignKeyViolationError,
  LockTimeoutError,
  NotNullViolationError,
  QueryError,
  SchemaMismatchError,
  TransactionError,
  UniqueViolationError,
} from '../../src/errors/index.js';
import { freshDatabase, type TestDatabase } from '../support/engines.js';
import { failure, rowsOf, sql } from '../support/statements.js';

describe.each(['mariadb', 'mariadb11', 'mysql9'] as const)('%s', (server) => {
  let database: TestDatabase;
  let session: Session;

  beforeAll(async () => {
    database = await freshDatabase(server);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    session = await database.connect();
    await session.command('DROP TABLE IF EXISTS book, author, kinds');
    await session.command(
      'CREATE TABLE author (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name TEXT) ENGINE=InnoDB',
    );
    await session.command(
      `CREATE TABLE book (id INT PRIMARY KEY, title VARCHAR(10) NOT NULL, shop INT, price INT,
        author_id BIGINT UNSIGNED, CONSTRAINT one_shop UNIQUE (title, shop), CONSTRAINT positive CHECK (price > 0),
        CONSTRAINT book_author FOREIGN KEY (author_id) REFERENCES author (id)) ENGINE=InnoDB`,
    );
  });

  test('values go and come back, the same with and without placeholders', async () => {
    await session.command(
      `CREATE TABLE kinds (i INT, b BIGINT, u BIGINT UNSIGNED, d DECIMAL(30,10), f DOUBLE, t TEXT, y BLOB, flag TINYINT(1),
        dt DATETIME(6), da DATE, ti TIME(6), bits BIT(1), doc JSON)`,
    );
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const values = [
      -7,
      -9_007_199_254_740_993n,
      18_446_744_073_709_551_615n,
      '12345678901234567890.1234567890',
      0.1,
      'Ünï 🎉 \\ \' "',
      bytes,
      true,
      '2024-02-29 23:59:59.123456',
      '2024-02-29',
      '-12:34:56.000001',
      true,
      '{"a": [1]}',
    ];
    await session.run(sql(`INSERT INTO kinds VALUES (${values.map(() => '?').join()})`, ...values));
    const expected = [
      -7,
      '-9007199254740993',
      '18446744073709551615',
      '12345678901234567890.1234567890',
      0.1,
      'Ünï 🎉 \\ \' "',
      Buffer.from(bytes),
      1,
      '2024-02-29 23:59:59.123456',
      '2024-02-29',
      '-12:34:56.000001',
      Buffer.from([1]),
      '{"a": [1]}',
    ];
    expect(await rowsOf(session, 'SELECT * FROM kinds')).toEqual([expected]);
    expect(await rowsOf(session, 'SELECT * FROM kinds WHERE i = ?', -7)).toEqual([expected]);
    expect(
      await rowsOf(session, 'SELECT i FROM kinds WHERE b = ? AND u = ? LIMIT ?', values[1] ?? 0, values[2] ?? 0, 5),
    ).toEqual([[-7]]);
    expect(await rowsOf(session, "SELECT CONCAT(?, '')", Number.MAX_SAFE_INTEGER)).toEqual([['9007199254740991']]);
    expect(await rowsOf(session, 'SELECT ? IS NULL, ?', null, null)).toEqual([[1, null]]);
  });

  test('a question mark in a text is no placeholder', async () => {
    expect(await rowsOf(session, "SELECT '?', ?", 'x')).toEqual([['?', 'x']]);
    expect(await rowsOf(session, "SELECT '?'")).toEqual([['?']]);
  });

  test('counts rows that were found, and tells the key', async () => {
    expect(await session.run(sql('INSERT INTO author (name) VALUES (?)', 'a'))).toEqual({
      rows: [],
      affected: 1,
      insertId: 1,
    });
    expect((await session.run(sql('UPDATE author SET name = ?', 'a'))).affected).toBe(1);
    expect((await session.run(sql('SELECT * FROM author'))).affected).toBe(0);
    await session.command('ALTER TABLE author AUTO_INCREMENT = 9007199254740993');
    expect((await session.run(sql('INSERT INTO author (name) VALUES (?)', 'b'))).insertId).toBe(9_007_199_254_740_993n);
    if (server !== 'mysql9') {
      const returning = await session.run(sql('DELETE FROM author WHERE id < ? RETURNING id', 10));
      expect(returning).toMatchObject({ rows: [[1]], affected: 1 });
    }
  });

  test('a procedure gives its first rows', async () => {
    await session.command('CREATE PROCEDURE two() BEGIN SELECT 1, 2; SELECT 3; END');
    expect(await rowsOf(session, 'CALL two()')).toEqual([[1, 2]]);
    await session.command('DROP PROCEDURE two');
  });

  test('errors have kinds and names, and no values', async () => {
    await session.command("INSERT INTO author VALUES (1, 'a')");
    await session.command("INSERT INTO book VALUES (1, 'secret', 5, 1, 1)");
    const isMysql = server === 'mysql9';
    const cases: [Statement, new (...args: never) => Error, Partial<ConstraintViolationError>][] = [
      [
        sql('INSERT INTO book VALUES (?, ?, ?, 1, 1)', 2, 'secret', 5),
        UniqueViolationError,
        { kind: 'uniqueViolation', constraint: 'one_shop', table: isMysql ? 'book' : undefined, driverCode: 1062 },
      ],
      [
        sql('INSERT INTO book VALUES (?, ?, 6, 1, 77)', 2, 'secret'),
        ForeignKeyViolationError,
        { kind: 'foreignKeyViolation', constraint: 'book_author', table: 'book', columns: ['author_id'] },
      ],
      [sql('DELETE FROM author'), ForeignKeyViolationError, { kind: 'foreignKeyViolation', constraint: 'book_author' }],
      [
        sql('INSERT INTO book (id, title) VALUES (?, NULL)', 2),
        NotNullViolationError,
        { kind: 'notNullViolation', columns: ['title'], column: 'title' },
      ],
      [
        sql('INSERT INTO book VALUES (?, ?, 7, -5, 1)', 2, 'secret'),
        CheckViolationError,
        { kind: 'checkViolation', constraint: 'positive' },
      ],
      [
        sql('INSERT INTO book (id, title) VALUES (3, ?)', 'much too secret'),
        DataError,
        { kind: 'valueTooLong', columns: ['title'], sqlState: '22001' },
      ],
      [
        sql('INSERT INTO book (id, title) VALUES (?, 1)', 99_999_999_999),
        DataError,
        { kind: 'valueOutOfRange', columns: ['id'] },
      ],
      [
        sql('INSERT INTO book (id, title) VALUES (?, 1)', 'secret'),
        DataError,
        { kind: 'invalidValue', columns: ['id'] },
      ],
      [sql('SELECT * FROM nowhere'), SchemaMismatchError, { kind: 'missingTable', table: 'nowhere' }],
      [
        sql('SELECT book.nme FROM book'),
        SchemaMismatchError,
        { kind: 'missingColumn', table: 'book', columns: ['nme'] },
      ],
      [sql('SELEC 1'), QueryError, { kind: 'other', driverCode: 1064, sqlState: '42000' }],
    ];
    for (const [statement, type, properties] of cases) {
      const error = await failure(session.run(statement));
      expect(error, statement.sql).toBeInstanceOf(type);
      expect(error, statement.sql).toMatchObject({ ...properties, sql: statement.sql, name: type.name });
      for (const text of [error.message, String(error.cause), JSON.stringify(error)])
        expect(text).not.toContain('secret');
    }
  });

  test('together stops at the first error', async () => {
    const error = await failure(
      session.together([
        sql('START TRANSACTION'),
        sql('INSERT INTO author VALUES (1, ?)', 'a'),
        sql('INSERT INTO author VALUES (1, ?)', 'twice'),
        sql('COMMIT'),
      ]),
    );
    expect(error).toMatchObject({ kind: 'uniqueViolation', sql: 'INSERT INTO author VALUES (1, ?)' });
    expect(session.inTransaction).toBe(true);
    await session.command('ROLLBACK');
    expect(session.inTransaction).toBe(false);
    expect(await rowsOf(session, 'SELECT * FROM author')).toEqual([]);
  });

  test('knows whether a transaction is open, also when the server ends it', async () => {
    await session.run(sql("INSERT INTO author VALUES (1, 'a'), (2, 'b')"));
    const other = await database.connect();
    for (const each of [session, other]) await each.command('START TRANSACTION');
    expect(session.inTransaction).toBe(true);
    await session.run(sql('UPDATE author SET name = ? WHERE id = 1', 'x'));
    await other.run(sql('UPDATE author SET name = ? WHERE id = 2', 'y'));
    const outcomes = await Promise.allSettled([
      session.run(sql('UPDATE author SET name = ? WHERE id = 2', 'x')),
      other.run(sql('UPDATE author SET name = ? WHERE id = 1', 'y')).finally(() => other.command('ROLLBACK')),
    ]);
    const [victim] = outcomes
      .map(({ status }, index) => (status === 'rejected' ? [session, other][index] : undefined))
      .filter(Boolean);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error).name : ''))).toContain(
      'DeadlockError',
    );
    expect(victim?.inTransaction).toBe(false);
    await session.command('ROLLBACK');
    // DDL commits, also where it fails.
    await session.command('START TRANSACTION');
    await failure(session.command('CREATE TABLE author (id INT)'));
    expect(session.inTransaction).toBe(false);
    // A lock that was waited for costs the statement only.
    await other.command('START TRANSACTION');
    await other.run(sql('UPDATE author SET name = ? WHERE id = 1', 'z'));
    await session.command('SET SESSION innodb_lock_wait_timeout = 1');
    await session.command('START TRANSACTION');
    expect(await failure(session.run(sql('UPDATE author SET name = ? WHERE id = 1', 'x')))).toBeInstanceOf(
      LockTimeoutError,
    );
    expect(session.inTransaction).toBe(true);
    for (const each of [session, other]) await each.command('ROLLBACK');
  });

  test('reads what others have committed, unless told otherwise', async () => {
    const level = async (each: Session): Promise<unknown> =>
      (await each.run(sql("SHOW VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')")))
        .rows[0]?.[1];
    expect(await level(session)).toBe('READ-COMMITTED');
    expect(await level(await database.connect({ keepsIsolation: true }))).toBe('REPEATABLE-READ');
  });

  test('keeps a bounded number of prepared statements', async () => {
    const small = await database.connect({ maxStatements: 3 });
    const count = async (name: string): Promise<number> =>
      Number((await small.run(sql(`SHOW SESSION STATUS LIKE '${name}'`))).rows[0]?.[1]);
    for (const n of [1, 2, 3, 1, 4, 5]) await rowsOf(small, `SELECT ${String(n)} + ?`, n);
    await small.run({ sql: 'SELECT 6 + ?', values: [6], once: true });
    expect(await count('Com_stmt_prepare')).toBe(6);
    expect((await count('Com_stmt_prepare')) - (await count('Com_stmt_close'))).toBeLessThanOrEqual(3);
    await rowsOf(small, 'SELECT 5 + ?', 5);
    expect(await count('Com_stmt_prepare')).toBe(6);
  });

  test('a prepared statement survives DDL', async () => {
    const read = sql('SELECT * FROM author WHERE id > ?', 0);
    await session.run(sql("INSERT INTO author VALUES (1, 'a')"));
    expect((await session.run(read)).rows).toEqual([[1, 'a']]);
    await (await database.connect()).command('ALTER TABLE author ADD extra INT');
    expect((await session.run(read)).rows).toEqual([[1, 'a', null]]);
  });

  test('a killed connection is told as lost, and so is every statement behind it', async () => {
    const other = await database.connect();
    const idOf = async (each: Session): Promise<string> =>
      String((await each.run(sql('SELECT CONNECTION_ID()'))).rows[0]?.[0]);
    const id = await idOf(session);
    await session.command('START TRANSACTION');
    const sleeping = failure(session.run(sql('SELECT SLEEP(60) + ?', 1)));
    await expect
      .poll(async () => (await other.run(sql(`SELECT info FROM information_schema.processlist WHERE id = ${id}`))).rows)
      .not.toEqual([[null]]);
    await other.command(`KILL ${id}`);
    const error = await sleeping;
    expect(error).toBeInstanceOf(ConnectionLostError);
    expect(error).toMatchObject({ kind: 'connectionLost', mayBeCommitted: false });
    expect([session.isOpen, session.inTransaction]).toEqual([false, false]);
    expect(await failure(session.run(sql('SELECT 1')))).toBeInstanceOf(ConnectionLostError);

    const idle = await database.connect();
    await other.command(`KILL ${await idOf(idle)}`);
    await expect.poll(() => idle.isOpen).toBe(false);

    // In the middle of its rows.
    const streaming = await database.connect();
    const streamId = await idOf(streaming);
    const read = async (): Promise<void> => {
      let received = 0;
      const text = "SELECT REPEAT('x', 100000), SLEEP(0.01) FROM information_schema.columns";
      for await (const rows of streaming.stream(sql(text), 1)) {
        if (received === 0) await other.command(`KILL ${streamId}`);
        received += rows.length;
      }
    };
    expect(await failure(read())).toBeInstanceOf(ConnectionLostError);
  });

  test('one statement at a time', async () => {
    const slow = session.run(sql('SELECT SLEEP(0.05)'));
    await expect(session.run(sql('SELECT 1'))).rejects.toBeInstanceOf(TransactionError);
    await slow;
    expect(await rowsOf(session, 'SELECT 1')).toEqual([[1]]);
  });

  test('streams in portions with bounded memory', async () => {
    const digits =
      '(SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';
    const tens = ['a', 'b', 'c', 'd', 'e'].map((name) => `${digits} ${name}`).join(', ');
    const text = `SELECT a.n, REPEAT('x', 200), ? FROM ${tens}, (SELECT 1 UNION SELECT 2) f`;
    const total = 200_000;
    let seen = 0;
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    for await (const rows of session.stream(sql(text, 'y'), 1000)) {
      expect(rows.length).toBeLessThanOrEqual(1000);
      seen += rows.length;
      if (seen % 50_000 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        most = Math.max(most, process.memoryUsage().heapUsed - before);
      }
    }
    expect(seen).toBe(total);
    // All rows at once are more than 200 bytes each.
    expect(most).toBeLessThan(total * 200);
    expect(await rowsOf(session, 'SELECT 1')).toEqual([[1]]);
  });

  test('a stream can be left early and fail', async () => {
    const text = 'SELECT column_name FROM information_schema.columns';
    for await (const rows of session.stream(sql(text), 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    expect(await rowsOf(session, 'SELECT 1')).toEqual([[1]]);
    const read = (statement: Statement): Promise<unknown> => session.stream(statement, 10).next();
    expect(await failure(read(sql('SELECT * FROM nowhere')))).toMatchObject({ kind: 'missingTable', table: 'nowhere' });
    expect(await failure(read(sql('SELECT * FROM nowhere WHERE id = ?', 1)))).toMatchObject({ kind: 'missingTable' });
    expect(await rowsOf(session, 'SELECT 1 + ?', 1)).toEqual([[2]]);
  });

  test('says which database cannot be opened, and which statement of the settings failed', async () => {
    await expect(database.connect({ database: 'nowhere' })).rejects.toThrow(
      /^The database "nowhere" at .+ cannot be opened: /,
    );
    await expect(database.connect({ port: 1 })).rejects.toBeInstanceOf(ConnectionError);
    await expect(database.connect({ queries: ['DO 0', 'SET nonsense = 1'] })).rejects.toThrow(
      /statement 2 of its settings.queries failed/,
    );
  });
});
