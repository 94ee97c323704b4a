import type { Change } from '../../changes/change.js';
import type { Rename } from '../../changes/compare.js';
import { keyOf } from '../../changes/state.js';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { joinedRenames } from '../../migrations/amend.js';
import { nameOf } from '../../migrations/parts.js';
import { findNamed, isPlaceIn, namedBy, type Said } from '../../migrations/renames.js';
import type { Database } from '../../model/model.js';
import { type DatabaseShape, type ObjectName, said } from '../../platforms/shape.js';
import type { CommandOptions, Context } from '../command.js';
import type { Missed } from './missed.js';
import { askRenames, checkTarget, checkTogether, refuseStaying, saidNames, schemaRenames } from './names.js';

type Names = Pick<CommandOptions, 'rename' | 'drop'>;

/** The newest migration, which is written anew. */
export interface Amended {
  /** The database before it. */
  readonly base: DatabaseShape;
  readonly changes: readonly Change[];
}

/** What is said of names that the newest migration has taken away, by the names before it. */
interface EarlierNames {
  readonly said: Said;
  /** The options that speak of what is there after it. */
  readonly others: Names;
}

/** The new names, in words of the database that all migrations make. `amended`: in words of the one before the newest. */
export interface DecidedNames {
  readonly renames: readonly Rename[];
  readonly amended: readonly Rename[];
}

/** What is said of names, and what somebody answers. Nothing counts where errors are reported. */
export async function decidedNames(
  context: Context,
  options: CommandOptions,
  database: Database,
  before: DatabaseShape,
  after: DatabaseShape,
  newest: Amended | undefined,
  missed: Missed | undefined,
): Promise<DecidedNames> {
  const { reporter } = context;
  if (newest === undefined) {
    const given = saidNames(reporter, options, database, before, after, [], missed);
    return { renames: await askRenames(context, options, database, before, after, given), amended: [] };
  }
  const { said, others } = earlierNames(options, database, newest, before, after);
  const given = saidNames(reporter, others, database, before, after, said.renames, missed);
  checkEarlier(reporter, newest, given.renames, said, after);
  // A name that is given to something else is no answer.
  const taken = said.renames.map((rename) => afterwards(newest, rename));
  const known = { ...given, renames: [...given.renames, ...taken] };
  const asked = await askRenames(context, options, database, before, after, known);
  const renames = asked.filter((each) => !taken.includes(each));
  // The migration dropped these tables: nobody was asked about their columns.
  const kept = said.renames.filter(
    ({ table, column }) => column === undefined && !has(before, newTable(newest, table)),
  );
  const all = { ...said, renames: amendedRenames(newest, renames, said) };
  const amended = await askRenames(
    context,
    options,
    database,
    newest.base,
    after,
    all,
    ({ table, column }) => column !== undefined && kept.some((each) => keyOf(each.table) === keyOf(table)),
  );
  return { renames, amended };
}

const has = (shape: DatabaseShape, table: ObjectName, column?: string): boolean =>
  isPlaceIn(shape, said({ table, column }));

/** By the name that a table has behind the migration. */
const newTable = ({ base, changes }: Amended, table: ObjectName): ObjectName => {
  const own = joinedRenames(base, changes, []);
  return {
    ...nameOf(table),
    name: own.find((each) => each.column === undefined && isSame(each, { table }))?.to ?? table.name,
  };
};

/** A rename in words of the database behind the migration. */
function afterwards(newest: Amended, { table, column, to }: Rename): Rename {
  const is = newTable(newest, table);
  if (column === undefined) return { table: is, to };
  const own = joinedRenames(newest.base, newest.changes, []).find((each) => isSame(each, { table, column }));
  return { table: is, column: own?.to ?? column, to };
}

/**
 * What is said of names that a migration to be written anew has taken away: that it drops what has a new name, or gives a new
 * name to what goes.
 */
function earlierNames(
  { rename, drop }: Names,
  database: Database,
  newest: Amended,
  before: DatabaseShape,
  after: DatabaseShape,
): EarlierNames {
  const { base, changes } = newest;
  const own = joinedRenames(base, changes, []);
  /** Whether the migration is what stands in the way of a new name: it took the old one, or gave the new one. */
  const isUndone = ({ table, column, to }: Rename): boolean =>
    column === undefined
      ? !has(before, table) || (has(before, { ...table, name: to }) && !has(base, { ...table, name: to }))
      : !has(before, newTable(newest, table), column) ||
        (has(before, newTable(newest, table), to) && !has(base, table, to));
  const named = (words: string): Rename | undefined => {
    const at = words.indexOf('=');
    const found = at < 0 ? undefined : findNamed(base, words.slice(0, at), after);
    return found === undefined ? undefined : { ...found, to: words.slice(at + 1) };
  };
  const isEarlier = (words: string): boolean => {
    const found = named(words);
    return found !== undefined && isUndone(found);
  };
  const isEarlierDrop = (words: string): boolean =>
    namedBy(before, words, after).length === 0 && findNamed(base, words, after) !== undefined;
  const given = rename.filter(isEarlier).flatMap((words) => named(words) ?? []);
  const tables = own.filter((each) => each.column === undefined && !given.some((other) => isSame(each, other)));
  const schema = schemaRenames(() => undefined, database, base, after, { renames: [...given, ...tables], drops: [] });
  const isOwn = (one: Rename): boolean => own.some((each) => isSame(each, one) && each.to === one.to);
  return {
    said: {
      renames: [...given, ...schema.filter((each) => isUndone(each) && !isOwn(each))],
      drops: drop.filter(isEarlierDrop).flatMap((words) => findNamed(base, words, after) ?? []),
    },
    others: {
      rename: rename.filter((words) => !isEarlier(words)),
      drop: drop.filter((words) => !isEarlierDrop(words)),
    },
  };
}

const isSame = (one: Said['drops'][number], other: Said['drops'][number]): boolean =>
  keyOf(one.table) === keyOf(other.table) && one.column === other.column;

/** The new names of a migration that is written anew: what was said of earlier names counts more than what it has. */
function amendedRenames(
  { base, changes }: Amended,
  later: readonly Rename[],
  { renames, drops }: Said,
): readonly Rename[] {
  const isSaidAnew = (own: Rename): boolean =>
    [...renames, ...drops].some((each) => isSame(each, own)) ||
    drops.some(({ table, column }) => column === undefined && keyOf(table) === keyOf(own.table));
  return [...renames, ...joinedRenames(base, changes, later).filter((own) => !isSaidAnew(own))];
}

/** They must fit the schema, and one another. */
function checkEarlier(
  reporter: Reporter,
  amended: Amended,
  later: readonly Rename[],
  said: Said,
  after: DatabaseShape,
): void {
  if (said.renames.length + said.drops.length === 0) return;
  for (const each of said.drops) refuseStaying(reporter, each, after);
  const all = amendedRenames(amended, later, said);
  for (const each of said.renames) checkTarget(reporter, each, all, amended.base, after);
  checkTogether(reporter, all, said.drops, after);
}
