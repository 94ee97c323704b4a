import type { Abilities, Operation } from '../platforms/operation.js';
import type { ColumnShape } from '../platforms/shape.js';
import { mentionsAny } from './parts.js';
import type { TablePair } from './table-plan.js';

/** A column that stays, with the name that it will have. */
export interface KeptColumn {
  readonly was: ColumnShape;
  readonly is: ColumnShape;
}

export interface ColumnPlan {
  /** Before renames. */
  readonly first: readonly Operation[];
  /** Before anything that they read gets another type. */
  readonly makeWay: readonly Operation[];
  readonly alter: readonly Operation[];
  readonly remove: readonly Operation[];
}

/**
 * What is done to the columns of a table, by the time at which it can be. `altered`: those that change in their places;
 * `remade`: those that are dropped and added; `disturbed`: the names of the columns that must be free meanwhile.
 */
export function columnPlan(
  { before, renamed, after }: TablePair,
  altered: readonly KeptColumn[],
  remade: readonly KeptColumn[],
  disturbed: ReadonlySet<string>,
  abilities: Abilities,
): ColumnPlan {
  const lacks = ({ columns }: { columns: readonly ColumnShape[] }, { name }: ColumnShape): boolean =>
    !columns.some((column) => column.name === name);
  const gone = renamed.columns.filter((column) => lacks(after, column));
  const coming = [...after.columns.filter((column) => lacks(renamed, column)), ...remade.map(({ is }) => is)];
  const plain = coming.filter((column) => !isGenerated(column));

  const isRenamed = before.columns.some(({ name }, at) => name !== renamed.columns[at]?.name);
  const goesFirst = (column: ColumnShape): boolean => isGenerated(column) && isRenamed && !abilities.renamesReadColumns;
  const reads = ({ generated }: ColumnShape): boolean =>
    generated !== undefined && mentionsAny(generated.sql, disturbed);
  const swapsIdentity = abilities.hasOneIdentity && plain.some(isNumbered) && gone.some(isNumbered);
  const givesWay = (column: ColumnShape): boolean => swapsIdentity && (isNumbered(column) || isGenerated(column));
  const late = (column: ColumnShape): boolean => swapsIdentity && isNumbered(column);

  const dropped = [...remade.map(({ was }) => was), ...gone.filter(reads)];
  const rest = gone.filter((column) => !goesFirst(column) && !reads(column));
  const drop = (column: ColumnShape): Operation => ({ do: 'drop column', table: after, column });
  const add = (column: ColumnShape): Operation => ({ do: 'add column', table: after, column });
  return {
    first: before.columns
      .filter((_, at) => [...dropped, ...gone].some(({ name }) => name === renamed.columns[at]?.name))
      .filter(goesFirst)
      .map((column) => ({ do: 'drop column', table: before, column })),
    makeWay: dropped.filter((column) => !goesFirst(column)).map(drop),
    alter: [
      ...plain.filter((column) => !late(column)).map(add),
      ...rest.filter(givesWay).map(drop),
      ...plain.filter(late).map(add),
      ...altered.map(({ was, is }): Operation => ({ do: 'alter column', table: after, before: was, after: is })),
      // What they are worked out from is there then, with its type.
      ...coming.filter(isGenerated).map(add),
    ],
    remove: rest
      .filter((column) => !givesWay(column))
      .toSorted((a, b) => Number(isGenerated(b)) - Number(isGenerated(a)))
      .map(drop),
  };
}

const isGenerated = ({ generated }: ColumnShape): boolean => generated !== undefined;
const isNumbered = ({ identity }: ColumnShape): boolean => identity !== undefined;
