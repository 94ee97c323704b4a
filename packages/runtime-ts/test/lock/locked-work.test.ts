import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DeadlockError, IsolationLevelError, LockTimeoutError, UniqueViolationError } from '../../src/errors/index.js';
import { type LockedTask, runLocked, runUnlocked, type UnderLocks } from '../../src/lock/locked-work.js';
import { compareKeys } from '../../src/lock/locks.js';
import type { Connection, Database } from '../../src/transactions/index.js';
import { Counter, MovedCounter, protocolOf } from '../support/lock.js';
import { ENGINES, refused, statement, useBench } from '../support/transactions.js';

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe.each(ENGINES)('work under locks on %s', (engine) => {
  const bench = useBench(engine);
  const protocol = protocolOf(engine);
  const isPgsql = engine.startsWith('pgsql');
  const isMysql = !isPgsql && engine !== 'sqlite';
  const counter = (number: number): Counter => new Counter(engine, number);
  const [one, two] = [counter(1), counter(2)];

  const read = ({ number }: Counter, locking: boolean) =>
    statement(`SELECT n FROM counter WHERE id = ${number}${locking && isMysql ? ' FOR UPDATE' : ''}`);
  const write = ({ number }: Counter, n: number) => statement(`UPDATE counter SET n = ${n} WHERE id = ${number}`);
  const numberIn = async (from: Counter): Promise<number> =>
    Number((await bench.database.run(read(from, false))).rows[0]?.[0]);

  const locked = <R>(
    con: Connection,
    locks: LockedTask<Counter, R>['locks'],
    work: (under: UnderLocks<Counter>) => Promise<R>,
  ): Promise<R> => runLocked(con, { protocol, locks, work });

  /** Adds one to each, in the way in which updates get lost where nobody else waits. */
  const add = (con: Connection, ...counters: readonly Counter[]): Promise<void> =>
    runLocked(con, {
      protocol,
      locks: counters,
      reads: (_, locking) => counters.map((each) => read(each, locking)),
      work: async ({ con: frame, results }) => {
        await sleep(Math.random() * 3);
        await frame.finish(counters.map((each, index) => write(each, Number(results[index]?.rows[0]?.[0]) + 1)));
      },
    });

  /** Whether somebody else gets the lock right now. */
  const isFree = async (number: Counter): Promise<boolean> => {
    const error = await refused(
      bench.with({ lockTimeout: 1 }).transaction((con) => locked(con, [number], () => Promise.resolve()), { retry: 0 }),
    );
    return error.message === 'nothing failed';
  };

  const callersWait = async (con: Connection): Promise<string> => {
    const sql = isPgsql ? "SELECT current_setting('lock_timeout')" : 'SELECT @@SESSION.innodb_lock_wait_timeout';
    return String((await con.run(statement(sql))).rows[0]?.[0]);
  };

  beforeAll(async () => {
    await bench.database.run(
      statement(`CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL)${isMysql ? ' ENGINE=InnoDB' : ''}`),
    );
  });

  beforeEach(async () => {
    await bench.database.run(statement('DELETE FROM counter'));
    await bench.database.run(statement('INSERT INTO counter (id, n) VALUES (1, 0), (2, 0), (3, 0)'));
  });

  test('loses no update, in transactions of its own and of callers', async () => {
    const ways: readonly ((database: Database) => Promise<void>)[] = [
      (database) => add(database, one),
      (database) => database.transaction((con) => add(con, one)),
      (database) => add(database, two, one),
      (database) => database.transaction(() => Promise.all([add(database, one), add(database, two)]).then()).then(),
    ];
    const many = Array.from({ length: 10 }, () => ways).flat();
    await Promise.all(many.map((way) => way(bench.database)));
    expect(await numberIn(one)).toBe(40);
    expect(await numberIn(two)).toBe(20);
  });

  test('takes several locks in one order', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(bench.database, ...(index % 2 ? [one, two] : [two, one]))),
    );
    expect([await numberIn(one), await numberIn(two)]).toEqual([20, 20]);
  });

  test('is retried with the locks of the failed attempt when callers take them in opposite orders', async () => {
    const both = (first: Counter, second: Counter): Promise<void> =>
      bench.database.transaction(async (con) => {
        await add(con, first);
        await sleep(20);
        await add(con, second);
      });
    await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? both(one, two) : both(two, one))));
    expect([await numberIn(one), await numberIn(two)]).toEqual([8, 8]);
  });

  test('leaves no lock behind when a transaction fails while work in it gives back its own', async () => {
    const failing = bench.database.transaction(async (con) => {
      const { promise: locking, resolve: isLocked } = deferred();
      await Promise.all([
        locked(con, [one], async () => {
          isLocked();
          await sleep(5);
          throw new Error('mine');
        }),
        // They wait, and have their turns before the lock can be given back.
        locking.then(() => con.transaction(() => Promise.reject(new Error('its own')))),
        locking.then(() => con.run(read(two, false))),
      ]);
    });
    await expect(failing).rejects.toThrow(/^(?:mine|its own)$/);
    await expect.poll(() => isFree(one)).toBe(true);
    await Promise.all(Array.from({ length: 12 }, () => add(bench.database, one)));
    expect(await numberIn(one)).toBe(12);
  });

  test('is whole or not at all', async () => {
    const problem = new Error('mine');
    const half = (con: Connection): Promise<never> =>
      locked(con, [one], async ({ con: frame }) => {
        await frame.run(write(one, 7));
        throw problem;
      });
    await expect(half(bench.database)).rejects.toBe(problem);
    await bench.database.transaction(async (con) => {
      await con.run(bench.insert(1));
      await expect(half(con)).rejects.toBe(problem);
      await add(con, two);
    });
    expect([await numberIn(one), await numberIn(two), await bench.ids()]).toEqual([0, 1, [1]]);
    expect(await isFree(one)).toBe(true);
  });

  test('starts over with other locks, and gives back the first', async () => {
    const seen: number[][] = [];
    const move = (con: Connection, inside: () => Promise<void>): Promise<void> =>
      locked(con, [one], async ({ con: frame, locks }) => {
        seen.push(locks.map(({ number }) => number));
        if (seen.length === 1) throw new MovedCounter([two]);
        await frame.run(write(two, 1));
        await inside();
      });
    await move(bench.database, () => Promise.resolve());
    expect(seen.splice(0)).toEqual([[1], [2]]);
    await bench.database.transaction((con) =>
      move(con, async () => {
        if (engine === 'sqlite') return;
        expect([await isFree(one), await isFree(two)]).toEqual([true, false]);
      }),
    );
    expect(seen).toEqual([[1], [2]]);
    expect(await isFree(two)).toBe(true);
  });

  test('ends when others are faster than it', async () => {
    const error = await refused(
      locked(bench.with({ lockTimeout: 20 }), [one], async () => {
        await sleep(10);
        throw new MovedCounter([one]);
      }),
    );
    expect(error.message).toBe('The counter is moved by others faster than it can be locked: try again later.');
  });

  test('ends with an error of the data, and is not retried', async () => {
    await bench.database.run(bench.insert(1));
    let attempts = 0;
    await expect(
      locked(bench.database, [one], ({ con }) => {
        attempts++;
        return con.run(bench.insert(1));
      }),
    ).rejects.toBeInstanceOf(UniqueViolationError);
    expect(attempts).toBe(1);
  });

  // On SQLite a transaction that writes is alone from its beginning.
  const describeServers = engine === 'sqlite' ? undefined : describe;
  describeServers?.('beside others', () => {
    /** Runs work while somebody else holds the lock. */
    const whileHeld = async (work: () => Promise<void>, milliseconds?: number): Promise<void> => {
      let hasLock: () => void = () => undefined;
      let release: () => void = () => undefined;
      const has = new Promise<void>((resolve) => {
        hasLock = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holder = locked(bench.database, [one], async () => {
        hasLock();
        await (milliseconds === undefined ? released : sleep(milliseconds));
      });
      await has;
      await work().finally(release);
      await holder;
    };

    test('waits as long as its time-out while it holds nothing', async () => {
      await whileHeld(async () => {
        const error = await refused(add(bench.with({ lockTimeout: 300 }), one));
        expect(error).toBeInstanceOf(LockTimeoutError);
        expect(error.message).toBe(
          'The counter 1 is in use by others for more than 0.3 seconds: try again later, or raise runtime.lists.lockTimeout.',
        );
      });
      await whileHeld(() => add(bench.database, one), 400);
      expect(await numberIn(one)).toBe(1);
    });

    test('waits briefly while the transaction holds rows, and leaves it usable', async () => {
      await whileHeld(() =>
        bench.database.transaction(async (con) => {
          await con.run(bench.insert(1));
          const begun = performance.now();
          const error = await refused(add(con, one));
          expect(error).toBeInstanceOf(LockTimeoutError);
          expect(error.message).toContain('holds rows or lists already');
          expect(performance.now() - begun).toBeLessThan(1500);
          await con.run(bench.insert(2));
        }),
      );
      expect(await bench.ids()).toEqual([1, 2]);
    });

    test('waits long in a transaction that has only read', async () => {
      await whileHeld(
        () =>
          bench.database.transaction(async (con) => {
            await con.run(read(two, false));
            await add(con, one);
          }),
        500,
      );
      expect(await numberIn(one)).toBe(1);
    });

    test('is retried while somebody holds a row', async () => {
      const holder = bench.database.transaction(async (con) => {
        await con.run(write(one, 0));
        await sleep(700);
      });
      await sleep(50);
      await add(bench.database, one);
      await holder;
      expect(await numberIn(one)).toBe(1);
    });

    test("restores the caller's time-outs", async () => {
      const before = await callersWait(bench.database);
      await add(bench.database, one);
      await Promise.all(Array.from({ length: 4 }, async () => expect(await callersWait(bench.database)).toBe(before)));
      await bench.database.transaction(async (con) => {
        await add(con, one);
        expect(await callersWait(con)).toBe(before);
        await refused(locked(con, [two], () => Promise.reject(new Error('mine'))));
        expect(await callersWait(con)).toBe(before);
      });
    });

    test('holds its locks until the outermost transaction has ended', async () => {
      await bench.database.transaction(async (con) => {
        await con.transaction((inner) => add(inner, one));
        expect(await isFree(one)).toBe(false);
        await con
          .transaction(async (inner) => {
            await add(inner, two);
            throw new Error('mine');
          })
          .catch(() => undefined);
        // PostgreSQL gives a lock back with the savepoint.
        expect(await isFree(two)).toBe(isPgsql);
      });
      expect([await isFree(one), await isFree(two)]).toEqual([true, true]);
    });

    test('knows the isolation level of the caller', async () => {
      const attempt = bench.database.transaction(
        (con) => locked(con, [one], ({ lockingReads }) => Promise.resolve(lockingReads)),
        { isolation: 'repeatable read' },
      );
      if (isPgsql) await expect(attempt).rejects.toBeInstanceOf(IsolationLevelError);
      else expect(await attempt).toBe(true);
      expect(await locked(bench.database, [one], ({ lockingReads }) => Promise.resolve(lockingReads))).toBe(isPgsql);
    });
  });

  if (isPgsql || isMysql) {
    test('is retried without locks too, alone and not in a transaction', async () => {
      const fails = isPgsql
        ? "DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$"
        : "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'";
      let attempts = 0;
      const work = (con: Connection, id: number) => (): Promise<unknown> =>
        con.run(attempts++ % 2 === 0 ? statement(fails) : bench.insert(id));
      await runUnlocked(bench.database, work(bench.database, 1));
      expect(attempts).toBe(2);
      const inside = bench.database.transaction((con) => runUnlocked(con, work(con, 2)), { retry: 0 });
      await expect(inside).rejects.toThrow(DeadlockError);
      expect([attempts, await bench.ids()]).toEqual([3, [1]]);
    });
  }

  test('does not pool a connection whose locks could not be given back', async () => {
    const before = bench.pool.broken;
    await bench.database.transaction(async (con) => {
      await con.run(bench.insert(1));
      const { target } = con;
      if (!('root' in target)) throw new Error('no transaction');
      target.root.locks = {
        isEmpty: true,
        takeAgain: () => Promise.resolve(),
        release: () => Promise.reject(new Error('the server does not answer')),
      };
    });
    expect(bench.pool.broken).toBe(before + 1);
    expect(await bench.ids()).toEqual([1]);
  });
});

test('keys have one order in every language', () => {
  expect(['10', '-3', '9', '9223372036854775807', '-9223372036854775808'].sort(compareKeys)).toEqual([
    '-9223372036854775808',
    '-3',
    '9',
    '10',
    '9223372036854775807',
  ]);
  expect(['orm_b', 'orm_B', 'orm_1'].sort(compareKeys)).toEqual(['orm_1', 'orm_B', 'orm_b']);
});
