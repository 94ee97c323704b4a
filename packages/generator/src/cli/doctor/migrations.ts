import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { readMigrations } from '../../output/migration-folder.js';
import { loadMigrating } from '../../platforms/migrating.js';
import { settleDatabase } from '../../reverse/database.js';
import { shownFolder } from '../build-report.js';
import { driftCount, ownDrift } from '../migrate/drift.js';
import { sessionLedger } from '../migrate/session.js';
import { stateOf } from '../migrate/state.js';
import { counted } from '../summary.js';
import { type Finding, findingsOf, ok, warning } from './finding.js';
import type { TriedConnection } from './trial.js';

/** What the history of a database says; nothing where it has none. Which migrations and which differences, migration:status knows. */
export async function migrationFindings(
  { connection, open }: TriedConnection,
  config: Config,
  cwd: string,
): Promise<readonly Finding[]> {
  if (open === undefined) return [];
  const { database, settings } = open;
  const migrating = await loadMigrating(connection.adapter);
  const ledger = sessionLedger(migrating, config);
  if (!(await migrating.hasTable(database, ledger.table))) return [];
  const folder = join(config.paths.migrationDir, connection.name);
  const reporter = new Reporter();
  const migrations = await readMigrations(folder, shownFolder(cwd, folder), reporter);
  const leftOut = findingsOf(reporter.diagnostics, 'migration:status');
  const entries = await ledger.read(database);
  const done = new Set(entries.filter(({ state }) => state === 'done').map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name)).length;
  const name = quoted(connection.name);
  const counts = `${name}: ${counted(done.size, 'migration')} done`;
  const first =
    pending === 0 ? ok(counts) : warning(`${counts}, ${String(pending)} pending`, 'run: orm migration:migrate');
  const expected = stateOf(connection.name, migrations, entries);
  const isWhole = entries.length > 0 && done.size === entries.length;
  if (expected === undefined || !isWhole || migrations.length === 0) return [first, ...leftOut];
  const exclude = [...config.excludeTables, ledger.table];
  const drift = ownDrift(await settleDatabase(database, settings, expected, { exclude }));
  if (drift.length === 0) return [first, ...leftOut];
  return [
    first,
    ...leftOut,
    warning(`${name} is not what its migrations made: ${driftCount(drift)}`, '"orm migration:status" names them'),
  ];
}
