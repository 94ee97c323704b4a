import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.js';
import { DiagnosticError, failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { Entry } from '../../migrations/ledger.js';
import type { Migration } from '../../migrations/migration.js';
import { canIntrospect } from '../../platforms/introspections.js';
import type { DatabaseShape, ObjectName } from '../../platforms/shape.js';
import { said } from '../../platforms/shape.js';
import type { SettledDatabase } from '../../reverse/database.js';
import type { SchemaDifference } from '../../reverse/differences.js';
import { shownName } from '../../reverse/draft.js';
import { isOther, shownDifference } from '../../reverse/shown-difference.js';
import type { CommandOptions, Context } from '../command.js';
import { readable } from '../readable.js';
import { counted } from '../summary.js';
import { builtShape } from './exact.js';
import { changesOf, type Job } from './jobs.js';
import { hasRows, type MigrationSession, readHistory } from './session.js';
import { stateOf } from './state.js';

/** The tables, types and views that some migrations are about, by every name that they have on the way. */
export function touchedBy(migrations: readonly Migration[]): readonly ObjectName[] {
  return migrations.flatMap(({ changes }) =>
    changes.flatMap(({ schema, table, name, from }) =>
      [table ?? name, ...(table === undefined && from !== undefined ? [from] : [])].map(
        (own): ObjectName => ({ ...said({ schema }), name: own }),
      ),
    ),
  );
}

/** What to compare, and how. */
interface DriftRequest {
  /** The only objects to look at. */
  readonly only?: readonly ObjectName[];
  /** Tables to leave out besides the history. */
  readonly exclude?: readonly string[];
  readonly exact?: boolean;
}

/** Looks at what a database is, beside what it should be. Undefined for a vendor whose databases cannot be read. */
export async function readDrift(
  session: MigrationSession,
  expected: DatabaseShape,
  config: Config,
  { only, exact = false, exclude = config.excludeTables }: DriftRequest = {},
): Promise<SettledDatabase | undefined> {
  const { plan, database, settings, ledger } = session;
  if (!exact && !canIntrospect(plan.connection.adapter)) return undefined;
  return readable(plan.connection.name, settings, async () => {
    const { readShape, settleDatabase } = await import('../../reverse/database.js');
    const built = exact
      ? await builtShape(session, expected, config, (other) => readShape(other, settings, expected))
      : undefined;
    return settleDatabase(database, settings, expected, { exclude: [...exclude, ledger.table], only, built });
  });
}

const SHOWN = 20;

/** Lines for people, not too many of them. */
export function driftLines(differences: readonly SchemaDifference[]): readonly string[] {
  const more = differences.length > SHOWN ? [`… and ${String(differences.length - SHOWN)} more`] : [];
  return [...differences.slice(0, SHOWN).map(shownDifference), ...more];
}

/** What is not as the migrations make it; objects of others are ignored. */
export const ownDrift = ({ differences }: SettledDatabase): readonly SchemaDifference[] =>
  differences.filter((difference) => !isOther(difference));

export const driftCount = (differences: readonly SchemaDifference[]): string =>
  counted(differences.length, 'difference');

/** In what a database is not what the migrations made of it, where those that come now would change it. */
export async function driftInTheWay(
  session: MigrationSession,
  jobs: readonly Job[],
  entries: readonly Entry[],
  config: Config,
  terminal: Context['terminal'],
): Promise<readonly SchemaDifference[]> {
  const { connection, migrations } = session.plan;
  const expected = stateOf(connection.name, migrations, entries);
  // One that stopped half way is somewhere in between, and is gone on with by what its own steps show.
  if (expected === undefined || entries.some(({ state }) => state !== 'done')) return [];
  const touched = touchedBy(jobs.map(({ migration }) => migration));
  if (touched.length === 0) return [];
  terminal.progress.update(`comparing ${quoted(connection.name)} with its migrations`);
  const drift = await readDrift(session, expected, config, { only: touched });
  terminal.progress.done();
  // A table that nobody made is in the way only where one of its name is to be made.
  const made = new Set(jobs.flatMap(createdTables));
  return drift?.differences.filter((each) => !isOther(each) || made.has(each.table)) ?? [];
}

/** Throws, or warns where it is allowed. */
export async function refuseDrift(
  session: MigrationSession,
  jobs: readonly Job[],
  wrong: readonly SchemaDifference[],
  entries: readonly Entry[],
  reporter: Reporter,
  options: CommandOptions,
): Promise<void> {
  const { name } = session.plan.connection;
  const diagnostic = {
    code: 'migration/drift',
    message: `${quoted(name)} is not what its migrations made: ${driftCount(wrong)} in what is to be changed`,
  };
  if (options.allowDrift) {
    await refuseUnknownColumns(session, jobs, wrong, options);
    reporter.warning({ ...diagnostic, help: driftLines(wrong).join('\n') });
    return;
  }
  const ways = [
    'nothing was changed; change the database back, or run with --allow-drift if the SQL works all the same',
    ...(entries.length === 0
      ? ['if the database was made without migrations, "orm migration:baseline" adopts it']
      : []),
  ];
  throw failure({ ...diagnostic, help: [...driftLines(wrong), ...ways].join('\n') });
}

/** SQL that makes a table anew copies the columns that the migrations know. The others are erased, which is never done unasked. */
async function refuseUnknownColumns(
  session: MigrationSession,
  jobs: readonly Job[],
  wrong: readonly SchemaDifference[],
  { yes, force }: CommandOptions,
): Promise<void> {
  const { name, protected: isProtected } = session.plan.connection;
  if (force || (yes && !isProtected)) return;
  const anew = new Set(
    jobs.flatMap(({ direction, migration }) =>
      Object.keys((direction === 'up' ? migration.assumes : migration.undoAssumes) ?? {}),
    ),
  );
  const lost: SchemaDifference[] = [];
  for (const difference of wrong) {
    const { kind, status, table } = difference;
    if (kind === 'column' && status === 'extra' && anew.has(table) && (await hasRows(session, { name: table })))
      lost.push(difference);
  }
  if (lost.length === 0) return;
  throw failure({
    code: 'migration/erases',
    message: `columns of which no migration knows would be erased on ${quoted(name)}, because their table is made anew: ${lost.map((each) => `${printable(each.table)}.${printable(each.name)}`).join(', ')}`,
    help: [
      'nothing was changed; to keep them, take the pending migrations out of the folder, write the columns down with "orm migration:diff --from-database", and run "orm migration:diff" again',
      `${isProtected ? '--force' : '--yes'} beside --allow-drift erases them`,
    ].join('\n'),
  });
}

/**
 * Looks whether a run has made what its migrations say: SQL that a person has edited may do something else, which would stop the next
 * run. `earlier`: what was different before it.
 */
export async function warnOfDifferences(
  session: MigrationSession,
  jobs: readonly Job[],
  earlier: readonly SchemaDifference[],
  config: Config,
  reporter: Reporter,
  terminal: Context['terminal'],
): Promise<void> {
  const { connection, migrations } = session.plan;
  const touched = touchedBy(jobs.map(({ migration }) => migration));
  if (touched.length === 0) return;
  const entries = await readHistory(session);
  const expected = stateOf(connection.name, migrations, entries);
  if (expected === undefined || entries.some(({ state }) => state !== 'done')) return;
  terminal.progress.update(`comparing ${quoted(connection.name)} with its migrations`);
  const drift = await readDrift(session, expected, config, { only: touched }).catch((error: unknown) => {
    // The migrations are done, whether somebody can look at them or not.
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  });
  terminal.progress.done();
  const dropped = new Set(jobs.flatMap(droppedTables));
  const known = new Set(earlier.map((each) => JSON.stringify(each)));
  const wrong =
    drift?.differences.filter(
      (each) => (!isOther(each) || dropped.has(each.table)) && !known.has(JSON.stringify(each)),
    ) ?? [];
  // Where no lock keeps others out, it may be their work.
  if (wrong.length === 0 || !isDeepStrictEqual(await readHistory(session), entries)) return;
  reporter.warning({
    code: 'migration/differs-after',
    message: `${quoted(connection.name)} is not what its migrations say, now that they ran: ${driftCount(wrong)}`,
    help: [
      ...driftLines(wrong),
      'the SQL does something else than changes.json says: put the change into the schema and run "orm migration:diff", or change the database back',
    ].join('\n'),
  });
}

const droppedTables = (job: Job): readonly string[] =>
  changesOf(job).flatMap(({ kind, schema, name, after, from }) => {
    if (kind !== 'table' && kind !== 'type') return [];
    if (from !== undefined) return [shownName(schema, from)];
    return after === undefined ? [shownName(schema, name)] : [];
  });

const createdTables = (job: Job): readonly string[] =>
  changesOf(job).flatMap(({ kind, schema, name, before, after, from }) =>
    (kind === 'table' || kind === 'type') && before === undefined && (after !== undefined || from !== undefined)
      ? [shownName(schema, name)]
      : [],
  );
