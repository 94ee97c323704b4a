import type { ReferentialAction } from '../../model/model.js';
import type { Catalog, CatalogForeignKey, CatalogItem, CatalogTable } from '../catalog.js';
import { type DatabaseConnection, DatabaseError } from '../connection.js';
import type { Introspection, IntrospectOptions } from '../introspection.js';
import { catalogCheck, catalogColumn, isHidden, isMariaDbJson } from './catalog-columns.js';
import { tableIndexes } from './catalog-indexes.js';
import {
  type CatalogRows,
  type ColumnRow,
  grouped,
  type IndexRow,
  readRows,
  readServer,
  type Server,
  type TableRow,
} from './catalog-rows.js';
import {
  databaseParameters,
  isTable,
  others,
  partitioning,
  tableOptions,
  triggers,
  usualCollation,
} from './catalog-tables.js';
import { readDefaultBytes } from './default-bytes.js';
import { readHiddenRules } from './hidden-rules.js';
import { workedOut } from './printed-sql.js';
import { text } from './quoting.js';
import { recover, sameType } from './recover.js';
import { script } from './rest.js';
import { unlikeSettings, withChosenSettings } from './settings.js';
import { partitionClause, readStatements, readTables, type ShownStatements } from './show-create.js';
import { hardTables, isPeriod, isWithoutOverlaps, shownTable } from './shown-table.js';
import { TableRest } from './table-rest.js';
import { catalogViews } from './views.js';

/** MySQL and MariaDB: `information_schema` of the database of the connection, or of the databases that are named. */
export const introspection: Introspection = {
  read,
  recover,
  sameType,
  restricts: true,
  unlikeSettings,
  withChosenSettings,
  hidesCharacters: true,
  settledExpression: workedOut,
  namesKeys: false,
  // InnoDB makes a btree of everything, MEMORY a hash.
  usualIndexKinds: ['btree', 'hash'],
  script,
};

async function read(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog> {
  const { schemas } = options;
  const server = await readServer(connection);
  const wanted = schemas.length > 0 ? schemas : server.database === undefined ? [] : [server.database];
  if (wanted.length === 0) {
    throw new DatabaseError('no database is named: add dbname=… to the DSN, or name the schemas to read');
  }
  // Expressions are printed by the rules of the session: with ANSI_QUOTES, names would look like strings.
  await connection.execute("SET SESSION sql_mode = ''");
  try {
    const found: Found[] = [];
    for (const database of new Set(wanted)) found.push(await readDatabase(connection, server, database, options));
    const catalog = assemble(found, server);
    return options.withViews === true ? { ...catalog, views: catalogViews(found) } : catalog;
  } finally {
    await connection.execute(`SET SESSION sql_mode = ${text(server.sqlMode)}`);
  }
}

/** One database, its rows by the tables they belong to. */
interface Found {
  readonly database: string;
  /** Undefined for the database of the connection. */
  readonly schema: string | undefined;
  readonly rows: CatalogRows;
  readonly tables: readonly TableRow[];
  readonly bytes: ReadonlyMap<ColumnRow, string>;
  readonly isWanted: (table: string) => boolean;
  readonly statements: ShownStatements;
  /** SHOW CREATE TABLE of the tables that need it. */
  readonly created: ReadonlyMap<string, string>;
  readonly withSql: boolean;
}

async function readDatabase(
  connection: DatabaseConnection,
  server: Server,
  database: string,
  { exclude, only, withSql = false, withViews = false }: IntrospectOptions,
): Promise<Found> {
  const schema = database === server.database ? undefined : database;
  const named = only?.map(({ schema: of, name }) => ({ database: of ?? server.database ?? '', name }));
  const seen = await readRows(connection, server, database, named);
  const rows = { ...seen, keys: [...seen.keys, ...(await readHiddenRules(connection, server, database, seen))] };
  const isWanted = (table: string): boolean => !exclude(schema === undefined ? table : `${schema}.${table}`);
  const tables = rows.tables.filter((row) => isTable(row) && isWanted(row.name ?? ''));
  const names = new Set(tables.map(({ name }) => name));
  const hidden = rows.columns.filter((row) => names.has(row.table) && isHidden(row, server));
  const bytes = await readDefaultBytes(connection, server, database, hidden);
  const statements =
    withSql || withViews ? await readStatements(connection, server, database, rows) : new Map<string, never>();
  const hard = hardTables(rows, server, withSql);
  const created = await readTables(connection, database, [...names].filter((name) => hard.has(name ?? '')).map(String));
  return { database, schema, rows, tables, bytes, isWanted, statements, created, withSql };
}

function assemble(found: readonly Found[], server: Server): Catalog {
  const collation = usualCollation(
    found.flatMap(({ tables }) => tables),
    server,
  );
  const tables = found.flatMap((one) => catalogTables(one, found, server, collation));
  const order = ({ schema, name }: CatalogTable): string => `${schema ?? ''}\0${name}`;
  return {
    tables: tables.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    others: found.flatMap(({ rows, database, schema, isWanted, statements }): CatalogItem[] =>
      others(rows, { database, schema, isWanted, statements }),
    ),
    vendor: databaseParameters(collation, server),
    usualCollations: [server.collation, server.databaseCollation],
  };
}

const groupByTable = <R extends { readonly table: string | null }>(
  rows: readonly R[],
): ((table: string) => readonly R[]) => {
  const groups = grouped(rows, (row) => row.table ?? '');
  return (table) => groups.get(table) ?? [];
};

function catalogTables(one: Found, found: readonly Found[], server: Server, collation: string): CatalogTable[] {
  const { rows, bytes, database } = one;
  const columnsOf = groupByTable(rows.columns);
  const indexesOf = groupByTable(rows.indexes);
  const checksOf = groupByTable(rows.checks);
  const triggersOf = groupByTable(rows.triggers);
  const partitionsOf = groupByTable(rows.partitions);
  const keysOf = foreignKeysOf(one, found, server);
  return one.tables.map((row): CatalogTable => {
    const name = row.name ?? '';
    const created = one.created.get(name);
    const shown = created === undefined ? undefined : shownTable(created);
    const isVersioned = row.type === 'SYSTEM VERSIONED';
    const { isMariaDb } = server;
    const rest = new TableRest({ name, database, schema: one.schema, isMariaDb, isVersioned, shown }, one.withSql);
    const periodChecks = checksOf(name).filter((check) => isPeriod(check, shown));
    const checkRows = checksOf(name).filter((check) => !periodChecks.includes(check));
    const indexRows = indexesOf(name);
    const isKept = ({ name: key }: IndexRow): boolean =>
      key === 'PRIMARY' || !isWithoutOverlaps(shown?.keys.get(key ?? '') ?? '');
    const columnRows = columnsOf(name);
    const jsonChecks = new Map(
      columnRows.flatMap((column) => {
        const check = checkRows.find((candidate) => isMariaDbJson(column, candidate));
        return check === undefined ? [] : [[column, check] as const];
      }),
    );
    const columns = columnRows.map((column) =>
      catalogColumn(column, {
        server,
        database,
        tableCollation: row.collation,
        isJson: jsonChecks.has(column),
        bytes: bytes.get(column),
        rest,
      }),
    );
    const foreignKeys = keysOf(name, new Map(columns.map((column, i) => [column.name, i])), rest);
    const indexes = tableIndexes(
      {
        name,
        engine: row.engine ?? '',
        columns: new Map(columns.map((column) => [column.name, column.type])),
        autoIncrement: columns.find((column) => column.autoIncrement !== undefined)?.name,
        rowEnd: columns.find((column) => /\bROW END$/i.test(column.leftOut?.detail ?? ''))?.name,
        foreignKeys,
        rest,
      },
      indexRows.filter(isKept),
    );
    const options = tableOptions(row, collation, rest);
    const ownChecks = new Set(jsonChecks.values());
    const partitionBy = created === undefined ? undefined : partitionClause(created);
    const leftOut = columns.filter((column) => column.leftOut !== undefined).map((column) => column.name);
    return {
      schema: one.schema,
      name,
      comment: row.comment === '' ? undefined : (row.comment ?? undefined),
      columns,
      primaryKey: indexes.primaryKey,
      uniques: indexes.uniques,
      indexes: indexes.indexes,
      foreignKeys: indexes.foreignKeys,
      checks: checkRows.filter((check) => !ownChecks.has(check)).map((check) => catalogCheck(check, server)),
      vendor: options.vendor,
      items: [
        ...options.items,
        ...rest.versioning(leftOut),
        ...rest.periods(indexRows, periodChecks),
        ...indexes.items,
        ...(partitionBy === undefined && !isVersioned ? partitioning(partitionsOf(name), name) : []),
        ...triggers(triggersOf(name), one),
      ],
      ...(partitionBy === undefined ? {} : { partitionBy }),
    };
  });
}

/** The foreign keys of a table in the order of its columns. */
function foreignKeysOf(
  { rows, database }: Found,
  found: readonly Found[],
  server: Server,
): (table: string, places: ReadonlyMap<string, number>, rest: TableRest) => CatalogForeignKey[] {
  const keysOf = groupByTable(rows.keys);
  const columnsOf = groupByTable(rows.keyColumns);
  const actionOf = (rule: string | null): ReferentialAction | undefined =>
    rule === (server.isMariaDb ? 'RESTRICT' : 'NO ACTION') ? undefined : (rule as ReferentialAction);
  return (table, places, rest) => {
    const parts = grouped(columnsOf(table), ({ name }) => name);
    const keys = keysOf(table).map(({ name, onDelete, onUpdate }): CatalogForeignKey => {
      const columns = parts.get(name) ?? [];
      const foreignDatabase = columns[0]?.foreignSchema ?? database;
      const key = {
        name: name ?? undefined,
        columns: columns.map(({ column }) => column ?? ''),
        foreignSchema: foreignDatabase === server.database ? undefined : foreignDatabase,
        foreignTable: tableAsWritten(found, foreignDatabase, columns[0]?.foreignTable ?? '', server),
        foreignColumns: columns.map(({ foreignColumn }) => foreignColumn ?? ''),
        onDelete: actionOf(onDelete),
        onUpdate: actionOf(onUpdate),
        vendor: new Map<string, string>(),
      };
      return { ...key, ...rest.foreignKey(key, { onDelete, onUpdate }) };
    });
    const place = ({ columns }: CatalogForeignKey): number => places.get(columns[0] ?? '') ?? 0;
    return keys.sort(
      (a, b) =>
        place(a) - place(b) || a.columns.length - b.columns.length || ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
    );
  };
}

/** With lower_case_table_names a reference may be written in another case than the table. */
function tableAsWritten(found: readonly Found[], database: string, table: string, server: Server): string {
  if (!server.ignoresCase) return table;
  const names = found.filter((one) => one.database === database).flatMap(({ tables }) => tables);
  return names.find(({ name }) => name?.toLowerCase() === table.toLowerCase())?.name ?? table;
}
