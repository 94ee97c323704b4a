import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../../changes/apply.js';
import type { Change } from '../../changes/change.js';
import { compareShapes } from '../../changes/compare.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { joinedRenames, lastingRenames } from '../../migrations/amend.js';
import { type MigrationFiles, migrationFiles } from '../../migrations/files.js';
import { type Fills, fillName, fillsOf, isRequired } from '../../migrations/fill.js';
import { type Migration, type MigrationFile, migrationName } from '../../migrations/migration.js';
import { splitChanges } from '../../migrations/split.js';
import type { Database } from '../../model/model.js';
import { namesInFolder, readMigrations, readTexts } from '../../output/migration-folder.js';
import { type Alteration, loadAlteration } from '../../platforms/alteration.js';
import { CannotAlter } from '../../platforms/operation.js';
import type { Platform, PlatformOptions } from '../../platforms/platform.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { BuiltModel } from '../../schema/models.js';
import { shownFolder } from '../build-report.js';
import type { CommandOptions, Context } from '../command.js';
import { saidFills } from './fills.js';
import { foldedState, refuseOtherVendors } from './folded.js';
import { askRenames, saidNames } from './names.js';

/** What migration:diff does for a database. */
export interface PlannedMigration {
  readonly database: string;
  readonly adapter: string;
  readonly name: string;
  /** None where schema and migrations agree. */
  readonly changes: readonly Change[];
  readonly files: readonly MigrationFile[];
  /** Whether the migration is there already and is written anew, or taken away where nothing is left of it. */
  readonly amends: boolean;
}

/** Compares the schema of a database with its migrations in a folder. */
export async function planMigration(
  context: Context,
  options: CommandOptions,
  { database, platform }: BuiltModel,
  folder: string,
  platformOptions: PlatformOptions,
): Promise<readonly PlannedMigration[]> {
  const { reporter } = context;
  const own = join(folder, database.name);
  const migrations = await readMigrations(own, shownFolder(context.cwd, own));
  refuseOtherVendors(migrations, platform.adapter, database.name);
  const before = foldedState(database.name, migrations);
  const after = platform.shape(database, platformOptions);
  const said = saidNames(reporter, options, database, before, after);
  const renames = await askRenames(context, options, database, before, after, said);
  const planned = { database: database.name, adapter: platform.adapter };
  if (reporter.hasErrors) return [];

  const alteration = await loadAlteration(platform.adapter);
  noteLists(reporter, database, compareShapes(before, after, renames));
  const newest = options.amend ? migrations.at(-1) : undefined;
  if (newest === undefined) {
    const changes = compareShapes(before, after, renames);
    const fills = await saidFills(reporter, options, changes, platform.adapter);
    refuseWithoutValues(reporter, changes, fills);
    const names = migrations.map(({ name }) => name);
    const name = migrationName(new Date(), options.name, names);
    const write = (own: string, from: DatabaseShape, some: readonly Change[]): PlannedMigration => ({
      ...planned,
      name: own,
      changes: some,
      files: some.length === 0 ? [] : printed(reporter, own, from, some, platform, alteration, fillsOf(some, fills)),
      amends: false,
    });
    const { expand, contract } = options.split ? splitChanges(before, changes) : { expand: changes, contract: [] };
    if (contract.length === 0 || expand.length === 0) return [write(name, before, changes)];
    const later = migrationName(new Date(), `${options.name ?? ''} contract`, [...names, name]);
    return [write(name, before, expand), write(later, applyChanges(before, expand), contract)];
  }
  const base = foldedState(database.name, migrations.slice(0, -1));
  const joined = lastingRenames(joinedRenames(base, newest.changes, renames), after);
  const changes = compareShapes(base, after, joined);
  const fills = await saidFills(reporter, options, changes, platform.adapter, newest.fills);
  refuseWithoutValues(reporter, changes, fills);
  const { name } = newest;
  if (isDeepStrictEqual([changes, fills], [newest.changes, newest.fills]))
    return [{ ...planned, name, changes: [], files: [], amends: false }];
  await refuseEdited(join(own, name), newest, base, platform, alteration);
  const files = changes.length === 0 ? [] : printed(reporter, name, base, changes, platform, alteration, fills);
  return [{ ...planned, name, changes, files, amends: true }];
}

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

/** Rows that are there would have no value; MySQL would make one up. */
function refuseWithoutValues(reporter: Reporter, changes: readonly Change[], fills: Fills | undefined): void {
  for (const change of changes) {
    if (!isRequired(change) || change.before !== undefined || change.after === undefined) continue;
    if (fills?.[fillName(change)] !== undefined) continue;
    const { default: value, generated, identity, sequence } = change.after;
    if ([value, generated, identity, sequence].some((each) => each !== undefined)) continue;
    reporter.error({
      code: 'migration/needs-values',
      message: `${quoted(`${change.table ?? ''}.${change.name}`)} is new and required, and rows that are there have no value for it`,
      help: `say what they get, such as --fill "${printable(fillName(change))}=''"; or give the column a default`,
    });
  }
}

/** What a person wrote into a migration would be gone. */
async function refuseEdited(
  folder: string,
  { name, changes, fills }: Migration,
  base: DatabaseShape,
  platform: Platform,
  alteration: Alteration,
): Promise<void> {
  const { files } = migrationFiles(name, base, changes, platform, alteration, fills);
  const texts = await readTexts(
    folder,
    files.map((file) => file.name),
  );
  const edited =
    files.find((file, at) => texts[at]?.replaceAll('\r\n', '\n') !== file.content)?.name ??
    (await namesInFolder(folder)).find((own) => !files.some((file) => file.name === own));
  if (edited === undefined) return;
  throw failure({
    code: 'migration/edited',
    message: `migration ${quoted(name)} cannot be amended: ${printable(edited)} is not as orm wrote it`,
    help: 'run "orm migration:diff" without --amend: it writes another migration',
  });
}

/** What a vendor cannot do is no fault of ours. */
function printed(reporter: Reporter, ...given: Parameters<typeof migrationFiles>): readonly MigrationFile[] {
  const { files, noDown } = possible(given);
  if (noDown !== undefined) {
    reporter.warning({
      code: 'migration/no-down',
      message: `the migration cannot be undone: ${printable(noDown)}`,
      help: 'write what undoes it into down.sql, if there is a way',
    });
  }
  return files;
}

function possible(given: Parameters<typeof migrationFiles>): MigrationFiles {
  try {
    return migrationFiles(...given);
  } catch (error) {
    if (!(error instanceof CannotAlter)) throw error;
    throw failure({
      code: 'migration/impossible',
      message: printable(error.message),
      help: 'take that change back; or make another column or table in one migration, move the values, and drop the old one in the next',
    });
  }
}
