import { failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { foldMigrations } from '../../migrations/history.js';
import type { Migration } from '../../migrations/migration.js';
import type { StoredMigration } from '../../output/migration-folder.js';
import type { DatabaseShape } from '../../platforms/shape.js';

/** What a database is after its migrations. Throws where they do not fit together. */
export const foldedState = (database: string, migrations: readonly Migration[]): DatabaseShape =>
  foldedStates(database, migrations).state;

/** The same, and what it is before each of them, by their names. */
export function foldedStates(
  database: string,
  migrations: readonly Migration[],
): { readonly state: DatabaseShape; readonly before: ReadonlyMap<string, DatabaseShape> } {
  const { state, before, conflict } = foldMigrations(database, migrations);
  if (conflict === undefined) return { state, before };
  throw failure({
    code: 'migration/conflict',
    message: `migration ${quoted(conflict.migration.name)} does not fit those before it: ${printable(conflict.reason)}`,
    help:
      conflict.rebuilt === undefined
        ? 'a migration before it is missing or was changed, or two branches changed the same thing: restore the one, or remove one of the two and run "orm migration:diff" again'
        : 'remove that migration, if it ran nowhere yet, and run "orm migration:diff" again: its SQL would take back what the other one did',
  });
}

/** A folder holds the SQL of one vendor. */
export function refuseOtherVendors(migrations: readonly StoredMigration[], adapter: string, database: string): void {
  for (const migration of migrations) {
    if (migration.adapter === undefined || migration.adapter === adapter) continue;
    throw failure({
      code: 'migration/adapter',
      message: `migration ${quoted(migration.name)} is for ${printable(migration.adapter)}, and the connection ${quoted(database)} is for ${adapter}`,
      help: `set another paths.migrationDir for ${adapter}, or move those migrations away`,
    });
  }
}
