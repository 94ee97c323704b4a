import type { Column } from '../../model/model.js';
import type { TableStatements } from '../../plan/table.js';

/** A column whose value may stand in the database only: a lazy one, or one that the database works out, or its default. */
export function isDeferred(column: Column): boolean {
  return (
    column.lazyLoad ||
    column.generated !== undefined ||
    (column.default?.kind === 'expression' && !column.autoIncrement)
  );
}

/** Such columns of a table, each with a bit of its own; `check` has refused a table with too many of them. */
export function deferredColumns({ columns }: TableStatements): ReadonlyMap<number, bigint> {
  const positions = columns.filter(({ column }) => isDeferred(column)).map(({ position }) => position);
  return new Map(positions.map((position, index) => [position, 1n << BigInt(index)]));
}
