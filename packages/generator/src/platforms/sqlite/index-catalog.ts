import { constraintName, indexIdentity } from '../../model/names.js';
import type { CatalogIndex, CatalogItem } from '../catalog.js';
import type { UniqueText } from './create-table.js';
import { IDENTIFIER_LIMIT } from './ddl.js';
import type { IndexColumnRow, IndexRow } from './pragmas.js';
import { identifier } from './quoting.js';
import { itemSql } from './rest.js';
import { folded, isUnusual, NO_PARAMETERS, sameName, type TableFacts } from './table-facts.js';
import { oneLine } from './tokens.js';

export interface TableIndexes {
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  readonly items: readonly CatalogItem[];
}

/** The indexes of a table in the order in which they were made. What is more than columns becomes an item. */
export function indexesOf(facts: TableFacts, taken: Set<string>): TableIndexes {
  const uniques: CatalogIndex[] = [];
  const indexes: CatalogIndex[] = [];
  const items: CatalogItem[] = [];
  for (const row of inOrder(facts)) {
    const special = speciality(facts, row);
    const name = row.origin === 'u' ? uniqueName(facts, row, taken) : row.name;
    if (special !== undefined) {
      const made = facts.statements.find((statement) => statement.type === 'index' && statement.name === row.name);
      const sql = made === undefined || row.origin !== 'c' ? {} : { sql: itemSql(made) };
      items.push({ kind: special, name, detail: statementOf(facts, row), ...sql });
      continue;
    }
    const columns = row.columns.map((column) => ({ name: column.name ?? '' }));
    (row.unique ? uniques : indexes).push({ name, columns, vendor: NO_PARAMETERS });
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

/** Why an index is none that a schema can say, or undefined. */
function speciality(facts: TableFacts, { partial, unique, origin, columns }: IndexRow): string | undefined {
  const what = origin === 'u' ? 'unique constraint' : unique ? 'unique index' : 'index';
  if (partial) return `partial ${what}`;
  if (columns.some(({ name }) => name === undefined)) return `${what} of an expression`;
  if (columns.some(({ descending }) => descending)) return `descending ${what}`;
  return columns.some((column) => !sameName(column.collation, collationOf(facts, column)))
    ? `${what} with a collation of its own`
    : undefined;
}

function collationOf({ text }: TableFacts, { name }: IndexColumnRow): string {
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
  const identity = indexIdentity({ columns: row.columns.map(({ name }) => ({ name: name ?? '' })) });
  const name = isFree ? given : constraintName(facts.name, 'u', identity, IDENTIFIER_LIMIT);
  taken.add(folded(name));
  return name;
}

/** The SQL of an index, or of the constraint that it was made for. */
function statementOf({ statements }: TableFacts, { name, columns, origin }: IndexRow): string {
  if (origin === 'c') return oneLine(statements.find((row) => row.type === 'index' && row.name === name)?.sql ?? '');
  const parts = columns.map(
    (column) =>
      `${identifier(column.name ?? '')} COLLATE ${identifier(column.collation)}${column.descending ? ' DESC' : ''}`,
  );
  return `UNIQUE (${parts.join(', ')})`;
}
