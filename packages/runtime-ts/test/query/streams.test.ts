import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { setConnections } from '../../src/config/connections.js';
import type { Connection } from '../../src/transactions/index.js';
import { type Items, itemsOf } from '../support/items.js';
import { ENGINES, useBench } from '../support/transactions.js';

const ROWS = 100_000;

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of what is in use. */
function inUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe.each(ENGINES)('a query read row by row on %s', (engine) => {
  const bench = useBench(engine);
  let items: Items;

  beforeEach(() => {
    items = itemsOf(bench.database.vendor);
    setConnections(new Map([['shop', { connection: bench.database, end: () => Promise.resolve() }]]), 'shop');
  });

  async function fill(count: number): Promise<void> {
    for (let from = 1; from <= count; from += 5000) {
      const ids = Array.from({ length: Math.min(5000, count - from + 1) }, (_, index) => from + index);
      const rows = ids.map((id) => `(${String(id)}, 'note ${String(id % 100)}')`);
      await bench.database.run({
        sql: `INSERT INTO item (id, note) VALUES ${rows.join(', ')}`,
        values: [],
        once: true,
      });
    }
  }

  test('takes little memory, however many rows there are', { timeout: 300_000 }, async () => {
    await fill(ROWS);
    const before = inUse();
    const all = await items.query().find();
    const whole = inUse() - before;
    expect(all.splice(0)).toHaveLength(ROWS);
    const most = async (con: Connection, rows: AsyncIterable<unknown>): Promise<number> => {
      const begun = inUse();
      let grown = 0;
      let read = 0;
      for await (const row of rows) {
        read += row === undefined ? 0 : 1;
        if (read % 20_000 === 0) grown = Math.max(grown, inUse() - begun);
      }
      expect([read, con.vendor]).toEqual([ROWS, bench.database.vendor]);
      return grown;
    };
    const grown = [
      await most(bench.database, items.query()),
      await most(bench.database, items.query().byNote()),
      await bench.database.transaction((con) => most(con, items.query().iterate(con))),
      await bench.database.transaction((con) => most(con, items.query().byNote().iterate(con))),
    ];
    expect(grown.map((each) => each < whole / 5)).toEqual([true, true, true, true]);
    expect(bench.pool.taken).toBe(0);
  });

  test.each([
    ['by key', (given: Items) => given.query()],
    ['as they arrive', (given: Items) => given.query().byNote()],
  ] as const)('gives its connection back when the loop is left, %s', async (_, query) => {
    await fill(3000);
    let read = 0;
    for await (const item of query(items)) {
      read += 1;
      if (read === 10) {
        expect(item.note).toMatch(/^note /);
        break;
      }
    }
    expect([read, bench.pool.taken]).toEqual([10, 0]);
    const failed = (async () => {
      for await (const item of query(items)) throw new Error(`no ${String(item.note.length > 0)}`);
    })();
    await expect(failed).rejects.toThrow('no true');
    expect([bench.pool.taken, bench.pool.broken]).toEqual([0, 0]);
    expect(await items.query().count()).toBe(3000);
  });

  test('reads some columns row by row, too', async () => {
    await fill(2500);
    const slim = items.query().where('Item.id > ?', 100).$select<{ id: number }>(['id']);
    let sum = 0;
    for await (const { id } of slim) sum += id;
    expect(sum).toBe((2500 * 2501) / 2 - 5050);
    for await (const { id } of slim) if (id > 0) break;
    expect([await slim.count(), bench.pool.taken]).toEqual([2400, 0]);
  });

  test('can save what it reads by key, though no connection is left over', async () => {
    await fill(2500);
    await bench.database.transaction(async (con) => {
      for await (const item of items.query().iterate(con, 100)) {
        if (item.id % 500 !== 0) continue;
        item.note = 'saved';
        await item.save(con);
      }
    });
    expect(await items.query().where('Item.note = ?', 'saved').count()).toBe(5);
  });

  test('knows the objects of the transaction around it, and makes no others known', async () => {
    await fill(20);
    await bench.database.transaction(async (con) => {
      const [known] = await items.query().where('Item.id = ?', 7).find(con);
      const found = [];
      for await (const item of items.query().iterate(con)) found.push(item);
      expect(found[6]).toBe(known);
      expect((await items.query().where('Item.id = ?', 8).find(con))[0]).not.toBe(found[7]);
    });
  });

  test('and bulk writes are part of the transaction around them', async () => {
    await fill(10);
    const failed = bench.database.transaction(async () => {
      expect(await items.query().where('Item.id <= ?', 4).$deleteFound()).toBe(4);
      expect(await items.query().count()).toBe(6);
      expect(await items.query().$update({ note: 'all' })).toBe(6);
      throw new Error('back');
    });
    await expect(failed).rejects.toThrow('back');
    expect(await items.query().count()).toBe(10);
    expect(await items.query().where('Item.note = ?', 'all').exists()).toBe(false);
    expect(await items.query().$update({ note: 'all' })).toBe(10);
    expect(await items.query().$deleteAll()).toBe(10);
    expect([await bench.openTransactions(), bench.pool.taken]).toEqual([0, 0]);
  });
});
