import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { MigrationScript } from '../../migrations/script.js';
import { createdTrigger, droppedTrigger } from '../../migrations/trigger-statements.js';
import { loadDialect } from '../../platforms/access.js';
import type { DatabaseTrigger } from '../../platforms/migrating.js';
import { changesOf, type Job } from './jobs.js';
import type { MigrationSession } from './session.js';

/** Throws where a step has made tables anew and their triggers are gone with the old ones. It is in a transaction still. */
export async function refuseLostTriggers(
  { plan, database }: MigrationSession,
  before: readonly DatabaseTrigger[],
  { steps }: MigrationScript,
  job: Job,
): Promise<void> {
  const { triggers, hasTable } = plan.migrating;
  if (triggers === undefined || before.length === 0) return;
  const dialect = await loadDialect(plan.connection.adapter);
  const left = new Set((await triggers(database)).map(({ name }) => name.toLowerCase()));
  // A later step may create it again.
  const known = steps
    .flatMap(({ statements }) => statements)
    .flatMap(({ text }) => [createdTrigger(text, dialect)?.name, droppedTrigger(text, dialect)]);
  const lost: DatabaseTrigger[] = [];
  for (const trigger of before) {
    const name = trigger.name.toLowerCase();
    if (left.has(name) || known.includes(name)) continue;
    if (await hasTable(database, nameAfter(trigger.table, job))) lost.push(trigger);
  }
  if (lost.length > 0) throw lostTriggers(lost, job);
}

/** What a table is called after a job. */
const nameAfter = (table: string, job: Job): string =>
  changesOf(job).find(({ kind, from }) => kind === 'table' && from?.toLowerCase() === table.toLowerCase())?.name ??
  table;

function lostTriggers(lost: readonly DatabaseTrigger[], { direction, migration }: Job): DiagnosticError {
  const [first] = lost;
  const names = lost.map(({ name }) => quoted(name)).join(', ');
  const file = direction === 'up' ? migration.up : migration.down;
  return failure({
    code: 'migration/loses-trigger',
    message: `table ${quoted(first?.table ?? '')} is made anew, and its ${lost.length === 1 ? 'trigger' : 'triggers'} ${names} would be lost`,
    help: [
      `add ${lost.length === 1 ? 'it' : 'them'} at the end of ${file.source.path}, in words that fit the new table; or DROP TRIGGER, if ${lost.length === 1 ? 'it is' : 'they are'} not needed any more`,
      ...lost.flatMap(({ sql }) => `${sql};`.split('\n')),
      'everything of this migration was rolled back: the database is as it was',
    ].join('\n'),
  });
}
