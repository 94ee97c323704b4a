import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '../../src/changes/change.js';
import { compareShapes, type Rename } from '../../src/changes/compare.js';
import { planChanges } from '../../src/migrations/plan.js';
import { abilities as mssqlAbilities, alter as mssqlAlter } from '../../src/platforms/mssql/alter.js';
import { CannotAlter, type Operation } from '../../src/platforms/operation.js';
import { abilities as oracleAbilities, alter as oracleAlter } from '../../src/platforms/oracle/alter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import type { ColumnShape, DatabaseShape } from '../../src/platforms/shape.js';
import { numberOfRuns, randomSeed } from '../properties/random-runs.js';
import { randomSchemas } from '../properties/random-schema.js';
import { compileSchema } from '../support/compile-schema.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';
import { catalogsAfter, H2_VENDORS, type H2Vendor } from './h2-changes.js';

const RUNS = numberOfRuns(10);

const VENDORS = {
  mssql: { abilities: mssqlAbilities, alter: mssqlAlter },
  oracle: { abilities: oracleAbilities, alter: oracleAlter },
};

type Vendor = keyof typeof VENDORS;

const ADAPTERS: readonly Vendor[] = ['mssql', 'oracle'];

const NOT_IN_H2 = /\b(TO_DSINTERVAL|TO_BLOB)\(/;

interface Built {
  readonly shape: DatabaseShape;
  readonly sql: string;
}

interface Pair {
  readonly a: Built;
  readonly b: Built;
  readonly up: readonly Operation[];
  readonly down: readonly Operation[];
  readonly statements: readonly string[];
}

/** New names for what stands at the same place and is alike: they are free before and after. */
function renamesBetween(a: DatabaseShape, b: DatabaseShape): Rename[] {
  return a.tables.flatMap((table, at): Rename[] => {
    const other = b.tables[at];
    if (other === undefined || other.schema !== table.schema || !isFree(a.tables, b.tables, table, other)) return [];
    const columns = table.columns.flatMap((column, position): Rename[] => {
      const is = other.columns[position];
      return is !== undefined && isAlike(column, is) && isFree(table.columns, other.columns, column, is)
        ? [{ table, column: column.name, to: is.name }]
        : [];
    });
    return [{ table, to: other.name }, ...columns];
  });
}

interface Named {
  readonly name: string;
}

/** Oracle does not see whether a letter is a capital one. */
const isFree = (before: readonly Named[], after: readonly Named[], was: Named, is: Named): boolean =>
  was.name.toLowerCase() !== is.name.toLowerCase() &&
  [...before, ...after].filter(({ name }) =>
    [was.name.toLowerCase(), is.name.toLowerCase()].includes(name.toLowerCase()),
  ).length === 2;

const isAlike = (was: ColumnShape, is: ColumnShape): boolean =>
  was.type === is.type && was.identity === is.identity && was.generated === undefined && is.generated === undefined;

async function randomPairs(vendor: Vendor, seed: number): Promise<Pair[]> {
  const { abilities, alter } = VENDORS[vendor];
  const platform = await loadPlatform(vendor);
  const built = fc.sample(randomSchemas, { seed, numRuns: RUNS * 20 }).flatMap(({ text, canRun }): Built[] => {
    const { sql, database } = compileSchema(text, platform);
    if (sql === undefined || !database || !canRun || database.tables.some(({ skipSql }) => skipSql)) return [];
    return [{ shape: platform.shape(database, DEFAULT_PLATFORM_OPTIONS), sql }];
  });
  return built.flatMap((a, at): Pair[] => {
    const b = built[at + 1];
    if (at % 2 === 1 || b === undefined) return [];
    const changes = compareShapes(a.shape, b.shape, renamesBetween(a.shape, b.shape));
    try {
      const up = planChanges(a.shape, changes, abilities);
      const down = planChanges(b.shape, inverse(changes), abilities);
      return [{ a, b, up, down, statements: [...up, ...down].flatMap(alter) }];
    } catch (error) {
      if (error instanceof CannotAlter) return [];
      throw error;
    }
  });
}

function grammarErrors(vendor: Vendor, statement: string): readonly string[] {
  if (vendor === 'mssql') return tsqlErrors(`${statement};`);
  return plsqlErrors(statement.startsWith('BEGIN') ? `${statement}\n/` : `${statement};`);
}

describe.each(ADAPTERS)('random pairs of databases for %s', (vendor) => {
  const seed = randomSeed();
  console.log(`random pairs: ${RUNS} for ${vendor} with seed ${seed}`);

  it('become each other by statements that the grammar accepts', { timeout: 600_000 }, async () => {
    const pairs = await randomPairs(vendor, seed);
    expect(pairs.length).toBeGreaterThanOrEqual(RUNS);
    const statements = pairs.slice(0, RUNS).flatMap((pair) => pair.statements);
    const refused = statements.map((statement) => ({ statement, errors: grammarErrors(vendor, statement) }));
    expect(refused.filter(({ errors }) => errors.length > 0)).toEqual([]);
  });

  it('become each other in H2', { timeout: 600_000 }, async () => {
    const h2 = H2_VENDORS[vendor];
    let tried = 0;
    for (const { a, b, up, down, statements } of await randomPairs(vendor, seed)) {
      if (tried === RUNS) break;
      if (statements.some((statement) => NOT_IN_H2.test(statement)) || sharesIndexNames(a.shape, b.shape)) continue;
      const [makeA, makeB] = [h2.make(a.sql), h2.make(b.sql)];
      const fresh = freshCatalogs(h2, [makeA, makeB]);
      if (fresh === undefined) continue;
      const [, becameB, becameA] = catalogsAfter(h2, [makeA, up.flatMap(h2.change), down.flatMap(h2.change)]);
      expect([becameA, becameB]).toEqual(fresh);
      tried += 1;
    }
    expect(tried).toBe(RUNS);
  });
});

/** To H2 the name of an index belongs to the schema, and not to the table as on SQL Server. */
function sharesIndexNames(...shapes: readonly DatabaseShape[]): boolean {
  const tables = new Map<string, string>();
  return shapes
    .flatMap((shape) => shape.tables)
    .some(({ schema = '', name, indexes, primaryKey }) =>
      [...indexes, primaryKey].some((index) => {
        const key = index?.name?.toLowerCase() ?? '';
        const table = JSON.stringify([schema, name]);
        const isElsewhere = key !== '' && (tables.get(key) ?? table) !== table;
        tables.set(key, table);
        return isElsewhere;
      }),
    );
}

/** Undefined where H2 refuses one of them: it is neither of the two servers. */
function freshCatalogs(h2: H2Vendor, scripts: readonly (readonly string[])[]): readonly string[] | undefined {
  try {
    return catalogsAfter(h2, scripts);
  } catch {
    return undefined;
  }
}
