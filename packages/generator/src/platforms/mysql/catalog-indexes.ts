import { constraintName } from '../../model/names.js';
import type { CatalogForeignKey, CatalogIndex, CatalogItem, CatalogKey } from '../catalog.js';
import { grouped, type IndexRow } from './catalog-rows.js';
import { foreignKeyIndexes, IDENTIFIER_LIMIT, type NamedColumns, usableColumns } from './foreign-key-indexes.js';
import { dictionaryText, normalExpression } from './printed-sql.js';
import { identifier, text } from './quoting.js';
import type { TableRest } from './table-rest.js';

/** The indexes of a table, by what a schema makes of them. */
export interface TableIndexes {
  readonly primaryKey: CatalogKey | undefined;
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  /** Those of the table, each with the index that it gets by itself. */
  readonly foreignKeys: readonly CatalogForeignKey[];
  readonly items: readonly CatalogItem[];
}

/** What the indexes of a table have to be compared with. */
export interface IndexedTable {
  readonly name: string;
  readonly engine: string;
  /** Its columns in their order, with their types. */
  readonly columns: ReadonlyMap<string, string>;
  readonly autoIncrement: string | undefined;
  /** The column for the end of a row's time, which MariaDB adds to every key of a table that it keeps versions of. */
  readonly rowEnd: string | undefined;
  readonly foreignKeys: readonly CatalogForeignKey[];
  /** How to make what a schema cannot say of the table. */
  readonly rest: TableRest;
}

interface Entry {
  readonly name: string;
  readonly isUnique: boolean;
  readonly kind: string;
  readonly parts: readonly IndexRow[];
}

const SPECIAL = new Set(['FULLTEXT', 'SPATIAL']);

export function tableIndexes(table: IndexedTable, rows: readonly IndexRow[]): TableIndexes {
  const parts = rows.filter(({ column }) => column === null || column !== table.rowEnd);
  const entries = entriesOf(parts).sort(byColumns(table));
  const unwritten = automatic(entries, table);
  const written = entries.filter((entry) => !unwritten.has(entry));
  const items: CatalogItem[] = [];
  const uniques: CatalogIndex[] = [];
  const indexes: CatalogIndex[] = [];
  let primaryKey: CatalogKey | undefined;
  for (const entry of written) {
    const isPrimary = entry.name === 'PRIMARY';
    const special = isPrimary ? undefined : specialKind(entry, table);
    if (special !== undefined) {
      items.push({
        kind: special,
        name: entry.name,
        detail: statement(entry, table),
        ...table.rest.missingKey(entry.name),
      });
      continue;
    }
    items.push(...smallPrint(entry, table));
    if (isPrimary) primaryKey = catalogKey(entry);
    else (entry.isUnique ? uniques : indexes).push(catalogIndex(entry, table));
  }
  return { primaryKey, uniques, indexes, foreignKeys: withIndexes(table, unwritten), items };
}

function entriesOf(rows: readonly IndexRow[]): Entry[] {
  const byName = grouped(rows, (row) => row.name ?? '');
  return [...byName].map(([name, parts]) => ({
    name,
    parts,
    isUnique: parts[0]?.repeats === '0',
    kind: parts[0]?.kind ?? 'BTREE',
  }));
}

/** In the order of their columns in the table: it is the same in every database with these tables. */
function byColumns({ columns }: IndexedTable): (a: Entry, b: Entry) => number {
  const places = new Map([...columns.keys()].map((name, i) => [name, i]));
  const place = (entry: Entry, i: number): number => places.get(entry.parts[i]?.column ?? '') ?? columns.size;
  return (a, b) => {
    for (let i = 0; i < Math.max(a.parts.length, b.parts.length); i++) {
      const difference = (i < a.parts.length ? place(a, i) : -1) - (i < b.parts.length ? place(b, i) : -1);
      if (difference !== 0) return difference;
    }
    return a.name < b.name ? -1 : 1;
  };
}

const isPlain = ({ parts, kind, isUnique }: Entry): boolean =>
  !isUnique &&
  !SPECIAL.has(kind) &&
  parts.every(({ column, prefix, direction, visible, comment }) =>
    [column !== null, prefix === null, direction !== 'D', visible !== 'NO', comment === ''].every(Boolean),
  );

const named = ({ name, parts, kind }: Entry): NamedColumns => ({
  name,
  columns: SPECIAL.has(kind) ? [] : parts.map(({ column }) => column ?? ''),
});

/** An index by what foreign keys can use of it. A primary key that descends is ascending in our SQL. */
const usable = ({ name, parts, kind }: Entry): NamedColumns => ({
  name,
  columns: SPECIAL.has(kind)
    ? []
    : usableColumns(
        parts.map(({ column, prefix, direction }) => ({
          column: column ?? undefined,
          isDescending: direction === 'D' && name !== 'PRIMARY',
          isPrefix: prefix !== null,
        })),
      ),
});

/**
 * The indexes that our own SQL would make for foreign keys and an auto-increment column without being told. Whatever is not one
 * of these was written by somebody, and then it may be what makes another one needless.
 */
function automatic(entries: readonly Entry[], table: IndexedTable): ReadonlySet<Entry> {
  let found = new Set(entries.filter(isPlain));
  for (;;) {
    const written = entries.filter((entry) => !found.has(entry));
    const made = foreignKeyIndexes(
      table.name,
      table.foreignKeys.map(({ name, columns }) => ({ name: name ?? '', columns })),
      written.map(usable),
    );
    const numbered = autoIncrementIndex(table, written.map(named));
    const expected = new Set([...made, ...numbered].map((index) => JSON.stringify(index)));
    const still = new Set([...found].filter((entry) => expected.has(JSON.stringify(named(entry)))));
    if (still.size === found.size) return found;
    found = still;
  }
}

/** Ours is for a column of the primary key that is not its first. Outside of it, a schema has to name an index. */
function autoIncrementIndex({ name, autoIncrement }: IndexedTable, written: readonly NamedColumns[]): NamedColumns[] {
  const primaryKey = written.find((entry) => entry.name === 'PRIMARY');
  if (autoIncrement === undefined || primaryKey?.columns.includes(autoIncrement) !== true) return [];
  if (written.some(({ columns }) => columns[0] === autoIncrement)) return [];
  return [{ name: constraintName(name, 'i', `${autoIncrement}:`, IDENTIFIER_LIMIT), columns: [autoIncrement] }];
}

/** The name of what makes an index more than a list of columns, if it is that. */
function specialKind({ parts, kind, isUnique }: Entry, table: IndexedTable): string | undefined {
  // MariaDB compares texts that are too long for a key by a hash of them.
  const isWhole = parts.some(
    ({ column, prefix }) => prefix === null && /text|blob|json/.test(table.columns.get(column ?? '') ?? ''),
  );
  if (isUnique && isWhole) return 'unique of a long column';
  return ['BTREE', 'HASH', 'RTREE', ...SPECIAL].includes(kind) ? undefined : `${kind.toLowerCase()} index`;
}

/** What an index is beside its columns; it is kept without. */
function smallPrint(entry: Entry, { engine, rest }: IndexedTable): CatalogItem[] {
  const { name, parts, kind } = entry;
  const items: CatalogItem[] = [];
  const [first] = parts;
  if (name === 'PRIMARY' && parts.some(({ direction }) => direction === 'D')) {
    const detail = `(${columnList(entry)}): it becomes ascending`;
    items.push({ kind: 'descending primary key', name, detail, ...rest.changedKey(name) });
  }
  if (first?.visible === 'NO')
    items.push({ kind: 'invisible index', name, detail: 'it is kept, visible', ...rest.invisibleIndex(name) });
  if (first?.comment)
    items.push({ kind: 'comment of an index', name, detail: first.comment, ...rest.changedKey(name) });
  // What MEMORY does not take by itself. For the others HASH is a word without a meaning.
  if (name === 'PRIMARY' && engine === 'MEMORY' && kind === 'BTREE') {
    items.push({ kind: 'index option', name, detail: 'USING BTREE', ...rest.changedKey(name) });
  }
  return items;
}

function catalogIndex({ name, parts, kind }: Entry, { engine }: IndexedTable): CatalogIndex {
  const isSpecial = SPECIAL.has(kind);
  return {
    name,
    columns: parts.map(({ column, prefix, direction, expression }) => ({
      ...(expression === null ? { name: column ?? '' } : { expression: expressionText(expression) }),
      // Both show a prefix of 32 bytes for a SPATIAL index.
      ...(prefix === null || isSpecial ? {} : { size: Number(prefix) }),
      ...(direction === 'D' ? { order: 'desc' as const } : {}),
    })),
    ...(isSpecial || (engine === 'MEMORY' && kind === 'BTREE') ? { using: kind.toLowerCase() } : {}),
    vendor: new Map(),
  };
}

const expressionText = (shown: string): string => normalExpression(dictionaryText(shown));

function catalogKey({ parts }: Entry): CatalogKey {
  const sizes = new Map(
    parts.flatMap(({ column, prefix }) => (prefix === null ? [] : [[column ?? '', Number(prefix)]])),
  );
  return {
    name: undefined,
    columns: parts.map(({ column }) => column ?? ''),
    ...(sizes.size === 0 ? {} : { sizes }),
  };
}

/** The foreign keys with the index that each gets by itself. */
function withIndexes(table: IndexedTable, unwritten: ReadonlySet<Entry>): CatalogForeignKey[] {
  const left = new Set(unwritten);
  return table.foreignKeys.map((key) => {
    const entry = [...left].find((candidate) => named(candidate).columns.join('\n') === key.columns.join('\n'));
    if (entry === undefined) return key;
    left.delete(entry);
    return { ...key, index: catalogIndex(entry, table) };
  });
}

/** How it is made again. */
function statement(entry: Entry, table: IndexedTable): string {
  const { name, isUnique, parts, kind } = entry;
  const prefix = isUnique ? 'UNIQUE ' : kind === 'BTREE' || kind === 'HASH' ? '' : `${kind} `;
  const comment = parts[0]?.comment ? ` COMMENT ${text(parts[0].comment)}` : '';
  return `CREATE ${prefix}INDEX ${identifier(name)} ON ${identifier(table.name)} (${columnList(entry)})${comment}`;
}

function columnList({ parts }: Entry): string {
  const columns = parts.map(({ column, prefix, direction, expression }) => {
    const what = expression === null ? identifier(column ?? '') : `(${expressionText(expression)})`;
    return `${what}${prefix === null ? '' : `(${prefix})`}${direction === 'D' ? ' DESC' : ''}`;
  });
  return columns.join(', ');
}
