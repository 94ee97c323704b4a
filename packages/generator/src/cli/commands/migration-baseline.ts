import type { Config } from '../../config/config.js';
import { type DiagnosticDetails, failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { type ConnectionReport, Crew, jobCount, targetsOf } from '../migrate/crew.js';
import { planDatabases } from '../migrate/databases.js';
import { driftCount, driftLines, ownDrift, readDrift } from '../migrate/drift.js';
import type { MigrationPlan, RunnableMigration } from '../migrate/folder.js';
import { found, refuseGone } from '../migrate/jobs.js';
import { alone, type MigrationSession, markAllDone, readHistory } from '../migrate/session.js';
import { foldedState } from '../migration/folded.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

/** `orm migration:baseline`: a database that is there counts as migrated, once it is what the migrations make. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { env, reporter } = context;
  const config = await projectConfig(context, options, 'migrationDir');
  const parallel = jobCount(options);
  const plans = await planDatabases(context, config, options);
  // Those that have migrations are adopted together, unless somebody names one that has none.
  const mayBeEmpty = options.connection.length === 0 && plans.some(hasAny);
  const wanted = mayBeEmpty ? plans.filter(hasAny) : plans;
  const skipped = plans.filter((plan) => !wanted.includes(plan)).map((plan) => skippedReport(plan, reporter));
  const adopted = new Map(wanted.map((plan) => [plan, adoptedOf(plan, options)]));
  const targets = targetsOf(wanted, settingsOf(wanted, env, reporter));
  // Where the only database fails, nothing is said below.
  context.document({ connections: [...targets.map(({ report }) => report), ...skipped] });
  const crew = new Crew(context, config, parallel, targets.length);
  const recorded = new Map<string, readonly string[]>();
  await crew.each(targets, async (session, { plan }, own) => {
    const migrations = await adopt(session, adopted.get(plan) ?? [], config, { ...context, reporter: own }, options);
    recorded.set(plan.connection.name, migrations);
  });
  const reports = targets.map(({ report }) => ({ ...report, migrations: recorded.get(report.connection) ?? [] }));
  context.document({ connections: [...reports, ...skipped] });
  crew.close();
  return 0;
}

const hasAny = ({ migrations }: MigrationPlan): boolean => migrations.length > 0;

const noMigrations = (connection: string): DiagnosticDetails => ({
  code: 'migration/none',
  message: `there is no migration of ${quoted(connection)}`,
  help: 'run "orm migration:diff --name start" first: it writes the one that makes what the schema says',
});

function skippedReport({ connection: { name, adapter } }: MigrationPlan, reporter: Reporter): ConnectionReport {
  const none = noMigrations(name);
  reporter.warning(none);
  return { connection: name, adapter, migrations: [], skipped: none.message };
}

/** The migrations whose work is there already. */
function adoptedOf(
  { connection: { name }, migrations }: MigrationPlan,
  { to }: CommandOptions,
): readonly RunnableMigration[] {
  if (migrations.length === 0) throw failure(noMigrations(name));
  if (to === undefined) return migrations;
  const last = found(migrations, to).name;
  return migrations.filter((each) => each.name <= last);
}

async function adopt(
  session: MigrationSession,
  migrations: readonly RunnableMigration[],
  config: Config,
  { terminal, reporter }: Pick<Context, 'terminal'> & { readonly reporter: Reporter },
  options: CommandOptions,
): Promise<readonly string[]> {
  const { plan, database, ledger } = session;
  const shown = printable(plan.connection.name);
  const name = quoted(plan.connection.name);
  return alone(session, config, terminal, async () => {
    const entries = await readHistory(session);
    refuseGone(plan.migrations, plan.connection.name, entries, reporter);
    const missing = migrations.filter((each) => entries.find((entry) => entry.name === each.name)?.state !== 'done');
    if (missing.length === 0) {
      const done = entries.filter(({ state }) => state === 'done').length;
      terminal.result(`${shown}: nothing to record, ${counted(done, 'migration')} done`);
      return [];
    }
    terminal.progress.update(`comparing ${name} with its migrations`);
    const drift = await readDrift(session, foldedState(plan.connection.name, migrations), config, {
      exact: options.exact,
    });
    terminal.progress.done();
    const wrong = drift === undefined ? [] : ownDrift(drift);
    if (wrong.length > 0) {
      const diagnostic = {
        code: 'migration/differs',
        message: `${name} is not what the migrations make: ${driftCount(wrong)}`,
      };
      const lines = driftLines(wrong);
      if (options.force) reporter.warning({ ...diagnostic, help: lines.join('\n') });
      else {
        const ways = [
          'nothing was changed; change the schema and write the migration anew (names of keys and indexes can be given in the schema), change the database, or record it all the same with --force',
          ...(entries.length === 0
            ? [
                'to begin with what the database has: remove the migrations, if they ran nowhere, and run "orm migration:diff --from-database --name start"',
              ]
            : []),
        ];
        throw failure({ ...diagnostic, help: [...lines, ...ways].join('\n') });
      }
    }
    await ledger.ensure(database);
    await markAllDone(session, missing, entries);
    for (const each of missing) terminal.result(`recorded as done: ${printable(each.name)} → ${shown}`);
    return missing.map((each) => each.name);
  });
}
