import type { CatalogIndex, CatalogTable } from '../support/catalog/catalog.js';

/** Something in which two databases differ. */
export interface CatalogDifference {
  readonly table: string;
  /** The name of what differs: a column, an index … */
  readonly name: string;
  readonly what: string;
}

type Parts = ReadonlyMap<string, string>;

/** Spellings of one default that PostgreSQL keeps apart: NULL for none, and the type it saw in a number. */
function defaultMeaning(sql: string | undefined): string | undefined {
  if (sql === undefined || /^NULL::/.test(sql)) return undefined;
  return /^'?(-?[\d.]+)'?::(?:numeric|bigint|integer)$/.exec(sql)?.[1] ?? sql;
}

/** A comment; on SQLite it is one line, in which every kind of space is a blank. */
const remark = (comment: string | undefined): string | undefined =>
  comment?.replaceAll(/[\s\u0085]+/g, ' ').trim() || undefined;

/** Every part of a table by its name, each as one text. */
function partsOf(table: CatalogTable): Parts {
  const parts = new Map<string, string>();
  parts.set('comment', remark(table.comment) ?? '');
  parts.set('primary key', table.primaryKey.join(', '));
  parts.set('number of checks', String(table.checks ?? 0));
  parts.set('order of columns', table.columns.map(({ name }) => name).join(', '));
  for (const { name, type, nullable, defaultText, autoIncrement, comment } of table.columns) {
    const meaning = defaultMeaning(defaultText);
    // SQLite keeps the words of a type as they were typed.
    const words = type.toUpperCase().replaceAll(/\s*([(),])\s*/g, '$1');
    parts.set(
      `column ${name}`,
      JSON.stringify({ type: words, nullable, default: meaning, autoIncrement, comment: remark(comment) }),
    );
  }
  for (const { name, ...key } of table.foreignKeys) {
    parts.set(`foreign key ${name ?? key.columns.join(', ')}`, JSON.stringify(key));
  }
  const add = (kind: string, indexes: readonly CatalogIndex[]): void => {
    for (const { name, columns } of indexes) parts.set(`${kind} ${name}`, columns.join(', '));
  };
  add('unique', table.uniques);
  add('index', table.indexes);
  return parts;
}

/** In what two catalogs, read by somebody who knows nothing of ours, differ. */
export function catalogDifferences(
  first: readonly CatalogTable[],
  second: readonly CatalogTable[],
): readonly CatalogDifference[] {
  const differences: CatalogDifference[] = [];
  const others = new Map(second.map((table) => [table.name, table]));
  for (const table of first) {
    const other = others.get(table.name);
    others.delete(table.name);
    if (other === undefined) {
      differences.push({ table: table.name, name: table.name, what: 'table is missing' });
      continue;
    }
    const [mine, its] = [partsOf(table), partsOf(other)];
    for (const part of new Set([...mine.keys(), ...its.keys()])) {
      const [before, after] = [mine.get(part), its.get(part)];
      if (before === after) continue;
      const name = part.replace(/^(column|foreign key|unique|index) /, '');
      differences.push({ table: table.name, name, what: `${part}: ${before ?? 'none'} → ${after ?? 'none'}` });
    }
  }
  for (const name of others.keys()) differences.push({ table: name, name, what: 'table is new' });
  return differences;
}
