import { constraintName, type IdentifierLimit } from '../../model/names.js';

export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 64, unit: 'characters' };

/** An index or a key by its name and columns. */
export interface NamedColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A part of an index. One without a column is an expression. */
interface Part {
  readonly column: string | undefined;
  readonly isDescending: boolean;
  readonly isPrefix: boolean;
}

/**
 * The columns at the start of an index that a foreign key can use: InnoDB takes no expressions and no beginnings of values for one.
 * MySQL takes no descending columns either. MariaDB does, and gets an index there that it does not need.
 */
export function usableColumns(parts: readonly Part[]): string[] {
  const end = parts.findIndex((part) => part.column === undefined || part.isDescending || part.isPrefix);
  return parts.slice(0, end < 0 ? undefined : end).flatMap(({ column }) => column ?? []);
}

const startsWith = (columns: readonly string[], start: readonly string[]): boolean =>
  start.every((name, i) => columns[i] === name);

/**
 * The indexes that the foreign keys of a table get beside those that are written, because none of these starts with
 * their columns. InnoDB would make the same and name them after the key. Ours are named so too, that an existing database
 * keeps its names; those of keys that we named have Propel's form.
 */
export function foreignKeyIndexes(
  table: string,
  keys: readonly NamedColumns[],
  written: readonly NamedColumns[],
): readonly NamedColumns[] {
  const made: NamedColumns[] = [];
  const taken = new Set(written.map(({ name }) => name.toLowerCase()));
  for (const [i, { name: key, columns }] of keys.entries()) {
    const isServed =
      [...written, ...made].some((index) => startsWith(index.columns, columns)) ||
      keys.some((other, j) => j > i && other.columns.length > columns.length && startsWith(other.columns, columns));
    if (isServed) continue;
    const name = indexName(table, key, columns[0] ?? '', taken);
    taken.add(name.toLowerCase());
    made.push({ name, columns });
  }
  return made;
}

function indexName(table: string, key: string, column: string, taken: ReadonlySet<string>): string {
  const ours = `${table}_fk_`;
  if (key.startsWith(ours)) return `${table}_fi_${key.slice(ours.length)}`;
  // A key that InnoDB named itself: it calls the index by the first column then, and counts.
  if (/_ibfk_\d+$/.test(key)) {
    for (let count = 1; ; count++) {
      const name = count === 1 ? column : `${column}_${count}`;
      if (!taken.has(name.toLowerCase())) return name;
    }
  }
  return taken.has(key.toLowerCase()) ? constraintName(table, 'fi', key, IDENTIFIER_LIMIT) : key;
}
