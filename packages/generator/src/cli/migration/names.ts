import type { Rename } from '../../changes/compare.js';
import { keyOf, tablesByKey } from '../../changes/state.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import {
  type Doubt,
  doubtsOf,
  isPlaceIn,
  type NamedPlace,
  namedBy,
  type Said,
  wordsFor,
} from '../../migrations/renames.js';
import type { Column, Database, Table } from '../../model/model.js';
import type { DatabaseShape, ObjectName, TableShape } from '../../platforms/shape.js';
import { reportTo } from '../../schema/model-diagnostics.js';
import type { CommandOptions, Context } from '../command.js';
import { askFact } from '../prompt.js';
import type { Missed } from './missed.js';

const written = ({ schema, name }: ObjectName): string => (schema === undefined ? name : `${schema}.${name}`);

/** What options and schema say of names. `earlier`: what a migration that is written anew will have done by then. */
export function saidNames(
  reporter: Reporter,
  { rename, drop }: Pick<CommandOptions, 'rename' | 'drop'>,
  database: Database,
  before: DatabaseShape,
  after: DatabaseShape,
  earlier: readonly Rename[] = [],
  missed: Missed = (_, diagnostic) => reporter.error(diagnostic),
): Said {
  const known = before.tables.flatMap((table) => [
    written(table),
    ...table.columns.map(({ name }) => `${written(table)}.${name}`),
  ]);
  const unknown = (option: string, words: string): void =>
    missed(`${option} ${words}`, {
      code: 'migration/unknown-name',
      message: `${option} ${quoted(words)}: the migrations have no such table or column`,
      help: suggestion(words, known) ?? 'write it as table, or as table.column, by the name that it had before',
    });
  /** The one thing that words mean. */
  const meant = (option: string, words: string): NamedPlace | undefined => {
    const [found, ...others] = namedBy(before, words, after);
    if (found === undefined) unknown(option, words);
    else if (others.length > 0) ambiguous(reporter, option, words, [found, ...others]);
    return others.length > 0 ? undefined : found;
  };
  const drops = drop.flatMap((words) => {
    const found = meant('--drop', words);
    if (found !== undefined) refuseStaying(reporter, found, after);
    return found ?? [];
  });
  const given = rename.flatMap((words): Rename[] => {
    const at = words.indexOf('=');
    const found = at < 0 ? undefined : meant('--rename', words.slice(0, at));
    if (at < 0) {
      reporter.error({
        code: 'migration/rename',
        message: `--rename ${quoted(words)} has no "="`,
        help: 'write --rename old=new, such as --rename book.title=headline',
      });
    }
    return found === undefined ? [] : [{ ...found, to: words.slice(at + 1) }];
  });
  for (const each of given) checkTarget(reporter, each, given, before, after);
  const both: ReportBoth = (thing, old) => {
    if (!earlier.some(({ column, to }) => column === old.column && to === thing.name)) refuseBoth(reporter, thing, old);
  };
  const renames = [...given, ...schemaRenames(both, database, before, after, { renames: given, drops })];
  checkTogether(reporter, renames, drops, after);
  return { renames, drops };
}

/** What the schema has does not go. */
export function refuseStaying(reporter: Reporter, drop: Said['drops'][number], after: DatabaseShape): void {
  if (!isPlaceIn(after, drop)) return;
  reporter.error({
    code: 'migration/drop',
    message: `--drop ${quoted(wordsFor(drop))}: the schema still has it`,
    help: 'remove it from the schema, or leave --drop out',
  });
}

/** Tables of two schemas can have one name. */
function ambiguous(reporter: Reporter, option: string, words: string, places: readonly NamedPlace[]): void {
  reporter.error({
    code: 'migration/ambiguous-name',
    message: `${option} ${quoted(words)} can mean ${places.map((place) => quoted(wordsFor(place))).join(' or ')}`,
    help: `name the schema too, such as ${option} ${printable(wordsFor(places[0] ?? { table: { name: words } }))}${option === '--rename' ? '=new' : ''}`,
  });
}

/** One thing has one new name, and a name one thing: what a migration gives a new name, and what gets that name. */
export function checkTogether(
  reporter: Reporter,
  renames: readonly Rename[],
  drops: Said['drops'],
  after: DatabaseShape,
): void {
  const refuse = (rename: Rename, problem: string, help: string): void =>
    reporter.error({
      code: 'migration/rename',
      message: `${quoted(wordsFor(rename))} becomes ${quoted(rename.to)}, ${problem}`,
      help,
    });
  const place = ({ table, column }: Rename | Said['drops'][number]): string =>
    JSON.stringify([keyOf(table), column ?? null]);
  const target = ({ table, column, to }: Rename): string =>
    JSON.stringify(column === undefined ? [table.schema ?? null, to] : [keyOf(table), to]);
  for (const [at, rename] of renames.entries()) {
    const earlier = renames.slice(0, at);
    const twin = earlier.find((other) => place(other) === place(rename));
    const rival = earlier.find(
      (other) => (other.column === undefined) === (rename.column === undefined) && target(other) === target(rename),
    );
    if (twin !== undefined) refuse(rename, `and also ${quoted(twin.to)}`, 'say one new name');
    else if (rival !== undefined)
      refuse(rename, `and so does ${quoted(wordsFor(rival))}`, 'one of them must go: use --drop');
    if (drops.some((other) => place(other) === place(rename))) {
      refuse(rename, 'and --drop erases it', 'leave one of the two out');
    }
    const owner = renames.find((each) => each.column === undefined && keyOf(each.table) === keyOf(rename.table))?.to;
    const table = {
      ...rename.table,
      name: rename.column === undefined ? rename.table.name : (owner ?? rename.table.name),
    };
    if (isPlaceIn(after, rename.column === undefined ? { table } : { table, column: rename.column })) {
      refuse(
        rename,
        `and the schema has another ${quoted(rename.column ?? rename.table.name)}`,
        'make two migrations: take the new one out of the schema, run "orm migration:diff", and put it in again',
      );
    }
  }
}

/** A new name must be one of the schema, and free. */
export function checkTarget(
  reporter: Reporter,
  rename: Rename,
  all: readonly Rename[],
  before: DatabaseShape,
  after: DatabaseShape,
): void {
  const { table, column, to } = rename;
  const what = column === undefined ? 'table' : 'column';
  const refuse = (problem: string, help: string): void =>
    reporter.error({
      code: 'migration/rename',
      message: `--rename ${quoted(`${wordsFor(rename)}=${to}`)}: ${problem}`,
      help,
    });
  const owner = all.find((each) => each.column === undefined && keyOf(each.table) === keyOf(table))?.to ?? table.name;
  const wanted = tableNamed(after, { ...table, name: column === undefined ? to : owner });
  const isThere = (found: TableShape | undefined): boolean =>
    column === undefined ? found !== undefined : found?.columns.some(({ name }) => name === to) === true;
  if (!isThere(wanted)) {
    refuse(`the schema has no ${what} ${quoted(to)}`, 'the new name is the one that stands in the schema');
  } else if (isThere(tableNamed(before, { ...table, name: column === undefined ? to : table.name }))) {
    refuse(
      `the migrations have a ${what} ${quoted(to)} already`,
      'free that name in a migration of its own: take the other change back, run "orm migration:diff", and make it then',
    );
  }
}

const tableNamed = ({ tables }: DatabaseShape, name: ObjectName): TableShape | undefined =>
  tables.find((table) => keyOf(table) === keyOf(name));

type ReportBoth = (thing: Table | Column, old: Said['drops'][number]) => void;

/** Old and new name are both there. */
function refuseBoth(reporter: Reporter, thing: Table | Column, old: Said['drops'][number]): void {
  const what = old.column === undefined ? 'table' : 'column';
  const oldName = quoted(old.column ?? old.table.name);
  reportTo(reporter)({
    severity: 'error',
    code: 'migration/renamed-from',
    origin: thing.origin,
    attribute: 'renamedFrom',
    message: `the migrations have both ${what}s: ${oldName} and ${quoted(thing.name)}`,
    help: [
      `${oldName} goes: --drop ${wordsFor(old)}, which erases what is in it, or take renamedFrom out`,
      `${oldName} becomes ${quoted(thing.name)}: free that name in a migration of its own: take this change back, run "orm migration:diff", and make it then`,
    ].join('\n'),
  });
}

/** What `renamedFrom` says, where it has not happened yet. */
export function schemaRenames(
  reportBoth: ReportBoth,
  { tables }: Database,
  before: DatabaseShape,
  after: DatabaseShape,
  { renames: given, drops }: Said,
): readonly Rename[] {
  const place = ({ schema }: Table, name: string): ObjectName => (schema === undefined ? { name } : { schema, name });
  const both: ReportBoth = (thing, old) => {
    // It was renamed long ago, and another that got the old name since then goes on purpose.
    const goes = drops.some((each) => keyOf(each.table) === keyOf(old.table) && each.column === old.column);
    if (!goes) reportBoth(thing, old);
  };
  const old = tablesByKey(before);
  const tableBefore = (table: Table, name: string): TableShape | undefined => old.get(keyOf(place(table, name)));
  return tables
    .filter(({ skipSql }) => !skipSql)
    .flatMap((table): Rename[] => {
      const said = given.find(
        (each) => each.column === undefined && each.to === table.name && each.table.schema === table.schema,
      )?.table.name;
      const isNew = tableBefore(table, table.name) === undefined;
      const source = table.renamedFrom === undefined ? undefined : tableBefore(table, table.renamedFrom);
      // Where the old name is one of the schema, too, the new one was given long ago.
      if (source !== undefined && !isNew && !isPlaceIn(after, { table: source })) both(table, { table: source });
      const own: Rename[] =
        source !== undefined && isNew && said === undefined
          ? [{ table: place(table, source.name), to: table.name }]
          : [];
      const was = tableBefore(table, said ?? (own.length > 0 ? (source?.name ?? '') : table.name));
      if (was === undefined) return own;
      const has = (name: string): boolean => was.columns.some((column) => column.name === name);
      const columns = table.columns.flatMap((column): Rename[] => {
        const { name, renamedFrom } = column;
        if (renamedFrom === undefined || !has(renamedFrom)) return [];
        const isBack = table.columns.some((other) => other.name === renamedFrom);
        if (has(name) && !isBack) both(column, { table: was, column: renamedFrom });
        const isGiven = given.some((each) => keyOf(each.table) === keyOf(was) && each.column === renamedFrom);
        return isGiven || has(name) ? [] : [{ table: place(table, was.name), column: renamedFrom, to: name }];
      });
      return [...own, ...columns];
    });
}

/** The renames, after asking for what nobody has said; without a terminal that is an error. */
export async function askRenames(
  context: Context,
  { check, json }: Pick<CommandOptions, 'check' | 'json'>,
  database: Database,
  before: DatabaseShape,
  after: DatabaseShape,
  given: Said,
  isAsked: (doubt: Doubt) => boolean = () => true,
): Promise<readonly Rename[]> {
  let said = given;
  const { terminal, reporter } = context;
  const doubts = (): readonly Doubt[] => doubtsOf(before, after, said).filter(isAsked);
  // Whether a table has a new name decides which columns there are to ask about.
  for (;;) {
    const [doubt] = doubts();
    if (doubt === undefined || reporter.hasErrors) break;
    if (!terminal.interactive || check || json) {
      for (const each of doubts()) reportDoubt(context, database, each, said);
      break;
    }
    said = await ask(context, doubt, said);
  }
  return said.renames;
}

async function ask(context: Context, doubt: Doubt, said: Said): Promise<Said> {
  const { table, column, candidates } = doubt;
  const it = column === undefined ? { table } : { table, column };
  const what = column === undefined ? 'table' : `column of ${printable(written(table))}`;
  for (const to of candidates) {
    const question = `${quoted(column ?? written(table))} is gone and ${quoted(to)} is new: is it the same ${what}, with a new name?`;
    const answer = await askFact(context.terminal, question);
    if (answer === 'cancelled') throw cancelled();
    if (answer === 'yes') return { ...said, renames: [...said.renames, { ...it, to }] };
  }
  const question = `Then ${quoted(wordsFor(it))} goes, with everything in it. Drop it?`;
  if ((await askFact(context.terminal, question)) !== 'yes') throw cancelled();
  return { ...said, drops: [...said.drops, it] };
}

const cancelled = (): Error => failure({ code: 'migration/cancelled', message: 'cancelled: nothing was written' });

function reportDoubt({ reporter }: Context, database: Database, doubt: Doubt, said: Said): void {
  const { table, column, candidates } = doubt;
  const [first = ''] = candidates;
  const newName =
    said.renames.find((each) => each.column === undefined && keyOf(each.table) === keyOf(table))?.to ?? table.name;
  const ownerName = column === undefined ? first : newName;
  const owner = database.tables.find(({ schema, name }) => name === ownerName && schema === table.schema);
  const thing = column === undefined ? owner : owner?.columns.find(({ name }) => name === first);
  const rest = candidates.slice(1).map((name) => quoted(name));
  const others = rest.length > 0 ? ` (or ${rest.join(', ')})` : '';
  const message =
    column === undefined
      ? `is ${quoted(first)}${others} a new table, or ${quoted(written(table))} with a new name?`
      : `is ${quoted(first)}${others} of ${printable(newName)} a new column, or ${quoted(column)} with a new name?`;
  const help = `a new name: --rename ${wordsFor(doubt)}=${first}, or renamedFrom=${quoted(column ?? table.name)} in the schema\na new ${column === undefined ? 'table' : 'column'}: --drop ${wordsFor(doubt)}, which erases what is in it`;
  const details = { severity: 'error', code: 'migration/new-name', message, help } as const;
  if (thing === undefined) reporter.add(details);
  else reportTo(reporter)({ ...details, origin: thing.origin, attribute: 'name' });
}
