import { quoted } from '../../diagnostics/printable.js';
import { indexedColumns, uniqueColumns } from '../../model/index-columns.js';
import type { ColumnReference, ReferentialAction } from '../../model/model.js';
import { constraintName, foreignKeyIdentity } from '../../model/names.js';
import { attributeSpan, type Element, elementSpan } from '../element.js';
import { type Context, childrenNamed, fail, flag, value } from './context.js';
import { vendorOf } from './defaults.js';
import type { ColumnDraft, ForeignKeyDraft, TableDraft } from './draft.js';
import { explicitName, findColumn, namedIndex } from './indexes.js';
import type { TableWork } from './table.js';
import { isView } from './views.js';

/** Finds the tables of a database by the names a schema uses for them. */
export class TableFinder {
  readonly #byName = new Map<string, TableWork[]>();
  readonly #works: readonly TableWork[];
  #names: readonly string[] | undefined;

  constructor(works: readonly TableWork[]) {
    this.#works = works;
    for (const work of works) {
      this.#add(work.writtenName, work);
      if (work.table.name !== work.writtenName) this.#add(work.table.name, work);
    }
  }

  #add(name: string, work: TableWork): void {
    const known = this.#byName.get(name);
    if (known) known.push(work);
    else this.#byName.set(name, [work]);
  }

  find(name: string, schema: string | undefined): TableWork | undefined {
    const candidates = this.#byName.get(name) ?? [];
    const inSchema = candidates.find((work) => work.writtenSchema === schema);
    return inSchema ?? (candidates.length === 1 ? candidates[0] : undefined);
  }

  /** The names of all tables, and of those that are written but not built. */
  names(unbuilt: ReadonlySet<string>): readonly string[] {
    this.#names ??= [...this.#works.map((work) => work.writtenName), ...unbuilt];
    return this.#names;
  }
}

const ACTIONS: Readonly<Record<string, ReferentialAction | undefined>> = {
  none: undefined,
  '': undefined,
  cascade: 'CASCADE',
  setnull: 'SET NULL',
  restrict: 'RESTRICT',
  noaction: 'NO ACTION',
  setdefault: 'SET DEFAULT',
};

function action(element: Element, name: string): ReferentialAction | undefined {
  const given = element.attributes[name];
  return given === undefined ? undefined : ACTIONS[given.toLowerCase().replaceAll(' ', '')];
}

/** The foreign keys of a table, resolved on both ends; their relation names come later, when all keys are known. */
export function addForeignKeys(context: Context, work: TableWork, finder: TableFinder): void {
  const known = new Map<string, ForeignKeyDraft>();
  for (const element of childrenNamed(work.element, 'foreign-key')) {
    const key = buildForeignKey(context, work, element, finder);
    if (!key) {
      work.gaps.add('keys');
      continue;
    }
    const name = key.name.toLowerCase();
    const twin = known.get(name);
    if (twin) {
      fail(
        context,
        element,
        element.attributes['name'] === undefined ? undefined : 'name',
        'schema/foreign-key-twice',
        `table ${quoted(work.table.name)} has a foreign key ${quoted(key.name)} already`,
        element.attributes['name'] === undefined
          ? 'it refers from the same columns to the same columns: remove one'
          : 'rename one',
        { message: 'it is here', origin: twin.origin },
      );
      continue;
    }
    known.set(name, key);
    work.table.foreignKeys.push(key);
    (key.foreignTable as TableDraft).referrers.push(key);
  }
}

function buildForeignKey(
  context: Context,
  work: TableWork,
  element: Element,
  finder: TableFinder,
): ForeignKeyDraft | undefined {
  const target = element.attributes['foreignTable'] ?? '';
  // Written and empty, it means a table without a schema.
  const isElsewhere = element.attributes['foreignSchema'] !== undefined;
  const foreign = finder.find(target, isElsewhere ? value(element, 'foreignSchema') : work.writtenSchema);
  if (!foreign) {
    for (const reference of childrenNamed(element, 'reference')) findColumn(context, work, reference, 'local');
    if (context.unbuilt.has(target) || !context.allTablesKnown) return undefined;
    fail(
      context,
      element,
      'foreignTable',
      'schema/unknown-table',
      `there is no table ${quoted(target)}`,
      context.reporter.suggestions.of(target, finder.names(context.unbuilt)) ??
        'add the table, or bring in its file with <external-schema>',
    );
    return undefined;
  }
  const references = childrenNamed(element, 'reference');
  if (references.length === 0) {
    if (context.flaws.mayLack(element, 'reference')) return undefined;
    fail(
      context,
      element,
      undefined,
      'schema/foreign-key',
      'this foreign key has no <reference>',
      'add <reference local="…" foreign="…"/>',
    );
    return undefined;
  }
  const columns: ColumnReference[] = [];
  const constants: { column: ColumnDraft; value: string }[] = [];
  let isWhole = !context.flaws.mayLack(element, 'reference');
  for (const reference of references) {
    const local = findColumn(context, work, reference, 'local');
    const hasForeign = reference.attributes['foreign'] !== undefined;
    const constant = reference.attributes['value'];
    if (context.flaws.has(reference)) {
      if (hasForeign) findColumn(context, foreign, reference, 'foreign');
      isWhole = false;
      continue;
    }
    if (hasForeign === (constant !== undefined)) {
      fail(
        context,
        reference,
        undefined,
        'schema/reference',
        hasForeign ? 'a <reference> has "foreign" or "value", not both' : 'this <reference> needs "foreign" or "value"',
        'write foreign="…" with a column of the referenced table, or value="…" with a constant',
      );
      continue;
    }
    if (constant !== undefined) {
      if (local) constants.push({ column: local, value: constant });
      continue;
    }
    const foreignColumn = findColumn(context, foreign, reference, 'foreign');
    if (!local || !foreignColumn) continue;
    const twice = columns.some((other) => other.local === local)
      ? 'local'
      : columns.some((other) => other.foreign === foreignColumn)
        ? 'foreign'
        : undefined;
    if (twice !== undefined) {
      fail(
        context,
        reference,
        twice,
        'schema/reference',
        `column ${quoted(reference.attributes[twice] ?? '')} is in this foreign key twice`,
        'each <reference> maps another column to another: remove one',
      );
      continue;
    }
    if (local.generated) {
      fail(
        context,
        reference,
        'local',
        'schema/generated',
        `column ${quoted(local.name)} is generated, and so no relation can set it`,
        'refer by an ordinary column',
      );
    }
    if (!checkTypes(context, reference, local, foreignColumn)) context.doubts.addVague(element);
    if ([local, foreignColumn].some(({ origin }) => context.doubts.isVague(origin))) context.doubts.addVague(element);
    columns.push({ local, foreign: foreignColumn });
  }
  if (!isWhole || columns.length + constants.length < references.length) return undefined;
  if (columns.length === 0) {
    fail(
      context,
      element,
      undefined,
      'schema/foreign-key',
      'this foreign key refers to no column',
      'add a <reference> with "foreign"',
    );
    return undefined;
  }
  const onDelete = action(element, 'onDelete');
  const onUpdate = action(element, 'onUpdate');
  checkSetNull(context, element, 'onDelete', onDelete, columns);
  checkSetNull(context, element, 'onUpdate', onUpdate, columns);
  const constraint = !flag(element, 'skipSql') && constants.length === 0 && !work.table.skipSql;
  if (constraint && !context.flaws.isUnknown(element, 'skipSql')) requireKey(context, element, foreign, columns);
  if (context.flaws.has(element)) context.doubts.addVague(element);
  const identity = foreignKeyIdentity(
    foreign.table,
    columns.map((reference) => ({ local: reference.local.name, foreign: reference.foreign.name })),
    constants.map(({ column, value: fixed }) => ({ column: column.name, value: fixed })),
  );
  return {
    name:
      explicitName(context, element) ??
      constraintName(work.table.name, 'fk', identity, context.options.identifierLimit),
    table: work.table,
    foreignTable: foreign.table,
    columns,
    constants,
    onDelete,
    onUpdate,
    constraint,
    relationName: value(element, 'phpName') ?? '',
    backName: value(element, 'refPhpName') ?? '',
    backNamePlural: '',
    oneToOne:
      constants.length === 0 &&
      isUnique(
        work.table,
        columns.map((reference) => reference.local as ColumnDraft),
      ),
    defaultJoin: value(element, 'defaultJoin')?.toUpperCase(),
    php: { interface: value(element, 'interface') },
    vendor: vendorOf(element),
    origin: element,
  };
}

function checkTypes(context: Context, reference: Element, local: ColumnDraft, foreign: ColumnDraft): boolean {
  if (local.sqlType !== undefined || foreign.sqlType !== undefined) return true;
  if (local.family === foreign.family) return checkEnumStorage(context, reference, local, foreign);
  fail(
    context,
    reference,
    'local',
    'schema/reference-type',
    `column ${quoted(local.name)} is ${local.type}, but ${quoted(foreign.name)} that it refers to is ${foreign.type}`,
    'give both the same type',
    { message: 'the referenced column', origin: foreign.origin, attribute: 'type' },
  );
  return false;
}

/** Labels on one side and their positions on the other are never equal. */
function checkEnumStorage(context: Context, reference: Element, local: ColumnDraft, foreign: ColumnDraft): boolean {
  const stored = ({ enumStorage }: ColumnDraft): string => (enumStorage === 'index' ? 'positions' : 'labels');
  if (local.family !== 'enum' || stored(local) === stored(foreign)) return true;
  fail(
    context,
    reference,
    'local',
    'schema/reference-type',
    `column ${quoted(local.name)} stores ${stored(local)} of its ENUM, but ${quoted(foreign.name)} that it refers to stores ${stored(foreign)}`,
    'give both the same enumStorage',
    { message: 'the referenced column', origin: foreign.origin, attribute: 'type' },
  );
  return false;
}

function checkSetNull(
  context: Context,
  element: Element,
  attribute: string,
  to: ReferentialAction | undefined,
  columns: readonly ColumnReference[],
): void {
  const fixed = columns.find(({ local }) => local.notNull);
  if (to !== 'SET NULL' || !fixed) return;
  fail(
    context,
    element,
    attribute,
    'schema/set-null',
    `${attribute} would set column ${quoted(fixed.local.name)} to NULL, but it is required`,
    'remove required="true" (or primaryKey) from the column, or choose another action',
    { message: 'the required column', origin: fixed.local.origin },
  );
}

const sameColumns = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((column) => right.includes(column));

function isUnique(table: TableDraft, columns: readonly ColumnDraft[]): boolean {
  if (sameColumns(table.primaryKey, columns)) return true;
  return table.uniques.some((unique) => {
    const its = uniqueColumns(unique);
    return its !== undefined && sameColumns(its, columns);
  });
}

/** A constraint needs a key to point at: what is no key becomes one, as in Propel, and the build says so. */
function requireKey(
  context: Context,
  element: Element,
  foreign: TableWork,
  references: readonly ColumnReference[],
): void {
  const columns = references.map((reference) => reference.foreign as ColumnDraft);
  if (isView(foreign.element)) {
    fail(
      context,
      element,
      'foreignTable',
      'schema/key-to-view',
      `${quoted(foreign.table.name)} is a view, and no constraint can refer to a view`,
      'set skipSql="true" on the foreign key for a relation without a constraint',
      { message: 'the view', origin: foreign.table.origin, attribute: 'name' },
    );
    return;
  }
  if (foreign.gaps.has('columns') || foreign.gaps.has('indexes') || isUnique(foreign.table, columns)) return;
  const partOfKey =
    foreign.table.primaryKey.length > columns.length &&
    columns.every((column) => foreign.table.primaryKey.includes(column));
  if (partOfKey) {
    fail(
      context,
      element,
      'foreignTable',
      'schema/part-of-key',
      `table ${quoted(foreign.table.name)} has a primary key of ${foreign.table.primaryKey.length} columns, and this refers to ${columns.length} of them`,
      `add a <reference> for ${foreign.table.primaryKey
        .filter((column) => !columns.includes(column))
        .map((column) => quoted(column.name))
        .join(' and ')}`,
    );
    return;
  }
  const partial = foreign.table.uniques.find(
    (each) =>
      each.where !== undefined && each.columns.length === columns.length && sameColumns(indexedColumns(each), columns),
  );
  if (partial) {
    fail(
      context,
      element,
      'foreignTable',
      'schema/partial-unique',
      `the unique ${quoted(partial.name)} of table ${quoted(foreign.table.name)} is one of some rows only, and no foreign key can refer to it`,
      'remove "where" from the unique, refer to another key, or set skipSql="true" for a relation without a constraint',
      { message: 'the unique', origin: partial.origin, attribute: 'where' },
    );
    return;
  }
  const unique = namedIndex(context, foreign, columns, 'u');
  context.reporter.note({
    code: 'schema/unique-added',
    message: `${columns.map((column) => quoted(column.name)).join(', ')} of table ${quoted(foreign.table.name)} is no key, so a UNIQUE ${quoted(unique.name)} is added to it`,
    span:
      element.attributes['foreignTable'] === undefined ? elementSpan(element) : attributeSpan(element, 'foreignTable'),
    help: 'write the <unique> into the table to silence this, or set skipSql="true" for a relation without a constraint',
  });
  foreign.table.uniques.push(unique);
}
