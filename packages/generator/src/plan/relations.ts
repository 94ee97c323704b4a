import type { Column, ForeignKey, ReferentialAction, Table } from '../model/model.js';

/** A relation as one of its two tables sees it. */
export interface RelationPlan {
  readonly key: ForeignKey;
  readonly name: string;
  /** Its name as the other table sees it. */
  readonly opposite: string;
  readonly kind: 'many to one' | 'one to one' | 'one to many';
  readonly other: Table;
  /** Columns of this table and of the other one. */
  readonly columns: readonly (readonly [own: Column, other: Column])[];
  readonly join: string;
}

/** The relations of a table: those of its foreign keys, then those of the keys that point at it. */
export function relationsOf(table: Table): readonly RelationPlan[] {
  return [...table.foreignKeys.map(relationHere), ...table.referrers.map(relationThere)];
}

function relationHere(key: ForeignKey): RelationPlan {
  return {
    key,
    name: key.relationName,
    opposite: key.backName,
    kind: 'many to one',
    other: key.foreignTable,
    columns: key.columns.map(({ local, foreign }) => [local, foreign]),
    join: key.defaultJoin ?? (isRequired(key) ? 'INNER JOIN' : 'LEFT JOIN'),
  };
}

function relationThere(key: ForeignKey): RelationPlan {
  return {
    key,
    name: key.backName,
    opposite: key.relationName,
    kind: key.oneToOne ? 'one to one' : 'one to many',
    other: key.table,
    columns: key.columns.map(({ local, foreign }) => [foreign, local]),
    join: key.defaultJoin ?? 'LEFT JOIN',
  };
}

/** Whether every row points at another one. */
export const isRequired = (key: ForeignKey): boolean => key.columns.every(({ local }) => local.notNull);

/** The columns that are emptied when a row is to point nowhere; where they cannot be, the row goes. */
export function clearedColumns(key: ForeignKey): readonly Column[] {
  const required = isRequired(key);
  const erasable = key.columns
    .map(({ local }) => local)
    .filter((local) => (required ? local.default?.kind !== 'value' : !local.notNull));
  // One null is enough for a key to point nowhere, and a column that another key uses too belongs to that one as well.
  const own = erasable.filter((local) => !isShared(key, local));
  return own.length > 0 && !required ? own : erasable;
}

const isShared = (key: ForeignKey, local: Column): boolean =>
  key.table.foreignKeys.some((other) => other !== key && other.columns.some((pair) => pair.local === local));

/** What the database does by itself with rows that point at one that goes. */
export const databaseDeletes = ({ constraint, onDelete }: ForeignKey): ReferentialAction | undefined =>
  constraint ? onDelete : undefined;
