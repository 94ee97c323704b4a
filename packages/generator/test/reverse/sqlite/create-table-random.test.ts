import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCreateTable } from '../../../src/platforms/sqlite/create-table.js';
import { introspection } from '../../../src/platforms/sqlite/introspect.js';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';
import { connectionTo, memory } from './memory.js';
import { randomTables } from './random-create-table.js';

const RUNS = numberOfRuns(400);

test('what SQLite accepts is read without error, and the names agree with its pragmas', {
  timeout: 60_000 + RUNS * 20,
}, async () => {
  const seed = randomSeed();
  console.log(`CREATE TABLE: ${String(RUNS)} random texts with seed ${String(seed)}`);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(randomTables, async ({ sql, checks }) => {
      const database = memory([]);
      try {
        try {
          database.exec(sql);
        } catch {
          return;
        }
        accepted++;
        const rows = (query: string): Record<string, unknown>[] => database.prepare(query).all() as never;
        const [stored] = rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid LIMIT 1");
        const name = `'${String(stored?.['name']).replaceAll("'", "''")}'`;
        const text = readCreateTable(String(stored?.['sql']));
        const shown = rows(`SELECT name, hidden FROM pragma_table_xinfo(${name}) ORDER BY cid`);
        expect(text.columns.map((column) => column.name)).toEqual(shown.map((row) => row['name']));
        expect(text.columns.map((column) => column.generated !== undefined)).toEqual(
          shown.map((row) => row['hidden'] !== 0),
        );
        expect(text.constraints.filter(({ kind }) => kind === 'check')).toHaveLength(checks);
        const keys = rows(
          `SELECT "table" AS t, "from" AS f FROM pragma_foreign_key_list(${name}) ORDER BY id DESC, seq`,
        );
        const read = text.constraints.flatMap((constraint) =>
          constraint.kind === 'foreign key'
            ? constraint.columns.map((column) => ({ t: constraint.foreignTable, f: column.toLowerCase() }))
            : [],
        );
        expect(read).toEqual(keys.map((row) => ({ t: row['t'], f: String(row['f']).toLowerCase() })));
        const catalog = await introspection.read(connectionTo(database), { schemas: [], exclude: () => false });
        expect(catalog.tables.map((table) => table.name)).toEqual([stored?.['name']]);
      } finally {
        database.close();
      }
    }),
    { seed, numRuns: RUNS },
  );
  // The grammar of the test must not drift away from that of SQLite.
  expect(accepted).toBeGreaterThan(RUNS * 0.8);
});
