import { sortableOf } from '../../behaviors/sortable/list.js';
import type { Column, Database, ForeignKey, Index, Table } from '../../model/model.js';
import type { ClassView, ColumnView, DatabaseView, ForeignKeyView, IndexView, ListView, TableView } from './view.js';

/** What is known of a database besides its model: a target asks no platform and no other target. */
export interface DatabaseFacts {
  readonly adapter: string;
  readonly vendor: string;
  readonly sqlTypeOf: (column: Column) => string;
  readonly sqlOf?: ((table: Table) => string | undefined) | undefined;
  readonly classesOf?: ((table: Table) => readonly ClassView[]) | undefined;
}

export function describeDatabase(database: Database, facts: DatabaseFacts): DatabaseView {
  return {
    name: database.name,
    adapter: facts.adapter,
    vendor: facts.vendor,
    tables: database.tables.map((table) => describeTable(table, facts)),
  };
}

/** What a table is called among those of its database. */
export function tableId({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

function describeTable(table: Table, facts: DatabaseFacts): TableView {
  return {
    id: tableId(table),
    name: table.name,
    schema: table.schema ?? null,
    phpName: table.className,
    namespace: table.php.namespace,
    description: table.description ?? null,
    columns: table.columns.map((column) => describeColumn(column, facts)),
    primaryKey: table.primaryKey.map(({ name }) => name),
    foreignKeys: table.foreignKeys.map(describeKey),
    referrers: table.referrers.map((key) => ({
      phpName: key.oneToOne ? key.backName : key.backNamePlural,
      table: tableId(key.table),
      columns: references(key),
      oneToOne: key.oneToOne,
    })),
    manyToMany: table.crossReferences.map(({ relationNamePlural, crossTable, targets }) => ({
      phpName: relationNamePlural,
      through: tableId(crossTable),
      tables: targets.map(({ foreignTable }) => tableId(foreignTable)),
    })),
    indexes: table.indexes.map(describeIndex),
    uniques: table.uniques.map(describeIndex),
    list: describeList(table),
    behaviors: table.behaviors.map(({ name, parameters }) => ({ name, parameters: Object.fromEntries(parameters) })),
    inheritance:
      table.inheritance === undefined
        ? null
        : {
            column: table.inheritance.column.name,
            classes: table.inheritance.classes.map(({ key, className, extends: parent }) => ({
              key,
              phpName: className,
              extends: parent ?? null,
            })),
          },
    isCrossRef: table.isCrossRef,
    readOnly: table.readOnly,
    skipSql: table.skipSql,
    internal: table.internal,
    classes: facts.classesOf?.(table) ?? [],
    sql: facts.sqlOf?.(table) ?? null,
  };
}

function describeColumn(column: Column, { sqlTypeOf }: DatabaseFacts): ColumnView {
  return {
    name: column.name,
    phpName: column.memberName,
    type: schemaType(column),
    sqlType: sqlTypeOf(column),
    required: column.notNull,
    primaryKey: column.primaryKey,
    autoIncrement: column.autoIncrement,
    default:
      column.default === undefined
        ? null
        : {
            kind: column.default.kind,
            text: column.default.kind === 'value' ? column.default.value : column.default.sql,
          },
    values: column.valueSet,
    description: column.description ?? null,
  };
}

/** `DECIMAL(8,2)`. */
function schemaType({ type, size, scale }: Column): string {
  if (size === undefined) return type;
  return `${type}(${size}${scale === undefined || scale === 0 ? '' : `,${scale}`})`;
}

function describeKey(key: ForeignKey): ForeignKeyView {
  return {
    name: key.name,
    phpName: key.relationName,
    table: tableId(key.foreignTable),
    columns: references(key),
    constants: key.constants.map(({ column, value }) => ({ column: column.name, value })),
    onDelete: key.onDelete ?? null,
    onUpdate: key.onUpdate ?? null,
    constraint: key.constraint,
    required: key.columns.every(({ local }) => local.notNull),
    oneToOne: key.oneToOne,
  };
}

const references = ({ columns }: ForeignKey): TableView['foreignKeys'][number]['columns'] =>
  columns.map(({ local, foreign }) => ({ local: local.name, foreign: foreign.name }));

const describeIndex = ({ name, columns, where, using }: Index): IndexView => ({
  name,
  columns: columns.map(({ column, expression, order }) => {
    const part = column?.name ?? `(${expression ?? ''})`;
    return order === undefined ? part : `${part} DESC`;
  }),
  ...(using === undefined ? {} : { using }),
  ...(where === undefined ? {} : { where }),
});

function describeList(table: Table): ListView | null {
  const list = sortableOf(table);
  if (list === undefined) return null;
  return { rank: list.rank.name, scope: list.scope.map(({ name }) => name), unique: list.unique };
}

/** One table with those it is related to, for a look at a part of a large model. */
export function neighbourhood(database: DatabaseView, id: string): DatabaseView {
  const centre = database.tables.find((table) => table.id === id);
  if (centre === undefined) return { ...database, tables: [] };
  const near = new Set([
    id,
    ...centre.foreignKeys.map(({ table }) => table),
    ...centre.referrers.map(({ table }) => table),
    ...centre.manyToMany.flatMap(({ tables }) => tables),
  ]);
  return { ...database, tables: database.tables.filter((table) => near.has(table.id)) };
}
