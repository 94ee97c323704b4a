import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReferentialAction } from '../../src/model/model.js';
import { cascadeConflicts } from '../../src/platforms/mssql/cascade-paths.js';
import { platform } from '../../src/platforms/mssql/index.js';
import { buildDatabase, type TableSpec } from '../support/model-builder.js';
import { diagnostics } from '../support/model-diagnostics.js';

/** `child>parent` keys, with an action each; several between the same tables are told apart by their column. */
type Edge = readonly [child: string, parent: string, action: ReferentialAction, event?: 'onDelete' | 'onUpdate'];

function tablesOf(edges: readonly Edge[], names = [...new Set(edges.flatMap((edge) => [edge[0], edge[1]]))]) {
  const specs = names.map((name): TableSpec => {
    const own = edges.filter(([child]) => child === name);
    return {
      name,
      columns: [
        { name: 'id', type: 'INTEGER', primaryKey: true },
        ...own.map((_, n) => ({ name: `k${n}`, type: 'INTEGER' as const })),
      ],
      keys: own.map(([child, parent, action, event], n) => ({
        name: `${child}_${parent}_${n}`,
        to: parent,
        on: { [`k${n}`]: 'id' },
        [event ?? 'onDelete']: action,
      })),
    };
  });
  return buildDatabase(specs);
}

const found = (...edges: Edge[]): string[] =>
  cascadeConflicts(tablesOf(edges).tables).map(
    ({ kind, event, key, start, other }) =>
      `${kind} ${event} ${key.name} from ${start.name}${other ? ` (${other.name})` : ''}`,
  );

describe('cascade paths', () => {
  test('a tree of cascades is fine', () => {
    expect(found(['b', 'a', 'CASCADE'], ['c', 'a', 'SET NULL'], ['d', 'b', 'CASCADE'])).toEqual([]);
  });

  test('several parents are fine as long as nothing is above both', () => {
    expect(found(['c', 'a', 'CASCADE'], ['c', 'b', 'CASCADE'], ['d', 'c', 'CASCADE'])).toEqual([]);
  });

  test('two keys to one table', () => {
    expect(found(['b', 'a', 'CASCADE'], ['b', 'a', 'SET NULL'])).toEqual(['paths onDelete b_a_1 from a (b_a_0)']);
    expect(found(['b', 'a', 'CASCADE'], ['b', 'a', 'NO ACTION'], ['b', 'a', 'RESTRICT'])).toEqual([]);
  });

  test('a diamond', () => {
    expect(
      found(['b', 'a', 'CASCADE'], ['c', 'a', 'CASCADE'], ['d', 'b', 'CASCADE'], ['d', 'c', 'SET DEFAULT']),
    ).toEqual(['paths onDelete d_c_1 from a (d_b_0)']);
  });

  test('a table that points at itself, and a longer cycle', () => {
    expect(found(['a', 'a', 'SET NULL'])).toEqual(['cycle onDelete a_a_0 from a']);
    expect(found(['a', 'b', 'CASCADE'], ['b', 'c', 'CASCADE'], ['c', 'a', 'CASCADE'])).toEqual([
      'cycle onDelete c_a_0 from a',
    ]);
    expect(found(['a', 'b', 'CASCADE'], ['b', 'c', 'NO ACTION'], ['c', 'a', 'CASCADE'])).toEqual([]);
  });

  test('deletes and updates are counted apart', () => {
    expect(found(['b', 'a', 'CASCADE'], ['b', 'a', 'CASCADE', 'onUpdate'])).toEqual([]);
    expect(found(['b', 'a', 'CASCADE', 'onUpdate'], ['b', 'a', 'SET NULL', 'onUpdate'])).toEqual([
      'paths onUpdate b_a_1 from a (b_a_0)',
    ]);
  });

  test('the diagnostic says which rows and which other key', () => {
    expect(
      diagnostics(
        platform,
        tablesOf([
          ['b', 'a', 'CASCADE'],
          ['b', 'a', 'SET NULL'],
        ]),
      ),
    ).toMatchObject([
      {
        severity: 'error',
        code: 'mssql/cascade-paths',
        attribute: 'onDelete',
        message:
          'SQL Server refuses onDelete="set null" of foreign key "b_a_1": deleting a row of "a" would reach "b" through "b_a_0" too',
        help: 'use onDelete="noaction" here or on another key of the path, and do the rest in the application or in a trigger',
      },
    ]);
    expect(diagnostics(platform, tablesOf([['a', 'a', 'CASCADE']]))[0]?.message).toBe(
      'SQL Server refuses onDelete="cascade" of foreign key "a_a_0": deleting a row of "a" would come back to "a"',
    );
  });

  test('agrees with counting every path', () => {
    const table = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(table, table), { maxLength: 9 }), (pairs) => {
        const edges = pairs.map(([child, parent]): Edge => [child, parent, 'CASCADE']);
        const conflicts = cascadeConflicts(tablesOf(edges, ['a', 'b', 'c', 'd', 'e', 'f']).tables);
        expect(conflicts.length > 0).toBe(someTableTwice(pairs));
        const blamed = new Set(conflicts.map(({ key }) => key.name));
        const rest = tablesOf(edges, ['a', 'b', 'c', 'd', 'e', 'f']).tables.flatMap((item) =>
          item.foreignKeys
            .filter((key) => !blamed.has(key.name))
            .map((key) => [key.table.name, key.foreignTable.name] as const),
        );
        expect(someTableTwice(rest)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('2,000 tables in a chain, and 2,000 that share most of their ancestors', () => {
    const chain = Array.from({ length: 2000 }, (_, n): Edge => [`t${n + 1}`, `t${n}`, 'CASCADE']);
    expect(cascadeConflicts(tablesOf(chain).tables)).toEqual([]);
    const net = chain.flatMap(([child], n) =>
      [0, 6, 30].map((back): Edge => [child, `t${Math.max(0, n - back)}`, 'CASCADE']),
    );
    const { tables } = tablesOf(net);
    const start = performance.now();
    expect(cascadeConflicts(tables).length).toBeGreaterThan(1999);
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});

/** Follows the actions of a delete in each table and sees whether a table comes up a second time. */
function someTableTwice(pairs: readonly (readonly [child: string, parent: string])[]): boolean {
  const visits = (table: string, seen: Set<string>): boolean =>
    pairs.some(([child, parent]) => {
      if (parent !== table) return false;
      if (seen.has(child)) return true;
      seen.add(child);
      return visits(child, seen);
    });
  return pairs.some(([, parent]) => visits(parent, new Set([parent])));
}
