import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  AbortedTransactionError,
  DeadlockError,
  RollbackError,
  TransactionError,
  UniqueViolationError,
} from '../../src/errors/index.js';
import type { Connection } from '../../src/transactions/index.js';
import { ENGINES, refused, statement, useBench } from '../support/transactions.js';

describe.each(ENGINES)('transactions on %s', (engine) => {
  const bench = useBench(engine);
  const isPgsql = engine.startsWith('pgsql');
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

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
      expect(await bench.openTransactions()).toBe(1);
    });
    expect(await bench.openTransactions()).toBe(0);
    expect(bench.database.inTransaction).toBe(false);
  });

  test('do not keep others from reading', async () => {
    await add(1);
    let hasRead: () => void = () => undefined;
    const read = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const work = transaction(async () => {
      await add(2);
      await read;
    });
    const { rows } = await bench.database.run(statement('SELECT count(*) FROM item'));
    expect(Number(rows[0]?.[0])).toBe(1);
    hasRead();
    await work;
  });

  test('end with their last statements', async () => {
    const calls: string[] = [];
    await transaction(async (con) => {
      await con.onCommit(() => void calls.push('committed'));
      await add(1);
      await transaction((nested) => nested.finish([bench.insert(2)]));
      await con.finish([bench.insert(3), bench.insert(4)]);
    });
    expect(calls).toEqual(['committed']);
    expect(await bench.ids()).toEqual([1, 2, 3, 4]);
    const failing = transaction(async (con) => {
      await add(5);
      await con.finish([bench.insert(6), bench.insert(1)]);
    });
    expect(await refused(failing)).toBeInstanceOf(UniqueViolationError);
    const together = transaction(async (con) => {
      await Promise.all([con.finish([bench.insert(7)]), add(8)]);
    });
    if (isPgsql) expect((await refused(together)).message).toContain('was committed, and what came behind it failed');
    else await together;
    await transaction(async (con) => {
      await Promise.all([add(9), con.finish([bench.insert(10)]), add(11)]);
    });
    expect(await bench.ids()).toEqual([1, 2, 3, 4, 7, ...(isPgsql ? [] : [8]), 9, 10, 11]);
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
});
