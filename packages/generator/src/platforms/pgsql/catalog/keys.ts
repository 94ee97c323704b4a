import type { ReferentialAction } from '../../../model/model.js';
import { fitIdentifier } from '../../../model/names.js';
import type { CatalogForeignKey, CatalogIndex, CatalogItem, CatalogKey } from '../../catalog.js';
import { IDENTIFIER_LIMIT } from '../ddl.js';
import type { ConstraintRow, IndexRow, TableRow } from './rows.js';

/** Keys and indexes of a table, and what of them a schema cannot say. */
export interface ReadKeys {
  readonly primaryKey: CatalogKey | undefined;
  readonly uniques: readonly CatalogIndex[];
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly CatalogForeignKey[];
  readonly items: readonly CatalogItem[];
}

/** NO ACTION is what PostgreSQL does when nothing is said. */
const ACTIONS: Readonly<Record<string, ReferentialAction>> = {
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
};

export function readKeys(
  table: TableRow,
  constraints: readonly ConstraintRow[],
  indexes: readonly IndexRow[],
  schemaOf: (name: string) => string | undefined,
): ReadKeys {
  const items: CatalogItem[] = [];
  const byIndex = new Map(constraints.filter(({ kind }) => kind !== 'f').map((row) => [row.index, row]));
  const uniques: CatalogIndex[] = [];
  const plain: CatalogIndex[] = [];
  for (const index of indexes) {
    const constraint = byIndex.get(index.id);
    if (constraint?.kind === 'x') continue;
    if (constraint?.kind === 'p') items.push(...options('primary key option', index, uniqueOptions(index, constraint)));
    else if (isUnique(index)) {
      uniques.push(unique(index, constraint));
      items.push(...options('unique option', index, uniqueOptions(index, constraint)));
    } else {
      const kind = unusualKind(index);
      if (kind !== undefined) {
        items.push({ kind, name: index.name, detail: index.definition ?? '' });
        continue;
      }
      plain.push({ name: index.name, columns: names(index), vendor: new Map() });
    }
    items.push(...indexItems(index));
  }
  for (const row of constraints) items.push(...constraintItems(row));
  const key = constraints.find(({ kind }) => kind === 'p');
  if (key && key.name !== fitIdentifier(`${table.name}_pkey`, IDENTIFIER_LIMIT)) {
    items.push({ kind: 'name of a primary key', name: key.name, detail: `PRIMARY KEY (${key.columns.join(', ')})` });
  }
  return {
    primaryKey: key && { name: undefined, columns: key.columns },
    uniques,
    indexes: plain,
    foreignKeys: constraints.filter((row) => row.kind === 'f' && !row.period).map((row) => foreignKey(row, schemaOf)),
    items,
  };
}

const names = (index: IndexRow): { name: string }[] => index.columns.map((name) => ({ name }));

/** A unique index over columns means the same as a constraint; other columns, orders and NULLs leave it a unique. */
function isUnique(index: IndexRow): boolean {
  return (
    index.unique &&
    index.valid &&
    index.method === 'btree' &&
    !index.partial &&
    !index.expressions &&
    index.plain_collations &&
    !isRepeating(index)
  );
}

const isRepeating = ({ columns }: IndexRow): boolean => new Set(columns).size !== columns.length;

function unique(index: IndexRow, constraint: ConstraintRow | undefined): CatalogIndex {
  const vendor = new Map(constraint === undefined ? [] : deferral(constraint));
  return { name: index.name, columns: names(index), vendor };
}

function deferral({ deferrable, deferred }: ConstraintRow): [string, string][] {
  if (deferred) return [['initiallyDeferred', 'true']];
  return deferrable ? [['deferrable', 'true']] : [];
}

function* uniqueOptions(index: IndexRow, constraint: ConstraintRow | undefined): Generator<string> {
  if (index.nulls_not_distinct) yield 'NULLS NOT DISTINCT';
  if (index.included.length > 0) yield `INCLUDE (${index.included.join(', ')})`;
  if (constraint?.period === true) yield 'WITHOUT OVERLAPS';
  if (constraint?.kind === 'p' && constraint.deferred) yield 'INITIALLY DEFERRED';
  else if (constraint?.kind === 'p' && constraint.deferrable) yield 'DEFERRABLE';
  if (!index.plain_order || !index.plain_classes) yield index.definition ?? '';
}

function* options(kind: string, { name }: IndexRow, found: Iterable<string>): Generator<CatalogItem> {
  const detail = [...found].join(', ');
  if (detail !== '') yield { kind, name, detail };
}

/** What makes an index more than its columns, in the order in which a person would name it. */
function unusualKind(index: IndexRow): string | undefined {
  const noun = index.unique ? 'unique index' : 'index';
  if (!index.valid) return `invalid ${noun}`;
  if (index.method !== 'btree') return `${index.method} ${noun}`;
  if (index.partial) return `partial ${noun}`;
  if (index.expressions) return `expression ${noun}`;
  if (index.included.length > 0) return `covering ${noun}`;
  if (!index.plain_order) return `${noun} with an order`;
  if (!index.plain_classes) return `${noun} with an operator class`;
  if (!index.plain_collations) return `${noun} with a collation`;
  return isRepeating(index) ? `${noun} that repeats a column` : undefined;
}

/** What an index that is kept loses. */
function* indexItems(index: IndexRow): Generator<CatalogItem> {
  const found = [
    ...(index.options ?? []),
    ...(index.tablespace === null ? [] : [`TABLESPACE ${index.tablespace}`]),
    ...(index.clustered ? ['CLUSTER'] : []),
  ];
  yield* options('index option', index, found);
  if (index.comment !== null) yield { kind: 'comment of an index', name: index.name, detail: index.comment };
}

function* constraintItems(row: ConstraintRow): Generator<CatalogItem> {
  const { kind, name } = row;
  if (row.comment !== null) yield { kind: 'comment of a constraint', name, detail: row.comment };
  if (kind === 'x') yield { kind: 'exclusion constraint', name, detail: row.definition ?? '' };
  if (kind === 'n' && !row.valid) yield { kind: 'not-null constraint', name, detail: row.definition ?? '' };
  if (kind === 'f' && row.period) yield { kind: 'temporal foreign key', name, detail: row.definition ?? '' };
  if (kind !== 'f' || row.period) return;
  const found = [
    ...(row.match === 'f' ? ['MATCH FULL'] : []),
    ...(row.set_columns.length === 0 ? [] : [`ON DELETE for (${row.set_columns.join(', ')}) alone`]),
    ...(row.enforced ? (row.valid ? [] : ['NOT VALID']) : ['NOT ENFORCED']),
  ];
  if (found.length > 0) yield { kind: 'foreign key option', name, detail: found.join(', ') };
}

function foreignKey(row: ConstraintRow, schemaOf: (name: string) => string | undefined): CatalogForeignKey {
  return {
    name: row.name,
    columns: row.columns,
    foreignSchema: schemaOf(row.foreign_schema ?? ''),
    foreignTable: row.foreign_table ?? '',
    foreignColumns: row.foreign_columns ?? [],
    onDelete: ACTIONS[row.on_delete],
    onUpdate: ACTIONS[row.on_update],
    vendor: new Map(deferral(row)),
  };
}
