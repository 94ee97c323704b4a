import type { Change } from '../../changes/change.js';
import { compareShapes } from '../../changes/compare.js';
import type { Config } from '../../config/config.js';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { declarationsOf, foldDeclarations } from '../../migrations/declarations.js';
import { changeLine } from '../../migrations/describe.js';
import type { Entry } from '../../migrations/ledger.js';
import { schemaChanges } from '../../migrations/mapping.js';
import { loadProject } from '../../schema/project.js';
import type { CommandOptions, Context } from '../command.js';
import { planMigrations, type RunnableMigration } from '../migrate/folder.js';
import { type HistorySession, markAllDone, readHistory, sessionLedger } from '../migrate/session.js';
import { foldedState } from '../migration/folded.js';
import { counted } from '../summary.js';
import type { Session } from './session.js';

/** How many changes a message names. */
const SHOWN = 5;

/**
 * Migrations count as run once the SQL has, where both make the same. Where they do not, the history would say something false:
 * that is refused, and with `--yes` nothing is recorded. The answer writes the histories.
 */
export async function recordMigrations(
  sessions: readonly Session[],
  config: Config,
  context: Context,
  options: CommandOptions,
): Promise<() => Promise<void>> {
  const { reporter } = context;
  const names = sessions.map(({ plan }) => plan.connection.name);
  const plans = await planMigrations(context, config, { ...options, connection: names });
  const project = await loadProject(config, context.cwd, names, reporter);
  const agreeing = plans.filter(({ connection: { name }, migrations }) => {
    const model = project.models.find(({ database }) => database.name === name);
    if (migrations.length === 0 || model === undefined) return false;
    const after = model.platform.shape(model.database, project.platformOptions);
    const before = foldedState(name, migrations);
    const changes = compareShapes(before, after);
    if (changes.length === 0) return true;
    const now = declarationsOf(model.database, project.platformOptions);
    const { mapping } = schemaChanges(before, after, () => foldDeclarations(migrations), now);
    report(name, changes, mapping.length > 0, options.yes || options.force, reporter);
    return false;
  });
  reporter.throwIfErrors();
  context.showDiagnostics();
  return async () => {
    for (const plan of agreeing) {
      const session = sessions.find((each) => each.plan.connection === plan.connection);
      if (session !== undefined) await recordOn({ ...session, plan }, plan.migrations, config, context);
    }
  };
}

/** The SQL is that of this version, and a migration may be one of another version: `isMapped`. */
function report(
  name: string,
  changes: readonly Change[],
  isMapped: boolean,
  isAccepted: boolean,
  reporter: Reporter,
): void {
  const shown = changes.slice(0, SHOWN).map(changeLine);
  const more = changes.length - shown.length;
  const lines = [
    ...shown,
    ...(more > 0 ? [`… ${String(more)} more`] : []),
    `run "orm migration:diff${isMapped ? ' --adopt-mapping' : ''}" first`,
  ];
  const diagnostic = {
    code: 'insert/migrations',
    message: `the schema of ${quoted(name)} has ${counted(changes.length, 'change')} that no migration makes`,
  };
  if (isAccepted) reporter.warning({ ...diagnostic, help: lines.join('\n') });
  else {
    const way = 'nothing was changed; --yes runs the SQL all the same, and records no migration';
    reporter.error({ ...diagnostic, help: [...lines, way].join('\n') });
  }
}

/** Writes into the history that the migrations ran, and no others: the tables are as these make them. */
async function recordOn(
  { plan, settings, database }: Omit<HistorySession, 'ledger'>,
  migrations: readonly RunnableMigration[],
  config: Config,
  { terminal, reporter }: Context,
): Promise<void> {
  const ledger = sessionLedger(plan.migrating, config);
  const session = { plan, settings, database, ledger };
  await ledger.ensure(database);
  const entries = await readHistory(session);
  const name = printable(plan.connection.name);
  // What ran of another branch has lost its work with the old tables, and must run again.
  const others = entries.filter((entry) => !migrations.some((each) => each.name === entry.name));
  for (const other of others) await database.execute(ledger.remove(other.name));
  await markAllDone(session, migrations, entries);
  for (const other of others)
    terminal.result(`recorded as not done: ${printable(other.name)} → ${name}, which is not in the folder`);
  warnOfOwn(plan.connection.name, migrations, entries, reporter);
  terminal.result(`${name}: ${counted(migrations.length, 'migration')} recorded as done`);
}

/** SQL of a person's own is in no schema: recording it does not make it run. */
function warnOfOwn(
  connection: string,
  migrations: readonly RunnableMigration[],
  entries: readonly Entry[],
  reporter: Reporter,
): void {
  const own = migrations.filter(
    ({ name, changes, up }) =>
      changes.length === 0 &&
      up.script.steps.length > 0 &&
      !entries.some((entry) => entry.name === name && entry.state === 'done'),
  );
  if (own.length === 0) return;
  reporter.warning({
    code: 'insert/own-sql',
    message: `${counted(own.length, 'migration')} with SQL of your own never ran on ${quoted(connection)}, and ${own.length === 1 ? 'is' : 'are'} recorded as done`,
    help: [
      ...own.map(({ up }) => printable(up.source.path)),
      'sql:insert makes what the schema says only: run those files with a client of the database, if what they do is needed',
    ].join('\n'),
  });
}
