import { expect } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { compareShapes, type Rename } from '../../src/changes/compare.js';
import { type RowCheck, rowChecks } from '../../src/migrations/checks.js';
import { plannedOperations } from '../../src/migrations/forms.js';
import type { Database } from '../../src/model/model.js';
import { loadAlteration } from '../../src/platforms/alteration.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';
import { catalogDifferences } from '../reverse/catalog-differences.js';
import { differencesFrom, type InDatabase, readCatalog, runScript } from '../reverse/round-trip.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import type { EngineDatabase } from '../support/engines.js';

/** A schema that was built. */
export interface Built {
  readonly text: string;
  readonly sql: string;
  readonly database: Database;
}

/** The statements that make one database of another, and those that undo it. */
export interface Way {
  readonly changes: readonly Change[];
  readonly up: readonly string[];
  readonly down: readonly string[];
  /** Queries for rows that stand in the way. */
  readonly checks: readonly RowCheck[];
}

export async function wayBetween(
  platform: Platform,
  a: Database,
  b: Database,
  renames: readonly Rename[] = [],
  online = true,
): Promise<Way> {
  const alteration = await loadAlteration(platform.adapter);
  const { alter, around, rowChecks: writer } = alteration;
  const before = platform.shape(a, DEFAULT_PLATFORM_OPTIONS);
  const after = platform.shape(b, DEFAULT_PLATFORM_OPTIONS);
  const changes = compareShapes(before, after, renames);
  const printed = (direction: 'up' | 'down'): string[] => {
    const operations = plannedOperations(before, changes, alteration, direction, { online });
    const { first, last } = around?.(operations) ?? { first: [], last: [] };
    return [...first, ...operations.flatMap((operation) => alter(operation)), ...last];
  };
  return {
    changes,
    checks: rowChecks(before, changes, writer),
    up: printed('up'),
    down: printed('down'),
  };
}

/** A position of a column is no difference. */
const differencesOf = (first: readonly CatalogTable[], second: readonly CatalogTable[]): readonly unknown[] =>
  catalogDifferences(first, second).filter(({ what }) => !what.startsWith('order of columns'));

/** Comments stand in the text of a table on SQLite: they change when the table is made anew. */
const withoutComments = (tables: readonly CatalogTable[]): readonly CatalogTable[] =>
  tables.map((table) => ({
    ...table,
    comment: undefined,
    columns: table.columns.map((column) => ({ ...column, comment: undefined })),
  }));

export function expectSame(
  { adapter }: Pick<EngineDatabase, 'adapter'>,
  fresh: readonly CatalogTable[],
  found: readonly CatalogTable[],
): void {
  const seen = adapter === 'sqlite' ? withoutComments : (tables: readonly CatalogTable[]) => tables;
  expect(differencesOf(seen(fresh), seen(found))).toEqual([]);
}

export async function expectBuilt(
  database: EngineDatabase,
  fresh: readonly CatalogTable[],
  model: Database,
): Promise<void> {
  const isSqlite = database.adapter === 'sqlite';
  expectSame(database, fresh, await readCatalog(database));
  const found = await differencesFrom(database, model);
  expect(found.filter(({ kind }) => !isSqlite || kind !== 'comment')).toEqual([]);
}

/** That each query runs, and that none finds rows where the migration will succeed. */
export async function expectNothingInTheWay(database: EngineDatabase, checks: readonly RowCheck[]): Promise<void> {
  for (const { reason, sql } of checks) {
    const rows = await database.query(sql).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${sql}`);
    });
    expect({ reason, sql, rows }).toEqual({ reason, sql, rows: [] });
  }
}

export async function migrate(database: EngineDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await database.query(statement).catch((error: unknown) => {
      throw new Error(
        `${error instanceof Error ? error.message : String(error)}\n${statement}\n---\n${statements.join(';\n')}`,
      );
    });
  }
}

/** What a fresh build has, or undefined where the server refuses it. */
export async function freshCatalog(inDatabase: InDatabase, sql: string): Promise<readonly CatalogTable[] | undefined> {
  return inDatabase(async (database) => {
    try {
      await runScript(database, sql);
    } catch {
      return undefined;
    }
    return readCatalog(database);
  });
}

/** What `migration:diff` wants to be told when things go and others come. */
export const dropsIn = (message: string): string[] =>
  [...message.matchAll(/: --drop (.+), which erases/g)].flatMap(([, name = '']) => ['--drop', name]);
