import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/transactions/index.js';
import { ENGINES, refused, useBench } from '../support/transactions.js';

describe.each(ENGINES)('transactions by hand on %s', (engine) => {
  const bench = useBench(engine);
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

  test('are committed, rolled back or disposed of', async () => {
    const kept = await bench.database.begin();
    await add(1, kept);
    expect(bench.database.inTransaction).toBe(false);
    await kept.commit();
    await expect(kept.rollback()).rejects.toThrow('is over: it is committed');
    await expect(kept.commit()).rejects.toThrow('is over');
    await expect(kept.onCommit(() => undefined)).rejects.toThrow('is over');
    expect(() => kept.onRollback(() => undefined)).toThrow('is over');
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
