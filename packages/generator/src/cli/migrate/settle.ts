import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { MigrationStatement } from '../../migrations/script.js';
import { knownStatements, type Sign } from '../../migrations/settle.js';
import { firstLine } from '../insert/refused-statement.js';
import type { ScriptFile } from './folder.js';
import type { Job } from './jobs.js';
import type { MigrationSession } from './session.js';

/**
 * The step, from 0, with which a migration begins, or goes on after a runner that stopped. A statement that had begun when the
 * runner died is settled by what the database shows; where it shows nothing, a person says it with `--resume-at`.
 */
export async function firstStep(
  session: MigrationSession,
  { direction, migration, entry }: Job,
  resumeAt: number | undefined,
): Promise<number> {
  if (entry === undefined || entry.state === 'done') {
    if (resumeAt !== undefined) throw nothingToResume(migration.name);
    return 0;
  }
  const file = direction === 'up' ? migration.up : migration.down;
  const { steps } = file.script;
  if (entry.done > steps.length || file.checksum(entry.done) !== entry.checksum) throw editedBehind(file, entry.done);
  if (resumeAt !== undefined) {
    if (resumeAt >= 1 && resumeAt <= steps.length + 1) return resumeAt - 1;
    throw failure({ code: 'cli/value', message: `--resume-at takes a step from 1 to ${String(steps.length + 1)}` });
  }
  const step = entry.inFlight === undefined ? undefined : steps[entry.inFlight];
  const statement = step?.statements[0];
  if (entry.inFlight === undefined || statement === undefined) return entry.done;
  const { alteration } = session.plan;
  const signs = knownStatements(
    session.plan.stateBefore(migration),
    migration.changes,
    alteration,
    direction,
    migration.fills,
  ).get(statement.text);
  const hasRun = signs === undefined ? undefined : await shown(session, signs);
  if (hasRun === undefined) throw unsettled(session, file, statement, entry.inFlight + 1);
  return hasRun ? entry.inFlight + 1 : entry.inFlight;
}

/** Whether a statement has run, by its signs; undefined where they contradict each other. Without signs it can run again. */
async function shown({ database, plan }: MigrationSession, signs: readonly Sign[]): Promise<boolean | undefined> {
  const { isThere } = plan.migrating;
  if (signs.length === 0) return false;
  if (isThere === undefined) return undefined;
  const answers = new Set<boolean>();
  for (const { what, after } of signs) answers.add((await isThere(database, what)) === after);
  const [answer] = answers;
  return answers.size === 1 ? answer : undefined;
}

const nothingToResume = (name: string): DiagnosticError =>
  failure({
    code: 'cli/value',
    message: `--resume-at is for a migration that stopped, and ${quoted(name)} has not begun`,
  });

const editedBehind = (file: ScriptFile, done: number): DiagnosticError =>
  failure({
    code: 'migration/edited',
    message: `${quoted(file.source.path)} was edited in what has run already: ${String(done)} of its steps`,
    help: 'restore those statements from version control; the ones that did not run yet may be changed',
  });

function unsettled(
  { plan }: MigrationSession,
  { source }: ScriptFile,
  statement: MigrationStatement,
  step: number,
): DiagnosticError {
  return failure({
    code: 'migration/unsettled',
    message: `the runner before this one ended while a statement ran, and whether it was done on ${quoted(plan.connection.name)} cannot be seen`,
    span: firstLine(source, statement),
    help: [
      'look at the database, then say where to go on:',
      `--resume-at ${String(step)} runs this statement, --resume-at ${String(step + 1)} takes it as done`,
    ].join('\n'),
  });
}
