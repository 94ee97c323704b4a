import type { AddedIndex, BehaviorDefinition, BehaviorUse } from '../../behaviors/behavior.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type { StringFormat, VendorParameter, VendorParameters, Visibility } from '../../model/model.js';
import type { WrittenColumn } from '../../model/name-rules.js';
import { codeName, type NamingMethod } from '../code-names.js';
import type { Element } from '../element.js';
import { strangerName } from '../flaws.js';
import { buildColumn, type ColumnSurroundings, columnCodeName } from './column.js';
import { type Context, childrenNamed, fail, flag, value } from './context.js';
import { type DatabaseDefaults, vendorOf } from './defaults.js';
import type { Gap } from './doubts.js';
import type { ColumnDraft, TableDraft } from './draft.js';
import { checkIdentifier, checkLength, isIdentifier, oldName } from './identifiers.js';
import { checkPackage, resolveNamespace } from './packages.js';
import { sqlFor } from './verbatim-sql.js';
import { checkView, isView } from './views.js';

/** A table on its way into the model, with what the later steps still need of the XML. */
export interface TableWork {
  readonly table: TableDraft;
  readonly element: Element;
  /** The name as written, without prefix: what `foreignTable` gives. */
  readonly writtenName: string;
  readonly writtenSchema: string | undefined;
  readonly around: ColumnSurroundings;
  readonly columns: Map<string, ColumnDraft>;
  /** Columns that are written but not built, by their names in lower case: their names are still theirs. */
  readonly ghosts: Map<string, WrittenColumn>;
  /** Names of columns that are written but not built, because of an error that was reported. */
  readonly unbuilt: Set<string>;
  /** What of the table is not known as a whole. */
  readonly gaps: Set<Gap>;
  /** Set to false when the table may have columns whose names are not known either. */
  allColumnsKnown: boolean;
  readonly behaviors: AppliedBehavior[];
  /** Indexes that behaviors ask for, made when those of the schema are known. */
  readonly requestedIndexes: AddedIndex[];
  /** Names of columns whose values rows exchange within one statement, in lower case. */
  readonly exchanged: Set<string>;
}

export interface AppliedBehavior {
  readonly definition: BehaviorDefinition;
  readonly use: BehaviorUse;
  readonly element: Element;
}

/** Attributes of a table that change what its columns become. */
const COLUMN_SETTINGS = [
  'phpNamingMethod',
  'columnPrefix',
  'enumStorage',
  'defaultAccessorVisibility',
  'defaultMutatorVisibility',
];

/** The table itself and its columns; keys and indexes come later. */
export function buildTable(context: Context, element: Element, defaults: DatabaseDefaults): TableWork {
  const isNamed = checkIdentifier(context, element, 'name', 'table');
  if (!isNamed) noteUnbuilt(context.unbuilt, element.attributes['name']);
  const isPlaced = value(element, 'schema') === undefined || checkIdentifier(context, element, 'schema', 'schema');
  const vendor = vendorOf(element, defaults.vendor);
  // What is wrong with a name is said once: the rest is checked as if it were without it.
  const writtenName = isNamed ? (element.attributes['name'] ?? '') : visible(element.attributes['name']);
  const writtenSchema = value(element, 'schema') ?? pgsqlSchema(context, vendor) ?? defaults.schema;
  const joined = writtenSchema !== undefined && context.options.schemas === 'joined';
  const prefix = `${joined ? `${writtenSchema}§` : ''}${defaults.tablePrefix}`;
  const name = `${prefix}${writtenName}`;
  const renamedFrom = oldName(context, element, 'table');
  checkLength(context, element, 'name', name, 'table');
  if (isPlaced) checkWhole(context, element, name, writtenSchema);
  const naming = (value(element, 'phpNamingMethod') as NamingMethod | undefined) ?? defaults.naming;
  const namespace = resolveNamespace(element, defaults);
  const accessorVisibility =
    (value(element, 'defaultAccessorVisibility') as Visibility | undefined) ?? defaults.accessorVisibility;
  const mutatorVisibility =
    (value(element, 'defaultMutatorVisibility') as Visibility | undefined) ?? defaults.mutatorVisibility;
  const viewSql = sqlFor(context, element, 'viewSql', 'statement');
  checkView(context, element);
  const table: TableDraft = {
    name,
    schema: joined ? undefined : writtenSchema,
    renamedFrom: renamedFrom && `${prefix}${renamedFrom}`,
    className: value(element, 'phpName') ?? codeName(writtenName, naming),
    php: {
      namespace,
      package: checkPackage(context, element, defaults),
      baseClass: value(element, 'baseClass') ?? defaults.baseClass,
      baseQueryClass: value(element, 'baseQueryClass') ?? defaults.baseQueryClass,
      interface: value(element, 'interface'),
      defaultStringFormat: (value(element, 'defaultStringFormat') as StringFormat | undefined) ?? defaults.stringFormat,
    },
    description: value(element, 'description'),
    columns: [],
    primaryKey: [],
    primaryKeyParts: [],
    primaryKeyName: undefined,
    foreignKeys: [],
    referrers: [],
    indexes: [],
    uniques: [],
    checks: [],
    crossReferences: [],
    behaviors: [],
    inheritance: undefined,
    idMethod: (value(element, 'idMethod') as 'native' | 'none' | undefined) ?? defaults.idMethod,
    sequence: undefined,
    isCrossRef: flag(element, 'isCrossRef'),
    skipSql: flag(element, 'skipSql') || isView(element) || defaults.referenceOnly,
    internal: false,
    readOnly: flag(element, 'readOnly') || isView(element),
    viewSql: defaults.referenceOnly ? undefined : viewSql,
    partitionBy: sqlFor(context, element, 'partitionBy', 'statement'),
    abstract: flag(element, 'abstract'),
    allowPkInsert: flag(element, 'allowPkInsert'),
    reloadOnInsert: flag(element, 'reloadOnInsert'),
    reloadOnUpdate: flag(element, 'reloadOnUpdate'),
    alias: value(element, 'alias'),
    vendor,
    origin: element,
  };
  const setsColumns = COLUMN_SETTINGS.some((name) => element.attributes[name] !== undefined);
  const alike = setsColumns ? new Map<Element['attributes'], ColumnDraft>() : defaults.columns;
  const around = { defaults, table: element, naming, accessorVisibility, mutatorVisibility, alike };
  const work: TableWork = {
    table,
    element,
    writtenName,
    writtenSchema,
    around,
    columns: new Map(),
    ghosts: new Map(),
    unbuilt: new Set(),
    gaps: new Set(),
    allColumnsKnown: true,
    behaviors: [],
    requestedIndexes: [],
    exchanged: new Set(),
  };
  noteGaps(context, work);
  for (const child of childrenNamed(element, 'column')) addColumn(context, work, child);
  return work;
}

/** What was left out of the element of a table leaves gaps in the table. */
function noteGaps(context: Context, work: TableWork): void {
  const { flaws, doubts } = context;
  const { element, gaps, ghosts } = work;
  doubts.table(element, gaps, ghosts);
  if (flaws.mayLack(work.around.defaults.element, 'vendor') || flaws.isUnknown(element, 'skipSql')) gaps.add('vendor');
  for (const stranger of flaws.strangers(element)) {
    const { kind } = stranger;
    const name = strangerName(stranger);
    if (kind === 'vendor') gaps.add('vendor');
    if (kind === 'foreign-key' || kind === undefined) gaps.add('keys');
    if (kind === 'index' || kind === 'unique' || kind === undefined) gaps.add('indexes');
    if (kind !== 'column' && kind !== 'behavior' && kind !== undefined) continue;
    gaps.add('columns');
    if (name === undefined || kind === 'behavior') work.allColumnsKnown = false;
    else noteUnbuilt(work.unbuilt, name);
  }
}

/** A name without what it must not have. */
const visible = (name = ''): string =>
  Array.from(name)
    .filter((character) => printable(character) === character)
    .join('')
    .trim() || 'unnamed';

/** Others may mean a name that was refused by what it would be without the blanks around it. */
export function noteUnbuilt(names: Set<string>, name = ''): void {
  names.add(name);
  names.add(name.trim());
}

/** A schema from a vendor parameter and a prefix from the configuration are part of the name as well. */
function checkWhole(context: Context, element: Element, name: string, schema: string | undefined): void {
  const whole = `${schema ?? ''}${name}`;
  if (printable(whole) === whole) return;
  fail(
    context,
    element,
    'name',
    'schema/identifier',
    `with its schema and prefix the table would be ${quoted(whole)}`,
    'remove the control or invisible characters from them: they would not be seen in SQL, in code or in an error',
  );
}

/** The vendor parameter that Propel uses for PostgreSQL's schemas; it says nothing to other vendors. */
function pgsqlSchema(context: Context, vendor: VendorParameters): string | undefined {
  if (context.options.adapter !== 'pgsql') return undefined;
  const parameter: VendorParameter | undefined = vendor.get('pgsql')?.get('schema');
  return parameter?.value;
}

/** Attributes of a column that say what keys and constraints can be made of it. */
const KEY_ATTRIBUTES = [
  'primaryKey',
  'autoIncrement',
  'required',
  'default',
  'defaultValue',
  'defaultExpr',
  'unsigned',
];

/** Attributes of a column that say what it is called in code. */
const NAMING_ATTRIBUTES = ['phpName', 'phpNamingMethod', 'prefix'];

export function addColumn(context: Context, work: TableWork, element: Element): void {
  const column = buildColumn(context, element, work.around);
  const name = element.attributes['name'] ?? '';
  const key = name.toLowerCase();
  const first = work.columns.get(key) ?? work.ghosts.get(key);
  if (first) {
    const same = first.name === name;
    fail(
      context,
      element,
      'name',
      'schema/column-twice',
      `table ${quoted(work.table.name)} has a column ${quoted(first.name)} already${same ? '' : ', which differs only in case'}`,
      same ? 'remove one, or rename it' : 'most databases see one name in both: rename one',
      { message: 'it is here', origin: first.origin, attribute: 'name' },
    );
    return;
  }
  if (context.flaws.isUnknown(element, ...NAMING_ATTRIBUTES)) context.doubts.addNamelessColumn(element);
  if (!column) {
    if (isIdentifier(name)) {
      work.ghosts.set(key, { name, memberName: columnCodeName(element, work.around), origin: element });
    }
    noteUnbuilt(work.unbuilt, name);
    work.gaps.add('columns');
    return;
  }
  if (context.flaws.has(element)) noteColumnGaps(context, work, element);
  work.columns.set(key, column);
  work.table.columns.push(column);
}

function noteColumnGaps({ flaws, doubts }: Context, work: TableWork, element: Element): void {
  if (flaws.isUnknown(element, ...KEY_ATTRIBUTES) || flaws.mayLack(element, 'vendor')) {
    doubts.addVague(element);
    work.gaps.add('columns');
  }
  if (flaws.isUnknown(element, 'unique', 'index')) work.gaps.add('indexes');
}

/** What depends on all columns: the primary key, the auto-increment column, the sequence. Called once behaviors are in. */
export function finishColumns(context: Context, work: TableWork): void {
  const { table, element } = work;
  if (table.columns.length === 0 && !work.gaps.has('columns')) {
    fail(
      context,
      element,
      undefined,
      'schema/no-columns',
      `table ${quoted(table.name)} has no columns`,
      'add a <column>',
    );
  }
  const counted: ColumnDraft[] = [];
  for (const column of table.columns) {
    if (column.primaryKey) table.primaryKey.push(column);
    if (column.autoIncrement) counted.push(column);
  }
  const elementOf = (column: ColumnDraft): Element =>
    childrenNamed(element, 'column').find((child) => child.offset === column.origin.offset) ?? element;
  const [first, second] = counted;
  if (second) {
    fail(
      context,
      elementOf(second),
      'autoIncrement',
      'schema/auto-increment',
      `table ${quoted(table.name)} has two autoIncrement columns`,
      'keep one of them',
      first && { message: 'the first one', origin: first.origin, attribute: 'autoIncrement' },
    );
  }
  if (first && table.idMethod === 'none') {
    fail(
      context,
      elementOf(first),
      'autoIncrement',
      'schema/auto-increment',
      `column ${quoted(first.name)} of table ${quoted(table.name)} is autoIncrement, but the table's idMethod is "none"`,
      'set idMethod="native" on the table, or remove autoIncrement',
    );
  }
  if (!first) table.idMethod = 'none';
  const [sequence, extra] = childrenNamed(element, 'id-method-parameter');
  if (sequence && checkIdentifier(context, sequence, 'value', 'sequence')) {
    checkLength(context, sequence, 'value', sequence.attributes['value'] ?? '', 'sequence');
    if (first) table.sequence = sequence.attributes['value'];
    else if (!work.gaps.has('columns')) {
      fail(
        context,
        sequence,
        'value',
        'schema/sequence',
        `table ${quoted(table.name)} has no autoIncrement column for this sequence`,
        'set autoIncrement="true" on a column, or remove it',
      );
    }
  }
  if (extra) {
    fail(context, extra, undefined, 'schema/sequence', 'a table has one <id-method-parameter>', 'keep one of them');
  }
}
