import { keyOf } from '../changes/state.js';
import type { ColumnTypeName } from '../model/column-type.js';
import type { ColumnDefault, GeneratedValue, ReferentialAction } from '../model/model.js';
import type {
  Catalog,
  CatalogCheck,
  CatalogColumn,
  CatalogForeignKey,
  CatalogIndex,
  CatalogTable,
  CatalogType,
} from '../platforms/catalog.js';
import type { Introspection, RecoveredColumn, RecoverOptions } from '../platforms/introspection.js';
import type { Findings } from './finding.js';

/**
 * A schema while it is made of a catalog: what will be written, and what it was made of. It is written, compiled and
 * changed where the compiler reports an error, until it builds.
 */
export interface SchemaDraft {
  /** Vendor parameters of the whole database. */
  readonly vendor: ReadonlyMap<string, string>;
  types: TypeDraft[];
  tables: TableDraft[];
}

/** Parameters that may turn out to be none. */
export type DraftVendor = ReadonlyMap<string, string> & Pick<Map<string, string>, 'delete'>;

/** Nearly everything has none: what is read of a large database has a hundred thousand parts. */
const NO_VENDOR: DraftVendor = new Map();

const draftVendor = (...given: readonly (ReadonlyMap<string, string> | undefined)[]): DraftVendor =>
  given.every((each) => each === undefined || each.size === 0)
    ? NO_VENDOR
    : new Map(given.flatMap((each) => [...(each ?? [])]));

/** An enum type or a domain. */
export interface TypeDraft {
  readonly is: 'type';
  readonly from: CatalogType;
  readonly shown: string;
  /** What a domain is made of. */
  readonly base: RecoveredColumn;
  description: string | undefined;
  checks: readonly CatalogCheck[];
  readonly vendor: DraftVendor;
}

export interface TableDraft {
  readonly is: 'table';
  readonly from: CatalogTable;
  /** As findings name it: with its schema where that is not the default one. */
  readonly shown: string;
  /** Without the prefix that the configuration gives to all tables. */
  readonly writtenName: string;
  phpName: string | undefined;
  isCrossRef: boolean;
  description: string | undefined;
  partitionBy: string | undefined;
  hasPrimaryKey: boolean;
  readonly vendor: DraftVendor;
  columns: ColumnDraft[];
  indexes: IndexDraft[];
  /** Without those that types of columns stand for, once those are known. */
  checks: CheckDraft[];
  foreignKeys: ForeignKeyDraft[];
}

export interface ColumnDraft {
  readonly is: 'column';
  readonly table: TableDraft;
  readonly from: CatalogColumn;
  type: ColumnTypeName;
  size: number | undefined;
  scale: number | undefined;
  sqlType: string | undefined;
  elementType: ColumnTypeName | undefined;
  /** As the schema writes it. */
  nativeType: string | undefined;
  default: ColumnDefault | undefined;
  readonly generated: GeneratedValue | undefined;
  valueSet: readonly string[];
  autoIncrement: boolean;
  sequence: string | undefined;
  phpName: string | undefined;
  phpType: string | undefined;
  description: string | undefined;
  readonly vendor: DraftVendor;
  /** Checks of the table that its type stands for. */
  checks: readonly CatalogCheck[];
}

export interface IndexDraft {
  readonly is: 'index';
  readonly element: 'index' | 'unique';
  readonly table: TableDraft;
  readonly from: CatalogIndex;
  readonly vendor: DraftVendor;
}

export interface CheckDraft {
  readonly is: 'check';
  readonly table: TableDraft;
  readonly from: CatalogCheck;
  /** Undefined for the name that the generator would give. */
  name: string | undefined;
  readonly vendor: DraftVendor;
}

export interface ForeignKeyDraft {
  readonly is: 'foreign-key';
  readonly table: TableDraft;
  readonly foreignTable: TableDraft;
  readonly from: CatalogForeignKey;
  phpName: string | undefined;
  refPhpName: string | undefined;
  onDelete: ReferentialAction | undefined;
  onUpdate: ReferentialAction | undefined;
  /** Written as a relation without a constraint. */
  skipSql: boolean;
  readonly vendor: DraftVendor;
}

export type Draft = TypeDraft | TableDraft | ColumnDraft | IndexDraft | CheckDraft | ForeignKeyDraft;

export const shownName = (schema: string | undefined, name: string): string =>
  schema === undefined ? name : `${schema}.${name}`;

/** How the parts of a catalog are read. */
interface Reading {
  readonly recover: (column: CatalogColumn, table: CatalogTable) => RecoveredColumn;
}

/** The tables of a catalog as the vendor reads them; what cannot be in a schema at all becomes a finding. */
export function draftSchema(
  catalog: Catalog,
  introspection: Introspection,
  { tablePrefix, ...options }: RecoverOptions & { readonly tablePrefix: string },
  findings: Findings,
): SchemaDraft {
  const reading: Reading = { recover: (column, table) => introspection.recover(column, table, options) };
  const draft: SchemaDraft = {
    vendor: catalog.vendor ?? new Map(),
    types: draftTypes(catalog, introspection),
    tables: [],
  };
  for (const table of catalog.tables) {
    const shown = shownName(table.schema, table.name);
    if (table.name.startsWith(tablePrefix) && table.name !== tablePrefix) {
      draft.tables.push(draftTable(table, reading, tablePrefix, findings));
    } else findings.lost('table', shown, shown, `its name does not begin with generator.tablePrefix, "${tablePrefix}"`);
  }
  for (const view of catalog.views ?? []) {
    const isNamed = view.name.startsWith(tablePrefix) && view.name !== tablePrefix;
    const needs = view.needs?.every((name) => draft.tables.some(({ shown }) => shown === name)) ?? true;
    if (isNamed && needs) draft.tables.push(draftTable(view, reading, tablePrefix, findings));
  }
  const tables = new Map(draft.tables.map((table) => [keyOf(table.from), table]));
  for (const table of draft.tables) addForeignKeys(table, tables, findings);
  for (const table of draft.tables) table.isCrossRef = joinsTwo(table);
  findings.items(catalog.others);
  return draft;
}

/** Those without others below them come first; the compiler puts the rest into an order that works. */
function draftTypes({ types = [] }: Catalog, introspection: Introspection): TypeDraft[] {
  return types
    .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'enum' ? -1 : 1))
    .map((from) => ({
      is: 'type',
      from,
      shown: shownName(from.schema, from.name),
      base: introspection.recoverDomain?.(from) ?? { type: 'LONGVARCHAR' },
      description: from.comment,
      checks: from.checks,
      vendor: NO_VENDOR,
    }));
}

function draftTable(from: CatalogTable, reading: Reading, tablePrefix: string, findings: Findings): TableDraft {
  const table: TableDraft = {
    is: 'table',
    from,
    shown: shownName(from.schema, from.name),
    writtenName: from.name.slice(tablePrefix.length),
    phpName: undefined,
    isCrossRef: false,
    description: from.comment,
    partitionBy: from.partitionBy,
    hasPrimaryKey: from.primaryKey !== undefined,
    vendor: draftVendor(from.vendor),
    columns: [],
    indexes: [],
    checks: [],
    foreignKeys: [],
  };
  findings.items(from.items, table.shown);
  for (const column of from.columns) {
    findings.items(column.items, table.shown);
    if (column.leftOut === undefined) table.columns.push(draftColumn(column, table, reading, findings));
    else findings.items([{ ...column.leftOut, name: column.name }], table.shown);
  }
  const indexes = [
    ...from.uniques.map((unique) => ['unique', unique] as const),
    ...from.indexes.map((index) => ['index', index] as const),
  ];
  for (const [element, index] of indexes) {
    if (index.deferrable === true && !index.vendor.has('deferrable')) {
      findings.lost('deferrable unique', table.shown, index.name, 'it is kept, and checked at each row');
    }
    table.indexes.push({ is: 'index', element, table, from: index, vendor: draftVendor(index.vendor) });
  }
  table.checks = from.checks.map((check) => ({
    is: 'check',
    table,
    from: check,
    name: check.name,
    vendor: draftVendor(check.vendor),
  }));
  for (const column of from.columns) {
    if (column.leftOut !== undefined) leaveOutKeysOf(table, column.name, findings);
  }
  return table;
}

function draftColumn(from: CatalogColumn, table: TableDraft, { recover }: Reading, findings: Findings): ColumnDraft {
  const recovered = recover(from, table.from);
  if (recovered.note !== undefined) findings.note('type', table.shown, from.name, recovered.note);
  return {
    is: 'column',
    table,
    from,
    type: recovered.type,
    size: recovered.size,
    scale: recovered.scale,
    sqlType: recovered.sqlType,
    elementType: recovered.elementType,
    nativeType: from.nativeType && shownName(from.nativeType.schema, from.nativeType.name),
    default: recovered.default,
    generated: from.generated,
    valueSet: recovered.valueSet ?? [],
    autoIncrement: from.autoIncrement !== undefined,
    sequence: from.autoIncrement?.sequence,
    phpName: undefined,
    phpType: undefined,
    description: from.comment,
    vendor: draftVendor(from.vendor, recovered.vendor),
    checks: recovered.checks ?? [],
  };
}

function addForeignKeys(table: TableDraft, tables: ReadonlyMap<string, TableDraft>, findings: Findings): void {
  const has = (owner: TableDraft, names: readonly string[]): boolean =>
    names.every((name) => owner.columns.some((column) => column.from.name === name));
  for (const from of table.from.foreignKeys) {
    const foreignTable = tables.get(keyOf({ schema: from.foreignSchema, name: from.foreignTable }));
    const target = `${shownName(from.foreignSchema, from.foreignTable)} (${from.foreignColumns.join(', ')})`;
    const name = from.name ?? `(${from.columns.join(', ')})`;
    if (foreignTable === undefined || !has(table, from.columns) || !has(foreignTable, from.foreignColumns)) {
      const why = foreignTable === undefined ? 'a table that was not read' : 'or from a column that is left out';
      keepIndexOf(table, from);
      findings.lost('foreign key', table.shown, name, `(${from.columns.join(', ')}) refers to ${target}, ${why}`);
      continue;
    }
    table.foreignKeys.push({
      is: 'foreign-key',
      table,
      foreignTable,
      from,
      phpName: undefined,
      refPhpName: undefined,
      onDelete: from.onDelete,
      onUpdate: from.onUpdate,
      skipSql: false,
      vendor: draftVendor(from.vendor),
    });
  }
}

/** A key that is no constraint gets no index by itself: the one that it has is written, if all its columns are. */
export function keepIndexOf(table: TableDraft, { index }: CatalogForeignKey): void {
  if (index === undefined || table.indexes.some(({ from }) => from.name === index.name)) return;
  const isWhole = index.columns.every(({ name }) => table.columns.some((column) => column.from.name === name));
  if (!isWhole) return;
  const places = new Map(table.from.columns.map(({ name }, i) => [name, i]));
  const order = ({ columns, name }: CatalogIndex): string =>
    [...columns.map((part) => String(places.get(part.name ?? '') ?? places.size).padStart(6, '0')), name].join(' ');
  // In the order of their columns, as the reader gives them.
  const behind = table.indexes.findIndex(({ element, from }) => element === 'index' && order(from) > order(index));
  const at = behind < 0 ? table.indexes.length : behind;
  table.indexes.splice(at, 0, { is: 'index', element: 'index', table, from: index, vendor: draftVendor(index.vendor) });
}

/** A table of nothing but two keys to others, which together are its own: nobody means anything else by it. */
function joinsTwo({ from, columns, foreignKeys }: TableDraft): boolean {
  const key = from.primaryKey?.columns ?? [];
  const pointing = foreignKeys.flatMap((foreignKey) => foreignKey.from.columns);
  return (
    foreignKeys.length === 2 &&
    key.length === columns.length &&
    pointing.length === key.length &&
    key.every((column) => pointing.includes(column))
  );
}

/** The checks that a schema has to say: no type of a column stands for them. */
export function writtenChecks({ columns, checks }: TableDraft): CheckDraft[] {
  const recovered = new Set(columns.flatMap((column) => column.checks));
  return checks.filter(({ from }) => !recovered.has(from));
}

/** Whether SQL mentions a name, in quotes or without. It may be another's of the same name. */
export const mentions = (sql: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll(/[\\^$.+?()[\]{}|/*-]/g, '\\$&')}(?![\\w$])`, 'i').test(sql);

/** Removes the keys, indexes and checks of a table that need a column which is not there, and says so. */
export function leaveOutKeysOf(table: TableDraft, column: string, findings: Findings): void {
  const why = `it needs the column "${column}", which is left out`;
  if (table.hasPrimaryKey && table.from.primaryKey?.columns.includes(column)) {
    table.hasPrimaryKey = false;
    findings.lost('primary key', table.shown, `(${table.from.primaryKey.columns.join(', ')})`, why);
  }
  table.indexes = table.indexes.filter((index) => {
    const { columns, include = [], where = '' } = index.from;
    const texts = [where, ...columns.flatMap(({ expression }) => expression ?? [])];
    const needed =
      columns.some(({ name }) => name === column) ||
      include.includes(column) ||
      texts.some((text) => mentions(text, column));
    if (needed) findings.lost(index.element, table.shown, index.from.name, why);
    return !needed;
  });
  table.checks = table.checks.filter(({ from: { name, sql } }) => {
    const needed = mentions(sql, column);
    if (needed) findings.lost('check', table.shown, name ?? `(${sql})`, `${sql}: ${why}`);
    return !needed;
  });
}
