import { COLUMN_TYPES, type ColumnTypeName } from '../../src/model/column-type.js';
import { freezeDatabase } from '../../src/model/freeze.js';
import type {
  Column,
  Database,
  ForeignKey,
  Index,
  ReferentialAction,
  Table,
  VendorParameters,
} from '../../src/model/model.js';
import { constraintName, type IdentifierLimit } from '../../src/model/names.js';
import type { Origin } from '../../src/model/origin.js';
import { columnPart } from '../../src/schema/build/index-parts.js';

/** Models by hand, for tests of what comes after the schema: only what matters to DDL can be said. */
export interface ColumnSpec extends Partial<Omit<Column, 'name' | 'type' | 'default'>> {
  readonly name: string;
  readonly type: ColumnTypeName;
  readonly value?: string;
  readonly expression?: string;
}

interface KeySpec {
  readonly to: string;
  /** Local column → foreign column. */
  readonly on: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly onDelete?: ReferentialAction;
  readonly onUpdate?: ReferentialAction;
  readonly constraint?: boolean;
}

interface IndexSpec {
  readonly name?: string;
  readonly columns: readonly string[];
  readonly vendor?: Readonly<Record<string, string>>;
}

export interface TableSpec {
  readonly name: string;
  readonly schema?: string;
  readonly description?: string;
  readonly columns: readonly ColumnSpec[];
  readonly keys?: readonly KeySpec[];
  readonly uniques?: readonly IndexSpec[];
  readonly indexes?: readonly IndexSpec[];
  readonly sequence?: string;
  readonly skipSql?: boolean;
  readonly vendor?: Readonly<Record<string, string>>;
}

const LIMIT: IdentifierLimit = { max: 128, unit: 'characters' };
export const ORIGIN: Origin = { source: { path: 'schema.xml', text: '' }, offset: 0 };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** `vendorType` is the vendor that the `vendor` parameters of tables and indexes are for. */
export function buildDatabase(specs: readonly TableSpec[], vendorType = 'oracle'): Database {
  const tables = specs.map((spec) => buildTable(spec, vendorType));
  const named = new Map(tables.map((table) => [table.name, table]));
  for (const [position, spec] of specs.entries()) {
    const table = at(tables, position);
    table.foreignKeys = (spec.keys ?? []).map((key) => buildKey(table, key, named));
  }
  for (const table of tables) {
    table.referrers = tables.flatMap((other) => other.foreignKeys.filter((key) => key.foreignTable === table));
  }
  return freezeDatabase({ name: 'shop', tables, types: [], php: [], vendor: new Map(), origin: ORIGIN });
}

function buildTable(spec: TableSpec, vendorType: string): Mutable<Table> {
  const columns = spec.columns.map(buildColumn);
  const index =
    (kind: 'i' | 'u') =>
    (item: IndexSpec): Index => ({
      name: item.name ?? constraintName(spec.name, kind, item.columns.join(','), LIMIT),
      columns: item.columns.map((name) => columnPart(columnOf(columns, name))),
      include: [],
      where: undefined,
      using: undefined,
      nullsNotDistinct: false,
      exchanged: undefined,
      vendor: vendorOf(vendorType, item.vendor),
      origin: ORIGIN,
    });
  return {
    name: spec.name,
    schema: spec.schema,
    renamedFrom: undefined,
    className: spec.name,
    php: {
      namespace: '',
      package: '',
      baseClass: undefined,
      baseQueryClass: undefined,
      interface: undefined,
      defaultStringFormat: 'YAML',
    },
    description: spec.description,
    columns,
    primaryKey: columns.filter((column) => column.primaryKey),
    primaryKeyParts: columns.filter((column) => column.primaryKey).map((column) => ({ column, size: undefined })),
    primaryKeyName: undefined,
    foreignKeys: [],
    referrers: [],
    indexes: (spec.indexes ?? []).map(index('i')),
    uniques: (spec.uniques ?? []).map(index('u')),
    checks: [],
    viewSql: undefined,
    partitionBy: undefined,
    crossReferences: [],
    behaviors: [],
    inheritance: undefined,
    idMethod: columns.some((column) => column.autoIncrement) ? 'native' : 'none',
    sequence: spec.sequence,
    isCrossRef: false,
    skipSql: spec.skipSql ?? false,
    internal: false,
    readOnly: false,
    abstract: false,
    allowPkInsert: false,
    reloadOnInsert: false,
    reloadOnUpdate: false,
    alias: undefined,
    vendor: vendorOf(vendorType, spec.vendor),
    origin: ORIGIN,
  };
}

export function buildColumn(spec: ColumnSpec): Column {
  const { value, expression, ...given } = spec;
  const base: Column = {
    name: spec.name,
    renamedFrom: undefined,
    memberName: spec.name,
    memberNameSingular: spec.name,
    type: spec.type,
    family: COLUMN_TYPES[spec.type].family,
    size: undefined,
    scale: undefined,
    sqlType: undefined,
    nativeType: undefined,
    elementType: undefined,
    notNull: spec.primaryKey ?? false,
    primaryKey: false,
    autoIncrement: false,
    default: undefined,
    generated: undefined,
    valueSet: [],
    enumStorage: 'label',
    description: undefined,
    primaryString: false,
    lazyLoad: false,
    php: {
      phpType: undefined,
      typeHint: undefined,
      tableMapName: spec.name,
      accessorVisibility: 'public',
      mutatorVisibility: 'public',
    },
    typescript: { tsType: undefined },
    vendor: new Map(),
    origin: ORIGIN,
  };
  if (value !== undefined) return { ...base, ...given, default: { kind: 'value', value } };
  if (expression !== undefined) return { ...base, ...given, default: { kind: 'expression', sql: expression } };
  return { ...base, ...given };
}

function buildKey(table: Table, spec: KeySpec, tables: ReadonlyMap<string, Table>): ForeignKey {
  const foreignTable = tables.get(spec.to);
  if (!foreignTable) throw new Error(`no table ${spec.to}`);
  const pairs = Object.entries(spec.on);
  const identity = `.${spec.to}:${Object.keys(spec.on).join(',')}:${Object.values(spec.on).join(',')}`;
  return {
    name: spec.name ?? constraintName(table.name, 'fk', identity, LIMIT),
    table,
    foreignTable,
    columns: pairs.map(([local, foreign]) => ({
      local: columnOf(table.columns, local),
      foreign: columnOf(foreignTable.columns, foreign),
    })),
    constants: [],
    onDelete: spec.onDelete,
    onUpdate: spec.onUpdate,
    constraint: spec.constraint ?? true,
    relationName: spec.to,
    backName: table.name,
    backNamePlural: `${table.name}s`,
    oneToOne: false,
    defaultJoin: undefined,
    php: { interface: undefined },
    vendor: new Map(),
    origin: ORIGIN,
  };
}

function vendorOf(type: string, parameters: Readonly<Record<string, string>> | undefined): VendorParameters {
  if (!parameters) return new Map();
  const entries = Object.entries(parameters).map(
    ([name, value]) => [name.toLowerCase(), { name, value, origin: ORIGIN }] as const,
  );
  return new Map([[type, new Map(entries)]]);
}

function columnOf(columns: readonly Column[], name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
}

function at<T>(items: readonly T[], position: number): T {
  const item = items[position];
  if (item === undefined) throw new Error(`no item ${position}`);
  return item;
}
