import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TransactionError } from '../../src/errors/index.js';
import type { Connection } from '../../src/transactions/index.js';
import { ENGINES, refused, useBench } from '../support/transactions.js';

describe.each(ENGINES)('transactions as queues on %s', (engine) => {
  const bench = useBench(engine);
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

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
