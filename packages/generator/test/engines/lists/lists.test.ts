import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableStatements } from '../../../src/plan/table.js';
import {
  LIST_ENGINES,
  type ListDatabase,
  ListRunner,
  missingListEngine,
  openListDatabase,
  type Value,
} from './list-engine.js';
import { LIST_CASES, type ListCase } from './list-tables.js';

/** A list of a table, with the rows that the test put there: key number → rank. */
class Lists {
  readonly #runner: ListRunner;
  readonly #shown: string;

  constructor(
    readonly database: ListDatabase,
    readonly each: ListCase,
    statements: TableStatements,
  ) {
    this.#runner = new ListRunner(database, statements);
    const { byColumn, quoted } = statements;
    const names = statements.table.primaryKey.map((column) => byColumn.get(column)?.quoted ?? '');
    this.#shown = `SELECT ${names.at(-1) ?? ''}, ${statements.columns[this.#runner.lists.rank]?.quoted ?? ''} FROM ${quoted}`;
  }

  get lists(): ListRunner['lists'] {
    return this.#runner.lists;
  }

  has(name: string): boolean {
    return this.#runner.has(name);
  }

  key(number: number): readonly Value[] {
    return this.each.key(number, this.database.adapter);
  }

  /** Makes the table anew: ranks 1 to n for the keys of each list. */
  async fill(lists: readonly (readonly [readonly Value[], readonly number[]])[]): Promise<void> {
    const { table, quoted, identifier } = this.#runner.statements;
    await this.database.run(`DELETE FROM ${quoted}`);
    const rank = table.columns[this.lists.rank]?.name ?? '';
    const names = [...this.each.keyColumns, ...this.each.scopeColumns, rank].map(identifier);
    for (const [scope, numbers] of lists) {
      for (const [index, number] of numbers.entries()) {
        const values = [...this.key(number), ...scope, index + 1];
        await this.database.run(
          `INSERT INTO ${quoted} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          values,
        );
      }
    }
  }

  run(name: string, scope: readonly Value[], given: Readonly<Record<string, Value | readonly Value[]>> = {}) {
    return this.#runner.run(name, scope, given);
  }

  /** The numbers of the keys of a list in order, each with its rank. */
  async shown(scope: readonly Value[]): Promise<readonly (readonly [number, number])[]> {
    const conditions = this.lists.conditions.map(([equal, isNull], index) => (scope[index] === null ? isNull : equal));
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const given = scope.filter((value) => value !== null);
    const rows = await this.database.run(this.#shown + where, given);
    return rows
      .filter(([, rank]) => rank !== null)
      .map(([key, rank]) => [Number(key), Number(rank)] as const)
      .sort(([, left], [, right]) => left - right);
  }

  /** The keys of a list, which must have ranks 1 to n. */
  async order(scope: readonly Value[]): Promise<readonly number[]> {
    const shown = await this.shown(scope);
    expect(shown.map(([, rank]) => rank)).toEqual(shown.map((_, index) => index + 1));
    return shown.map(([key]) => key);
  }
}

const numbers = (row: readonly unknown[] | undefined): readonly (number | null)[] =>
  (row ?? []).map((value) => (value === null ? null : Number(value)));

describe.each(LIST_ENGINES)('statements of lists on %s', (engine) => {
  const missing = missingListEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  let database: ListDatabase;
  let statementsOf: (name: string) => TableStatements;

  beforeAll(async () => {
    database = await openListDatabase(engine);
    statementsOf = await database.create(LIST_CASES.map(({ xml }) => xml).join('\n'));
  });
  afterAll(() => database.close());

  describe.each(LIST_CASES)('of table $name', (each) => {
    let lists: Lists;
    let first: readonly Value[];
    let second: readonly Value[];

    beforeAll(() => {
      lists = new Lists(database, each, statementsOf(each.name));
      [first, second] = each.scopes(database.adapter);
    });

    /** The first list 1 to 6, the second 7 to 9, that of NULL 10 to 12, as far as the table has them. */
    const fill = async (): Promise<void> => {
      const all: (readonly [readonly Value[], readonly number[]])[] = [[first, [1, 2, 3, 4, 5, 6]]];
      if (each.scopeColumns.length > 0) all.push([second, [7, 8, 9]]);
      if (each.empty !== undefined) all.push([each.empty, [10, 11, 12]]);
      await lists.fill(all);
    };

    /** The other lists are as they were. */
    const untouched = async (): Promise<void> => {
      if (each.scopeColumns.length > 0) expect(await lists.order(second)).toEqual([7, 8, 9]);
      if (each.empty !== undefined) expect(await lists.order(each.empty)).toEqual([10, 11, 12]);
    };

    it('find rows', async () => {
      await fill();
      const [row] = await lists.run('placeMax', first, { key: lists.key(4) });
      expect(numbers([row?.[0], row?.[1], row?.at(-1)])).toEqual([4, 1, 6]);
      const [bare] = await lists.run('place', first, { key: lists.key(4) });
      expect(numbers(bare?.slice(0, 2))).toEqual([4, 1]);
      expect(await lists.run('place', first, { key: lists.key(99) })).toEqual([]);
      expect(numbers((await lists.run('max', first))[0])).toEqual([6]);
      expect(numbers((await lists.run('check', first))[0])).toEqual([6, 6, 1, 6]);
      expect(await lists.run('broken', first)).toEqual([]);
      if (each.empty !== undefined) {
        expect(numbers((await lists.run('max', each.empty))[0])).toEqual([3]);
        const [other] = await lists.run('placeMax', each.empty, { key: lists.key(4) });
        expect(numbers([other?.[0], other?.[1], other?.at(-1)])).toEqual([4, 0, 3]);
      }
      if (lists.has('maxLocked')) {
        expect(numbers((await lists.run('maxLocked', first))[0])).toEqual([6]);
        const [locked] = await lists.run('placeMaxLocked', first, { key: lists.key(4) });
        expect(numbers([locked?.[0], locked?.[1], locked?.at(-1)])).toEqual([4, 1, 6]);
        const [plain] = await lists.run('placeLocked', first, { key: lists.key(4) });
        expect(numbers(plain?.slice(0, 2))).toEqual([4, 1]);
      }
    });

    it('find neighbours', async () => {
      await fill();
      const position = lists.lists.rank;
      const rank = async (name: string, number: number): Promise<number | undefined> => {
        const [row] = await lists.run(name, first, { key: lists.key(number) });
        return row === undefined ? undefined : Number(row[position]);
      };
      expect(await rank('next', 3)).toBe(4);
      expect(await rank('previous', 3)).toBe(2);
      expect(await rank('next', 6)).toBeUndefined();
      expect(await rank('previous', 1)).toBeUndefined();
    });

    it('move up and down', async () => {
      await fill();
      await lists.run('move', first, { key: lists.key(5), to: 2, delta: 1, low: 2, high: 5 });
      expect(await lists.order(first)).toEqual([1, 5, 2, 3, 4, 6]);
      await lists.run('move', first, { key: lists.key(1), to: 6, delta: -1, low: 1, high: 6 });
      expect(await lists.order(first)).toEqual([5, 2, 3, 4, 6, 1]);
      await untouched();
      if (each.empty === undefined) return;
      await lists.run('move', each.empty, { key: lists.key(12), to: 1, delta: 1, low: 1, high: 3 });
      expect(await lists.order(each.empty)).toEqual([12, 10, 11]);
    });

    it('open and close gaps', async () => {
      await fill();
      await lists.run('open', first, { rank: 3 });
      expect((await lists.shown(first)).map(([, rank]) => rank)).toEqual([1, 2, 4, 5, 6, 7]);
      await lists.run('close', first, { rank: 3 });
      expect(await lists.order(first)).toEqual([1, 2, 3, 4, 5, 6]);
      await lists.run('append', first, { delta: 4 });
      expect((await lists.shown(first)).map(([, rank]) => rank)).toEqual([5, 6, 7, 8, 9, 10]);
      await untouched();
    });

    it('swap two rows', async () => {
      await fill();
      await lists.run('swap', first, { key: lists.key(2), to: 5, key2: lists.key(5), to2: 2 });
      expect(await lists.order(first)).toEqual([1, 5, 3, 4, 2, 6]);
      await untouched();
    });

    it('take a row out and settle it elsewhere', async () => {
      await fill();
      await lists.run('park', first, { key: lists.key(2) });
      await lists.run('close', first, { rank: 2 });
      const parked = lists.lists.required ? [0, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5];
      expect((await lists.shown(first)).map(([, rank]) => rank)).toEqual(parked);
      if (each.scopeColumns.length === 0) return;
      await lists.run('settle', second, { key: lists.key(2), to: 4 });
      expect(await lists.order(first)).toEqual([1, 3, 4, 5, 6]);
      expect(await lists.order(second)).toEqual([7, 8, 9, 2]);
      if (each.empty === undefined) return;
      await lists.run('settle', each.empty, { key: lists.key(2), to: 4 });
      expect(await lists.order(each.empty)).toEqual([10, 11, 12, 2]);
    });

    it('repair a list', async () => {
      await fill();
      await lists.run('park', first, { key: lists.key(1) });
      await lists.run('append', first, { delta: 2 });
      const broken = await lists.run('broken', first);
      expect(broken).toHaveLength(1);
      await lists.run('repair', first);
      expect(await lists.order(first)).toEqual(lists.lists.required ? [1, 2, 3, 4, 5, 6] : [2, 3, 4, 5, 6]);
      expect(await lists.run('broken', first)).toEqual([]);
      await untouched();
    });

    it('reorder from JSON', async () => {
      if (!lists.has('reorder')) return;
      await fill();
      const pairs = [6, 2, 5, 1, 4, 3].map((number, index) => [...lists.key(number), index + 1]);
      await lists.run('reorder', first, { json: JSON.stringify(pairs) });
      expect(await lists.order(first)).toEqual([6, 2, 5, 1, 4, 3]);
      const some = [
        [...lists.key(6), 3],
        [...lists.key(5), 1],
      ];
      await lists.run('reorder', first, { json: JSON.stringify(some) });
      expect(await lists.order(first)).toEqual([5, 2, 6, 1, 4, 3]);
      const rows = await lists.run('rowsOf', first, { json: JSON.stringify([lists.key(6), lists.key(99)]) });
      expect(rows).toHaveLength(1);
      expect(Number(rows[0]?.[each.keyColumns.length])).toBe(3);
      await untouched();
    });

    it('arrange rows by any key', async () => {
      await fill();
      const { arrange, keyed } = lists.lists;
      const wanted = [6, 2, 5, 1, 4, 3];
      for (const above of lists.lists.phased ? [6, 0] : [0]) {
        const whens = wanted.map(() => ` WHEN ${keyed}${arrange[1]}`).join('');
        const where = wanted.map(() => `(${keyed})`).join(' OR ');
        await database.run(`${arrange[0]}${whens}${arrange[2]}${where}`, [
          ...wanted.flatMap((number, index) => [...lists.key(number), index + 1 + above]),
          ...wanted.flatMap((number) => lists.key(number)),
        ]);
      }
      expect(await lists.order(first)).toEqual(wanted);
      const rows = await database.run(lists.lists.rows + keyed, lists.key(5));
      expect(Number(rows[0]?.[each.keyColumns.length])).toBe(3);
    });
  });
});
