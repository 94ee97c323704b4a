import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session, Statement } from '../../src/drivers/session.js';
import {
  CheckViolationError,
  ConnectionError,
  ConnectionLostError,
  type ConstraintViolationError,
  DataError,
  ForeignKeyViolationError,
  NotNullViolationError,
  QueryError,
  SchemaMismatchError,
  TransactionError,
  UniqueViolationError,
} from '../../src/errors/index.js';
import { freshDatabase, type TestDatabase } from '../support/engines.js';
import { countingProxy } from '../support/proxy.js';
import { failure, rowsOf, sql } from '../support/statements.js';

describe.each(['pgsql15', 'pgsql18'] as const)('%s', (server) => {
  let database: TestDatabase;
  let session: Session;

  beforeAll(async () => {
    database = await freshDatabase(server);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    session = await database.connect();
    await session.command(`DROP TABLE IF EXISTS book, author; CREATE TABLE author (id int PRIMARY KEY, name text);
      CREATE TABLE book (id int PRIMARY KEY, title varchar(10) NOT NULL, shop int, price int CONSTRAINT positive CHECK (price > 0),
        author_id int CONSTRAINT book_author REFERENCES author, CONSTRAINT one_shop UNIQUE (title, shop))`);
  });

  test('values go and come back', async () => {
    const texts = ['', 'Ünïcode 🎉', "it's", 'a\\b', '\n'];
    expect(await rowsOf(session, 'SELECT $1::text, $2::text, $3::text, $4::text, $5::text', ...texts)).toEqual([texts]);
    const mixed = await rowsOf(
      session,
      'SELECT $1::int, $2::bigint, $3::numeric, $4::boolean, $5::boolean, $6::text, $7::float8',
      42,
      9_007_199_254_740_993n,
      '12345678901234567890.123456789',
      true,
      false,
      null,
      1e300,
    );
    expect(mixed).toEqual([['42', '9007199254740993', '12345678901234567890.123456789', 't', 'f', null, '1e+300']]);
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const hex = Buffer.from(bytes).toString('hex');
    expect(await rowsOf(session, 'SELECT $1::bytea', bytes.subarray(0))).toEqual([[`\\x${hex}`]]);
    expect(await rowsOf(session, 'SELECT $1::bytea', bytes.subarray(254))).toEqual([['\\xfeff']]);
  });

  test('dates come in ISO form whatever the server was set up for', async () => {
    const other = await database.connect({ options: '-c DateStyle=SQL,DMY' });
    expect(await rowsOf(other, "SELECT DATE '2024-03-02', TIMESTAMP '2024-03-02 01:02:03.456789'")).toEqual([
      ['2024-03-02', '2024-03-02 01:02:03.456789'],
    ]);
  });

  test('rows are made as they arrive; what the maker throws is passed on and the session goes on', async () => {
    const { rows } = await session.run(sql('SELECT generate_series(1, 3)'), ([n]) => Number(n) * 2);
    expect(rows).toEqual([2, 4, 6]);
    const problem = new RangeError('mine');
    const refuse = (): never => {
      throw problem;
    };
    await expect(session.run(sql('SELECT generate_series(1, 3)'), refuse)).rejects.toBe(problem);
    expect(await rowsOf(session, 'SELECT 1')).toEqual([['1']]);
  });

  test('counts changed rows', async () => {
    const insert = "INSERT INTO author VALUES (1, 'a'), (2, 'b'), (3, 'c')";
    expect(await session.run(sql(insert))).toEqual({ rows: [], affected: 3, insertId: undefined });
    expect((await session.run(sql('UPDATE author SET name = $1 WHERE id > $2 RETURNING id', 'x', 1))).affected).toBe(2);
    expect((await session.run(sql('SELECT * FROM author'))).affected).toBe(0);
    expect((await session.run(sql('DELETE FROM author WHERE id = 9'))).affected).toBe(0);
  });

  test('errors have kinds and names, and no values', async () => {
    await session.command("INSERT INTO author VALUES (1, 'a'); INSERT INTO book VALUES (1, 'secret', 5, 1, 1)");
    const cases: [Statement, new (...args: never) => Error, Partial<ConstraintViolationError>][] = [
      [
        sql('INSERT INTO book VALUES ($1, $2, $3)', 2, 'secret', 5),
        UniqueViolationError,
        {
          kind: 'uniqueViolation',
          constraint: 'one_shop',
          table: 'book',
          columns: ['title', 'shop'],
          sqlState: '23505',
        },
      ],
      [
        sql('INSERT INTO book VALUES ($1, $2, 6, 1, 77)', 2, 'secret'),
        ForeignKeyViolationError,
        { kind: 'foreignKeyViolation', constraint: 'book_author', table: 'book', columns: ['author_id'] },
      ],
      [
        sql('DELETE FROM author'),
        ForeignKeyViolationError,
        { kind: 'foreignKeyViolation', constraint: 'book_author', table: 'book', columns: [] },
      ],
      [
        sql('INSERT INTO book VALUES ($1, NULL)', 2),
        NotNullViolationError,
        { kind: 'notNullViolation', constraint: undefined, table: 'book', columns: ['title'], column: 'title' },
      ],
      [
        sql('INSERT INTO book VALUES ($1, $2, 7, -5)', 2, 'secret'),
        CheckViolationError,
        { kind: 'checkViolation', constraint: 'positive', table: 'book' },
      ],
      [
        sql('INSERT INTO book VALUES (3, $1)', 'much too secret'),
        DataError,
        { kind: 'valueTooLong', sqlState: '22001' },
      ],
      [sql('SELECT $1::smallint', 70_000), DataError, { kind: 'valueOutOfRange' }],
      [sql('SELECT $1::int', 'secret'), DataError, { kind: 'invalidValue' }],
      [sql('SELECT * FROM nowhere'), SchemaMismatchError, { kind: 'missingTable', table: 'nowhere' }],
      [
        sql('SELECT book.nme FROM book'),
        SchemaMismatchError,
        { kind: 'missingColumn', table: 'book', columns: ['nme'] },
      ],
      [sql('SELECT nme FROM book'), SchemaMismatchError, { kind: 'missingColumn', columns: ['nme'] }],
      [sql('SELEC 1'), QueryError, { kind: 'other', sqlState: '42601' }],
    ];
    for (const [statement, type, properties] of cases) {
      const error = await failure(session.run(statement));
      expect(error, statement.sql).toBeInstanceOf(type);
      expect(error, statement.sql).toMatchObject({ ...properties, sql: statement.sql, name: type.name });
      for (const text of [error.message, String(error.cause), JSON.stringify(error)])
        expect(text).not.toContain('secret');
    }
    const duplicate = await failure(session.run(sql('INSERT INTO book VALUES (1, $1)', 'x')));
    expect(duplicate.message).toBe(
      'Duplicate value for a unique column (constraint "book_pkey", column "book.id").\n' +
        'The database says: ERROR:  duplicate key value violates unique constraint "book_pkey"\nDETAIL:  Key (id)=(…)\n' +
        'SQL: INSERT INTO book VALUES (1, $1)',
    );
  });

  test('together is one round trip, and an error skips the rest', async () => {
    const { host, port } = database.settings;
    const proxy = await countingProxy(host, port);
    const far = await database.connect({ host: '127.0.0.1', port: proxy.port, ssl: { mode: 'disable' } });
    proxy.reset();
    const results = await far.together([
      sql('BEGIN'),
      sql('INSERT INTO author VALUES ($1, $2)', 1, 'a'),
      sql('SELECT id, name FROM author'),
    ]);
    expect(proxy.roundTrips).toBe(1);
    expect(results.map(({ rows, affected }) => [rows, affected])).toEqual([
      [[], 0],
      [[], 1],
      [[['1', 'a']], 0],
    ]);
    expect(far.inTransaction).toBe(true);
    await far.together([sql('UPDATE author SET name = $1', 'b'), sql('COMMIT')]);
    expect(proxy.roundTrips).toBe(2);
    expect(far.inTransaction).toBe(false);
    expect(await far.together([])).toEqual([]);

    await far.run(sql('BEGIN'));
    const error = await failure(
      far.together([
        sql('INSERT INTO author VALUES (2, $1)', 'c'),
        sql('INSERT INTO author VALUES (1, $1)', 'twice'),
        sql('COMMIT'),
      ]),
    );
    expect(error).toMatchObject({ kind: 'uniqueViolation', sql: 'INSERT INTO author VALUES (1, $1)' });
    expect(far.inTransaction).toBe(true);
    await far.command('ROLLBACK');
    expect(await rowsOf(far, 'SELECT id FROM author')).toEqual([['1']]);
    // What the server never came to is prepared when it is needed.
    expect(await rowsOf(far, 'INSERT INTO author VALUES (2, $1) RETURNING id', 'c')).toEqual([['2']]);
    proxy.close();
  });

  test('a deferred constraint fails behind the last statement', async () => {
    await session.command('CREATE TABLE IF NOT EXISTS late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    await session.command('TRUNCATE late; INSERT INTO late VALUES (1)');
    const error = await failure(session.together([sql('SELECT 1'), sql('INSERT INTO late VALUES (1)')]));
    expect(error).toMatchObject({ kind: 'uniqueViolation', sql: 'INSERT INTO late VALUES (1)' });
    expect(await rowsOf(session, 'SELECT count(*) FROM late')).toEqual([['1']]);
  });

  test('statements are prepared once, and those used longest ago are closed', async () => {
    const small = await database.connect({ maxStatements: 3 });
    const names = async (): Promise<unknown> => {
      const { rows } = await small.run({
        sql: "SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT % + %' ORDER BY 1",
        values: [],
        once: true,
      });
      return rows.flat();
    };
    for (const n of [1, 2, 3, 1, 4]) await rowsOf(small, `SELECT ${String(n)} + $1::int`, n);
    expect(await names()).toEqual(['SELECT 1 + $1::int', 'SELECT 3 + $1::int', 'SELECT 4 + $1::int']);
    // More at once than are kept, and an error before some of them.
    await small.together([5, 6, 7, 8, 9].map((n) => sql(`SELECT ${String(n)} + $1::int`, n)));
    expect(await names()).toEqual(['SELECT 7 + $1::int', 'SELECT 8 + $1::int', 'SELECT 9 + $1::int']);
    await failure(
      small.together([sql('SELECT 1 / $1::int', 0), sql('SELECT 10 + $1::int', 1), sql('SELECT 11 + $1::int', 1)]),
    );
    await rowsOf(small, 'SELECT 12 + $1::int', 1);
    expect(await names()).toEqual(['SELECT 12 + $1::int']);
    await rowsOf(small, 'SELECT 10 + $1::int', 1);
    expect(await names()).toEqual(['SELECT 10 + $1::int', 'SELECT 12 + $1::int']);
  });

  test('a statement is prepared again after DDL and DEALLOCATE', async () => {
    const other = await database.connect();
    const read = sql('SELECT * FROM author');
    await session.run(sql("INSERT INTO author VALUES (1, 'a')"));
    expect((await session.run(read)).rows).toEqual([['1', 'a']]);
    await other.command('ALTER TABLE author ADD extra int');
    expect((await session.run(read)).rows).toEqual([['1', 'a', null]]);
    await other.command('ALTER TABLE author DROP extra');
    expect((await session.together([sql('BEGIN'), read])).at(-1)?.rows).toEqual([['1', 'a']]);
    await session.command('COMMIT');
    await session.command('DEALLOCATE ALL');
    expect((await session.run(read)).rows).toEqual([['1', 'a']]);
  });

  test('inside a transaction DDL is an error, behind which the statement works again', async () => {
    const read = sql('SELECT * FROM author');
    await session.run(read);
    await session.command('BEGIN');
    await session.command('ALTER TABLE author ADD extra int');
    expect(await failure(session.run(read))).toMatchObject({ kind: 'other', sqlState: '0A000' });
    await session.command('ROLLBACK; ALTER TABLE author ADD extra int; BEGIN');
    expect((await session.run(read)).rows).toEqual([]);
    await session.command('ROLLBACK');
  });

  test('behind a pooler nothing is named', async () => {
    const { host, port } = database.settings;
    const proxy = await countingProxy(host, port);
    // A pooler makes up the number of the backend.
    const pooled = await database.connect({
      host: '127.0.0.1',
      port: proxy.port,
      ssl: { mode: 'disable' },
      load: async () => {
        const { default: pg } = await import('pg');
        class Client extends pg.Client {
          get processID(): number {
            return 1;
          }
          set processID(_: number) {}
        }
        return { Client };
      },
    });
    for (let n = 0; n < 2; n++) expect(await rowsOf(pooled, 'SELECT $1::int', 1)).toEqual([['1']]);
    expect(proxy.sent.toString('latin1')).not.toContain('orm_1');
    const [count] = (await pooled.run(sql('SELECT count(*) FROM pg_prepared_statements'))).rows;
    expect(count).toEqual(['0']);
    proxy.close();
  });

  test('a killed connection is told as lost, and so is every statement behind it', async () => {
    const pid = (await session.run(sql('SELECT pg_backend_pid()'))).rows[0]?.[0] ?? null;
    const other = await database.connect();
    await session.command('BEGIN');
    const sleeping = failure(session.run(sql('SELECT pg_sleep(60)')));
    await rowsOf(other, 'SELECT pg_terminate_backend($1), pg_sleep(0.05)', pid);
    const error = await sleeping;
    expect(error).toBeInstanceOf(ConnectionLostError);
    expect(error).toMatchObject({ kind: 'connectionLost', sqlState: '57P01', mayBeCommitted: false });
    expect(session.isOpen).toBe(false);
    expect(session.inTransaction).toBe(false);
    expect(await failure(session.run(sql('SELECT 1')))).toBeInstanceOf(ConnectionLostError);
    await session.close();

    // Idle, and nobody is told: the process goes on, and the session is known to be closed.
    const idle = await database.connect();
    const idlePid = (await idle.run(sql('SELECT pg_backend_pid()'))).rows[0]?.[0] ?? null;
    await rowsOf(other, 'SELECT pg_terminate_backend($1)', idlePid);
    await expect.poll(() => idle.isOpen).toBe(false);
    await session.close();
  });

  test('a connection that the network drops is lost', async () => {
    const { host, port } = database.settings;
    const proxy = await countingProxy(host, port);
    const far = await database.connect({ host: '127.0.0.1', port: proxy.port, ssl: { mode: 'disable' } });
    const sleeping = failure(far.run(sql('SELECT pg_sleep(60)')));
    await expect.poll(() => proxy.sent.includes('pg_sleep')).toBe(true);
    proxy.close();
    expect(await sleeping).toMatchObject({ kind: 'connectionLost', mayBeCommitted: true });
    expect(far.isOpen).toBe(false);
  });

  test('one statement at a time', async () => {
    const slow = session.run(sql('SELECT pg_sleep(0.05)'));
    await expect(session.run(sql('SELECT 1'))).rejects.toBeInstanceOf(TransactionError);
    await slow;
    expect(await rowsOf(session, 'SELECT 1')).toEqual([['1']]);
  });

  test('streams in portions with bounded memory', async () => {
    const total = 200_000;
    const text = "SELECT n, repeat('x', 200) FROM generate_series(1, $1::int) AS n";
    let seen = 0;
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    for await (const rows of session.stream(sql(text, total), 1000)) {
      expect(rows.length).toBeLessThanOrEqual(1000);
      seen += rows.length;
      if (seen % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    expect(seen).toBe(total);
    // All rows at once are more than 200 bytes each.
    expect(most).toBeLessThan(total * 200);
    expect(await rowsOf(session, 'SELECT 1')).toEqual([['1']]);
  });

  test('a stream can be left early, fail in its middle, and run in a transaction', async () => {
    for await (const rows of session.stream(sql('SELECT generate_series(1, 100)'), 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    const received: unknown[] = [];
    const broken = async (): Promise<void> => {
      for await (const rows of session.stream(sql('SELECT 10 / (5 - n) FROM generate_series(1, 9) AS n'), 2)) {
        received.push(...rows.flat());
      }
    };
    expect(await failure(broken())).toMatchObject({ kind: 'other', sqlState: '22012' });
    expect(received).toEqual(['2', '3', '5', '10']);
    await session.command('BEGIN');
    const counts: number[] = [];
    for await (const rows of session.stream(sql('SELECT generate_series(1, 5)'), 2)) counts.push(rows.length);
    expect(counts).toEqual([2, 2, 1]);
    expect(session.inTransaction).toBe(true);
    // The rows that were left are in nobody's way.
    await session.command('INSERT INTO author SELECT generate_series(1, 5)');
    for await (const rows of session.stream(sql('SELECT * FROM author'), 2)) {
      expect(rows).toHaveLength(2);
      break;
    }
    await session.command('ALTER TABLE author ADD extra int');
    await session.command('ROLLBACK');
  });

  test('COPY without data fails and does not hang', async () => {
    expect(await failure(session.command('COPY author FROM STDIN'))).toBeInstanceOf(QueryError);
    expect(await rowsOf(session, 'SELECT 1')).toEqual([['1']]);
  });

  test('says which database cannot be opened, and which statement of the settings failed', async () => {
    await expect(database.connect({ database: 'nowhere' })).rejects.toThrow(
      /^The database "nowhere" at .+ cannot be opened: database "nowhere" does not exist$/,
    );
    await expect(database.connect({ port: 1 })).rejects.toBeInstanceOf(ConnectionError);
    const queries = ['SET search_path TO public', 'SET nonsense TO 1'];
    await expect(database.connect({ queries })).rejects.toThrow(/statement 2 of its settings.queries failed/);
  });
});
