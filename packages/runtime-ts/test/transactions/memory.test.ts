import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Connection, session } from '../../src/transactions/index.js';
import { ENGINES, refused, useBench } from '../support/transactions.js';

describe.each(ENGINES)('transactions in memory on %s', (engine) => {
  const bench = useBench(engine);
  const add = (id: number, con: Connection = bench.database): Promise<unknown> => con.run(bench.insert(id));
  const transaction: Connection['transaction'] = (work, options) => bench.database.transaction(work, options);

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
      con.note(which);
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
});
