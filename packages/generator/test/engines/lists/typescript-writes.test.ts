import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotInListError, RankOutOfRangeError, RowGoneError } from '../../../../runtime-ts/src/errors/index.js';
import { changeTurn, type PlaceChange } from '../../../../runtime-ts/src/sortable/changing.js';
import { deleteTurn, insertTurn } from '../../../../runtime-ts/src/sortable/inserting.js';
import type { AfterChange, ListedRow } from '../../../../runtime-ts/src/sortable/moving.js';
import { BOTTOM, type Position } from '../../../../runtime-ts/src/sortable/position.js';
import { RankedList } from '../../../../runtime-ts/src/sortable/ranked-list.js';
import type { Connection } from '../../../../runtime-ts/src/transactions/index.js';
import { writeRow } from '../../../../runtime-ts/src/write/row-write.js';
import type { Filled } from '../../../../runtime-ts/src/write/turn.js';
import { ENGINES, statement } from '../../../../runtime-ts/test/support/transactions.js';
import { openTypescriptLists, type TypescriptLists } from './typescript-lists.js';

const table = (name: string, option: string): string =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/><column name="list" type="INTEGER"/><column name="pos" type="INTEGER"/><behavior name="sortable"><parameter name="rank_column" value="pos"/><parameter name="use_scope" value="true"/><parameter name="scope_column" value="list"/><parameter name="${option}" value="true"/></behavior></table>`;

/** Positions of the columns. */
const [LIST, RANK] = [1, 2];

const NOTHING: PlaceChange = { scope: new Map(), position: undefined };

describe.each(ENGINES)('rows of lists that the runtime for TypeScript writes on %s', (engine) => {
  let lists: TypescriptLists;
  beforeAll(async () => {
    lists = await openTypescriptLists(engine, table('plain', 'index') + table('strict', 'unique'));
  });
  afterAll(() => lists.bench.drop());

  const run = (
    sql: string,
    con: Connection = lists.bench.database,
  ): Promise<{ rows: readonly (readonly unknown[])[] }> => con.run(statement(sql));

  describe.each(['plain', 'strict'])('in the table %s', (name) => {
    let list: RankedList;
    let changes: unknown[] = [];

    const note: AfterChange = (_, changed) => {
      changes.push(...changed.map(({ scope, first, last }) => [scope.values[0] ?? null, first, last]));
      return Promise.resolve();
    };
    const told = (): readonly unknown[] => {
      const all = changes.map((each) => JSON.stringify(each).replaceAll('"', ''));
      changes = [];
      return all;
    };

    const row = (id: number, scope: number | null): ListedRow => ({ key: [id], scope: list.plan.scope(scope) });

    const insert = (
      id: number,
      scope: number | null,
      position: Position = BOTTOM,
      con: Connection = lists.bench.database,
    ): Promise<unknown> =>
      writeRow(
        con,
        list.plan.map.locks,
        [insertTurn(list, list.plan.scope(scope), position, note)],
        (frame, filled) => {
          const into = filled.has(LIST) ? filled.get(LIST) : scope;
          return run(
            `INSERT INTO ${name} (id, list, pos) VALUES (${id}, ${String(into ?? 'NULL')}, ${Number(filled.get(RANK))})`,
            frame,
          );
        },
      );

    const remove = (id: number, scope: number | null, con: Connection = lists.bench.database): Promise<unknown> =>
      writeRow(con, list.plan.map.locks, [deleteTurn(list, row(id, scope), note)], (frame) =>
        run(`DELETE FROM ${name} WHERE id = ${id}`, frame),
      );

    const change = async (
      id: number,
      scope: number | null,
      wish: Partial<PlaceChange>,
      con: Connection = lists.bench.database,
    ): Promise<unknown> => {
      const turn = await changeTurn(con, list, row(id, scope), { ...NOTHING, ...wish }, note);
      return writeRow(con, list.plan.map.locks, [turn], async (frame, filled) => {
        const own: Filled = new Map([...(wish.scope ?? [])].map(([, value]) => [LIST, value]));
        const cells = new Map([...own, ...filled]);
        const set = [...cells].map(
          ([at, value]) => `${at === LIST ? 'list' : 'pos'} = ${value === null ? 'NULL' : String(value)}`,
        );
        if (set.length > 0) await run(`UPDATE ${name} SET ${set.join(', ')} WHERE id = ${id}`, frame);
      });
    };

    /** The ids of a list by rank, after a look that ranks are 1 to n. */
    const order = async (scope: number | null): Promise<readonly number[]> => {
      const { rows } = await run(
        `SELECT id, pos FROM ${name} WHERE list ${scope === null ? 'IS NULL' : `= ${scope}`} AND pos IS NOT NULL ORDER BY pos`,
      );
      expect(rows.map(([, rank]) => Number(rank))).toEqual(rows.map((_, index) => index + 1));
      return rows.map(([id]) => Number(id));
    };

    const start = async (): Promise<void> => {
      await run(`DELETE FROM ${name}`);
      list = new RankedList(lists.mapOf(name));
      for (const id of [1, 2, 3, 4]) await insert(id, 1);
      for (const id of [11, 12]) await insert(id, null);
      changes = [];
    };

    test.each<[string, PlaceChange['position']]>([
      ['that is asked to be first', { at: 'top' }],
      ['that is asked to be where it is', { at: 'rank', rank: 2 }],
    ])('tell an object %s the list that others have put its row into', async (_, position) => {
      await start();
      const turn = await changeTurn(lists.bench.database, list, row(2, 3), { scope: new Map(), position }, note);
      const told = await writeRow(lists.bench.database, list.plan.map.locks, [turn], (_con, filled, taken) =>
        Promise.resolve([...filled, ...taken].filter(([at]) => at === LIST).map(([, value]) => Number(value))),
      );
      expect(new Set(told)).toEqual(new Set([1]));
    });

    test('are inserted where they were asked to be', async () => {
      await start();
      expect([await order(1), await order(null), await order(2)]).toEqual([[1, 2, 3, 4], [11, 12], []]);
      await insert(5, 1, { at: 'top' });
      await insert(6, 1, { at: 'rank', rank: 2 });
      await insert(7, 2, { at: 'after', row: row(1, 1) });
      await insert(8, 1, { at: 'before', row: row(11, 2) });
      await insert(9, 2, { at: 'rank', rank: 1 });
      expect([await order(1), await order(null), await order(2)]).toEqual([[5, 6, 1, 7, 2, 3, 4], [8, 11, 12], [9]]);
      expect(told()).toEqual(['[1,1,null]', '[1,2,null]', '[1,4,null]', '[null,1,null]', '[2,1,1]']);
      await expect(insert(10, 2, { at: 'rank', rank: 3 })).rejects.toThrow(RankOutOfRangeError);
      await expect(insert(10, 2, { at: 'before', row: row(77, 1) })).rejects.toThrow(NotInListError);
      expect(await order(2)).toEqual([9]);
    });

    test('leave no gap when they are deleted, wherever they are by then', async () => {
      await start();
      await remove(2, 1);
      await remove(11, 1);
      await remove(77, 1);
      expect([await order(1), await order(null)]).toEqual([[1, 3, 4], [12]]);
      expect(told()).toEqual(['[1,2,null]', '[null,1,null]']);
    });

    test('change their list, leave it and come back', async () => {
      await start();
      const to = (scope: number | null): Partial<PlaceChange> => ({ scope: new Map([[0, scope]]) });
      await change(2, 1, to(null));
      expect([await order(1), await order(null)]).toEqual([
        [1, 3, 4],
        [11, 12, 2],
      ]);
      await change(12, null, { ...to(1), position: { at: 'top' } });
      expect([await order(1), await order(null)]).toEqual([
        [12, 1, 3, 4],
        [11, 2],
      ]);
      await change(3, 1, { position: 'out' });
      expect(await order(1)).toEqual([12, 1, 4]);
      await change(3, 1, { position: { at: 'rank', rank: 2 } });
      expect(await order(1)).toEqual([12, 3, 1, 4]);
      await change(4, 1, { position: { at: 'before', row: row(12, 1) } });
      expect(await order(1)).toEqual([4, 12, 3, 1]);
      await change(4, 1, { ...to(2), position: { at: 'after', row: row(11, null) } });
      expect([await order(1), await order(null), await order(2)]).toEqual([[12, 3, 1], [11, 4, 2], []]);
      // Remembered in a list that it has left.
      await change(4, 1, to(2));
      expect([await order(null), await order(2)]).toEqual([[11, 2], [4]]);
      await expect(change(77, 1, to(2))).rejects.toThrow(RowGoneError);
    });

    test('stay right when many write at once', { timeout: 60_000 }, async () => {
      await start();
      const { database } = lists.bench;
      const worker = async (number: number): Promise<void> => {
        for (let turn = 0; turn < 6; turn++) {
          const id = 100 * (number + 1) + turn;
          await insert(id, 1, turn % 2 ? { at: 'top' } : BOTTOM);
          await database.transaction(async (con) => {
            await change(id, 1, { scope: new Map([[0, 2]]) }, con);
            if (turn % 3 === 0) await remove(id, 1, con);
          });
        }
      };
      await Promise.all(Array.from({ length: 5 }, (_, number) => worker(number)));
      expect([await order(1), await order(null)]).toEqual([
        [1, 2, 3, 4],
        [11, 12],
      ]);
      expect(await order(2)).toHaveLength(20);
    });
  });
});
