import { applyChanges, ChangeConflict } from '../changes/apply.js';
import type { DatabaseShape } from '../platforms/shape.js';
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
  readonly conflict: ChangeConflict;
}

/** What a database is after all migrations, in the order of their names, or the first that does not fit. */
export function foldMigrations(
  name: string,
  migrations: readonly Migration[],
): { readonly state: DatabaseShape; readonly conflict?: HistoryConflict } {
  let state = emptyDatabase(name);
  for (const migration of migrations) {
    try {
      state = applyChanges(state, migration.changes);
    } catch (error) {
      if (error instanceof ChangeConflict) return { state, conflict: { migration, conflict: error } };
      throw error;
    }
  }
  return { state };
}
