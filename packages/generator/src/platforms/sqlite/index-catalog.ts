import { constraintName, indexIdentity } from '../../model/names.js';
import type { CatalogIndex, CatalogIndexColumn, CatalogItem } from '../catalog.js';
import { type IndexText, readCreateIndex } from './create-index.js';
import type { UniqueText } from './create-table.js';
import type { IndexColumnRow, IndexRow } from './pragmas.js';
import { withStrings } from './quoted-strings.js';
import { IDENTIFIER_LIMIT } from './shape.js';
import { folded, isUnusual, NO_PARAMETERS, sameName, type TableFacts } from './table-facts.js';

export interface TableIndexes {
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  readonly items: readonly CatalogItem[];
}

/** The indexes of a table in the order in which they were made. */
export function indexesOf(facts: TableFacts, taken: Set<string>): TableIndexes {
  const uniques: CatalogIndex[] = [];
  const indexes: CatalogIndex[] = [];
  const items: CatalogItem[] = [];
  for (const row of inOrder(facts)) {
    const name = row.origin === 'u' ? uniqueName(facts, row, taken) : row.name;
    const sql = facts.statements.find((statement) => statement.type === 'index' && statement.name === row.name)?.sql;
    const text = sql
      ? readCreateIndex(
          sql,
          row.columns.map(({ collation }) => collation),
        )
      : undefined;
    const columns = partsOf(facts, row, text);
    (row.unique ? uniques : indexes).push({
      name,
      columns,
      ...(row.partial && text?.where !== undefined
        ? { where: withStrings(text.where, facts.columns, !facts.withoutRowid) }
        : {}),
      ...(row.origin === 'u' ? { isConstraint: true } : {}),
      vendor: NO_PARAMETERS,
    });
    const constraint = row.origin === 'u' ? constraintOf(facts, row) : undefined;
    const conflict = constraint?.conflict;
    if (!isUnusual(conflict)) continue;
    const shown = constraint?.name ?? `(${columns.map((column) => column.name).join(', ')})`;
    items.push({ kind: 'conflict clause', name: shown, detail: `UNIQUE ON CONFLICT ${conflict}` });
  }
  return { uniques, indexes, items };
}

/** Those of constraints come first; SQLite numbers them in the order of the text. */
function inOrder({ indexes, statements }: TableFacts): IndexRow[] {
  const place = ({ name, origin }: IndexRow): number =>
    origin === 'u'
      ? Number(/\d+$/.exec(name)?.[0] ?? 0) - indexes.length
      : statements.findIndex((row) => row.name === name);
  return indexes.filter(({ origin }) => origin !== 'pk').sort((a, b) => place(a) - place(b));
}

/** The columns and expressions of an index. A collation is said where it is not that of the column. */
function partsOf(facts: TableFacts, { columns }: IndexRow, text: IndexText | undefined): CatalogIndexColumn[] {
  return columns.map((column, i) => {
    const usual = column.name === undefined ? 'BINARY' : collationOf(facts, column);
    return {
      ...(column.name === undefined
        ? { expression: withStrings(text?.parts[i] ?? '', facts.columns, false) }
        : { name: column.name }),
      ...(column.descending ? { order: 'desc' } : {}),
      ...(sameName(column.collation, usual) ? {} : { collation: column.collation }),
    };
  });
}

/** That of the column itself. */
export function collationOf({ text }: TableFacts, { name }: IndexColumnRow): string {
  return text.columns.find((column) => sameName(column.name, name ?? ''))?.collation ?? 'BINARY';
}

function constraintOf({ text }: TableFacts, { columns }: IndexRow): UniqueText | undefined {
  return text.constraints.find(
    (constraint): constraint is UniqueText =>
      constraint.kind === 'unique' &&
      constraint.columns.length === columns.length &&
      columns.every(({ name }, at) => sameName(name ?? '', constraint.columns[at] ?? '')),
  );
}

/** Constraints of two tables may have one name, indexes may not: the second gets that of a constraint without one. */
function uniqueName(facts: TableFacts, row: IndexRow, taken: Set<string>): string {
  const given = constraintOf(facts, row)?.name;
  const isFree = given !== undefined && given !== '' && !/^sqlite_/i.test(given) && !taken.has(folded(given));
  const identity = indexIdentity({ columns: partsOf(facts, row, undefined) });
  const name = isFree ? given : constraintName(facts.name, 'u', identity, IDENTIFIER_LIMIT);
  taken.add(folded(name));
  return name;
}
