import { compareShapes } from '../../changes/compare.js';
import type { Config } from '../../config/config.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { changeLine } from '../../migrations/describe.js';
import { DatabaseError } from '../../platforms/connection.js';
import { compareDatabase } from '../../reverse/database.js';
import { isOther, shownDifference } from '../../reverse/shown-difference.js';
import type { BuiltModel } from '../../schema/models.js';
import { loadProject, type Project } from '../../schema/project.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { withoutPassword } from '../insert/scrub.js';
import { type MigrationPlan, planMigrations } from '../migrate/folder.js';
import { alone, type MigrationSession, markAllDone, openMigrations, readHistory } from '../migrate/session.js';
import { foldedState } from '../migration/folded.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm migration:baseline`: a database that is there counts as migrated, once it is what the migrations make. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { env, reporter } = context;
  const config = await projectConfig(context, options, 'migrationDir');
  const plans = await planMigrations(context, config, options);
  const project = await loadProject(config, context.cwd, options.connection, reporter);
  for (const plan of plans) refuseOther(plan, project);
  const settings = settingsOf(plans, env, reporter);
  const connections: Readonly<Record<string, unknown>>[] = [];
  for (const [at, plan] of plans.entries()) {
    const own = settings[at];
    const model = project.models.find(({ database }) => database.name === plan.connection.name);
    if (own === undefined || model === undefined) continue;
    const session = await openMigrations(plan, own, config);
    try {
      const migrations = await adopt(session, model, project, config, context, options);
      connections.push({ connection: plan.connection.name, adapter: plan.connection.adapter, migrations });
    } finally {
      await session.database.close().catch(() => undefined);
    }
  }
  context.document({ connections });
  return 0;
}

/** There is nothing to compare with unless the schema is what the migrations make. */
function refuseOther({ connection: { name }, migrations }: MigrationPlan, project: Project): void {
  const model = project.models.find(({ database }) => database.name === name);
  if (model === undefined) return;
  if (migrations.length === 0) {
    throw failure({
      code: 'migration/none',
      message: `there is no migration of ${quoted(name)}`,
      help: 'run "orm migration:diff --name start" first: it writes the one that makes what the schema says',
    });
  }
  const changes = compareShapes(
    foldedState(name, migrations),
    model.platform.shape(model.database, project.platformOptions),
  );
  if (changes.length === 0) return;
  throw failure({
    code: 'migration/missing',
    message: `the schema of ${quoted(name)} has ${counted(changes.length, 'change')} that no migration makes`,
    help: [...changes.slice(0, 5).map(changeLine), 'run "orm migration:diff" first'].join('\n'),
  });
}

const SHOWN = 20;

async function adopt(
  session: MigrationSession,
  { database: model }: BuiltModel,
  { platformOptions }: Project,
  config: Config,
  { terminal, reporter }: Context,
  options: CommandOptions,
): Promise<readonly string[]> {
  const { plan, database, settings, ledger } = session;
  const name = quoted(plan.connection.name);
  return alone(session, config, terminal, async () => {
    const entries = await readHistory(session);
    const missing = plan.migrations.filter(
      (each) => entries.find((entry) => entry.name === each.name)?.state !== 'done',
    );
    if (missing.length === 0) {
      terminal.result(
        `${printable(plan.connection.name)}: nothing to record, ${counted(entries.length, 'migration')} done`,
      );
      return [];
    }
    terminal.progress.update(`comparing ${name} with the schema`);
    const exclude = [...config.excludeTables, ledger.table];
    const { differences } = await compareDatabase(database, settings, model, { exclude, platformOptions }).catch(
      (error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        throw failure({
          code: 'database/catalog',
          message: `${name} cannot be read: ${withoutPassword(error.message, settings)}`,
        });
      },
    );
    terminal.progress.done();
    const wrong = differences.filter((difference) => !isOther(difference)).map(shownDifference);
    if (wrong.length > 0) {
      const more = wrong.length > SHOWN ? [`… and ${String(wrong.length - SHOWN)} more`] : [];
      const diagnostic = {
        code: 'migration/differs',
        message: `${name} is not what the migrations make: ${counted(wrong.length, 'difference')}`,
      };
      const lines = [...wrong.slice(0, SHOWN), ...more];
      if (options.force) reporter.warning({ ...diagnostic, help: lines.join('\n') });
      else {
        const way = 'nothing was changed; change the schema or the database, or record it all the same with --force';
        throw failure({ ...diagnostic, help: [...lines, way].join('\n') });
      }
    }
    await ledger.ensure(database);
    await markAllDone(session, missing, entries);
    for (const each of missing)
      terminal.result(`recorded as done: ${printable(each.name)} → ${printable(plan.connection.name)}`);
    return missing.map((each) => each.name);
  });
}
