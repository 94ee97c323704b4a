import fc from 'fast-check';
import { expect, it } from 'vitest';
import { once } from '../../src/plan/once.js';
import { planTable } from '../../src/plan/table.js';
import type { CatalogForeignKey, CatalogTable } from '../../src/platforms/catalog.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { printSchema } from '../../src/schema/format/print.js';
import { phpClasses } from '../../src/targets/php/build.js';
import { numberOfRuns, randomSeed } from '../properties/random-runs.js';
import { type Tape, tapes } from '../properties/tape.js';
import { column, foreignKey, reverseTables, table } from './fake-catalog.js';

// Few words, close to each other: what is to be found are names that meet.
const TABLES = [
  'order',
  'orders',
  'order_item',
  'order_items',
  'orders_items',
  'order_query',
  'order_queries',
  'child',
  'children',
];
const MORE_TABLES = ['parents', 'classes', 'list', 'lists', 'statuses', 'status', 'news', 'data', 'orders_children'];
const COLUMNS = [
  'parent_id',
  'parent',
  'order_id',
  'orders_id',
  'order',
  'order_uuid',
  'child_id',
  'id_order',
  'created_by',
];
const MORE_COLUMNS = [
  'parent_order_id',
  'children',
  'orders',
  'new_id',
  'deleted',
  'primary_key_id',
  'from_id',
  'manager_id',
  'name',
];

function randomTables(tape: Tape): CatalogTable[] {
  const names = [...new Set(tape.times(1, 7, () => tape.pick([...TABLES, ...MORE_TABLES])))];
  const [first = '', ...rest] = names;
  const crossing = new Set(rest.filter(() => tape.chance(20)));
  const targets = [first, ...rest.filter((name) => !crossing.has(name))];
  const pickColumns = (least: number, most: number): string[] => [
    ...new Set(tape.times(least, most, () => tape.pick([...COLUMNS, ...MORE_COLUMNS]))),
  ];
  const pointing = (own: string): CatalogForeignKey => foreignKey([own], tape.pick(targets), ['id']);
  return names.map((name) => {
    if (crossing.has(name)) {
      const columns = [...pickColumns(1, 2), 'other_id'].slice(0, 2);
      const key = { name: undefined, columns };
      const integers = columns.map((own) => column(own, 'integer', { nullable: false }));
      return table(name, integers, { primaryKey: key, foreignKeys: columns.map(pointing) });
    }
    const columns = pickColumns(0, 6);
    return table(
      name,
      [
        column('id', 'integer', { nullable: false, autoIncrement: {} }),
        ...columns.map((own) => column(own, 'integer')),
      ],
      {
        primaryKey: { name: undefined, columns: ['id'] },
        foreignKeys: columns.filter(() => tape.chance(60)).map(pointing),
      },
    );
  });
}

/** Classes and methods that are there twice; PHP does not tell names by case. */
function duplicates(files: readonly { readonly path: string; readonly content: string }[]): string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  const note = (what: string): void => {
    const key = what.toLowerCase();
    if (seen.has(key)) twice.push(what);
    seen.add(key);
  };
  for (const { path, content } of files) {
    note(path);
    for (const [, name = ''] of content.matchAll(
      /^ {4}(?:final |abstract )?(?:public|protected|private)(?: static)? function &?(\w+)/gm,
    )) {
      note(`${path} ${name}()`);
    }
  }
  return twice;
}

it('random names never make two classes or methods equal', { timeout: 600_000 }, async () => {
  const seed = randomSeed();
  const runs = numberOfRuns(150);
  console.log(`readable names: ${String(runs)} databases with seed ${String(seed)}`);
  const platform = await loadPlatform('pgsql');
  const naming = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };
  let named = 0;
  await fc.assert(
    fc.asyncProperty(tapes, async (tape) => {
      const tables = randomTables(tape);
      const reversed = await reverseTables(tables);
      named += reversed.names.length;
      expect(reversed.findings.filter(({ lost, kind }) => lost || kind === 'PHP classes')).toEqual([]);
      const statementsOf = once((each) => planTable(each, platform, DEFAULT_PLATFORM_OPTIONS));
      const { owned, stubs } = phpClasses(reversed.database, statementsOf, naming);
      expect(duplicates([...owned, ...stubs])).toEqual([]);
      expect(printSchema((await reverseTables(tables)).file)).toBe(printSchema(reversed.file));
    }),
    { seed, numRuns: runs },
  );
  expect(named).toBeGreaterThan(runs);
});
