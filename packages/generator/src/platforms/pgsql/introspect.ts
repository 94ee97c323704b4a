import type { Catalog, CatalogItem, CatalogTable } from '../catalog.js';
import type { DatabaseConnection } from '../connection.js';
import type { Introspection, IntrospectOptions } from '../introspection.js';
import { readChecks } from './catalog/checks.js';
import { type ColumnReader, isMadeAsItIs, lacking, readColumns } from './catalog/columns.js';
import { type GrantRow, grantItem, grantQuery } from './catalog/grants.js';
import { type OtherThings, objectItem, otherItems, tableItems } from './catalog/items.js';
import { readKeys } from './catalog/keys.js';
import { type ExtensionRow, extensionQuery, type ObjectRow, objectQuery } from './catalog/objects.js';
import { type PartitionIndexRow, partitionIndexItems, partitionIndexQuery } from './catalog/partition-indexes.js';
import { type Naming, type PartRow, partItem, partitionItem, partQuery } from './catalog/partitions.js';
import { type DependencyRow, dependencyQuery } from './catalog/places.js';
import { RestObjects } from './catalog/rest-objects.js';
import {
  type ColumnRow,
  type ConstraintRow,
  columnQuery,
  constraintQuery,
  type IndexRow,
  indexQuery,
  type Numbered,
  rowsOf,
  type SequenceRow,
  sequenceQuery,
  type TableRow,
  type TypeRow,
  tableQuery,
  typeQuery,
  VIEWS,
} from './catalog/rows.js';
import { idQuery, type SchemaRow, type Scope, schemaQuery } from './catalog/scope.js';
import { Sequences } from './catalog/sequences.js';
import { type TableRows, withTableSql } from './catalog/table-sql.js';
import { type TypeSqlRow, typeSqlQuery } from './catalog/type-sql.js';
import { MadeTypes } from './catalog/types.js';
import { KeptViews, memberQuery, type ViewRow, viewQuery } from './catalog/views.js';
import { identifier } from './quoting.js';
import { recover, recoverDomain } from './recover.js';
import { ORDER, script } from './rest.js';
import { canonicalType } from './type-text.js';

export const introspection: Introspection = {
  read,
  recover,
  script,
  recoverDomain,
  namesKeys: true,
  usualIndexKinds: ['btree'],
  sameType: (written, catalog) => canonicalType(written) === canonicalType(catalog),
  usualCollation: 'default',
};

/** Everything as it is at one moment; nothing is changed, and the session is left as it was. */
async function read(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog> {
  await connection.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const catalog = await readAll(connection, options);
    await connection.commit();
    return catalog;
  } catch (error) {
    await connection.rollback().catch(() => undefined);
    throw error;
  }
}

/** What the texts of the server depend on besides the catalog. */
const SETTINGS: Readonly<Record<string, string>> = {
  standard_conforming_strings: 'on',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  lc_monetary: 'C',
};

const FIRST_WITH_JIT = 110000;

interface Rows {
  readonly tables: readonly TableRow[];
  readonly columns: readonly ColumnRow[];
  readonly constraints: readonly Numbered<ConstraintRow, 'columns' | 'set_columns'>[];
  readonly indexes: readonly Numbered<IndexRow, 'columns' | 'included'>[];
  readonly objects: readonly ObjectRow[];
  readonly sequences: readonly SequenceRow[];
  readonly types: readonly TypeRow[];
  readonly extensions: readonly ExtensionRow[];
  readonly schemas: readonly SchemaRow[];
  readonly parts: readonly PartRow[];
  readonly partitionIndexes: readonly PartitionIndexRow[];
  readonly grants: readonly GrantRow[];
  readonly typeSql: readonly TypeSqlRow[];
  readonly dependencies: readonly DependencyRow[];
  readonly views: readonly ViewRow[];
  readonly viewColumns: readonly ColumnRow[];
  readonly members: readonly { readonly id: string }[];
}

async function readAll(connection: DatabaseConnection, options: IntrospectOptions): Promise<Catalog> {
  const [session] = await rowsOf<{ schema: string | null; version: number }>(
    connection,
    "SELECT current_schema() AS schema, current_setting('server_version_num')::int AS version",
  );
  const own = session?.schema ?? 'public';
  const scope: Scope = {
    schemas: options.schemas.length === 0 ? [own] : options.schemas,
    version: session?.version ?? 0,
    tables: await idsOf(connection, own, options),
  };
  for (const [name, value] of Object.entries(SETTINGS)) await connection.execute(`SET LOCAL ${name} = '${value}'`);
  // Compiling queries over a large catalog takes the server seconds, and running them milliseconds.
  if (scope.version >= FIRST_WITH_JIT) await connection.execute('SET LOCAL jit = off');
  // Names are printed without their schema only where the search path finds them: it is the schema that tables are made in.
  await connection.execute(`SET LOCAL search_path = ${identifier(own)}`);
  const rows: Rows = {
    tables: await rowsOf<TableRow>(connection, tableQuery(scope)),
    columns: await rowsOf<ColumnRow>(connection, columnQuery(scope)),
    constraints: await rowsOf<Rows['constraints'][number]>(connection, constraintQuery(scope)),
    indexes: await rowsOf<Rows['indexes'][number]>(connection, indexQuery(scope)),
    objects: await rowsOf<ObjectRow>(connection, objectQuery(scope, options.withSql === true)),
    sequences: await rowsOf<SequenceRow>(connection, sequenceQuery(scope)),
    types: await rowsOf<TypeRow>(connection, typeQuery()),
    extensions: await rowsOf<ExtensionRow>(connection, extensionQuery),
    schemas: await rowsOf<SchemaRow>(connection, schemaQuery),
    parts: await rowsOf<PartRow>(connection, partQuery(scope)),
    partitionIndexes:
      options.withSql === true ? await rowsOf<PartitionIndexRow>(connection, partitionIndexQuery(scope)) : [],
    grants: options.withSql === true ? await rowsOf<GrantRow>(connection, grantQuery(scope)) : [],
    typeSql: options.withSql === true ? await rowsOf<TypeSqlRow>(connection, typeSqlQuery(scope)) : [],
    dependencies:
      options.withSql === true || options.withViews === true
        ? await rowsOf<DependencyRow>(connection, dependencyQuery)
        : [],
    views: options.withViews === true ? await rowsOf<ViewRow>(connection, viewQuery(scope)) : [],
    viewColumns: options.withViews === true ? await rowsOf<ColumnRow>(connection, columnQuery(scope, VIEWS)) : [],
    members: options.withViews === true ? await rowsOf(connection, memberQuery) : [],
  };
  return assemble(rows, scope, own, options);
}

async function idsOf(
  connection: DatabaseConnection,
  own: string,
  { only }: IntrospectOptions,
): Promise<readonly string[] | undefined> {
  if (only === undefined || only.length === 0) return only === undefined ? undefined : [];
  const named = only.map(({ schema = own, name }) => ({ schema, name }));
  return (await rowsOf<{ id: string }>(connection, idQuery(named))).map(({ id }) => id);
}

function assemble(
  rows: Rows,
  scope: Scope,
  own: string,
  { exclude, withViews, schemas: asked }: IntrospectOptions,
): Catalog {
  const schemaOf = (schema: string): string | undefined => (schema === own ? undefined : schema);
  const shown = (schema: string | null, name: string): string =>
    schema === null || schema === own ? name : `${schema}.${name}`;
  const sqlName = (schema: string, name: string): string =>
    schema === own ? identifier(name) : `${identifier(schema)}.${identifier(name)}`;
  const reader: ColumnReader = {
    types: new MadeTypes(rows.types, shown, schemaOf),
    sequences: new Sequences(rows.sequences, sqlName),
    sql: sqlName,
    extensions: new Set(),
  };
  const wanted = rows.tables.filter((table) => table.bound === null && !exclude(shown(table.schema, table.name)));
  const columns = grouped(rows.columns, ({ table }) => table);
  const constraints = grouped(rows.constraints, ({ table }) => table);
  const indexes = grouped(rows.indexes, ({ table }) => table);
  const objects = grouped(rows.objects, ({ relation }) => relation ?? '');
  const partitions = grouped(rows.tables, ({ root }) => root ?? '');
  const parts = grouped(rows.parts, ({ relation }) => relation);
  const partitionIndexes = grouped(rows.partitionIndexes, ({ relation }) => relation);
  const grants = grouped(rows.grants, ({ relation }) => relation ?? '');
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const present = rows.tables.filter(({ id, root }) => wantedIds.has(root ?? id));
  const asRelation = (id: string): string => `pg_class:${id}`;
  const asTheyAre = wanted.filter(({ id }) => (columns.get(id) ?? []).every((row) => isMadeAsItIs(reader, row)));
  const views =
    withViews === true
      ? new KeptViews({
          views: rows.views,
          objects: rows.objects,
          dependencies: rows.dependencies,
          tables: new Set(asTheyAre.map(({ id }) => asRelation(id))),
          others: new Set([
            ...rows.sequences.map(({ id }) => asRelation(id)),
            ...[...rows.typeSql, ...rows.members].map(({ id }) => id),
          ]),
          isWanted: ({ schema, name }) => !exclude(shown(schema, name)),
          shown,
        })
      : undefined;
  const madeSchemas = new Set([...wanted, ...(views?.rows ?? [])].map(({ schema }) => schema ?? own));
  const naming: Naming = { shown, sql: sqlName, makesSchema: (schema) => schema === own || madeSchemas.has(schema) };
  const isKept = (id: string): boolean => reader.types.isKept(id.replace('pg_type:', ''));
  const rest = new RestObjects({
    objects: rows.objects,
    sequences: rows.sequences,
    types: rows.typeSql.filter(({ id }) => !isKept(id)),
    keptTypes: new Set(rows.typeSql.map(({ id }) => id).filter(isKept)),
    dependencies: rows.dependencies,
    tables: new Set([...present.map(({ id }) => id), ...(views?.ids ?? [])]),
    missing: new Set(rows.tables.filter((table) => !present.includes(table)).map(({ id }) => id)),
    own,
    schemas: madeSchemas,
  });
  const read = wanted.map((table) => {
    const ownColumns = columns.get(table.id) ?? [];
    const names = new Map(ownColumns.map(({ number, name }) => [number, name]));
    const named = (numbers: readonly number[] | null): string[] => (numbers ?? []).map((n) => names.get(n) ?? '');
    const ownConstraints = (constraints.get(table.id) ?? []).map(
      (row): ConstraintRow => ({ ...row, columns: named(row.columns), set_columns: named(row.set_columns) }),
    );
    const ownIndexes = (indexes.get(table.id) ?? []).map(
      (row): IndexRow => ({ ...row, columns: named(row.columns), included: named(row.included) }),
    );
    const { checks, ...found } = readColumns(reader, table, ownColumns, ownConstraints);
    const kept = readChecks(
      ownConstraints.filter((row) => row.kind === 'c' && !checks.has(row)),
      (needs) => lacking(reader, needs),
    );
    const relation = sqlName(table.schema, table.name);
    const keys = readKeys(table, ownConstraints, ownIndexes, schemaOf, (needs) => lacking(reader, needs), relation);
    const tableRows: TableRows = {
      table,
      columns: ownColumns,
      constraints: ownConstraints,
      indexes: ownIndexes,
      sql: naming.sql,
    };
    const made = (item: CatalogItem): CatalogItem => withTableSql(item, tableRows);
    const items: CatalogItem[] = [
      ...tableItems(table, ownIndexes, relation),
      ...(partitions.get(table.id) ?? []).flatMap((partition) => [
        partitionItem(partition, naming),
        ...partitionIndexItems(partition, partitionIndexes.get(partition.id) ?? [], naming),
        ...(parts.get(partition.id) ?? []).map((row) => partItem(row, naming, ORDER.ofPartition)),
        ...(objects.get(partition.id) ?? []).map((row) =>
          objectItem(row.kind, `${shown(partition.schema, partition.name)}.${row.name}`, row.detail, rest.object(row)),
        ),
      ]),
      ...[...found.items, ...kept.items, ...keys.items].map(made),
      ...(objects.get(table.id) ?? []).map((row) => objectItem(row.kind, row.name, row.detail, rest.object(row))),
      ...(grants.get(table.id) ?? []).map(grantItem),
    ];
    const columnsWithSql = found.columns.map((column) => ({ ...column, items: column.items.map(made) }));
    return { table, found: { ...found, columns: columnsWithSql }, keys, items, checks: kept.checks };
  });
  const numbered = read.filter(({ found }) => found.autoIncrement);
  const allAlways = numbered.length > 0 && numbered.every(({ found }) => found.always);
  const tables = read.map(
    ({ table, found, keys, items, checks }): CatalogTable => ({
      schema: schemaOf(table.schema),
      name: table.name,
      comment: table.comment ?? undefined,
      columns: found.columns,
      primaryKey: keys.primaryKey,
      uniques: keys.uniques,
      indexes: keys.indexes,
      foreignKeys: keys.foreignKeys,
      checks,
      vendor: new Map(found.always && !allAlways ? [['identity', 'always']] : []),
      ...(table.partitioned_by === null ? {} : { partitionBy: table.partitioned_by }),
      items,
    }),
  );
  const viewTables = views?.tables(
    reader,
    grouped(rows.viewColumns, ({ table }) => table),
    schemaOf,
  );
  const typeItems: CatalogItem[] = [];
  const types = reader.types.kept(
    ({ schema, name }) => scope.schemas.includes(schema) && !exclude(shown(schema, name)),
    { lacking: (needs) => lacking(reader, needs), lost: (item) => typeItems.push(item) },
  );
  const needed = rows.extensions.filter(({ name }) => reader.extensions.has(name));
  const vendor = new Map<string, string>();
  if (needed.length > 0) vendor.set('extensions', needed.map(({ schema, name }) => shown(schema, name)).join(', '));
  if (allAlways) vendor.set('identity', 'always');
  const things: OtherThings = {
    objects: rows.objects.filter(({ on_table }) => !on_table),
    sequences: reader.sequences.rest.filter(({ schema }) => scope.schemas.includes(schema)),
    types: rows.types.filter(
      ({ id, schema, extension }) => extension === null && scope.schemas.includes(schema) && !reader.types.isKept(id),
    ),
    extensions: rows.extensions.filter((extension) => !needed.includes(extension)),
    ...schemasOf(rows, scope, asked.length === 0, present, naming),
  };
  const ofViews = rows.parts.flatMap((row) => {
    const order = rest.behind(`pg_class:${row.relation}`);
    return row.is_view && order !== undefined ? [partItem(row, naming, order)] : [];
  });
  const others = [
    ...otherItems(things, shown, rest),
    ...ofViews,
    ...(grants.get('') ?? []).map(grantItem),
    ...typeItems,
  ];
  return {
    tables,
    others,
    ...(viewTables === undefined ? {} : { views: viewTables }),
    ...(types.length === 0 ? {} : { types }),
    ...(vendor.size === 0 ? {} : { vendor }),
  };
}

/** Schemas that have to be made, and those that were not read although nobody chose any. */
function schemasOf(
  rows: Rows,
  { schemas }: Scope,
  isUnasked: boolean,
  present: readonly TableRow[],
  { makesSchema }: Naming,
): Pick<OtherThings, 'schemas' | 'unread'> {
  const held = new Set([...schemas, ...present.map(({ schema }) => schema)]);
  return {
    schemas: rows.schemas.filter(
      (row) => (held.has(row.name) || (isUnasked && !row.used)) && (row.comment !== null || !makesSchema(row.name)),
    ),
    unread: isUnasked ? rows.schemas.filter((row) => !held.has(row.name) && row.tables + row.others > 0) : [],
  };
}

function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
