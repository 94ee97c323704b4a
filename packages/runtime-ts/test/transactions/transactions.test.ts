import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AbortedTransactionError,
  DeadlockError,
  RollbackError,
  TransactionError,
  UniqueViolationError,
} from '../../src/errors/index.js';
import { type Connection, Frame, type QueryMessage, session } from '../../src/transactions/index.js';
import { type Bench, openBench, SERVERS, statement } from '../support/transactions.js';

const refused = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

describe.each(SERVERS)('transactions on %s', (server) => {
  let bench: Bench;
  const isPgsql = server.startsWith('pgsql');
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

  beforeAll(async () => {
    bench = await openBench(server);
  });
  afterAll(() => bench.drop());
  beforeEach(() => bench.clear());
  afterEach(async () => {
    expect(bench.pool.taken).toBe(0);
    // A connection that is closed takes a moment.
    await expect.poll(() => bench.openTransactions()).toBe(0);
  });

  test('commit what resolves and roll back what rejects', async () => {
    expect(await transaction(() => add(1).then(() => 'done'))).toBe('done');
    const problem = new Error('mine');
    await expect(
      transaction(async () => {
        await add(2);
        throw problem;
      }),
    ).rejects.toBe(problem);
    expect(await bench.ids()).toEqual([1]);
  });

  test('are not seen by others before the end', async () => {
    await transaction(async (con) => {
      await add(1);
      expect(con.inTransaction).toBe(true);
      expect(bench.database.inTransaction).toBe(true);
      expect(await bench.ids()).toEqual([]);
    });
    expect(bench.database.inTransaction).toBe(false);
  });

  test('nest as savepoints', async () => {
    await transaction(async () => {
      await add(1);
      await refused(
        transaction(async () => {
          await add(2);
          await transaction(() => add(3));
          throw new Error('mine');
        }),
      );
      await transaction(async () => {
        await add(4);
        await refused(transaction(() => add(4)));
        await add(5);
      });
    });
    expect(await bench.ids()).toEqual([1, 4, 5]);
  });

  test('take an isolation level, the outermost only', async () => {
    const asked = isPgsql ? 'SHOW transaction_isolation' : 'SELECT 1';
    const { rows } = await transaction(() => bench.database.run(statement(asked)), { isolation: 'serializable' });
    if (isPgsql) expect(rows).toEqual([['serializable']]);
    await transaction(async () => {
      const nested = transaction(() => add(1), { isolation: 'serializable' });
      expect((await refused(nested)).message).toContain('only be chosen for the outermost');
    });
    // @ts-expect-error there is no such level
    await expect(transaction(() => add(1), { isolation: 'x; DROP TABLE item' })).rejects.toThrow(TransactionError);
  });

  test('without statements take no connection', async () => {
    const before = bench.pool.taken;
    await transaction(async () => {
      await transaction(async () => {
        await sleep(1);
        expect(bench.pool.taken).toBe(before);
      });
    });
  });

  test('run side by side on connections of their own', async () => {
    let inside = 0;
    await Promise.all(
      [1, 2, 3].map((id) =>
        transaction(async () => {
          await add(id);
          inside++;
          while (inside < 3) await sleep(1);
        }),
      ),
    );
    expect(await bench.ids()).toEqual([1, 2, 3]);
  });

  describe('as queues', () => {
    test('let statements and nested transactions take turns, each whole', async () => {
      const order: string[] = [];
      await transaction(async () => {
        await Promise.all([
          add(1).then(() => order.push('1')),
          transaction(async () => {
            order.push('a begins');
            await add(2);
            await sleep(5);
            await add(3);
            order.push('a ends');
          }),
          add(4).then(() => order.push('4')),
          transaction(async () => {
            order.push('b begins');
            await add(5);
            throw new Error('b');
          }).catch(() => order.push('b failed')),
          add(6).then(() => order.push('6')),
        ]);
      });
      expect(order).toEqual(['1', 'a begins', 'a ends', '4', 'b begins', 'b failed', '6']);
      expect(await bench.ids()).toEqual([1, 2, 3, 4, 6]);
    });

    test('refuse what is waiting when the callback has failed', async () => {
      const outcomes: Promise<Error>[] = [];
      const problem = new Error('early');
      await expect(
        transaction(async () => {
          await add(1);
          const slow = transaction(async () => {
            await add(2);
            await sleep(5);
            await add(3);
          });
          outcomes.push(refused(slow), refused(add(4)));
          await sleep(1);
          throw problem;
        }),
      ).rejects.toBe(problem);
      for (const error of await Promise.all(outcomes)) {
        expect(error).toBeInstanceOf(TransactionError);
        expect(error.cause).toBe(problem);
      }
      expect(await bench.ids()).toEqual([]);
    });

    test('fail and roll back when something was not awaited', async () => {
      let forgotten: Promise<Error> | undefined;
      const outer = transaction(async () => {
        await add(1);
        forgotten = refused(add(2).then(() => add(3)));
      });
      expect((await refused(outer)).message).toBe(
        'The transaction on "shop" is rolled back because a statement or transaction in it was not awaited.',
      );
      expect(await forgotten).toBeInstanceOf(TransactionError);
      expect(await bench.ids()).toEqual([]);
    });

    test('do not wait for a nested transaction that was not awaited', async () => {
      let nested: Promise<Error> | undefined;
      let goOn: () => void = () => undefined;
      const outer = transaction(async () => {
        nested = refused(
          transaction(async () => {
            await add(1);
            await new Promise<void>((resolve) => {
              goOn = resolve;
            });
            await add(2);
          }),
        );
        await sleep(20);
      });
      expect((await refused(outer)).message).toContain('not awaited');
      expect(bench.pool.taken).toBe(0);
      goOn();
      expect(await nested).toBeInstanceOf(TransactionError);
      expect(await bench.ids()).toEqual([]);
    });

    test('survive an early rejection of Promise.all that is caught and waited for', async () => {
      await transaction(async () => {
        const failing = transaction(async () => {
          await add(1);
          throw new Error('mine');
        });
        const other = transaction(() => add(2));
        await refused(Promise.all([failing, other]));
        await other;
      });
      expect(await bench.ids()).toEqual([2]);
    });

    test('name a nested transaction that awaits a later call of its parent', async () => {
      const impatient = bench.with({ turnTimeout: 50 });
      const outer = impatient.transaction(async (con) => {
        await add(1, con);
        await impatient.transaction(async (nested) => {
          await add(2, nested);
          await add(3, con);
        });
      });
      expect((await refused(outer)).message).toContain('If the nested one awaits it, neither can ever go on');
      expect(await bench.ids()).toEqual([]);
    });

    test('let long statements take their time', async () => {
      const impatient = bench.with({ turnTimeout: 20 });
      await impatient.transaction(async (con) => {
        const slow = con.run(statement(isPgsql ? 'SELECT pg_sleep(0.2)' : 'SELECT sleep(0.2)'));
        await Promise.all([slow, add(1, con)]);
      });
      expect(await bench.ids()).toEqual([1]);
    });

    test('refuse code that outlives them', async () => {
      let isOver: () => void = () => undefined;
      let late: Promise<Error> | undefined;
      await transaction(async () => {
        const over = new Promise<void>((resolve) => {
          isOver = resolve;
        });
        late = over.then(() => refused(add(2)));
        await add(1);
      });
      isOver();
      expect((await late)?.message).toContain('is over: it is committed');
      expect(await bench.ids()).toEqual([1]);
    });
  });

  test('after a failed statement go on where the server does', async () => {
    const work = transaction(async () => {
      await add(1);
      expect(await refused(add(1))).toBeInstanceOf(UniqueViolationError);
      await add(2);
    });
    if (!isPgsql) {
      await work;
      expect(await bench.ids()).toEqual([1, 2]);
      return;
    }
    const error = await refused(work);
    expect(error).toBeInstanceOf(AbortedTransactionError);
    expect(error.message).toContain('a statement in it failed: ERROR:  duplicate key');
    const swallowed = transaction(async () => {
      await add(1);
      await refused(add(1));
    });
    expect(await refused(swallowed)).toBeInstanceOf(RollbackError);
    expect(await bench.ids()).toEqual([]);
  });

  test('retry after a deadlock, whose whole transaction is gone', async () => {
    await Promise.all([add(1), add(2)]);
    const update = isPgsql ? 'UPDATE item SET note = $1 WHERE id = $2' : 'UPDATE item SET note = ? WHERE id = ?';
    let attempts = 0;
    let inside = 0;
    const swap = (first: number, second: number): Promise<unknown> =>
      transaction(async (con) => {
        attempts++;
        await con.run(statement(update, `${first}`, first));
        inside++;
        while (inside < 2) await sleep(1);
        // Whoever swallows the conflict meets the aborted transaction.
        await transaction(async (nested) => {
          await nested.run(statement(update, `${first}`, second));
        }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(DeadlockError);
          if (isPgsql) throw error;
        });
        await con.run(statement(update, 'done', first));
      });
    await Promise.all([swap(1, 2), swap(2, 1)]);
    expect(attempts).toBe(3);
  });

  test('do not retry what is told not to', async () => {
    let attempts = 0;
    const conflict = transaction(
      async () => {
        attempts++;
        await add(1);
        throw new DeadlockError({
          kind: 'deadlock',
          sql: '',
          sqlState: undefined,
          driverCode: undefined,
          databaseMessage: '',
          summary: 'x',
        });
      },
      { retry: 0 },
    );
    await expect(conflict).rejects.toThrow(DeadlockError);
    expect(attempts).toBe(1);
  });

  test('retry when the connection is lost before COMMIT, and replace an idle one', async () => {
    await add(1);
    await bench.cut();
    await transaction(() => add(2));
    let attempts = 0;
    await transaction(async () => {
      await add(3);
      if (attempts++ === 0) await bench.cut();
      await add(4);
    });
    expect(attempts).toBe(2);
    expect(await bench.ids()).toEqual([1, 2, 3, 4]);
    await bench.cut();
    await using tx = await bench.database.begin();
    await add(5, tx);
    await tx.commit();
  });

  describe('by hand', () => {
    test('are committed, rolled back or disposed of', async () => {
      const kept = await bench.database.begin();
      await add(1, kept);
      expect(bench.database.inTransaction).toBe(false);
      await kept.commit();
      await expect(kept.rollback()).rejects.toThrow('is over: it is committed');
      await expect(kept.commit()).rejects.toThrow('is over');
      const dropped = await bench.database.begin();
      await add(2, dropped);
      await dropped.rollback();
      await dropped.rollback();
      await expect(add(3, dropped)).rejects.toThrow('it is rolled back');
      {
        await using left = await bench.database.begin();
        await add(4, left);
      }
      expect(await bench.ids()).toEqual([1]);
    });

    test('nest', async () => {
      await using tx = await bench.database.begin();
      await add(1, tx);
      const inner = await tx.begin();
      await add(2, inner);
      const waiting = add(3, tx);
      await inner.rollback();
      await waiting;
      await tx.transaction(async () => {
        await add(4);
      });
      await tx.commit();
      expect(await bench.ids()).toEqual([1, 3, 4]);
    });

    test('left open inside another transaction make it fail', async () => {
      const outer = transaction(async () => {
        const left = await bench.database.begin();
        await add(1, left);
      });
      expect((await refused(outer)).message).toContain('neither committed nor rolled back');
      expect(await bench.ids()).toEqual([]);
    });

    test('that were not awaited are rolled back by commit()', async () => {
      const tx = await bench.database.begin();
      const forgotten = refused(add(1, tx));
      await expect(tx.commit()).rejects.toThrow('not awaited');
      await forgotten;
      await tx.rollback();
      expect(await bench.ids()).toEqual([]);
    });
  });

  test('put objects back, the oldest state first noted', async () => {
    const restored: string[] = [];
    const object = (name: string): { state: number; snapshot(): number; restore(state: unknown): void } => ({
      state: 0,
      snapshot() {
        return this.state;
      },
      restore(state) {
        restored.push(name);
        this.state = Number(state);
      },
    });
    const [a, b] = [object('a'), object('b')];
    const change = (con: Connection, which: typeof a, state: number): void => {
      if (con instanceof Frame) con.note(which);
      which.state = state;
    };
    await transaction(async (con) => {
      change(con, a, 1);
      await refused(
        transaction((nested) => {
          change(nested, a, 2);
          change(nested, b, 2);
          throw new Error('mine');
        }),
      );
      expect([a.state, b.state, restored]).toEqual([1, 0, ['b', 'a']]);
      await transaction(async (nested) => {
        change(nested, a, 3);
        change(nested, b, 3);
        await add(1);
      });
    });
    expect([a.state, b.state]).toEqual([3, 3]);
    await refused(
      transaction(async (con) => {
        await transaction(async (nested) => {
          await add(2);
          change(nested, b, 4);
        });
        change(con, b, 5);
        throw new Error('mine');
      }),
    );
    expect([a.state, b.state]).toEqual([3, 3]);
  });

  test('call back after the outermost commit and after a rollback', async () => {
    const calls: string[] = [];
    const note = (text: string) => (): void => void calls.push(text);
    await transaction(async (con) => {
      await con.onCommit(note('outer'));
      await transaction(async (nested) => {
        await nested.onCommit(async () => {
          calls.push(`sees ${String(await bench.ids())}`);
          // Outside of the transaction, which is over.
          await add(2);
        });
        nested.onRollback(note('never'));
        await add(1);
      });
      await refused(
        transaction(async (nested) => {
          await nested.onCommit(note('never'));
          nested.onRollback(note('first'));
          nested.onRollback(async () => {
            calls.push('second');
            await add(3);
          });
          throw new Error('mine');
        }),
      );
      calls.push('commit');
    });
    expect(calls).toEqual(['second', 'first', 'commit', 'outer', 'sees 1,3']);
    await bench.database.onCommit(note('at once'));
    bench.database.onRollback(note('never'));
    expect(calls.at(-1)).toBe('at once');
    const failing = transaction(async (con) => {
      await con.onCommit(() => {
        throw new Error('after');
      });
      await con.onCommit(note('still'));
      await add(4);
    });
    await expect(failing).rejects.toThrow('after');
    expect(calls.at(-1)).toBe('still');
    expect(await bench.ids()).toEqual([1, 2, 3, 4]);
  });

  test('have an identity map, or that of the session around', async () => {
    expect(bench.database.identities).toBeUndefined();
    await transaction(async (con) => {
      expect(con.identities).toBe(bench.database.identities);
      con.identities?.set('item', '1', con);
      await transaction(async (nested) => {
        await sleep(0);
        expect(nested.identities?.get('item', '1')).toBe(con);
      });
    });
    await session(async () => {
      const known = bench.database.identities;
      known?.set('item', '1', bench);
      await transaction(async (con) => {
        await sleep(0);
        expect(con.identities).toBe(known);
      });
      expect(known?.get('item', '1')).toBe(bench);
      setTimeout(() => known?.set('item', '2', bench));
    });
    expect(bench.database.identities).toBeUndefined();
  });

  test('stream while other statements run in the loop', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => index + 1);
    await transaction(async () => {
      for (const id of ids) await add(id);
      const seen: number[] = [];
      for await (const rows of bench.database.stream(statement('SELECT id FROM item ORDER BY id'), 10)) {
        seen.push(...rows.map(([id]) => Number(id)));
        await add(100 + seen.length);
      }
      expect(seen).toEqual(ids);
      for await (const rows of bench.database.stream(statement('SELECT id FROM item'), 10)) {
        expect(rows.length).toBe(10);
        break;
      }
      await add(200);
    });
    for await (const rows of bench.database.stream(statement('SELECT id FROM item ORDER BY id'), 10)) {
      expect(rows.length).toBe(10);
      break;
    }
    expect((await bench.ids()).slice(25)).toEqual([110, 120, 125, 200]);
    const failing = transaction(async () => {
      const rows = bench.database.stream(statement('SELECT nothing FROM item'), 10);
      await rows.next();
    });
    await expect(failing).rejects.toThrow('nothing');
  });

  test('close connections on which something is left open', async () => {
    const before = bench.pool.broken;
    await bench.database.run(statement(isPgsql ? 'BEGIN' : 'START TRANSACTION'));
    expect(bench.pool.broken).toBe(before + 1);
  });

  test('tell who listens what was sent', async () => {
    const sent: string[] = [];
    const listen = (message: unknown): void => {
      const { connection, sql, duration } = message as QueryMessage;
      expect(connection).toBe('shop');
      expect(duration).toBeGreaterThan(0);
      sent.push(sql.replaceAll(/["`]/g, ''));
    };
    subscribe('ormgen:query', listen);
    await transaction(async () => {
      await refused(
        transaction(async () => {
          await add(1);
          throw new Error('mine');
        }),
      );
    }).finally(() => unsubscribe('ormgen:query', listen));
    expect(sent).toEqual([
      isPgsql ? 'BEGIN' : 'START TRANSACTION',
      'SAVEPOINT orm_1',
      bench.insert(1).sql,
      'ROLLBACK TO SAVEPOINT orm_1',
      'RELEASE SAVEPOINT orm_1',
      'COMMIT',
    ]);
  });
});
