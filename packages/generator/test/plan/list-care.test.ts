import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { bound } from '../../src/cli/lists/scope.js';
import type { Adapter } from '../../src/model/adapter.js';
import { planCare } from '../../src/plan/list-care.js';
import { planTable } from '../../src/plan/table.js';
import { numberedPlaceholders } from '../../src/platforms/placeholders.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { LISTS } from '../cli/support/lists.js';
import { compileSchema } from '../support/compile-schema.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

beforeAll(loadModule);

/** What looks after the lists of a table, with and without NULL in the scope, ordered by the key or by a column. */
async function planned(adapter: Adapter, name: string, position: (n: number) => string): Promise<readonly string[]> {
  const platform = await loadPlatform(adapter);
  const { database } = compileSchema(LISTS.replace('name="lists"', 'name="app"'), platform);
  const table = database?.tables.find((each) => each.name === name);
  const lists = table && planTable(table, platform, DEFAULT_PLATFORM_OPTIONS).lists;
  if (lists === undefined) throw new Error(`no lists in ${name}`);
  const column = table?.columns.find((each) => each.name === 'title');
  const scopes = [lists.scope.map(() => 1), lists.scope.map(() => null)];
  const cares = [planCare(lists.named, platform, column), planCare(lists.named, platform, undefined)];
  const steps = cares.flatMap(({ summary, unranked, waiting, displaced, rank }) => [
    summary,
    unranked,
    waiting,
    displaced,
    rank,
  ]);
  const texts = steps.flatMap((step) => scopes.map((scope) => bound(step, lists, scope, {}).sql));
  return [...new Set(texts)].map((sql) => numberedPlaceholders(sql, position));
}

const VENDORS: readonly (readonly [Adapter, (n: number) => string, (sql: string) => readonly string[]])[] = [
  ['mssql', (n) => `@p${String(n)}`, (sql) => tsqlErrors(`${sql};`)],
  ['oracle', (n) => `:${String(n)}`, (sql) => plsqlErrors(`${sql};`)],
  ['pgsql', (n) => `$${String(n)}`, (sql) => (parseSync(sql).stmts?.length === 1 ? [] : ['no statement'])],
];

describe.each(VENDORS)('what looks after lists on %s', (adapter, position, errors) => {
  // Oracle's grammar takes its time until it has seen the first subqueries.
  test.each(['task', 'link', 'seat'])('of %s is SQL', { timeout: 600_000 }, async (name) => {
    for (const sql of await planned(adapter, name, position)) expect(errors(sql), sql).toEqual([]);
  });
});

describe('placeholders', () => {
  test.each([
    ['a = ? AND b = ?', 'a = $1 AND b = $2'],
    [`"what?" = ? AND 'is ''it''?' = ?`, `"what?" = $1 AND 'is ''it''?' = $2`],
    [`E'a\\'?' = ?`, `E'a\\'?' = $1`],
    ['[a?]]b] = ?', '[a?]]b] = $1'],
    [`"a""?" = ?`, `"a""?" = $1`],
  ])('%s', (sql, expected) => {
    expect(numberedPlaceholders(sql, (n) => `$${String(n)}`)).toBe(expected);
  });
});
