import type {
  ColumnShape,
  DatabaseShape,
  ForeignKeyShape,
  IndexPartShape,
  ObjectName,
  TableShape,
} from '../platforms/shape.js';

/** One text for a name, to find it by. No name has the character between the two. */
export const keyOf = ({ schema, name }: { readonly schema?: string | undefined; readonly name: string }): string =>
  schema === undefined ? name : `${schema}\0${name}`;

export const isNamed =
  (object: ObjectName) =>
  (other: ObjectName): boolean =>
    other.name === object.name && other.schema === object.schema;

/** The tables of a database, to find them by `keyOf`. */
export const tablesByKey = ({ tables }: DatabaseShape): ReadonlyMap<string, TableShape> =>
  new Map(tables.map((table) => [keyOf(table), table]));

/** Every sequence that numbers a column, once. */
export function sequencesOf({ tables }: DatabaseShape): readonly ObjectName[] {
  const all = tables.flatMap(({ columns }) => columns.flatMap(({ sequence }) => sequence ?? []));
  return [...new Map(all.map((sequence) => [keyOf(sequence), sequence])).values()];
}

/** A table whose foreign keys to another one are changed; the same object where it has none. */
function withKeysTo(
  target: ObjectName,
  table: TableShape,
  changed: (key: ForeignKeyShape) => ForeignKeyShape,
): TableShape {
  const isIt = isNamed(target);
  if (!table.foreignKeys.some(({ foreignTable }) => isIt(foreignTable))) return table;
  return { ...table, foreignKeys: table.foreignKeys.map((key) => (isIt(key.foreignTable) ? changed(key) : key)) };
}

/** A database whose table has another name, in the keys that point at it too. Tables that stay as they are remain the same objects. */
export function withTableRenamed(shape: DatabaseShape, table: ObjectName, name: string): DatabaseShape {
  const isIt = isNamed(table);
  const renamed = <Named extends ObjectName>(object: Named): Named => (isIt(object) ? { ...object, name } : object);
  const pointing = (key: ForeignKeyShape): ForeignKeyShape => ({ ...key, foreignTable: renamed(key.foreignTable) });
  return { ...shape, tables: shape.tables.map((each) => withKeysTo(table, renamed(each), pointing)) };
}

/** A column, by the names that it and its table have at that moment, and the name that it gets. */
export interface ColumnRename {
  readonly table: ObjectName;
  readonly from: string;
  readonly to: string;
}

/**
 * A database whose columns have other names, given one after the other, in all keys and indexes too. Texts of SQL stay as they
 * are, and tables that nothing of this concerns remain the same objects.
 */
export function withColumnsRenamed(shape: DatabaseShape, renames: readonly ColumnRename[]): DatabaseShape {
  if (renames.length === 0) return shape;
  const names = new Set(renames.map(({ table }) => table.name));
  const isConcerned = ({ name, foreignKeys }: TableShape): boolean =>
    names.has(name) || foreignKeys.some(({ foreignTable }) => names.has(foreignTable.name));
  return {
    ...shape,
    tables: shape.tables.map((table) => (isConcerned(table) ? renames.reduce(withColumnRenamed, table) : table)),
  };
}

function withColumnRenamed(each: TableShape, { table, from, to }: ColumnRename): TableShape {
  const name = (column: string): string => (column === from ? to : column);
  const pointing = (key: ForeignKeyShape): ForeignKeyShape => ({
    ...key,
    foreignColumns: key.foreignColumns.map(name),
  });
  return withKeysTo(table, isNamed(table)(each) ? withOwnColumnRenamed(each, name) : each, pointing);
}

function withOwnColumnRenamed(table: TableShape, name: (column: string) => string): TableShape {
  const part = (each: IndexPartShape): IndexPartShape =>
    each.column === undefined ? each : { ...each, column: name(each.column) };
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: name(column.name) })),
    ...(table.primaryKey === undefined
      ? {}
      : { primaryKey: { ...table.primaryKey, parts: table.primaryKey.parts.map(part) } }),
    indexes: table.indexes.map((index) => ({
      ...index,
      parts: index.parts.map(part),
      ...(index.include === undefined ? {} : { include: index.include.map(name) }),
    })),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(name) })),
  };
}

/** The options of a table, with what is written apart from them. */
export function optionsOf({ options, partitionBy, comment }: TableShape): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(options),
    ...(partitionBy === undefined ? [] : [['PARTITION BY', partitionBy] as const]),
    ...(comment === undefined ? [] : [['COMMENT', comment] as const]),
  ]);
}

/** A database without what makes no difference: the order of its parts, and whether it is said that a column may be NULL. */
export function normalized(shape: DatabaseShape): DatabaseShape {
  return {
    ...shape,
    schemas: shape.schemas.toSorted(),
    extensions: sorted(shape.extensions),
    types: sorted(shape.types),
    views: sorted(shape.views),
    tables: sorted(shape.tables.map(normalizedTable)),
  };
}

export function normalizedTable(table: TableShape): TableShape {
  return {
    ...table,
    columns: sorted(table.columns.map(normalizedColumn)),
    indexes: sorted(table.indexes),
    checks: sorted(table.checks),
    foreignKeys: sorted(table.foreignKeys),
  };
}

export function normalizedColumn({ notNull, ...column }: ColumnShape): ColumnShape {
  return notNull === true ? { ...column, notNull } : column;
}

const sorted = <Named extends ObjectName>(objects: readonly Named[]): Named[] =>
  objects.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
