import { applyChanges, ChangeConflict } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import type { DatabaseShape } from '../platforms/shape.js';

/** A migration as its folder says it. */
export interface Migration {
  /** Of its folder: the time, then what it is about. */
  readonly name: string;
  readonly changes: readonly Change[];
}

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

/** The name of a new migration: later than all others, whatever the clock says. */
export function migrationName(now: Date, about: string | undefined, others: readonly string[]): string {
  const newest =
    others
      .map((name) => name.slice(0, 14))
      .sort()
      .at(-1) ?? '';
  const stamp = (date: Date): string => date.toISOString().replaceAll(/[-:T]|\..*/g, '');
  let at = now;
  while (stamp(at) <= newest) at = new Date(timeOf(newest) + 1000);
  const words = (about ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return words === '' ? stamp(at) : `${stamp(at)}_${words}`;
}

function timeOf(stamp: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    stamp.slice(0, 4),
    stamp.slice(4, 6),
    stamp.slice(6, 8),
    stamp.slice(8, 10),
    stamp.slice(10, 12),
    stamp.slice(12, 14),
  ].map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
