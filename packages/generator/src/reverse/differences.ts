import type { Column, Database, ForeignKey, Index, ReferentialAction, Table } from '../model/model.js';
import { isRequiredType } from '../model/native-type.js';
import type { Introspection } from '../platforms/introspection.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { checkDifferences, labelDifference } from './check-differences.js';
import { catalogText, defaultText, sameDefault } from './default-difference.js';
import { shownName } from './draft.js';
import { sameExpression } from './expression-difference.js';
import { indexDifferences, keyText, withoutWholePrefixes } from './index-differences.js';
import { partitionDifference } from './partition-difference.js';
import { settingDifferences } from './setting-differences.js';
import { valueDifference, viewDifference } from './statement-differences.js';
import { typeDifferences } from './type-differences.js';

/** Something in which a database is not what the schema of a project says. */
export interface SchemaDifference {
  readonly kind:
    | 'table'
    | 'column'
    | 'type'
    | 'nullability'
    | 'default'
    | 'numbering'
    | 'primary key'
    | 'index'
    | 'unique'
    | 'check'
    | 'labels'
    | 'generated'
    | 'comment'
    | 'engine'
    | 'collation'
    | 'partitioning'
    | 'view'
    | 'foreign key'
    | 'enum type'
    | 'domain';
  readonly status: 'missing' | 'extra' | 'different';
  /** With its schema, where it has one. The type itself for a type. */
  readonly table: string;
  /** What it is in the table: a column, or the columns of a key. The table itself for a table. */
  readonly name: string;
  /** One sentence without a full stop: what the schema says and what the database has. */
  readonly what: string;
}

/** Both models come from the front end: one from the files of the project, one from what was read of the database. */
export interface Compared {
  readonly model: Database;
  readonly reversed: Database;
  readonly platform: Platform;
  readonly platformOptions: PlatformOptions;
  readonly introspection: Introspection;
  /** As the catalog has them. */
  readonly usualCollations: readonly string[];
  /** The views of the database by their shown names, with their SQL where the database keeps it as it was written. */
  readonly views?: ReadonlyMap<string, string | undefined>;
}

/** What the vendor would be told of the model. */
interface Told {
  /** Whether it makes the foreign keys of a table: MyISAM has none. */
  readonly keeps: (table: Table) => boolean;
  /** Whether it indexes beginnings of columns. */
  readonly prefixes: boolean;
}

/**
 * In what a database differs from the schema of a project. What is compared is what the vendor would be told: types as SQL,
 * keys by their columns. Names of keys and indexes are ignored here, and expressions of defaults are compared
 * only where two texts can be: a database prints them in its own way.
 */
export function schemaDifferences(compared: Compared): readonly SchemaDifference[] {
  const { model, reversed } = compared;
  const differences: SchemaDifference[] = [...typeDifferences(compared)];
  const found = new Map(reversed.tables.map((table) => [keyOf(table), table]));
  const tables = model.tables.map((table) => withoutWholePrefixes(table, compared));
  const told = toldOf({ ...compared, model: { ...model, tables } });
  for (const table of tables) {
    const other = found.get(keyOf(table));
    found.delete(keyOf(table));
    if (table.viewSql !== undefined) differences.push(...viewDifferences(table, compared));
    if (table.skipSql) continue;
    if (other !== undefined) differences.push(...tableDifferences(table, other, compared, told));
    else differences.push(whole('missing', table, 'the schema has it, the database does not'));
  }
  for (const table of found.values()) {
    differences.push(whole('extra', table, 'the database has it, the schema does not'));
  }
  return differences;
}

/** A view that is missing or another one: by its text where the database keeps it, else by the values in it. */
function viewDifferences(view: Table, { views, introspection, platform }: Compared): SchemaDifference[] {
  const name = shownName(view.schema, view.name);
  const at = { kind: 'view', table: name, name } as const;
  if (views?.has(name) !== true) {
    return [{ ...at, status: 'missing', what: 'the schema has the view, the database does not' }];
  }
  const [mine, its] = [view.viewSql ?? '', views.get(name)];
  const what =
    introspection.keepsViews === true ? viewDifference(mine, its) : valueDifference(mine, its, platform.script);
  return what === undefined ? [] : [{ ...at, status: 'different', what }];
}

/** Prints the model with and without the sizes in its indexes: where nothing changes, they mean nothing. */
function toldOf({ model, platform, platformOptions }: Compared): Told {
  const print = (tables: readonly Table[]): string => platform.ddl({ ...model, tables }, platformOptions);
  const whole = (index: Index): Index => ({
    ...index,
    columns: index.columns.map((part) => ({ ...part, size: undefined })),
  });
  const sized = model.tables.find((table) =>
    [...[...table.indexes, ...table.uniques].flatMap(({ columns }) => columns), ...table.primaryKeyParts].some(
      ({ size }) => size !== undefined,
    ),
  );
  const bare = sized && {
    ...sized,
    primaryKeyParts: sized.primaryKeyParts.map((part) => ({ ...part, size: undefined })),
    indexes: sized.indexes.map(whole),
    uniques: sized.uniques.map(whole),
  };
  const prefixes = sized === undefined || bare === undefined || print([sized]) !== print([bare]);
  return {
    prefixes,
    keeps: (table) => table.foreignKeys.length > 0 && print([table]) !== print([{ ...table, foreignKeys: [] }]),
  };
}

const keyOf = ({ schema, name }: Table): string => JSON.stringify([schema ?? null, name]);

function whole(status: SchemaDifference['status'], table: Table, what: string): SchemaDifference {
  const name = shownName(table.schema, table.name);
  return { kind: 'table', status, table: name, name, what };
}

function tableDifferences(table: Table, other: Table, compared: Compared, told: Told): SchemaDifference[] {
  const owner = shownName(table.schema, table.name);
  const at = (
    kind: SchemaDifference['kind'],
    status: SchemaDifference['status'],
    name: string,
    what: string,
  ): SchemaDifference => ({ kind, status, table: owner, name, what });
  const differences: SchemaDifference[] = [];
  differences.push(...settingDifferences(table, other, compared, at));
  const left = new Map(other.columns.map((column) => [column.name, column]));
  for (const column of table.columns) {
    const its = left.get(column.name);
    left.delete(column.name);
    if (its === undefined) {
      differences.push(at('column', 'missing', column.name, 'the database does not have it'));
      continue;
    }
    for (const [kind, what] of columnDifferences(column, [other, its], compared))
      differences.push(at(kind, 'different', column.name, what));
    const numbering = numberingDifference([table, column], [other, its], compared.introspection);
    if (numbering !== undefined) differences.push(at('numbering', 'different', column.name, numbering));
  }
  for (const name of left.keys()) differences.push(at('column', 'extra', name, 'the schema does not have it'));
  const [key, itsKey] = [keyText(table, told), keyText(other, told)];
  if (key !== itsKey) {
    const what = `the schema has (${key}), the database (${itsKey})`;
    differences.push(
      at('primary key', key === '' ? 'extra' : itsKey === '' ? 'missing' : 'different', key || itsKey, what),
    );
  }
  const { primaryKeyName } = table;
  if (primaryKeyName !== undefined && itsKey !== '' && compared.introspection.namesKeys) {
    const its = other.primaryKeyName;
    const what = `the schema names it ${primaryKeyName}, the database ${its ?? 'as it is named by default'}`;
    if (its !== primaryKeyName) differences.push(at('primary key', 'different', key, what));
  }
  for (const kind of ['unique', 'index'] as const) {
    const [mine, its] = kind === 'unique' ? [table.uniques, other.uniques] : [table.indexes, other.indexes];
    // Vendors that need an index for a foreign key make one, in the order of the key that it points at.
    const inAnyOrder = (list: string): string => list.split(', ').sort().join(', ');
    const made = table.foreignKeys.map(({ columns }) => inAnyOrder(names(columns.map(({ local }) => local))));
    const reading = { ...compared, prefixes: told.prefixes };
    for (const { status, name, what } of indexDifferences(mine, its, reading)) {
      if (status === 'extra' && kind === 'index' && made.includes(inAnyOrder(name))) continue;
      // One that is named like such an index is read as that.
      if (status === 'missing' && kind === 'index' && unwrittenIndexes(other, compared).includes(name)) continue;
      differences.push(at(kind, status, name, what));
    }
  }
  const partitioning = partitionDifference(table.partitionBy, other.partitionBy);
  if (partitioning !== undefined) differences.push(at('partitioning', partitioning.status, owner, partitioning.what));
  differences.push(...checkDifferences(table, other, compared, at));
  differences.push(...foreignKeyDifferences(table, other, told, at));
  return differences;
}

/** The columns of the indexes that the vendor is told of though the table does not name them. */
function unwrittenIndexes(table: Table, { reversed, platform, platformOptions }: Compared): string[] {
  const [shape] = platform.shape({ ...reversed, tables: [table] }, platformOptions).tables;
  const written = new Set([...table.indexes, ...table.uniques].map(({ name }) => name));
  const unwritten = shape?.indexes.filter(({ kind, name }) => kind === 'index' && !written.has(name)) ?? [];
  return unwritten.map(({ parts }) => parts.map(({ column }) => column).join(', '));
}

const names = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');

function unmatched(mine: readonly string[], its: readonly string[]): { status: 'missing' | 'extra'; name: string }[] {
  return [
    ...mine.filter((name) => !its.includes(name)).map((name) => ({ status: 'missing' as const, name })),
    ...its.filter((name) => !mine.includes(name)).map((name) => ({ status: 'extra' as const, name })),
  ];
}

function columnDifferences(
  column: Column,
  [owner, other]: Placed,
  { platform, platformOptions, introspection }: Compared,
): (readonly [SchemaDifference['kind'], string])[] {
  const sqlType = (each: Column): string => each.sqlType ?? platform.columnType(each, platformOptions);
  const [mine, its] = [sqlType(column), sqlType(other)];
  const differences: (readonly [SchemaDifference['kind'], string])[] = [];
  if (!introspection.sameType(typeText(mine), typeText(its)))
    differences.push(['type', `the schema makes it ${mine}, the database has ${its}`]);
  // The labels of an enum type are compared once, as those of the type.
  else if (column.nativeType === undefined || other.nativeType === undefined) {
    const labels = labelDifference(column, other);
    if (labels !== undefined) differences.push(['labels', labels]);
  }
  // What a domain says is said of the domain.
  const byDomain = [column, other].some((each) => each.notNull && isRequiredType(each.nativeType));
  // A column that the vendor numbers is NOT NULL by itself; with a sequence, which is only a default, it is not.
  const byNumbering = column.autoIncrement && other.autoIncrement && other.notNull && owner.sequence === undefined;
  if (column.notNull !== other.notNull && !byDomain && !byNumbering) {
    differences.push([
      'nullability',
      column.notNull
        ? 'required in the schema, NULL is allowed in the database'
        : 'NULL is allowed in the schema, not in the database',
    ]);
  }
  const generated = generatedDifference(column, other, platform.script);
  if (generated !== undefined) differences.push(['generated', generated]);
  if (!(hasDomainDefault(column) && hasDomainDefault(other)) && !sameDefault(column, other, platform.script)) {
    differences.push(['default', `the schema has ${defaultText(column)}, the database ${defaultText(other)}`]);
  }
  return differences;
}

type Placed = readonly [Table, Column];

function numberingDifference([table, mine]: Placed, [other, its]: Placed, introspection: Introspection) {
  const [reuses, itReuses] = [table, other].map((each) => introspection.reusesNumbers?.(each) === true);
  if (mine.autoIncrement && !its.autoIncrement) return 'the database does not number it';
  if (!mine.autoIncrement) return its.autoIncrement && !itReuses ? 'the database numbers it' : undefined;
  if (reuses === itReuses) return undefined;
  const [never, may] = ['never gives a number twice', 'may give the number of a deleted row again'];
  return itReuses ? `the schema ${never}, the database ${may}` : `the schema ${may}, the database ${never}`;
}

function generatedDifference(column: Column, other: Column, script: ScriptDialect): string | undefined {
  const [mine, its] = [column.generated, other.generated];
  if (mine === undefined || its === undefined) {
    if (mine === its) return undefined;
    return its === undefined
      ? `the schema generates it by ${mine?.sql ?? ''}, the database does not generate it`
      : `the schema does not generate it, the database does by ${its.sql}`;
  }
  const kind = (stored: boolean): string => (stored ? 'stored' : 'virtual');
  if (mine.stored !== its.stored) return `${kind(mine.stored)} in the schema, ${kind(its.stored)} in the database`;
  if (sameExpression(mine.sql, its.sql, script)) return undefined;
  return `the schema generates it by ${mine.sql}, the database by ${its.sql}`;
}

/** A default that a column has from its domain, and that is said of the domain. */
const hasDomainDefault = ({ nativeType, default: given }: Column): boolean =>
  nativeType?.kind === 'domain' && JSON.stringify(nativeType.default) === JSON.stringify(given);

/** A person may have written `varchar (120)`. */
const typeText = (sql: string): string => catalogText(sql).replaceAll(/\s+\(/g, '(');

export type At = (
  kind: SchemaDifference['kind'],
  status: SchemaDifference['status'],
  name: string,
  what: string,
) => SchemaDifference;

function foreignKeyDifferences(table: Table, other: Table, { keeps }: Told, at: At): SchemaDifference[] {
  // What the vendor leaves out of the SQL cannot be missing.
  const mine = keeps(table) ? table.foreignKeys.filter((key) => key.constraint) : [];
  const its = other.foreignKeys.filter((key) => key.constraint);
  const differences = unmatched(mine.map(foreignKeyText), its.map(foreignKeyText)).map(({ status, name }) =>
    at(
      'foreign key',
      status,
      name,
      status === 'missing' ? 'the database does not have it' : 'the schema does not have it',
    ),
  );
  for (const key of mine) {
    const twin = its.find((candidate) => foreignKeyText(candidate) === foreignKeyText(key));
    if (twin === undefined || actions(key) === actions(twin)) continue;
    const what = `the schema has ${actions(key)}, the database ${actions(twin)}`;
    differences.push(at('foreign key', 'different', foreignKeyText(key), what));
  }
  return differences;
}

function foreignKeyText({ columns, foreignTable }: ForeignKey): string {
  const pairs = columns.map(({ local, foreign }) => `${local.name} → ${foreign.name}`).sort();
  return `${shownName(foreignTable.schema, foreignTable.name)}: ${pairs.join(', ')}`;
}

/** RESTRICT and NO ACTION differ only in when they refuse, and some vendors take one for the other. */
function actions({ onDelete, onUpdate }: ForeignKey): string {
  const word = (action: ReferentialAction | undefined): string =>
    action === undefined || action === 'RESTRICT' ? 'NO ACTION' : action;
  return `ON DELETE ${word(onDelete)} ON UPDATE ${word(onUpdate)}`;
}
