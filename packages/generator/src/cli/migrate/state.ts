import { applyChanges, ChangeConflict } from '../../changes/apply.js';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { foldMigrations, staleTable } from '../../migrations/history.js';
import type { Entry } from '../../migrations/ledger.js';
import type { Migration } from '../../migrations/migration.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { MigrationPlan } from './folder.js';
import { changesOf, type Job } from './jobs.js';

/** What the migrations make that have run on a database; undefined where they do not fit together without the others. */
export function stateOf(
  database: string,
  migrations: readonly Migration[],
  entries: readonly Entry[],
): DatabaseShape | undefined {
  const done = new Set(entries.filter(({ state }) => state === 'done').map(({ name }) => name));
  const { state, conflict } = foldMigrations(
    database,
    migrations.filter(({ name }) => done.has(name)),
  );
  return conflict === undefined ? state : undefined;
}

/**
 * Refuses SQL that makes a table anew as it was before another branch changed it: the columns of that branch would be gone. The order
 * in which the migrations ran on a database may be another one than that of their names.
 */
export function refuseStale(
  { connection, migrations }: Pick<MigrationPlan, 'connection' | 'migrations'>,
  jobs: readonly Job[],
  entries: readonly Entry[],
  reporter: Reporter,
): void {
  let state = stateOf(connection.name, migrations, entries);
  for (const job of jobs) {
    if (state === undefined) return;
    const { direction, migration, entry } = job;
    const isBegun = entry !== undefined && entry.state !== 'done';
    const stale = staleTable(direction === 'up' ? migration.assumes : migration.undoAssumes, state);
    if (stale !== undefined && !isBegun) {
      const table = quoted(stale.name);
      reporter.error({
        code: 'migration/stale',
        message:
          direction === 'up'
            ? `migration ${quoted(migration.name)} makes table ${table} anew as it was before another migration changed it, which ran on ${quoted(connection.name)} already: it would take that back`
            : `migration ${quoted(migration.name)} cannot be undone on ${quoted(connection.name)}: its down.sql makes table ${table} anew without what another migration did to it`,
        help:
          direction === 'up'
            ? 'nothing was changed; remove that migration, if it ran nowhere yet, and run "orm migration:diff" again; or run "orm migration:down" until the other one is undone'
            : 'nothing was changed; change the schema back and run "orm migration:diff", which writes a migration for the table as it is; or correct down.sql and remove "undoAssumes" from changes.json',
      });
      break;
    }
    state = changed(state, job);
  }
  reporter.throwIfErrors();
}

function changed(state: DatabaseShape, job: Job): DatabaseShape | undefined {
  try {
    return applyChanges(state, changesOf(job));
  } catch (error) {
    if (error instanceof ChangeConflict) return undefined;
    throw error;
  }
}
