import type { ReferentialAction } from '../../../model/model.js';
import type { CatalogForeignKey, CatalogIndex, CatalogItem, CatalogKey } from '../../catalog.js';
import { usualKeyName } from '../shape.js';
import { catalogIndex, deferral, indexItems, unusualKind } from './indexes.js';
import type { ConstraintRow, IndexRow, TableRow } from './rows.js';
import { replaced } from './table-sql.js';

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
  lacking: (needs: IndexRow['needs']) => string | undefined,
  /** How SQL names the table. */
  relation: string,
): ReadKeys {
  const items: CatalogItem[] = [];
  const byIndex = new Map(constraints.filter(({ kind }) => kind !== 'f').map((row) => [row.index, row]));
  const uniques: CatalogIndex[] = [];
  const plain: CatalogIndex[] = [];
  for (const index of indexes) {
    const constraint = byIndex.get(index.id);
    if (constraint?.kind === 'x') continue;
    if (constraint?.kind === 'p') items.push(...options('primary key option', index, uniqueOptions(index, constraint)));
    else {
      const kind = unusualKind(index);
      const reason = kind === undefined ? lacking(index.needs) : undefined;
      if (kind !== undefined || reason !== undefined) {
        const detail = `${index.definition ?? ''}${reason === undefined ? '' : `: ${reason}`}`;
        items.push({ kind: kind ?? (index.unique ? 'unique index' : 'index'), name: index.name, detail });
        items.push(...indexItems(index, true));
        continue;
      }
      (index.unique ? uniques : plain).push(catalogIndex(index, constraint));
      if (index.unique) items.push(...options('unique option', index, uniqueOptions(index, constraint)));
    }
    items.push(...indexItems(index));
  }
  for (const row of constraints) items.push(...constraintItems(row));
  const key = constraints.find(({ kind }) => kind === 'p');
  return {
    primaryKey: key && { name: key.name === usualKeyName(table.name) ? undefined : key.name, columns: key.columns },
    uniques,
    indexes: plain,
    foreignKeys: constraints
      .filter((row) => row.kind === 'f' && !row.period)
      .map((row) => foreignKey(row, schemaOf, relation)),
    items,
  };
}

function* uniqueOptions(index: IndexRow, constraint: ConstraintRow | undefined): Generator<string> {
  if (constraint?.kind === 'p' && index.included.length > 0) yield `INCLUDE (${index.included.join(', ')})`;
  if (constraint?.period === true) yield 'WITHOUT OVERLAPS';
  if (constraint?.kind === 'p' && constraint.deferred) yield 'INITIALLY DEFERRED';
  else if (constraint?.kind === 'p' && constraint.deferrable) yield 'DEFERRABLE';
}

function* options(kind: string, { name }: IndexRow, found: Iterable<string>): Generator<CatalogItem> {
  const detail = [...found].join(', ');
  if (detail !== '') yield { kind, name, detail };
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

function foreignKey(
  row: ConstraintRow,
  schemaOf: (name: string) => string | undefined,
  relation: string,
): CatalogForeignKey {
  return {
    name: row.name,
    columns: row.columns,
    foreignSchema: schemaOf(row.foreign_schema ?? ''),
    foreignTable: row.foreign_table ?? '',
    foreignColumns: row.foreign_columns ?? [],
    onDelete: ACTIONS[row.on_delete],
    onUpdate: ACTIONS[row.on_update],
    vendor: new Map(deferral(row)),
    ...(row.definition === null ? {} : { sql: replaced(row, relation) }),
  };
}
