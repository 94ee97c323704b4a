import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { shownPath } from '../../config/find.js';
import { DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { databaseSql, GENERATED_MARK } from '../../output/sql-plan.js';
import { loadProject } from '../../schema/project.js';
import type { CommandOptions, Context } from '../command.js';
import type { SqlMap } from './map.js';
import type { PlannedConnection, PlannedFile } from './plan.js';

/**
 * Refuses generated SQL that is not what `sql:build` would write now. Files of the user's own are never stale, and where
 * there is no schema (on a server that only gets the SQL) there is nothing to compare with. `--dry-run` only warns.
 */
export async function refuseStale(
  plan: readonly PlannedConnection[],
  map: SqlMap,
  config: Config,
  { cwd, reporter }: Context,
  options: CommandOptions,
): Promise<void> {
  const generated = plan.flatMap(({ files }) => files.filter(isGenerated));
  if (options.stale || generated.length === 0) return;
  const current = await currentSql(config, cwd, options.connection);
  if (current === 'no schema') return;
  const [reason, stale] =
    current === 'errors'
      ? (['the schema has errors, so the SQL was built from an older one', generated.map(pathOf)] as const)
      : (['the SQL is older than the schema', differing(generated, map, current, config, cwd)] as const);
  if (stale.length === 0) return;
  const diagnostic = {
    code: 'insert/stale',
    message: `${reason}: ${stale.map((path) => printable(path)).join(', ')}`,
    help: 'run "orm sql:build", or "orm sql:insert --stale" to run the SQL as it is',
  };
  if (options.dryRun) reporter.warning(diagnostic);
  else reporter.error(diagnostic);
  reporter.throwIfErrors();
}

const isGenerated = ({ source }: PlannedFile): boolean => GENERATED_MARK.test(source.text);
const pathOf = ({ source }: PlannedFile): string => source.path;

/** File names and what `sql:build` would write into them. */
type CurrentSql = ReadonlyMap<string, string>;

/** The files that `sql:build` would change or remove, and those that it would add to the map. */
function differing(
  generated: readonly PlannedFile[],
  map: SqlMap,
  current: CurrentSql,
  config: Config,
  cwd: string,
): readonly string[] {
  const listed = new Set(map.entries.map(({ file }) => file));
  return [
    ...generated.filter(({ name, source }) => current.get(name) !== source.text).map(pathOf),
    ...[...current.keys()]
      .filter((name) => !listed.has(name))
      .map((name) => shownPath(join(config.paths.sqlDir, name), cwd)),
  ];
}

async function currentSql(
  config: Config,
  cwd: string,
  only: readonly string[],
): Promise<CurrentSql | 'errors' | 'no schema'> {
  try {
    const project = await loadProject(config, cwd, only, new Reporter());
    return new Map(databaseSql(project).map(({ name, sql }) => [`${name}.sql`, sql]));
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics.some(({ code }) => NO_SCHEMA.has(code)) ? 'no schema' : 'errors';
  }
}

const NO_SCHEMA = new Set(['schema/dir', 'schema/none']);
