import { printable } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { planMigrations } from '../migrate/folder.js';
import { isOutdated } from '../migrate/jobs.js';
import { type MigrationSession, openMigrations, readHistory } from '../migrate/session.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

type State = 'done' | 'pending' | 'stopped' | 'running' | 'undoing' | 'edited' | 'not here';

interface Line {
  readonly name: string;
  readonly state: State;
  readonly steps?: string;
  readonly error?: string | undefined;
}

/** `orm migration:status`: which migrations ran where. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { terminal, env, reporter } = context;
  const config = await projectConfig(context, options, 'migrationDir');
  const plans = await planMigrations(context, config, options);
  const settings = settingsOf(plans, env, reporter);
  const connections: Readonly<Record<string, unknown>>[] = [];
  let isBehind = false;
  for (const [at, plan] of plans.entries()) {
    const own = settings[at];
    if (own === undefined) continue;
    const { name, adapter } = plan.connection;
    const lines = plan.access.execution.exists?.(own) === false ? pendingOnly(plan.migrations) : await ask();
    async function ask(): Promise<readonly Line[]> {
      const session = await openMigrations(plan, own as NonNullable<typeof own>, config);
      try {
        return await linesOf(session);
      } finally {
        await session.database.close().catch(() => undefined);
      }
    }
    isBehind ||= lines.some(({ state }) => state !== 'done' && state !== 'not here');
    show(terminal, name, lines);
    connections.push({ connection: name, adapter, migrations: lines });
  }
  context.document({ connections });
  return options.check && isBehind ? 2 : 0;
}

const pendingOnly = (migrations: readonly { readonly name: string }[]): readonly Line[] =>
  migrations.map(({ name }) => ({ name, state: 'pending' }));

async function linesOf(session: MigrationSession): Promise<readonly Line[]> {
  const { migrations } = session.plan;
  const entries = await readHistory(session);
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  const isBusy = entries.some(({ state }) => state !== 'done') && (await isAtWork(session));
  const own = migrations.map((migration): Line => {
    const entry = known.get(migration.name);
    if (entry === undefined) return { name: migration.name, state: 'pending' };
    if (entry.state === 'done') return { name: entry.name, state: isOutdated(migration, entry) ? 'edited' : 'done' };
    return halfDone(entry, isBusy);
  });
  const gone = entries.filter(({ name }) => !migrations.some((each) => each.name === name));
  return [...own, ...gone.map(({ name }): Line => ({ name, state: 'not here' }))].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

const halfDone = ({ name, state, done, steps, error }: Entry, isBusy: boolean): Line => ({
  name,
  state: isBusy ? 'running' : state === 'undoing' ? 'undoing' : 'stopped',
  steps: `${String(done)} of ${counted(steps, 'step')}`,
  ...(error === undefined ? {} : { error }),
});

/** Whether a runner holds the lock. */
async function isAtWork({ plan, database, ledger }: MigrationSession): Promise<boolean> {
  const { lock, unlock } = plan.migrating;
  if (lock === undefined || unlock === undefined) return false;
  if (!(await lock(database, ledger.table))) return true;
  await unlock(database, ledger.table);
  return false;
}

const ADVICE: Readonly<Partial<Record<State, string>>> = {
  stopped: '"orm migration:migrate" goes on with it',
  undoing: 'its undoing stopped; "orm migration:down" goes on with it',
  edited: 'up.sql was edited after it ran',
  'not here': 'it ran, and is not in the folder',
};

function show(terminal: Context['terminal'], connection: string, lines: readonly Line[]): void {
  terminal.result(`${printable(connection)}${lines.length === 0 ? ': no migrations' : ''}`);
  const width = Math.max(0, ...lines.map(({ name }) => printable(name).length));
  const { green, yellow, red } = terminal.paint;
  for (const { name, state, steps, error } of lines) {
    const paint = state === 'done' ? green : state === 'pending' || state === 'running' ? yellow : red;
    const advice = ADVICE[state];
    const words = [steps, advice, error === undefined ? undefined : printable(error)].filter(
      (each) => each !== undefined,
    );
    const shown = words.length === 0 ? printable(name) : `${printable(name).padEnd(width)}  ${words.join('; ')}`;
    terminal.result(`  ${paint(state.padEnd(8))} ${shown}`);
  }
}
