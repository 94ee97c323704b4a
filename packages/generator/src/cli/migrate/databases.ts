import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context } from '../command.js';
import { refuseOtherVendors } from '../migration/folded.js';
import { noDatabases, noOwner, wantedGroups } from '../migration/groups.js';
import { type MigrationPlan, planConnection, refuseMissingFolder } from './folder.js';

/**
 * The migrations of every database that is wanted: those of a connection, or of all that `migrations.connections` names for it. That there is
 * none is an error unless `mayBeNone`: a deployment that reaches no database has not succeeded. `isRun`: whether something is run or undone.
 */
export async function planDatabases(
  context: Context,
  config: Config,
  options: CommandOptions,
  { mayBeNone = false, isRun = true }: { readonly mayBeNone?: boolean; readonly isRun?: boolean } = {},
): Promise<readonly MigrationPlan[]> {
  refuseMissingFolder(context, config, options);
  const plans: MigrationPlan[] = [];
  const groups = wantedGroups(config, options.connection);
  const empty = groups.filter(({ members }) => members.length === 0).map(({ owner }) => noDatabases(config, owner));
  if (groups.length === 0) empty.push(noOwner(config));
  for (const diagnostic of empty) {
    if (mayBeNone) context.reporter.warning(diagnostic);
    else context.reporter.error(diagnostic);
  }
  context.reporter.throwIfErrors();
  for (const { owner, members } of groups) {
    const folder = join(config.paths.migrationDir, owner.name);
    const plan = await planConnection(owner, folder, shownFolder(context.cwd, folder), context.reporter, isRun);
    for (const connection of members) {
      if (connection.adapter !== owner.adapter)
        refuseOtherVendors(plan.migrations, connection.adapter, connection.name);
      plans.push({ ...plan, connection });
    }
  }
  context.reporter.throwIfErrors();
  return plans;
}
