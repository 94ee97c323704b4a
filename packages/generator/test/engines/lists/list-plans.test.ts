import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adapterOf,
  LIST_ENGINES,
  type ListDatabase,
  ListRunner,
  missingListEngine,
  openListDatabase,
  type Value,
} from './list-engine.js';

const ROWS = 5000;

/** Three lists, one of them of NULL, among enough rows to make an index worth its while. */
const SCHEMA = `<table name="task">
  <column name="id" type="INTEGER" primaryKey="true"/>
  <column name="user_id" type="INTEGER"/>
  <column name="place" type="INTEGER"/>
  <behavior name="sortable">
    <parameter name="rank_column" value="place"/>
    <parameter name="use_scope" value="true"/>
    <parameter name="scope_column" value="user_id"/>
    <parameter name="index" value="true"/>
  </behavior>
</table>`;

/** Stands for the key of a row of the list. */
const KEY: readonly Value[] = [];

/** Statements that reach few rows of a long list, and what they take. */
const SHORT: readonly (readonly [string, Readonly<Record<string, Value | readonly Value[]>>])[] = [
  ['move', { key: KEY, to: 99, delta: 1, low: 99, high: 100 }],
  ['open', { rank: 1660 }],
  ['close', { rank: 1660 }],
  ['max', {}],
  ['next', { key: KEY }],
  ['previous', { key: KEY }],
  ['placeMax', { key: KEY }],
];

describe.each(LIST_ENGINES)('plans of short moves on %s', (engine) => {
  const missing = missingListEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  const adapter = adapterOf(engine) as 'pgsql' | 'mysql' | 'sqlite';
  let database: ListDatabase;
  let runner: ListRunner;

  beforeAll(async () => {
    database = await openListDatabase(engine);
    runner = new ListRunner(database, (await database.create(SCHEMA))('task'));
    for (let from = 0; from < ROWS; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => from + index).map(
        (number) => `(${number}, ${['1', '2', 'NULL'][number % 3] ?? ''}, ${Math.floor(number / 3) + 1})`,
      );
      await database.run(`INSERT INTO task (id, user_id, place) VALUES ${rows.join(', ')}`);
    }
    await database.run(adapter === 'mysql' ? 'ANALYZE TABLE task' : 'ANALYZE');
  });
  afterAll(() => database.close());

  it.each(SHORT.flatMap(([name, given]) => [1, null].map((scope) => ({ name, given, scope }))))(
    '$name uses the index in the list of $scope',
    async ({ name, given, scope }) => {
      const explain = { sqlite: 'EXPLAIN QUERY PLAN', mysql: 'EXPLAIN FORMAT=TRADITIONAL', pgsql: 'EXPLAIN' };
      const explained = new ListRunner(
        {
          run: (sql, values) => database.run(`${explain[adapter]} ${sql}`, values),
          close: () => Promise.resolve(),
        },
        runner.statements,
      );
      const plan = (
        await explained.run(name, [scope], 'key' in given ? { ...given, key: [scope === null ? 302 : 300] } : given)
      )
        .map((row) => row.map(String).join(' '))
        .join('\n');
      expect(plan).toMatch(/task_i_\w+|Select tables optimized away/);
      // A scan of the table, or an order that is made.
      expect(plan).not.toMatch(/Seq Scan|\bALL\b|SCAN (task|m)\b|Sort|filesort|TEMP B-TREE/);
    },
  );
});
