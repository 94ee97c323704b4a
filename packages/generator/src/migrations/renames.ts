import type { Rename } from '../changes/compare.js';
import { keyOf, tablesByKey } from '../changes/state.js';
import type { DatabaseShape, ObjectName } from '../platforms/shape.js';
import { nameOf } from './parts.js';

/** A table or a column that goes while others of its kind come: one of them may be it, with a new name. */
export interface Doubt {
  readonly table: ObjectName;
  /** A column of the table; without it the table itself is meant. By its name before. */
  readonly column?: string;
  /** The names that are new. */
  readonly candidates: readonly string[];
}

/** What a person has said of names: `--rename`, `--drop` and `renamedFrom`. */
export interface Said {
  readonly renames: readonly Rename[];
  /** Goes on purpose. */
  readonly drops: readonly { readonly table: ObjectName; readonly column?: string }[];
}

/** The renames that are said, and what somebody has to be asked about. */
export function doubtsOf(before: DatabaseShape, after: DatabaseShape, { renames, drops }: Said): readonly Doubt[] {
  const isSaid = (table: ObjectName, column?: string): boolean =>
    [...renames, ...drops].some((each) => keyOf(each.table) === keyOf(table) && each.column === column);
  const newNames = new Map(
    renames.filter(({ column }) => column === undefined).map(({ table, to }) => [keyOf(table), to]),
  );
  const taken = new Set(
    renames.filter(({ column }) => column === undefined).map(({ table, to }) => keyOf({ ...nameOf(table), name: to })),
  );
  const [old, wanted] = [tablesByKey(before), tablesByKey(after)];
  const newTables = after.tables.filter((table) => !old.has(keyOf(table)) && !taken.has(keyOf(table)));
  const tables = before.tables.flatMap((table): Doubt[] => {
    if (wanted.has(keyOf(table)) || isSaid(nameOf(table))) return [];
    const candidates = newTables.filter(({ schema }) => schema === table.schema).map(({ name }) => name);
    return candidates.length === 0 ? [] : [{ table: nameOf(table), candidates }];
  });
  const columns = before.tables.flatMap((table): Doubt[] => {
    const is = wanted.get(keyOf({ ...nameOf(table), name: newNames.get(keyOf(table)) ?? table.name }));
    if (is === undefined || is === table) return [];
    const own = renames.filter((each) => each.column !== undefined && keyOf(each.table) === keyOf(table));
    const names = new Set(is.columns.map(({ name }) => name));
    const come = is.columns
      .map(({ name }) => name)
      .filter((name) => !table.columns.some((column) => column.name === name) && !own.some(({ to }) => to === name));
    return table.columns.flatMap(({ name }) =>
      names.has(name) || come.length === 0 || isSaid(nameOf(table), name)
        ? []
        : [{ table: nameOf(table), column: name, candidates: come }],
    );
  });
  return [...tables, ...columns];
}

/** A table, or a column of one, by the words of an option: `book`, `shop.book`, `book.title`. */
export function findNamed(
  shape: DatabaseShape,
  words: string,
): { readonly table: ObjectName; readonly column?: string } | undefined {
  const written = ({ schema, name }: ObjectName): string => (schema === undefined ? name : `${schema}.${name}`);
  const table = shape.tables.find((each) => written(each) === words);
  if (table !== undefined) return { table: nameOf(table) };
  for (const each of shape.tables) {
    const column = each.columns.find(({ name }) => `${written(each)}.${name}` === words);
    if (column !== undefined) return { table: nameOf(each), column: column.name };
  }
  return undefined;
}
