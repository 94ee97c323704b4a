import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../../changes/apply.js';
import type { Change } from '../../changes/change.js';
import { compareShapes, sharing } from '../../changes/compare.js';
import { keyOf } from '../../changes/state.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { lastingRenames } from '../../migrations/amend.js';
import { declarationsOf, declaredBy, foldDeclarations } from '../../migrations/declarations.js';
import { changeLine } from '../../migrations/describe.js';
import { type ChangeEffect, changeEffects } from '../../migrations/effects.js';
import { type MigrationFiles, migrationFiles } from '../../migrations/files.js';
import { type Fills, fillName, fillsOf, isRequired } from '../../migrations/fill.js';
import { headsOf } from '../../migrations/lineage.js';
import { schemaChanges } from '../../migrations/mapping.js';
import { type Migration, type MigrationFile, migrationName, renamedMigration } from '../../migrations/migration.js';
import { canBeLeftOut, splitChanges } from '../../migrations/split.js';
import { kindOf } from '../../migrations/value-checks.js';
import type { Database } from '../../model/model.js';
import { isLeftBehind, namesInFolder, readMigrations, readTexts } from '../../output/migration-folder.js';
import { type Alteration, loadAlteration } from '../../platforms/alteration.js';
import { CannotAlter } from '../../platforms/operation.js';
import type { Platform, PlatformOptions } from '../../platforms/platform.js';
import { type DatabaseShape, type ObjectName, said } from '../../platforms/shape.js';
import type { BuiltModel } from '../../schema/models.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context } from '../command.js';
import { counted } from '../summary.js';
import { decidedNames } from './earlier-names.js';
import { saidFills } from './fills.js';
import { foldedState, refuseOtherVendors } from './folded.js';
import type { Missed } from './missed.js';

/** What migration:diff does for a database. */
export interface PlannedMigration {
  readonly database: string;
  readonly adapter: string;
  readonly name: string;
  /** The name that it had, where it gets another one. */
  readonly formerName?: string;
  /** None where schema and migrations agree. */
  readonly changes: readonly Change[];
  /** What each of them does to others. */
  readonly effects: readonly ChangeEffect[];
  readonly files: readonly MigrationFile[];
  /** Whether the migration is there already and is written anew, or taken away where nothing is left of it. */
  readonly amends: boolean;
  /** What this version of orm says in another way of an unchanged schema, and is not planned. */
  readonly mapping: readonly Change[];
}

/** What a database is, in the words of everything that is known of it, once these migrations have run there. */
export type ReadState = (known: DatabaseShape, migrations: readonly string[]) => Promise<DatabaseShape>;

/** How a migration is planned. */
export interface PlanOptions {
  readonly online: boolean;
  /** Whether no other database is looked at: then a name is meant for this one, even where nothing else has changed. */
  readonly isOnly: boolean;
  /** Hears of options that name nothing here: another database may have it. */
  readonly missed: Missed | undefined;
  /** Where the changes come from a database, and not from the schema. */
  readonly read: ReadState | undefined;
}

/** What migrations or the schema speak of: the rest of a database is somebody else's. */
function knownTo(before: DatabaseShape, wanted: DatabaseShape): DatabaseShape {
  const both = <Named extends ObjectName>(some: readonly Named[], more: readonly Named[]): Named[] => {
    const known = new Set(some.map(keyOf));
    return [...some, ...more.filter((object) => !known.has(keyOf(object)))];
  };
  return {
    ...before,
    schemas: [...new Set([...before.schemas, ...wanted.schemas])],
    extensions: both(before.extensions, wanted.extensions),
    types: both(before.types, wanted.types),
    tables: both(before.tables, wanted.tables),
    views: both(before.views, wanted.views),
  };
}

/** Compares the schema of a database with its migrations in a folder. */
export async function planMigration(
  context: Context,
  options: CommandOptions,
  { database, platform }: BuiltModel,
  folder: string,
  platformOptions: PlatformOptions,
  { online, isOnly, missed, read }: PlanOptions,
): Promise<readonly PlannedMigration[]> {
  const { reporter } = context;
  const own = join(folder, database.name);
  const shown = shownFolder(context.cwd, own);
  const migrations = await readMigrations(own, shown, reporter);
  refuseOtherVendors(migrations, platform.adapter, database.name);
  const before = foldedState(database.name, migrations);
  const wanted = sharing(before, platform.shape(database, platformOptions));
  const names = migrations.map(({ name }) => name);
  const target = read === undefined ? wanted : await read(knownTo(before, wanted), names);
  const newest = options.amend ? migrations.at(-1) : undefined;
  const base = newest && foldedState(database.name, migrations.slice(0, -1));
  const { renames, amended: newNames } = await decidedNames(
    context,
    options,
    database,
    before,
    target,
    base && { base, changes: newest.changes },
    missed,
  );
  if (reporter.hasErrors) return [];
  const now = declarationsOf(database, platformOptions);
  const { after, mapping } =
    read !== undefined || options.adoptMapping
      ? { after: target, mapping: [] }
      : schemaChanges(before, target, () => foldDeclarations(migrations), now, renames);
  const planned = { database: database.name, adapter: platform.adapter, mapping };
  /** A database says nothing of what the schema says. */
  const declared = (earlier: readonly Migration[], changes: readonly Change[]): Pick<Migration, 'declared'> =>
    read === undefined ? said({ declared: declaredBy(earlier, changes, now) }) : {};
  noteMapping(reporter, database.name, mapping);

  const alteration = await loadAlteration(platform.adapter);
  const changes = compareShapes(before, after, renames);
  noteLists(reporter, database, changes);
  if (newest === undefined || base === undefined) {
    const fills = await saidFills(reporter, options, changes, platform.adapter, {}, missed);
    refuseWithoutValues(reporter, changes, fills);
    const heads = headsOf(migrations);
    const name = changes.length === 0 ? '' : migrationName(new Date(), options.name, names);
    const write = (
      own: string,
      from: DatabaseShape,
      some: readonly Change[],
      follows: readonly string[],
      saying: Pick<Migration, 'declared'>,
    ): PlannedMigration => ({
      ...planned,
      name: own,
      changes: some,
      ...printed(reporter, own, from, some, platform, alteration, {
        ...said({ fills: fillsOf(some, fills), follows }),
        ...saying,
        online,
      }),
      amends: false,
    });
    const { expand, contract } = options.split ? splitChanges(before, changes) : { expand: changes, contract: [] };
    if (contract.length === 0 || expand.length === 0)
      return [write(name, before, changes, heads, declared(migrations, changes))];
    const later = migrationName(new Date(), `${options.name ?? ''} contract`, [...names, name]);
    const saying = declared([...migrations, { name, changes: expand }], contract);
    return [
      write(name, before, expand, heads, {}),
      { ...write(later, applyChanges(before, expand), contract, [name], saying), mapping: [] },
    ];
  }
  const amended = compareShapes(base, after, lastingRenames(newNames, after));
  const fills = await saidFills(reporter, options, amended, platform.adapter, newest.fills, missed);
  refuseWithoutValues(reporter, amended, fills);
  const { name: formerName } = newest;
  const name =
    options.name === undefined || amended.length === 0
      ? formerName
      : renamedMigration(formerName, options.name, names.slice(0, -1));
  if (isDeepStrictEqual([amended, fills], [newest.changes, newest.fills]) && (name === formerName || !isOnly))
    return [{ ...planned, name: formerName, changes: [], effects: [], files: [], amends: false }];
  await refuseEdited(
    join(own, formerName),
    `${shown}/${formerName}`,
    newest,
    base,
    platform,
    alteration,
    amended.length === 0,
  );
  const known = {
    ...said({ fills, follows: newest.follows }),
    ...declared(migrations.slice(0, -1), amended),
    online,
  };
  const written = printed(reporter, name, base, amended, platform, alteration, known);
  const renamed = name === formerName ? {} : { formerName };
  return [{ ...planned, name, ...renamed, changes: amended, ...written, amends: true }];
}

/** An upgrade of the tool must not alter tables. */
function noteMapping(reporter: Reporter, database: string, mapping: readonly Change[]): void {
  if (mapping.length === 0) return;
  const more = mapping.length > SHOWN ? [`… and ${String(mapping.length - SHOWN)} more`] : [];
  reporter.note({
    code: 'migration/mapping',
    message: `${counted(mapping.length, 'difference')} of ${quoted(database)} ${mapping.length === 1 ? 'comes' : 'come'} from another version of orm and not from the schema`,
    help: [
      ...mapping.slice(0, SHOWN).map(changeLine),
      ...more,
      'they are not planned; "orm migration:diff --adopt-mapping" plans them',
    ].join('\n'),
  });
}

const SHOWN = 20;

/** Rows of a table that becomes a list are in none until somebody ranks them. */
function noteLists(reporter: Reporter, { tables }: Database, changes: readonly Change[]): void {
  for (const { name, schema, behaviors } of tables) {
    const sortable = behaviors.find((behavior) => behavior.name === 'sortable');
    if (sortable === undefined) continue;
    const rank = sortable.parameters.get('rank_column')?.at(-1) ?? 'sortable_rank';
    const isNew = changes.some(
      (each) =>
        each.kind === 'column' &&
        each.before === undefined &&
        each.name === rank &&
        each.table === name &&
        each.schema === schema,
    );
    if (!isNew) continue;
    reporter.note({
      code: 'migration/unranked',
      message: `${quoted(name)} becomes sortable, and its rows have no ranks yet`,
      help: `when the migration has run: "orm list:check --table ${printable(name)} --rank-unranked" ranks them in the order of the primary key, --rank-unranked=column in that of a column`,
    });
  }
}

/** A value that a column of a kind may get. */
const EXAMPLES: Readonly<Record<string, string>> = {
  number: '0',
  boolean: 'false',
  date: 'CURRENT_DATE',
  datetime: 'CURRENT_TIMESTAMP',
  timestamp: 'CURRENT_TIMESTAMP',
};

/** Rows that are there would have no value; MySQL would make one up. */
function refuseWithoutValues(reporter: Reporter, changes: readonly Change[], fills: Fills | undefined): void {
  for (const change of changes) {
    if (!isRequired(change) || change.before !== undefined || change.after === undefined) continue;
    if (fills?.[fillName(change)] !== undefined) continue;
    if (canBeLeftOut(change.after)) continue;
    reporter.error({
      code: 'migration/needs-values',
      message: `${quoted(`${change.table ?? ''}.${change.name}`)} is new and required, and rows that are there have no value for it`,
      help: `say what they get, such as --fill "${printable(fillName(change))}=${EXAMPLES[kindOf(change.after.type)] ?? "''"}"; or give the column a default`,
    });
  }
}

/** What orm writes into a migration: beside them a person may have put anything, also folders. */
const OWN_FILES: readonly string[] = ['up.sql', 'down.sql', 'checks.sql', 'changes.json'];

/** What a person wrote into a migration would be gone; everything that is in its folder where the whole of it `goes`. */
async function refuseEdited(
  folder: string,
  shown: string,
  { name, changes, ...known }: Migration,
  base: DatabaseShape,
  platform: Platform,
  alteration: Alteration,
  goes: boolean,
): Promise<void> {
  const names = (await namesInFolder(folder)).filter((each) => goes || !isLeftBehind(each));
  const texts = await readTexts(folder, shown, OWN_FILES);
  // It may have been written in either form.
  const [edited, ...others] = [true, false].map((online) => {
    const { files } = migrationFiles(name, base, changes, platform, alteration, { ...known, online });
    const found = (own: string): string | undefined => texts[OWN_FILES.indexOf(own)]?.replaceAll('\r\n', '\n');
    return (
      files.find((file) => found(file.name) !== file.content)?.name ??
      names.find((own) => !files.some((file) => file.name === own))
    );
  });
  if (edited === undefined || others.includes(undefined)) return;
  throw failure({
    code: 'migration/edited',
    message: `migration ${quoted(name)} cannot be amended: ${printable(edited)} is not as orm wrote it`,
    help: isLeftBehind(edited)
      ? 'nothing is left of the migration, and its folder would go with that file: remove the file first'
      : 'run "orm migration:diff" without --amend: it writes another migration',
  });
}

/** The files, and what the changes in them do to others; nothing of no changes. What a vendor cannot do is no fault of ours. */
function printed(
  reporter: Reporter,
  ...given: Parameters<typeof migrationFiles>
): Pick<PlannedMigration, 'files' | 'effects'> {
  const [, , changes, , alteration] = given;
  if (changes.length === 0) return { files: [], effects: [] };
  const { files, operations, noDown } = possible(given);
  if (noDown !== undefined) {
    reporter.warning({
      code: 'migration/no-down',
      message: `the migration cannot be undone: ${printable(noDown)}`,
      help: 'write what undoes it into down.sql, if there is a way',
    });
  }
  return { files, effects: changeEffects(changes, operations, alteration) };
}

function possible(given: Parameters<typeof migrationFiles>): MigrationFiles {
  try {
    return migrationFiles(...given);
  } catch (error) {
    if (!(error instanceof CannotAlter)) throw error;
    throw failure({
      code: 'migration/impossible',
      message: printable(error.message),
      help:
        error.help ??
        'take that change back; or make another column or table in one migration, move the values, and drop the old one in the next',
    });
  }
}
