import type { Adapter } from '../model/adapter.js';
import type { ReferentialAction } from '../model/model.js';
import {
  checkIdentity,
  constraintName,
  foreignKeyIdentity,
  type IdentifierLimit,
  indexIdentity,
} from '../model/names.js';
import { codeName } from '../schema/code-names.js';
import { element, type SchemaElement, type SchemaFile, type SchemaNode } from '../schema/format/node.js';
import {
  type CheckDraft,
  type ColumnDraft,
  type Draft,
  type ForeignKeyDraft,
  type IndexDraft,
  type SchemaDraft,
  type TableDraft,
  type TypeDraft,
  writtenChecks,
} from './draft.js';

/** What stands on the root element, and what names depend on. */
export interface RenderOptions {
  readonly adapter: Adapter;
  readonly identifierLimit: IdentifierLimit;
  /** The name of the connection. */
  readonly databaseName: string;
  readonly namespace: string | undefined;
  /** What all tables begin with, where the configuration does not say it. */
  readonly ownPrefix?: string | undefined;
  /** Where editors find the words of a schema, from the folder of the file. */
  readonly xsd: string | undefined;
}

/** A draft as the file to be written, and which part of the draft each element is. */
export interface Rendered {
  readonly file: SchemaFile;
  readonly drafts: ReadonlyMap<SchemaElement, Draft>;
}

/** The same with what names mean in this draft. */
interface Surroundings extends RenderOptions {
  /** Names that tables of several schemas have. */
  readonly sharedNames: ReadonlySet<string>;
}

const GAP: SchemaNode = { kind: 'gap' };

const ACTION_WORDS: Readonly<Record<ReferentialAction, string>> = {
  CASCADE: 'cascade',
  'SET NULL': 'setnull',
  RESTRICT: 'restrict',
  'NO ACTION': 'noaction',
  'SET DEFAULT': 'setdefault',
};

const actionWord = (action: ReferentialAction | undefined): string | undefined =>
  action === undefined ? undefined : ACTION_WORDS[action];

export type DraftNaming = 'underscore' | 'phpname';

/**
 * How PHP names are made. Databases whose names are written as `firstName` keep their capitals, which the usual way would
 * lose; names that are all capitals would keep them too, and then the usual way is the better one.
 */
export function namingOf({ tables }: SchemaDraft): DraftNaming {
  const names = tables.flatMap((table) => [table.writtenName, ...table.columns.map((column) => column.from.name)]);
  const mixed = names.some((name) => /\p{Ll}\p{Lu}/u.test(name));
  return mixed && !names.some((name) => /\p{Lu}{2}/u.test(name) && !/\p{Ll}/u.test(name)) ? 'phpname' : 'underscore';
}

/** The name a part has in PHP unless it is given one. */
export const usualPhpName = (name: string, naming: DraftNaming): string => codeName(name, naming);

export function renderSchema(draft: SchemaDraft, options: RenderOptions): Rendered {
  const drafts = new Map<SchemaElement, Draft>();
  const note: Note = (part, rendered) => {
    drafts.set(rendered, part);
    return rendered;
  };
  const around = { ...options, sharedNames: sharedNames(draft) };
  const tables = draft.tables.flatMap((table, i): SchemaNode[] => {
    const rendered = note(table, renderTable(table, around, note));
    return i === 0 ? [rendered] : [GAP, rendered];
  });
  const naming = namingOf(draft);
  const types = draft.types.map((type) => note(type, renderType(type)));
  const hasEnums = draft.tables.some((table) =>
    table.columns.some((column) => column.type === 'ENUM' && column.nativeType === undefined),
  );
  const root = element(
    'database',
    {
      name: options.databaseName,
      namespace: options.namespace,
      tablePrefix: options.ownPrefix,
      defaultPhpNamingMethod: naming === 'underscore' ? undefined : naming,
      enumStorage: hasEnums ? 'label' : undefined,
      ...(options.xsd === undefined
        ? {}
        : {
            'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
            'xsi:noNamespaceSchemaLocation': options.xsd,
          }),
    },
    [
      ...renderVendor(draft.vendor, options),
      ...(draft.vendor.size > 0 ? [GAP] : []),
      ...types,
      ...(types.length > 0 ? [GAP] : []),
      ...tables,
    ],
  );
  return { file: { before: [], root, after: [] }, drafts };
}

function sharedNames({ tables }: SchemaDraft): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { writtenName } of tables) {
    if (seen.has(writtenName)) shared.add(writtenName);
    seen.add(writtenName);
  }
  return shared;
}

type Note = (part: Draft, rendered: SchemaElement) => SchemaElement;

function renderTable(table: TableDraft, options: Surroundings, note: Note): SchemaElement {
  const sequence = table.columns.find((column) => column.sequence !== undefined)?.sequence;
  return element(
    'table',
    {
      name: table.writtenName,
      schema: table.from.schema,
      phpName: table.phpName,
      isCrossRef: table.isCrossRef ? true : undefined,
      partitionBy: table.partitionBy,
      viewSql: table.from.viewSql,
      description: table.description,
    },
    [
      ...table.columns.map((column) => note(column, renderColumn(column, options))),
      ...renderPrimaryKey(table),
      ...table.foreignKeys.map((key) => note(key, renderForeignKey(key, options))),
      ...table.indexes.map((index) => note(index, renderIndex(index, options))),
      ...orderedChecks(table, options).map((check) => note(check, renderCheck(check, options))),
      ...(sequence === undefined ? [] : [element('id-method-parameter', { value: sequence })]),
      ...renderVendor(table.vendor, options),
    ],
  );
}

function renderType({ from, base, description, checks }: TypeDraft): SchemaElement {
  const { name, schema } = from;
  if (from.kind === 'enum')
    return element('enum-type', { name, schema, valueSet: from.labels.join(', '), description });
  const { type, elementType, size, scale, sqlType } = base;
  return element(
    'domain-type',
    {
      name,
      schema,
      type,
      elementType,
      size: sqlType === undefined ? size : undefined,
      scale: sqlType === undefined ? scale : undefined,
      sqlType,
      required: from.nullable ? undefined : true,
      defaultExpr: from.default,
      description,
    },
    checks.map((check) => element('check', { name: check.name, expression: check.sql })),
  );
}

function renderVendor(parameters: ReadonlyMap<string, string>, { adapter }: RenderOptions): SchemaElement[] {
  if (parameters.size === 0) return [];
  const children = [...parameters].map(([name, value]) => element('parameter', { name, value }));
  return [element('vendor', { type: adapter }, children)];
}

export const isKeyColumn = ({ table, from }: ColumnDraft): boolean =>
  table.hasPrimaryKey && (table.from.primaryKey?.columns.includes(from.name) ?? false);

/** A column of a domain itself, not of an array of one. */
const isDomain = ({ nativeType, from, type, elementType }: ColumnDraft): boolean =>
  nativeType !== undefined &&
  from.nativeType?.kind === 'domain' &&
  !(type === 'ARRAY' && elementType !== undefined && isArrayOf(from));

const isArrayOf = ({ type }: ColumnDraft['from']): boolean => type.endsWith('[]');

function renderColumn(column: ColumnDraft, options: RenderOptions): SchemaElement {
  const isKey = isKeyColumn(column);
  return element(
    'column',
    {
      name: column.from.name,
      // A domain says what its values are.
      type: column.nativeType !== undefined && isDomain(column) ? undefined : column.type,
      elementType: isDomain(column) ? undefined : column.elementType,
      nativeType: column.nativeType,
      size: isDomain(column) ? undefined : column.size,
      scale: isDomain(column) ? undefined : column.scale,
      sqlType: column.nativeType === undefined ? column.sqlType : undefined,
      valueSet:
        column.valueSet.length === 0 || column.nativeType !== undefined ? undefined : column.valueSet.join(', '),
      enumStorage:
        column.nativeType !== undefined && !isDomain(column) && column.type === 'ENUM' ? 'native' : undefined,
      // A key column is required anyway.
      required: column.from.nullable || isKey ? undefined : true,
      primaryKey: isKey ? true : undefined,
      autoIncrement: column.autoIncrement ? true : undefined,
      defaultValue: column.default?.kind === 'value' ? column.default.value : undefined,
      defaultExpr: column.default?.kind === 'expression' ? column.default.sql : undefined,
      generatedExpr: column.generated?.sql,
      generated: column.generated?.stored === false ? 'virtual' : undefined,
      phpName: column.phpName,
      phpType: column.phpType,
      description: column.description,
    },
    renderVendor(column.vendor, options),
  );
}

function renderForeignKey(key: ForeignKeyDraft, options: Surroundings): SchemaElement {
  const { from, table, foreignTable } = key;
  const columns = from.columns.map((local, i) => ({ local, foreign: from.foreignColumns[i] ?? '' }));
  const usual = constraintName(
    table.from.name,
    'fk',
    foreignKeyIdentity(foreignTable.from, columns),
    options.identifierLimit,
  );
  // Nothing says "the default schema" where a table of the same name is nearer.
  const elsewhere = options.sharedNames.has(foreignTable.writtenName) ? '' : undefined;
  return element(
    'foreign-key',
    {
      foreignTable: foreignTable.writtenName,
      foreignSchema:
        foreignTable.from.schema === table.from.schema ? undefined : (foreignTable.from.schema ?? elsewhere),
      name: from.name === usual ? undefined : from.name,
      phpName: key.phpName,
      refPhpName: key.refPhpName,
      onDelete: actionWord(key.onDelete),
      onUpdate: actionWord(key.onUpdate),
      skipSql: key.skipSql ? true : undefined,
    },
    [...columns.map((reference) => element('reference', reference)), ...renderVendor(key.vendor, options)],
  );
}

function renderIndex(index: IndexDraft, options: RenderOptions): SchemaElement {
  const { from, table } = index;
  const kind = index.element === 'index' ? 'i' : 'u';
  const usual = constraintName(table.from.name, kind, indexIdentity(from), options.identifierLimit);
  return element(
    index.element,
    {
      name: from.name === usual ? undefined : from.name,
      where: from.where,
      using: from.using,
      nullsNotDistinct: from.nullsNotDistinct,
    },
    [
      ...from.columns.map((column) => element(`${index.element}-column`, { ...column })),
      ...(from.include ?? []).map((name) => element('include-column', { name })),
      ...renderVendor(index.vendor, options),
    ],
  );
}

/** Only where the name, the order or a prefix is not the usual one. */
function renderPrimaryKey({ from, columns, hasPrimaryKey }: TableDraft): SchemaElement[] {
  const { primaryKey: key } = from;
  if (key === undefined || !hasPrimaryKey) return [];
  const inTable = columns.map((column) => column.from.name).filter((name) => key.columns.includes(name));
  const isUsual = inTable.join('\n') === key.columns.join('\n') && key.sizes === undefined;
  if (isUsual && key.name === undefined) return [];
  const parts = isUsual
    ? []
    : key.columns.map((name) => element('primary-key-column', { name, size: key.sizes?.get(name) }));
  return [element('primary-key', { name: key.name }, parts)];
}

function renderCheck(check: CheckDraft, options: RenderOptions): SchemaElement {
  return element(
    'check',
    { name: givenName(check, options), expression: check.from.sql },
    renderVendor(check.vendor, options),
  );
}

/** The name that somebody gave to a check; none where the generator would give it by itself. */
function givenName({ from, table, name }: CheckDraft, { identifierLimit }: RenderOptions): string | undefined {
  return name === constraintName(table.from.name, 'c', checkIdentity(from.sql), identifierLimit) ? undefined : name;
}

/**
 * Those with a name as the reader gives them, then the others by their expressions: a reader may go by names, and the ones
 * that a database or the generator makes up order them differently.
 */
function orderedChecks(table: TableDraft, options: RenderOptions): CheckDraft[] {
  const checks = writtenChecks(table);
  const unnamed = checks.filter((check) => givenName(check, options) === undefined);
  return [
    ...checks.filter((check) => !unnamed.includes(check)),
    ...unnamed.toSorted((a, b) => (a.from.sql < b.from.sql ? -1 : 1)),
  ];
}
