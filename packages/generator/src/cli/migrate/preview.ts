import { printable } from '../../diagnostics/printable.js';
import type { MigrationStatement } from '../../migrations/script.js';
import type { Terminal } from '../terminal.js';
import type { Target } from './crew.js';
import { isHalf, type Job, stepsDone } from './jobs.js';

/** What is to be done on a database. */
interface Previewed {
  readonly target: Target;
  readonly jobs: readonly Job[];
  /** What is said where there is nothing to do. */
  readonly idle: string;
}

/** `--dry-run`: the SQL, and nothing is run. */
export function preview({ terminal }: { readonly terminal: Terminal }, surveys: readonly Previewed[]): void {
  for (const { target, jobs, idle } of surveys) {
    const { plan, report } = target;
    const shown = printable(plan.connection.name);
    if (jobs.length === 0) terminal.result(`${shown}: ${idle}`);
    for (const job of jobs) {
      const { direction, migration, entry } = job;
      const { source } = direction === 'up' ? migration.up : migration.down;
      const statements = statementsLeft(job).map(({ text }) => text);
      const half = isHalf(job) && entry !== undefined ? entry : undefined;
      const progress = half === undefined ? {} : { steps: half.steps, done: half.done };
      report.migrations.push({ migration: migration.name, state: 'dry run', ...progress, statements });
      terminal.result(`-- ${printable(source.path)} → ${shown}`);
      if (half !== undefined) terminal.result(`-- ${stepsDone(half.done, half.steps)}, and left out here`);
      if (half?.inFlight !== undefined) {
        const step = String(half.inFlight + 1);
        terminal.result(
          `-- step ${step} had begun when the runner ended: what the database shows decides if it runs again`,
        );
      }
      for (const text of statements) terminal.result(text.endsWith(';') ? text : `${text};`);
    }
  }
}

/** What would run: all of it, or what is left of one that stopped half way. */
function statementsLeft(job: Job): readonly MigrationStatement[] {
  const { direction, migration, entry } = job;
  const { steps } = (direction === 'up' ? migration.up : migration.down).script;
  const done = isHalf(job) ? (entry?.done ?? 0) : 0;
  return steps.flatMap(({ session, statements }, at) =>
    // The settings of the session went with the runner that stopped: they are made again.
    at < done ? [...session, ...statements.filter(({ isSession }) => isSession)] : [...session, ...statements],
  );
}
