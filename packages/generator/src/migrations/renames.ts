import type { Rename } from '../changes/compare.js';
import { keyOf, tablesByKey } from '../changes/state.js';
import { type DatabaseShape, type ObjectName, said } from '../platforms/shape.js';
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

/** A table, or a column of one. */
export type NamedPlace = Said['drops'][number];

/** The words by which an option names something. */
export const wordsFor = ({ table: { schema, name }, column }: NamedPlace): string =>
  [...(schema === undefined ? [] : [schema]), name, ...(column === undefined ? [] : [column])].join('.');

/**
 * The tables and columns that the words of an option can mean: `book`, `shop.book`, `book.title`. The schema may be left out. What
 * stays is not meant where the same words name something that goes.
 */
export function namedBy(shape: DatabaseShape, words: string, after: DatabaseShape): readonly NamedPlace[] {
  const places = shape.tables.flatMap((table): NamedPlace[] => [
    { table: nameOf(table) },
    ...table.columns.map(({ name }) => ({ table: nameOf(table), column: name })),
  ]);
  const whole = places.filter((place) => wordsFor(place) === words);
  if (whole.length > 1) {
    const gone = whole.filter((place) => !isPlaceIn(after, place));
    return gone.length > 0 ? gone : whole;
  }
  if (whole.length === 1) return whole;
  return places.filter(({ table, column }) => wordsFor(said({ table: { name: table.name }, column })) === words);
}

/** What words of an option mean, where that is one thing. */
export function findNamed(shape: DatabaseShape, words: string, after: DatabaseShape): NamedPlace | undefined {
  const found = namedBy(shape, words, after);
  return found.length === 1 ? found[0] : undefined;
}

export const isPlaceIn = ({ tables }: DatabaseShape, { table, column }: NamedPlace): boolean =>
  tables.some(
    (each) =>
      keyOf(each) === keyOf(table) && (column === undefined || each.columns.some(({ name }) => name === column)),
  );
