import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import type { SchemaDifference } from '../../reverse/differences.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { settingsOf } from '../connecting.js';
import { Crew, isThere, jobCount, type Target, targetsOf } from '../migrate/crew.js';
import { planDatabases } from '../migrate/databases.js';
import { driftLines, ownDrift, readDrift } from '../migrate/drift.js';
import { isOutdated } from '../migrate/jobs.js';
import { type MigrationSession, readHistory } from '../migrate/session.js';
import { stateOf } from '../migrate/state.js';
import { projectConfig } from '../project-config.js';
import { counted } from '../summary.js';

type State = 'done' | 'pending' | 'stopped' | 'running' | 'undoing' | 'edited' | 'not here';

interface Line {
  readonly name: string;
  readonly state: State;
  readonly steps?: string;
  readonly error?: string | undefined;
  /** Whether it cannot go on, because its folder is gone. */
  readonly isGone?: true;
}

/** `orm migration:status`: which migrations ran where. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { terminal, env, reporter } = context;
  const config = await projectConfig(context, options, 'migrationDir');
  const parallel = jobCount(options);
  const plans = await planDatabases(context, config, options, { mayBeNone: !options.check, isRun: false });
  const targets = targetsOf(plans, settingsOf(plans, env, reporter));
  const found = new Map<Target, Status>();
  // Where the only database fails, nothing is said below.
  context.document({ connections: targets.map(({ report }) => report) });
  for (const target of targets.filter((each) => !isThere(each))) found.set(target, pendingOnly(target.plan.migrations));
  const crew = new Crew(context, config, parallel, targets.length);
  await crew.each(targets.filter(isThere), async (session, target) => {
    found.set(target, await ask(session, config, context, options));
  });
  for (const target of targets) {
    const own = found.get(target);
    if (own === undefined) continue;
    const { name } = target.plan.connection;
    if (targets.length > MOST_LISTED) showShort(terminal, name, own);
    else show(terminal, name, own);
  }
  context.document({
    connections: targets.map((target) => ({
      ...target.report,
      migrations: found.get(target)?.lines ?? [],
      drift: found.get(target)?.drift ?? [],
    })),
  });
  crew.close();
  if (!options.check || reporter.hasErrors) return 0;
  const all = [...found.values()];
  if (all.some(({ drift }) => drift.length > 0)) return 1;
  const isBehind = all.flatMap(({ lines }) => lines).some(({ state }) => state !== 'done' && state !== 'not here');
  return isBehind ? 2 : 0;
}

/** More databases than these have one line each. */
const MOST_LISTED = 10;

function showShort(terminal: Context['terminal'], connection: string, { lines, drift }: Status): void {
  const counts = new Map<State, number>();
  for (const { state } of lines) counts.set(state, (counts.get(state) ?? 0) + 1);
  const words = [...counts].map(([state, count]) => `${String(count)} ${state}`);
  if (drift.length > 0) words.push(`drift in ${String(drift.length)} places`);
  terminal.result(`${printable(connection)}: ${words.length === 0 ? 'no migrations' : words.join(', ')}`);
}

/** What is known of one database. */
interface Status {
  readonly lines: readonly Line[];
  readonly drift: readonly SchemaDifference[];
}

async function ask(
  session: MigrationSession,
  config: Config,
  { terminal }: Context,
  { exact }: CommandOptions,
): Promise<Status> {
  const { connection, migrations } = session.plan;
  const entries = await readHistory(session);
  const lines = await linesOf(session, entries);
  const expected = stateOf(connection.name, migrations, entries);
  // Without a history nothing is known, and half way nothing is certain.
  const isKnown = entries.length > 0 && lines.every(({ state }) => state === 'done' || state === 'pending');
  if (expected === undefined || !isKnown) return { lines, drift: [] };
  terminal.progress.update(`comparing ${quoted(connection.name)} with its migrations`);
  const drift = await readDrift(session, expected, config, { exact });
  terminal.progress.done();
  // A runner may be at work.
  const isStill = isDeepStrictEqual(await readHistory(session), entries);
  return { lines, drift: drift === undefined || !isStill ? [] : ownDrift(drift) };
}

const pendingOnly = (migrations: readonly { readonly name: string }[]): Status => ({
  lines: migrations.map(({ name }) => ({ name, state: 'pending' })),
  drift: [],
});

async function linesOf(session: MigrationSession, entries: readonly Entry[]): Promise<readonly Line[]> {
  const { migrations } = session.plan;
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  const isBusy = entries.some(({ state }) => state !== 'done') && (await isAtWork(session));
  const own = migrations.map((migration): Line => {
    const entry = known.get(migration.name);
    if (entry === undefined) return { name: migration.name, state: 'pending' };
    if (entry.state === 'done') return { name: entry.name, state: isOutdated(migration, entry) ? 'edited' : 'done' };
    return halfDone(entry, isBusy);
  });
  const gone = entries
    .filter(({ name }) => !migrations.some((each) => each.name === name))
    .map((entry): Line => {
      if (entry.state === 'done') return { name: entry.name, state: 'not here' };
      return { ...halfDone(entry, isBusy), isGone: true };
    });
  return [...own, ...gone].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const halfDone = ({ name, state, done, steps, error }: Entry, isBusy: boolean): Line => ({
  name,
  state: isBusy ? 'running' : state === 'undoing' ? 'undoing' : 'stopped',
  steps: `${String(done)} of ${counted(steps, 'step')}`,
  ...(error === undefined ? {} : { error }),
});

/** Whether a runner holds the lock. */
async function isAtWork({ plan, database, ledger, isCluster }: MigrationSession): Promise<boolean> {
  const { lock, unlock } = plan.migrating;
  // There nobody can see it.
  if (isCluster) return true;
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

function show(terminal: Context['terminal'], connection: string, { lines, drift }: Status): void {
  terminal.result(`${printable(connection)}${lines.length === 0 ? ': no migrations' : ''}`);
  const width = Math.max(0, ...lines.map(({ name }) => printable(name).length));
  const { green, yellow, red } = terminal.paint;
  for (const { name, state, steps, error, isGone } of lines) {
    const paint = state === 'done' ? green : state === 'pending' || state === 'running' ? yellow : red;
    const advice = isGone ? 'its folder is gone: restore it' : ADVICE[state];
    const words = [steps, advice, error === undefined ? undefined : printable(error)].filter(
      (each) => each !== undefined,
    );
    const shown = words.length === 0 ? printable(name) : `${printable(name).padEnd(width)}  ${words.join('; ')}`;
    terminal.result(`  ${paint(state.padEnd(8))} ${shown}`);
  }
  for (const line of driftLines(drift)) terminal.result(`  ${red('drift')}    ${line}`);
}
