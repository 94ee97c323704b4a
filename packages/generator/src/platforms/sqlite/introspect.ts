import type { Catalog, CatalogItem, CatalogTable } from '../catalog.js';
import type { DatabaseConnection } from '../connection.js';
import type { Introspection, IntrospectOptions } from '../introspection.js';
import { readCreateTable } from './create-table.js';
import { type MasterRow, Pragmas } from './pragmas.js';
import { recover, sameType } from './recover.js';
import { itemSql, script } from './rest.js';
import { AUTO_INCREMENT, catalogTable } from './table-catalog.js';
import { folded, type TableFacts } from './table-facts.js';
import { oneLine } from './tokens.js';
import { catalogViews } from './views.js';

/** How a SQLite database is read back into a schema: its pragmas, and the texts that it keeps of its statements. */
export const introspection: Introspection = {
  read,
  recover,
  sameType,
  namesKeys: true,
  usualIndexKinds: [],
  script,
  keepsViews: true,
  commentsWait: true,
  usualCollation: 'BINARY',
};

async function read(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog> {
  const { exclude, withViews } = options;
  const pragmas = new Pragmas(connection);
  const master = await pragmas.master();
  const listed = await pragmas.tables();
  // What SQLite keeps for itself (counters, statistics) and what virtual tables keep are no tables of anybody.
  const all = listed.filter(({ name, type }) => type === 'table' && !/^sqlite_/i.test(name) && !exclude(name));
  const asked = await askedTables(pragmas, options);
  const own = asked === undefined ? all : all.filter(({ name }) => asked.has(folded(name)));
  const statements = new Map<string, MasterRow[]>();
  for (const entry of master) {
    const known = statements.get(entry.table);
    if (known === undefined) statements.set(entry.table, [entry]);
    else known.push(entry);
  }
  const facts: TableFacts[] = [];
  for (const row of own) {
    const its = statements.get(row.name) ?? [];
    facts.push({
      ...row,
      text: readCreateTable(its.find((entry) => entry.type === 'table' && entry.name === row.name)?.sql ?? ''),
      columns: await pragmas.columns(row.name),
      indexes: await pragmas.indexes(row.name),
      foreignKeys: await pragmas.foreignKeys(row.name),
      statements: its,
    });
  }
  const taken = new Set(master.map(({ name }) => folded(name)));
  const byName = new Map(facts.map((table) => [folded(table.name), table]));
  const tables = facts.sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => catalogTable(table, byName, taken));
  const names = new Set(all.map(({ name }) => name));
  const others = [
    ...master.flatMap((row) => otherItem(row, names)),
    ...(await pragmas.attached()).map((name) => ({
      kind: 'attached database',
      name,
      detail: 'only the main database is read',
    })),
  ];
  const views = master.filter(({ type, name }) => type === 'view' && !exclude(name));
  return withNumbering({
    tables,
    others,
    ...(withViews === true ? { views: await catalogViews(views, pragmas) } : {}),
  });
}

/** The only tables to read, with those that their foreign keys point at. */
async function askedTables(
  pragmas: Pragmas,
  { only }: Pick<IntrospectOptions, 'only'>,
): Promise<ReadonlySet<string> | undefined> {
  if (only === undefined) return undefined;
  const names = new Set(only.map(({ name }) => folded(name)));
  for (const { name } of only) {
    for (const { foreignTable } of await pragmas.foreignKeys(name)) names.add(folded(foreignTable));
  }
  return names;
}

/** Views and virtual tables, and the triggers of views. */
function otherItem(row: MasterRow, tables: ReadonlySet<string>): CatalogItem[] {
  const { type, name, table } = row;
  const detail = oneLine(row.sql);
  if (type === 'view') return [{ kind: 'view', name, detail, sql: itemSql(row) }];
  if (type === 'trigger' && !tables.has(table)) return [{ kind: 'trigger', name, detail, sql: itemSql(row) }];
  const isVirtual = type === 'table' && /^create\s+virtual\s/i.test(detail);
  return isVirtual ? [{ kind: 'virtual table', name, detail, sql: itemSql(row) }] : [];
}

/** A parameter that every table with an auto-increment column has is one of the database. */
function withNumbering(catalog: Catalog): Catalog {
  const numbered = catalog.tables.filter(({ columns }) => columns.some((column) => column.autoIncrement !== undefined));
  if (numbered.length < 2 || !numbered.every(({ vendor }) => vendor.has(AUTO_INCREMENT))) return catalog;
  const without = (table: CatalogTable): CatalogTable => ({
    ...table,
    vendor: new Map([...table.vendor].filter(([name]) => name !== AUTO_INCREMENT)),
  });
  return { ...catalog, tables: catalog.tables.map(without), vendor: new Map([[AUTO_INCREMENT, 'false']]) };
}
