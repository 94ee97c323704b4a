import type { UnlikeSetting } from '../introspection.js';
import { type ColumnShape, said, type TableShape } from '../shape.js';

/** Other words for an engine. */
const ENGINES: Readonly<Record<string, string>> = { heap: 'memory', merge: 'mrg_myisam', ndb: 'ndbcluster' };

const engineName = (engine: string): string => ENGINES[engine.toLowerCase()] ?? engine.toLowerCase();

/** `utf8` is an older name of `utf8mb3`. */
const oneName = (name: string): string => name.toLowerCase().replace(/^utf8(?=_|$)/, 'utf8mb3');

/** A collation that a schema asks for, by its name or by its character set. */
interface Wanted {
  readonly collation: string | undefined;
  readonly charset: string | undefined;
}

const tableWants = ({ options }: TableShape): Wanted => ({
  collation: options['COLLATE'],
  charset: options['CHARACTER SET'],
});

/** The character set and collation of a column are part of its type. */
const columnWants = ({ type }: ColumnShape): Wanted => ({
  collation: /\bcollate\s+(\w+)/i.exec(type)?.[1],
  charset: /\b(?:charset|character set)\s+(\w+)/i.exec(type)?.[1],
});

const isText = ({ type }: ColumnShape): boolean => /^(\w*char|\w*text|character|enum|set)\b/i.test(type);

/** Engine and collations. `usual` are the collations that a new table may get by itself: the server's first. */
export function unlikeSettings(
  table: TableShape,
  other: TableShape,
  usual: readonly string[],
): readonly UnlikeSetting[] {
  const found: UnlikeSetting[] = [];
  const [mine, its] = [table, other].map(({ options }) => options['ENGINE'] ?? 'InnoDB') as [string, string];
  if (engineName(mine) !== engineName(its)) found.push({ kind: 'engine', mine, its });
  const wanted = tableWants(table);
  const collation = tableWants(other).collation ?? usual[0];
  if (collation === undefined) return found;
  if (!isMet(wanted, collation, usual)) found.push({ kind: 'collation', mine: shown(wanted, usual), its: collation });
  for (const column of table.columns) {
    const twin = other.columns.find(({ name }) => name === column.name);
    const own = columnWants(column);
    const itsOwn = twin && columnWants(twin).collation;
    const isSaid = own.collation !== undefined || own.charset !== undefined;
    // A text without a collation of its own has that of its table, of which enough is said.
    if (twin === undefined || !isText(twin) || (itsOwn === undefined && !isSaid)) continue;
    const expected = isSaid ? own : wanted;
    const has = itsOwn ?? collation;
    if (!isMet(expected, has, usual)) {
      found.push({ kind: 'collation', column: column.name, mine: shown(expected, usual), its: has });
    }
  }
  return found;
}

const withoutSettings = (type: string): string => type.replaceAll(/\s+(?:charset|character set|collate)\s+\w+/gi, '');

/**
 * A table as a server makes it now, with the collations of `live` where only a character set was said. Which collation that gets is the
 * server's choice: a database that has moved to a newer one keeps what the older one chose.
 */
export function withChosenSettings(
  built: TableShape,
  wanted: TableShape,
  live: TableShape,
  usual: readonly string[],
): TableShape {
  const isChosen = (asked: Wanted, collation: string | undefined): boolean =>
    asked.collation === undefined &&
    asked.charset !== undefined &&
    collation !== undefined &&
    isMet(asked, collation, []);
  const collation = tableWants(live).collation ?? usual[0];
  return {
    ...built,
    options: isChosen(tableWants(wanted), collation)
      ? { ...built.options, ...said({ COLLATE: collation }) }
      : built.options,
    columns: built.columns.map((column) => {
      const [mine, its] = [wanted, live].map(({ columns }) => columns.find(({ name }) => name === column.name));
      if (mine === undefined || its === undefined) return column;
      return isChosen(columnWants(mine), columnWants(its).collation ?? collation) &&
        withoutSettings(column.type) === withoutSettings(its.type)
        ? { ...column, type: its.type }
        : column;
    }),
  };
}

function isMet({ collation, charset }: Wanted, has: string, usual: readonly string[]): boolean {
  if (collation !== undefined) return oneName(collation) === oneName(has);
  if (charset !== undefined)
    return oneName(has).startsWith(`${oneName(charset)}_`) || oneName(has) === oneName(charset);
  return usual.includes(has);
}

const shown = ({ collation, charset }: Wanted, usual: readonly string[]): string =>
  collation ?? (charset === undefined ? (usual.at(-1) ?? '') : `one of ${charset}`);
