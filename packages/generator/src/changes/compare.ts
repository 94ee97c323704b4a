import { isDeepStrictEqual } from 'node:util';
import type { ColumnShape, DatabaseShape, ObjectName, TableShape } from '../platforms/shape.js';
import { type Change, type ChangeKind, type ChangePlace, changeOf } from './change.js';
import {
  isNamed,
  keyOf,
  normalizedColumn,
  optionsOf,
  sequencesOf,
  withColumnsRenamed,
  withTableRenamed,
} from './state.js';

/** A new name that a person has given to a table or a column, which keeps what is in it. */
export interface Rename {
  /** By its name before. */
  readonly table: ObjectName;
  /** Of the table, by its name before. */
  readonly column?: string;
  readonly to: string;
}

/** What must change for a database to become another one, each object once. The order of columns is no difference. */
export function compareShapes(
  before: DatabaseShape,
  after: DatabaseShape,
  renames: readonly Rename[] = [],
): readonly Change[] {
  const { state, tables, columnNames } = renamed(before, renames);
  const known = new Map(state.tables.map((table) => [keyOf(table), table]));
  const wanted = new Set(after.tables.map(keyOf));
  const made = after.tables.filter((table) => !known.has(keyOf(table)));
  const gone = state.tables.filter((table) => !wanted.has(keyOf(table)));
  const parts = after.tables.flatMap((table) => {
    const other = known.get(keyOf(table));
    return other === undefined ? [] : compareTables(other, table, columnNames.get(keyOf(table)));
  });
  const isNewName = ({ kind, from }: Change): boolean => kind === 'column' && from !== undefined;
  return [
    ...compareThings('schema', before.schemas.map(nameThing), after.schemas.map(nameThing)),
    ...compareThings('extension', before.extensions.map(extensionThing), after.extensions.map(extensionThing)),
    ...compareThings('sequence', sequencesOf(before).map(bareThing), sequencesOf(after).map(bareThing)),
    ...compareThings('type', before.types.map(wholeThing), after.types.map(wholeThing)),
    ...compareThings('view', before.views.map(wholeThing), after.views.map(wholeThing)),
    ...tables,
    // Keys of other tables, of new ones too, have the new names of columns.
    ...parts.filter(isNewName),
    ...made.map((table) => changeOf('table', placeOf(table), { after: table })),
    ...parts.filter((part) => !isNewName(part)),
    ...gone.toReversed().map((table) => changeOf('table', placeOf(table), { before: table })),
  ];
}

/** A database with the tables of another one where they are the same: these are quickly compared from then on. */
export function sharing(known: DatabaseShape, shape: DatabaseShape): DatabaseShape {
  const tables = new Map(known.tables.map((table) => [keyOf(table), table]));
  const shared = (table: TableShape): TableShape => {
    const same = tables.get(keyOf(table));
    return same !== undefined && JSON.stringify(same) === JSON.stringify(table) ? same : table;
  };
  return { ...shape, tables: shape.tables.map(shared) };
}

/** The names of columns before, by their names after. */
type ColumnNames = ReadonlyMap<string, string>;

/** The database before with its new names, the changes that give them to tables, and what columns were called there. */
function renamed(
  before: DatabaseShape,
  renames: readonly Rename[],
): { state: DatabaseShape; tables: Change[]; columnNames: ReadonlyMap<string, ColumnNames> } {
  let state = before;
  const tables: Change[] = [];
  const columnNames = new Map<string, Map<string, string>>();
  const tableRenames = renames.filter(({ column }) => column === undefined);
  const inOrder = freeingOrder(
    tableRenames,
    ({ table }) => keyOf(table),
    ({ table, to }) => keyOf({ ...table, name: to }),
  );
  for (const { table, to } of inOrder) {
    tables.push(changeOf('table', { ...placeOf(table), name: to }, { from: table.name }));
    state = withTableRenamed(state, table, to);
  }
  const columns = renames.flatMap(({ table, column, to }) => (column === undefined ? [] : [{ table, column, to }]));
  const name = (table: ObjectName, column: string): string => `${keyOf(table)}${column}`;
  const columnsInOrder = freeingOrder(
    columns,
    ({ table, column }) => name(table, column),
    ({ table, to }) => name(table, to),
  );
  const owned = columnsInOrder.map(({ table, column, to }) => {
    const newName = tableRenames.find((rename) => isNamed(rename.table)(table))?.to ?? table.name;
    return { table: { ...placeOf(table), name: newName }, from: column, to };
  });
  for (const { table, from, to } of owned) {
    const names = columnNames.get(keyOf(table)) ?? new Map<string, string>();
    columnNames.set(keyOf(table), names.set(to, from));
  }
  return { state: withColumnsRenamed(state, owned), tables, columnNames };
}

/** A database in which tables and columns have their new names. */
export const withRenames = (before: DatabaseShape, renames: readonly Rename[]): DatabaseShape =>
  renamed(before, renames).state;

/** Renames in an order in which each name is free when it is given: the last of a chain first. A circle has no such order. */
function freeingOrder<Given>(
  renames: readonly Given[],
  oldName: (rename: Given) => string,
  newName: (rename: Given) => string,
): Given[] {
  const ordered: Given[] = [];
  let left = [...renames];
  while (left.length > 0) {
    const taken = new Set(left.map(oldName));
    const free = left.filter((rename) => !taken.has(newName(rename)));
    ordered.push(...(free.length === 0 ? left : free));
    left = free.length === 0 ? [] : left.filter((rename) => !free.includes(rename));
  }
  return ordered;
}

/** The table before has its new names already. */
function compareTables(before: TableShape, after: TableShape, columnNames: ColumnNames = new Map()): Change[] {
  // Nearly all tables of a large database: one text is quickly compared.
  if (before === after || (columnNames.size === 0 && JSON.stringify(before) === JSON.stringify(after))) return [];
  const part = (thing: { name: string }): Thing => ({ place: partOf(after, thing.name), value: thing });
  const optionThings = (table: TableShape): Thing[] =>
    [...optionsOf(table)].map(([name, value]) => ({ place: partOf(after, name), value }));
  const keyThings = ({ primaryKey }: TableShape): Thing[] =>
    primaryKey === undefined ? [] : [{ place: partOf(after, 'PRIMARY KEY'), value: primaryKey }];
  return [
    ...compareThings('option', optionThings(before), optionThings(after)),
    ...compareColumns(before, after, columnNames),
    ...compareThings('primary key', keyThings(before), keyThings(after)),
    ...compareNamed('index', before.indexes.map(part), after.indexes.map(part)),
    ...compareNamed('check', before.checks.map(part), after.checks.map(part)),
    ...compareNamed('foreign key', before.foreignKeys.map(part), after.foreignKeys.map(part)),
  ];
}

/** Renames come first, in the order of the names. */
function compareColumns(before: TableShape, after: TableShape, columnNames: ColumnNames): Change[] {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const names = new Set(after.columns.map(({ name }) => name));
  const renamedFirst = [
    ...[...columnNames.keys()].flatMap((name) => after.columns.find((column) => column.name === name) ?? []),
    ...after.columns.filter(({ name }) => !columnNames.has(name)),
  ];
  const kept = renamedFirst.flatMap((column) => {
    const [other, from] = [old.get(column.name), columnNames.get(column.name)];
    if (other === undefined) return [changeOf('column', partOf(after, column.name), { after: column })];
    if (from === undefined && isSameColumn(other, column)) return [];
    const was = from === undefined ? other : { ...other, name: from };
    return [changeOf('column', partOf(after, column.name), { from, before: was, after: column })];
  });
  const gone = before.columns.filter(({ name }) => !names.has(name));
  return [...kept, ...gone.map((column) => changeOf('column', partOf(after, column.name), { before: column }))];
}

const isSameColumn = (one: ColumnShape, other: ColumnShape): boolean =>
  isDeepStrictEqual(normalizedColumn(one), normalizedColumn(other));

/** An object with its name: what it is like without it is `value`. */
interface Thing {
  readonly place: ChangePlace;
  readonly value: object | string;
}

const placeOf = ({ schema, name }: ObjectName): ChangePlace => (schema === undefined ? { name } : { schema, name });

const partOf = ({ schema, name }: ObjectName, part: string): ChangePlace =>
  schema === undefined ? { table: name, name: part } : { schema, table: name, name: part };

const nameThing = (name: string): Thing => ({ place: { name }, value: {} });
const bareThing = (object: ObjectName): Thing => ({ place: placeOf(object), value: {} });
const wholeThing = (object: ObjectName): Thing => ({ place: placeOf(object), value: object });
const extensionThing = ({ name, ...where }: ObjectName): Thing => ({ place: { name }, value: where });

const placeKey = ({ schema, table, name }: ChangePlace): string =>
  JSON.stringify([schema ?? null, table ?? null, name]);

/** Those that came, changed and went, found by their names. */
function compareThings(kind: ChangeKind, before: readonly Thing[], after: readonly Thing[]): Change[] {
  const old = new Map(before.map((thing) => [placeKey(thing.place), thing]));
  const wanted = new Set(after.map(({ place }) => placeKey(place)));
  return [
    ...after.flatMap(({ place, value }) => {
      const was = old.get(placeKey(place))?.value;
      return was !== undefined && isDeepStrictEqual(was, value)
        ? []
        : [changeOf(kind, place, { before: was, after: value })];
    }),
    ...before
      .filter(({ place }) => !wanted.has(placeKey(place)))
      .map(({ place, value }) => changeOf(kind, place, { before: value })),
  ];
}

/**
 * The same of parts whose names nothing depends on: where one went and one came that is the same but for its name, it was
 * renamed. Nothing is lost by that, whoever chose the names.
 */
function compareNamed(kind: ChangeKind, before: readonly Thing[], after: readonly Thing[]): Change[] {
  const names = (things: readonly Thing[]): Set<string> => new Set(things.map(({ place }) => place.name));
  const [old, wanted] = [names(before), names(after)];
  const gone = before.filter(({ place }) => !wanted.has(place.name));
  const renames = new Map<Thing, Thing>();
  for (const thing of after) {
    if (old.has(thing.place.name)) continue;
    const was = gone.find((other) => !renames.has(other) && isDeepStrictEqual(nameless(other), nameless(thing)));
    if (was !== undefined) renames.set(was, thing);
  }
  const isRenamed = new Set([...renames.values()]);
  return [
    ...compareThings(
      kind,
      before.filter((thing) => !renames.has(thing)),
      after.filter((thing) => !isRenamed.has(thing)),
    ),
    ...[...renames].map(([was, is]) =>
      changeOf(kind, is.place, { from: was.place.name, before: was.value, after: is.value }),
    ),
  ];
}

const nameless = ({ value }: Thing): object => ({ ...(value as object), name: '' });
