import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import type { Connection, QueryMessage } from '../../src/transactions/index.js';
import { ENGINES, refused, statement, useBench } from '../support/transactions.js';

const BEGIN = { pgsql: 'BEGIN', mysql: 'START TRANSACTION', sqlite: 'BEGIN IMMEDIATE' } as const;

describe.each(ENGINES)('what transactions send on %s', (engine) => {
  const bench = useBench(engine);
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

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
    await bench.database.run(statement(BEGIN[bench.database.vendor]));
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
      BEGIN[bench.database.vendor],
      'SAVEPOINT orm_1',
      bench.insert(1).sql,
      'ROLLBACK TO SAVEPOINT orm_1',
      'RELEASE SAVEPOINT orm_1',
      'COMMIT',
    ]);
  });
});
