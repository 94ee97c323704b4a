import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DeadlockError } from '../../src/errors/index.js';
import type { Connection } from '../../src/transactions/index.js';
import { ENGINES, statement, useBench } from '../support/transactions.js';

describe.each(ENGINES.filter((engine) => engine !== 'sqlite'))(
  'transactions of several connections on %s',
  (engine) => {
    const bench = useBench(engine);
    const isPgsql = engine.startsWith('pgsql');
    const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
    const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

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
      // On PostgreSQL both may find the deadlock, and both are rolled back.
      expect(attempts).toBeGreaterThanOrEqual(3);
    });

    test('leave no isolation level behind when the server ends them', async () => {
      await Promise.all([add(1), add(2), add(3)]);
      const update = isPgsql ? 'UPDATE item SET note = $1 WHERE id = $2' : 'UPDATE item SET note = ? WHERE id = ?';
      let inside = 0;
      const cross = (first: number, second: number): Promise<unknown> =>
        transaction(
          async (con) => {
            await con.run(statement(update, 'x', first));
            inside++;
            while (inside < 2) await sleep(1);
            await con.run(statement(update, 'x', second));
          },
          { isolation: 'repeatable read', retry: 0 },
        );
      const ends = await Promise.allSettled([cross(1, 2), cross(2, 1)]);
      expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
      // The connections of both are used again.
      const read = async (con: Connection): Promise<unknown> =>
        (await con.run(statement('SELECT note FROM item WHERE id = 3'))).rows[0]?.[0];
      await using one = await bench.database.begin();
      await using other = await bench.database.begin();
      await Promise.all([read(one), read(other)]);
      await transaction((con) => con.run(statement(update, 'new', 3)));
      expect(await Promise.all([read(one), read(other)])).toEqual(['new', 'new']);
    });

    if (!isPgsql) {
      test('take no isolation level for whoever comes next', async () => {
        const sets = bench.database.run(statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'));
        const advice = "Give the level to the transaction: transaction(work, { isolation: 'repeatable read' }).";
        await expect(sets).rejects.toThrow(advice);
      });
    }

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

    test('let long statements take their time', async () => {
      const impatient = bench.with({ turnTimeout: 20 });
      await impatient.transaction(async (con) => {
        const slow = con.run(statement(isPgsql ? 'SELECT pg_sleep(0.2)' : 'SELECT sleep(0.2)'));
        await Promise.all([slow, add(1, con)]);
      });
      expect(await bench.ids()).toEqual([1]);
    });
  },
);
