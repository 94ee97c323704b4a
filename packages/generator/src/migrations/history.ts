import { createHash } from 'node:crypto';
import { applyChanges, ChangeConflict } from '../changes/apply.js';
import { normalizedTable } from '../changes/state.js';
import type { DatabaseShape, TableShape } from '../platforms/shape.js';
import type { Migration } from './migration.js';

export const emptyDatabase = (name: string): DatabaseShape => ({
  name,
  schemas: [],
  extensions: [],
  types: [],
  tables: [],
  views: [],
});

/** Two migrations that do not fit together. */
export interface HistoryConflict {
  readonly migration: Migration;
  readonly reason: string;
  /** The table that the migration makes anew as it was before another one changed it. */
  readonly rebuilt?: string;
}

/** One text for everything that a table is. */
export const tableFingerprint = (table: TableShape): string =>
  createHash('sha256')
    .update(JSON.stringify(sortedKeys(normalizedTable(table))))
    .digest('hex')
    .slice(0, 16);

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortedKeys(each)]),
  );
}

/** A table that SQL makes anew, and that is not what it was when the SQL was written. */
export const staleTable = (
  assumes: Readonly<Record<string, string>> | undefined,
  { tables }: DatabaseShape,
): TableShape | undefined =>
  assumes === undefined
    ? undefined
    : tables.find((table) => {
        const assumed = assumes[table.name];
        return assumed !== undefined && assumed !== tableFingerprint(table);
      });

/** What a database is after all migrations, in the order of their names, and before each; or the first that does not fit. */
export function foldMigrations(
  name: string,
  migrations: readonly Migration[],
): {
  readonly state: DatabaseShape;
  readonly before: ReadonlyMap<string, DatabaseShape>;
  readonly conflict?: HistoryConflict;
} {
  let state = emptyDatabase(name);
  const before = new Map<string, DatabaseShape>();
  for (const migration of migrations) {
    before.set(migration.name, state);
    const stale = staleTable(migration.assumes, state);
    if (stale !== undefined) {
      const reason = `it makes table "${stale.name}" anew as it was before another migration changed it`;
      return { state, before, conflict: { migration, reason, rebuilt: stale.name } };
    }
    try {
      state = applyChanges(state, migration.changes);
    } catch (error) {
      if (error instanceof ChangeConflict) return { state, before, conflict: { migration, reason: error.message } };
      throw error;
    }
  }
  return { state, before };
}
