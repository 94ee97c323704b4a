import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../../../runtime-ts/src/drivers/session.js';
import {
  ConflictError,
  InvalidQueryError,
  InvalidValueError,
  NotInListError,
  RankOutOfRangeError,
} from '../../../../runtime-ts/src/errors/index.js';
import { runLocked } from '../../../../runtime-ts/src/lock/locked-work.js';
import type { ListScope } from '../../../../runtime-ts/src/sortable/list-scope.js';
import { type Aim, type ListedRow, moveBeside, moveRow, swapRows } from '../../../../runtime-ts/src/sortable/moving.js';
import { RankedList } from '../../../../runtime-ts/src/sortable/ranked-list.js';
import { reorder } from '../../../../runtime-ts/src/sortable/reordering.js';
import type { Connection } from '../../../../runtime-ts/src/transactions/index.js';
import { ENGINES, statement } from '../../../../runtime-ts/test/support/transactions.js';
import { openTypescriptLists, type TypescriptLists } from './typescript-lists.js';

const behavior = (scope: string, ...more: readonly string[]): string =>
  `<behavior name="sortable"><parameter name="rank_column" value="pos"/><parameter name="use_scope" value="true"/><parameter name="scope_column" value="${scope}"/>${more
    .map((name) => `<parameter name="${name}" value="true"/>`)
    .join('')}</behavior>`;

const table = (name: string, scope: string, ...more: readonly string[]): string =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/><column name="list" ${scope}/><column name="pos" type="INTEGER"/>${behavior('list', ...more)}</table>`;

const SCHEMA = [
  table('plain', 'type="INTEGER"', 'index'),
  table('strict', 'type="INTEGER"', 'unique'),
  table('headed', 'type="INTEGER"', 'header_table', 'index'),
  table('worded', 'type="VARCHAR" size="20"', 'index'),
  `<table name="paired"><column name="list" type="INTEGER" primaryKey="true"/><column name="id" type="INTEGER" primaryKey="true"/><column name="pos" type="INTEGER"/>${behavior('list', 'index')}</table>`,
].join('');

const KINDS = ['plain', 'strict', 'headed', 'worded'] as const;

/** Lists of these sizes, the last one that of NULL. */
const SIZES = [6, 4, 3];

/** A whole number below a limit, the same in every run. */
function* numbers(): Generator<number, number, number> {
  let state = 7;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

describe.each(ENGINES)('lists of the runtime for TypeScript on %s', (engine) => {
  let lists: TypescriptLists;
  beforeAll(async () => {
    lists = await openTypescriptLists(engine, SCHEMA);
  });
  afterAll(() => lists.bench.drop());

  const run = async (sql: string): Promise<readonly Row[]> => (await lists.bench.database.run(statement(sql))).rows;

  const nameOf = (index: number): string | null => (index === SIZES.length - 1 ? null : String(index + 1));

  /** Fills a table; ids are 11, 12, … in the first list, 21, 22, … in the second. */
  const fill = async (name: string): Promise<RankedList> => {
    await run(`DELETE FROM ${name}`);
    for (const [index, size] of SIZES.entries()) {
      for (let rank = 1; rank <= size; rank++) {
        const list = nameOf(index);
        const scope = list === null ? 'NULL' : `'${list}'`;
        await run(`INSERT INTO ${name} (id, list, pos) VALUES (${index + 1}${rank}, ${scope}, ${rank})`);
      }
    }
    return new RankedList(lists.mapOf(name));
  };

  const row = (list: RankedList, id: number, scope: string | null): ListedRow => ({
    key: [id],
    scope: list.plan.scope(scope),
  });

  /** The ids of each list by rank, after a look that ranks are 1 to n. */
  const orders = async (name: string): Promise<readonly (readonly number[])[]> => {
    const rows = await run(`SELECT list, pos, id FROM ${name} WHERE pos IS NOT NULL ORDER BY pos`);
    return SIZES.map((_, index) => {
      const own = rows.filter(([list]) => (list === null ? null : String(list)) === nameOf(index));
      expect(own.map(([, rank]) => Number(rank))).toEqual(own.map((_each, place) => place + 1));
      return own.map(([, , id]) => Number(id));
    });
  };

  describe.each(KINDS)('of the kind %s', (name) => {
    const moved = async (id: number, scope: string | null, aim: Aim): Promise<readonly (readonly number[])[]> => {
      const list = await fill(name);
      const before = (await orders(name)).map((ids) => ids.indexOf(id)).find((index) => index >= 0);
      const { rank } = await moveRow(lists.bench.database, list, row(list, id, scope), aim);
      const after = await orders(name);
      expect(after.map((ids) => ids.indexOf(id)).find((index) => index >= 0)).toBe(rank - 1);
      expect(before).toBeDefined();
      return after;
    };

    test('moves rows', async () => {
      expect((await moved(15, '1', 'top'))[0]).toEqual([15, 11, 12, 13, 14, 16]);
      expect((await moved(12, '1', { steps: Number.POSITIVE_INFINITY }))[0]).toEqual([11, 13, 14, 15, 16, 12]);
      expect((await moved(11, '1', { steps: -1 }))[0]).toEqual([11, 12, 13, 14, 15, 16]);
      expect((await moved(12, '1', { steps: 1 }))[0]).toEqual([11, 13, 12, 14, 15, 16]);
      expect((await moved(33, null, { rank: 1 }))[2]).toEqual([33, 31, 32]);
      // The list that is remembered is not where the row is.
      expect((await moved(24, '1', { rank: 2 }))[1]).toEqual([21, 24, 22, 23]);
    });

    test('refuses what cannot be, and changes nothing', async () => {
      const list = await fill(name);
      const { database } = lists.bench;
      await run(`INSERT INTO ${name} (id, list, pos) VALUES (99, '1', NULL)`);
      await expect(moveRow(database, list, row(list, 11, '1'), { rank: 7 })).rejects.toThrow(RankOutOfRangeError);
      await expect(moveRow(database, list, row(list, 77, '1'), 'top')).rejects.toThrow(NotInListError);
      await expect(moveRow(database, list, row(list, 99, '1'), 'top')).rejects.toThrow(NotInListError);
      await expect(
        reorder(database, list, [
          [[11], 1],
          [[21], 2],
        ]),
      ).rejects.toThrow('ids of more than one list');
      await expect(
        reorder(database, list, [
          [[11], 1],
          [[77], 2],
        ]),
      ).rejects.toThrow('do not exist: 77');
      await expect(
        reorder(database, list, [
          [[11], 2],
          [[12], 3],
        ]),
      ).rejects.toThrow(InvalidQueryError);
      expect(await orders(name)).toEqual([
        [11, 12, 13, 14, 15, 16],
        [21, 22, 23, 24],
        [31, 32, 33],
      ]);
    });

    test('swaps rows and puts them beside others, also between lists', async () => {
      const list = await fill(name);
      const { database } = lists.bench;
      const at = (id: number, scope: string | null): ListedRow => row(list, id, scope);
      await swapRows(database, list, at(11, '1'), at(14, '1'));
      expect((await orders(name))[0]).toEqual([14, 12, 13, 11, 15, 16]);
      const [mine, theirs] = await swapRows(database, list, at(14, '1'), at(32, null));
      expect([mine.rank, theirs.rank]).toEqual([2, 1]);
      expect(await orders(name)).toEqual([
        [32, 12, 13, 11, 15, 16],
        [21, 22, 23, 24],
        [31, 14, 33],
      ]);
      await moveBeside(database, list, at(32, '1'), at(15, '1'), true);
      expect((await orders(name))[0]).toEqual([12, 13, 11, 15, 32, 16]);
      await moveBeside(database, list, at(13, '1'), at(22, '2'), false);
      expect(await orders(name)).toEqual([
        [12, 11, 15, 32, 16],
        [21, 13, 22, 23, 24],
        [31, 14, 33],
      ]);
    });

    test('reorders, checks and repairs', async () => {
      const list = await fill(name);
      const { database } = lists.bench;
      const scope = list.plan.scope('2');
      await reorder(database, list, [
        [[21], 4],
        [[22], 3],
        [[23], 2],
        [[24], 1],
      ]);
      await reorder(database, list, [
        [[11], 6],
        [[16], 1],
      ]);
      expect((await orders(name)).slice(0, 2)).toEqual([
        [16, 12, 13, 14, 15, 11],
        [24, 23, 22, 21],
      ]);
      expect((await list.examine(database, scope)).isRight()).toBe(true);
      expect(await list.repair(database, scope)).toBe(0);
      await run(`UPDATE ${name} SET pos = 9 WHERE id = 23`);
      expect((await list.examine(database, scope)).describe()).toBe(
        '4 rows have ranks from 1 to 9, where 1 to 4 is right.',
      );
      expect(await list.repair(database, scope)).toBeGreaterThan(0);
      expect((await orders(name))[1]).toEqual([24, 22, 21, 23]);
    });

    test('stay right when many move at once, half of them in transactions of callers', {
      timeout: 60_000,
    }, async () => {
      const list = await fill(name);
      const random = numbers();
      const pick = (below: number): number => random.next().value % below;
      const ids = SIZES.flatMap((size, index) => Array.from({ length: size }, (_, at) => (index + 1) * 10 + at + 1));
      const any = (): ListedRow => row(list, ids[pick(ids.length)] ?? 11, nameOf(pick(SIZES.length)));
      const operation = async (con: Connection): Promise<unknown> => {
        const [one, other] = [any(), any()];
        switch (one.key[0] === other.key[0] ? 0 : pick(4)) {
          case 0:
            return moveRow(con, list, one, { steps: pick(7) - 3 });
          case 1:
            return moveRow(con, list, one, 'top');
          case 2:
            return swapRows(con, list, one, other);
          default:
            return moveBeside(con, list, one, other, pick(2) === 0);
        }
      };
      const { database } = lists.bench;
      const worker = async (): Promise<void> => {
        for (let done = 0; done < 8; done++) {
          if (done % 2 === 0) await operation(database);
          else await database.transaction((con) => Promise.all([operation(con), operation(con)]));
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
      const after = await orders(name);
      expect(after.flat().sort((a, b) => a - b)).toEqual(ids);
    });
  });

  test('one list has one lock, whatever the database calls equal', async () => {
    const list = await fill('worded');
    const { database } = lists.bench;
    // Only MySQL and MariaDB compare without regard to case here.
    const isOne = database.vendor === 'mysql';
    await run("UPDATE worded SET list = 'abc' WHERE list = '1'");
    await run("UPDATE worded SET list = 'ABC' WHERE id = 12");
    const here: ListScope = list.plan.scope('abc');
    const place = await list.place(database, here, [12]);
    expect([place?.isSame, place?.scope.values]).toEqual([isOne, ['ABC']]);
    const taken = await runLocked(database, {
      protocol: list.plan.map.locks,
      locks: [here, list.plan.scope('ABC')],
      work: ({ locks }) => Promise.resolve(locks.length),
    });
    expect(taken).toBe(2);
  });

  test('a list that is part of the key cannot be left', async () => {
    await run('DELETE FROM paired');
    await run('INSERT INTO paired (list, id, pos) VALUES (1, 1, 1), (1, 2, 2), (2, 1, 1)');
    const list = new RankedList(lists.mapOf('paired'));
    const at = (scope: number, id: number): ListedRow => ({ key: [scope, id], scope: list.plan.scope(scope) });
    const { database } = lists.bench;
    await swapRows(database, list, at(1, 1), at(1, 2));
    expect((await list.place(database, list.plan.scope(1), [1, 2], true))?.rank).toBe(1);
    await expect(swapRows(database, list, at(1, 1), at(2, 1))).rejects.toThrow(InvalidValueError);
  });

  test('rows that vanish while they are reordered are a conflict', async () => {
    const list = await fill('plain');
    let isFirst = true;
    const { database } = lists.bench;
    const vanishing = new Proxy(database, {
      get: (target, property) => {
        if (property !== 'together' || !isFirst) return Reflect.get(target, property, target) as unknown;
        isFirst = false;
        return async (statements: Parameters<Connection['together']>[0]) => {
          const results = await target.together(statements);
          await run('DELETE FROM plain WHERE id = 24');
          return results;
        };
      },
    });
    await expect(
      reorder(vanishing, list, [
        [[21], 4],
        [[22], 3],
        [[23], 2],
        [[24], 1],
      ]),
    ).rejects.toThrow(ConflictError);
  });
});
