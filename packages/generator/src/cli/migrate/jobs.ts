import { type Change, inverse } from '../../changes/change.js';
import { keyOf } from '../../changes/state.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import type { Entry } from '../../migrations/ledger.js';
import { type ObjectName, said } from '../../platforms/shape.js';
import type { CommandOptions } from '../command.js';
import type { MigrationPlan, RunnableMigration } from './folder.js';

export type Direction = 'up' | 'down';

/** A migration that is to be run, or undone. */
export interface Job {
  readonly direction: Direction;
  readonly migration: RunnableMigration;
  /** What the history has of it. */
  readonly entry: Entry | undefined;
  /** Nothing has run on the database before. */
  readonly isFirst?: boolean;
}

/** Whether a job goes on with what stopped half way. */
export const isHalf = (job: Job | undefined): boolean => job?.entry !== undefined && job.entry.state !== 'done';

/** What a job changes. */
export const changesOf = ({ direction, migration }: Job): readonly Change[] =>
  direction === 'up' ? migration.changes : inverse(migration.changes);

/** What the tables of some changes, in their order, are called before the first of them. */
export function namesBefore(changes: readonly Change[]): (change: Change) => ObjectName {
  const before = new Map<string, ObjectName>();
  const nameOf = ({ schema }: Change, own: string): ObjectName => ({ ...said({ schema }), name: own });
  for (const change of changes) {
    if (change.kind !== 'table' || change.from === undefined) continue;
    const from = nameOf(change, change.from);
    before.set(keyOf(nameOf(change, change.name)), before.get(keyOf(from)) ?? from);
  }
  return (change) => {
    const table = nameOf(change, change.table ?? change.name);
    return before.get(keyOf(table)) ?? table;
  };
}

/** Which migrations a command wants: all that are left, or the next one. */
export interface Wish {
  readonly direction: Direction;
  readonly one: boolean;
}

/** What is to be done on a database, in order. Refuses what cannot be gone on with. */
export function jobsOf(
  plan: MigrationPlan,
  entries: readonly Entry[],
  { direction, one }: Wish,
  options: CommandOptions,
  reporter: Reporter,
): readonly Job[] {
  const { migrations } = plan;
  refuseEdited(plan, entries, options, reporter);
  const to = options.to === undefined ? undefined : found(migrations, options.to).name;
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  if (direction === 'up') {
    refuseHalf(entries, 'undoing', reporter);
    const pending = migrations
      .filter(({ name }) => known.get(name)?.state !== 'done' && (to === undefined || name <= to))
      .map(
        (migration, at): Job => ({
          direction,
          migration,
          entry: known.get(migration.name),
          isFirst: at === 0 && entries.length === 0,
        }),
      );
    return one && to === undefined ? pending.slice(0, 1) : pending;
  }
  refuseHalf(entries, 'running', reporter);
  const done = entries.filter(({ name }) => to === undefined || name > to).toReversed();
  const jobs = (to === undefined ? done.slice(0, 1) : done).flatMap((entry): Job[] => {
    const migration = migrations.find(({ name }) => name === entry.name);
    if (migration !== undefined && (isUndoable(migration) || options.fake)) {
      return [{ direction, migration, entry }];
    }
    reporter.error({
      code: 'migration/no-down',
      message:
        migration === undefined
          ? `migration ${quoted(entry.name)} ran on ${quoted(plan.connection.name)}, and its folder is gone`
          : `migration ${quoted(entry.name)} cannot be undone: its down.sql has no statements, or is missing`,
      help:
        migration === undefined
          ? 'restore the folder from version control'
          : 'write what undoes it into down.sql; or write another migration that changes it back',
    });
    return [];
  });
  reporter.throwIfErrors();
  return jobs;
}

/** A migration that does nothing, such as a new description on SQLite, leaves nothing to undo. */
const isUndoable = ({ up, down }: RunnableMigration): boolean =>
  down.script.steps.length > 0 || up.script.steps.length === 0;

/** A migration by its name, or by a part of it that only one has. */
export function found(migrations: readonly RunnableMigration[], name: string): RunnableMigration {
  const exact = migrations.filter((each) => each.name === name);
  const near = exact.length > 0 ? exact : migrations.filter((each) => each.name.includes(name));
  const [first] = near;
  if (first !== undefined && near.length === 1) return first;
  throw failure({
    code: 'migration/unknown',
    message:
      near.length > 1
        ? `${quoted(name)} fits several migrations: ${near.map((each) => printable(each.name)).join(', ')}`
        : `there is no migration ${quoted(name)}`,
    help:
      near.length > 1
        ? undefined
        : suggestion(
            name,
            migrations.map((each) => each.name),
          ),
  });
}

/** What ran is not what is in the files any more: nobody can say what the database is. */
function refuseEdited(
  { migrations, connection }: MigrationPlan,
  entries: readonly Entry[],
  options: CommandOptions,
  reporter: Reporter,
): void {
  refuseGone(migrations, connection.name, entries, reporter);
  for (const entry of entries) {
    const migration = migrations.find(({ name }) => name === entry.name);
    if (migration === undefined) {
      reporter.warning({
        code: 'migration/not-here',
        message: `migration ${quoted(entry.name)} ran on ${quoted(connection.name)}, and is not in the folder`,
        help: 'it may be in another branch: get that one first, or restore the folder from version control',
      });
    } else if (entry.state === 'done' && !options.fake && migration.up.checksum() !== entry.checksum) {
      reporter.error({
        code: 'migration/edited',
        message: `${quoted(migration.up.source.path)} was edited after it ran on ${quoted(connection.name)}`,
        help: 'restore it from version control, and write what is new into another migration; if only the file was wrong, "orm migration:migrate --fake" records it as it is now',
      });
    }
  }
  reporter.throwIfErrors();
}

/** Nobody can go on with a migration whose SQL is gone, and behind it nothing is certain. */
export function refuseGone(
  migrations: readonly RunnableMigration[],
  connection: string,
  entries: readonly Entry[],
  reporter: Reporter,
): void {
  for (const { name, done, steps } of halfGone(migrations, entries)) {
    reporter.error({
      code: 'migration/half',
      message: `migration ${quoted(name)} has begun on ${quoted(connection)} and not ended, ${stepsDone(done, steps)}, and its folder is gone`,
      help: 'nothing was changed; restore the folder from version control, and run it again',
    });
  }
  reporter.throwIfErrors();
}

/** Lines of the history that have begun and not ended, and have no folder. */
const halfGone = (migrations: readonly { readonly name: string }[], entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => entry.state !== 'done' && !migrations.some(({ name }) => name === entry.name));

export const stepsDone = (done: number, steps: number): string => `${String(done)} of ${String(steps)} steps are done`;

function refuseHalf(entries: readonly Entry[], state: 'running' | 'undoing', reporter: Reporter): void {
  const half = entries.find((entry) => entry.state === state);
  if (half === undefined) return;
  const steps = stepsDone(half.done, half.steps);
  reporter.error({
    code: 'migration/half',
    message:
      state === 'undoing'
        ? `migration ${quoted(half.name)} was being undone and stopped: ${steps}`
        : `migration ${quoted(half.name)} stopped: ${steps}`,
    help:
      state === 'undoing'
        ? 'run "orm migration:down", which goes on with it'
        : 'run "orm migration:migrate" first, which goes on with it',
  });
  reporter.throwIfErrors();
}

/** Whether a migration that is done was recorded from another file than the one that is there. */
export const isOutdated = (migration: RunnableMigration, entry: Entry): boolean =>
  entry.state === 'done' && migration.up.checksum() !== entry.checksum;
