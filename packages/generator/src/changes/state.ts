import type {
  ColumnShape,
  DatabaseShape,
  ForeignKeyShape,
  IndexPartShape,
  ObjectName,
  TableShape,
} from '../platforms/shape.js';

/** One text for a name, to find it by. */
export const keyOf = ({ schema, name }: ObjectName): string => JSON.stringify([schema ?? null, name]);

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

/** A database whose column has another name, in all keys and indexes too. Texts of SQL stay as they are. */
export function withColumnRenamed(shape: DatabaseShape, table: ObjectName, from: string, to: string): DatabaseShape {
  const isIt = isNamed(table);
  const name = (column: string): string => (column === from ? to : column);
  const part = (each: IndexPartShape): IndexPartShape =>
    each.column === undefined ? each : { ...each, column: name(each.column) };
  const pointing = (key: ForeignKeyShape): ForeignKeyShape => ({
    ...key,
    foreignColumns: key.foreignColumns.map(name),
  });
  const own = (each: TableShape): TableShape => ({
    ...each,
    columns: each.columns.map((column) => ({ ...column, name: name(column.name) })),
    ...(each.primaryKey === undefined
      ? {}
      : { primaryKey: { ...each.primaryKey, parts: each.primaryKey.parts.map(part) } }),
    indexes: each.indexes.map((index) => ({
      ...index,
      parts: index.parts.map(part),
      ...(index.include === undefined ? {} : { include: index.include.map(name) }),
    })),
    foreignKeys: each.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(name) })),
  });
  return { ...shape, tables: shape.tables.map((each) => withKeysTo(table, isIt(each) ? own(each) : each, pointing)) };
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
