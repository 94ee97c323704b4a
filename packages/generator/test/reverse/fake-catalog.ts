import type { ColumnTypeName } from '../../src/model/column-type.js';
import type {
  Catalog,
  CatalogColumn,
  CatalogForeignKey,
  CatalogIndex,
  CatalogTable,
} from '../../src/platforms/catalog.js';
import type { Introspection } from '../../src/platforms/introspection.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { type Reversed, reverseCatalog } from '../../src/reverse/reverse.js';

/** Catalogs written by hand, for what the vendor-independent half does with them. Types are PostgreSQL's. */
export const column = (name: string, type: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type,
  nullable: true,
  default: undefined,
  autoIncrement: undefined,
  generated: undefined,
  comment: undefined,
  vendor: new Map(),
  items: [],
  ...more,
});

export const table = (
  name: string,
  columns: readonly CatalogColumn[],
  more: Partial<CatalogTable> = {},
): CatalogTable => ({
  schema: undefined,
  name,
  comment: undefined,
  columns,
  primaryKey: undefined,
  uniques: [],
  indexes: [],
  foreignKeys: [],
  checks: [],
  vendor: new Map(),
  items: [],
  ...more,
});

export const index = (name: string, ...columns: string[]): CatalogIndex => ({
  name,
  columns: columns.map((each) => ({ name: each })),
  vendor: new Map(),
});

export const foreignKey = (
  columns: readonly string[],
  foreignTable: string,
  foreignColumns: readonly string[],
  more: Partial<CatalogForeignKey> = {},
): CatalogForeignKey => ({
  name: undefined,
  columns,
  foreignSchema: undefined,
  foreignTable,
  foreignColumns,
  onDelete: undefined,
  onUpdate: undefined,
  vendor: new Map(),
  ...more,
});

const TYPES: Readonly<Record<string, ColumnTypeName>> = {
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  text: 'LONGVARCHAR',
  timestamp: 'TIMESTAMP',
};

/** A vendor that knows a few types; every default is an expression unless it is quoted. */
const introspection: Introspection = {
  read: () => Promise.reject(new Error('not read')),
  recover: ({ type, default: sql, labels }) => {
    const sized = /^varchar\((\d+)\)$/.exec(type);
    const text = sql === undefined ? undefined : /^'(.*)'$/s.exec(sql)?.[1];
    return {
      type: labels ? 'ENUM' : sized ? 'VARCHAR' : (TYPES[type] ?? 'DATE'),
      size: sized && !labels ? Number(sized[1]) : undefined,
      valueSet: labels ?? [],
      default:
        sql === undefined
          ? undefined
          : text === undefined
            ? { kind: 'expression', sql }
            : { kind: 'value', value: text },
    };
  },
  namesKeys: false,
  usualIndexKinds: [],
  sameType: (written, catalog) => written.toLowerCase() === catalog,
  script: { prologue: [], epilogue: [], terminate: (statement) => `${statement};`, client: 'client < …' },
};

export async function reverseTables(
  tables: readonly CatalogTable[],
  more: Partial<Catalog> = {},
  namespace?: string,
): Promise<Reversed> {
  return reverseCatalog({ tables, others: [], ...more }, introspection, {
    platform: await loadPlatform('pgsql'),
    platformOptions: DEFAULT_PLATFORM_OPTIONS,
    tablePrefix: '',
    classNaming: { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' },
    keepNames: false,
    databaseName: 'app',
    namespace,
    xsd: undefined,
  });
}
