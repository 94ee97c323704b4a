import type { TableStatements } from '../../statements/table.js';

/**
 * Columns whose value may stand in the database only: lazy ones, and those whose default the database works out. Each
 * has a bit of its own; a table with more than 62 of them loads the rest with the row.
 */
export function deferredColumns({ columns }: TableStatements): ReadonlyMap<number, bigint> {
  const positions = columns
    .filter(({ column }) => column.lazyLoad || (column.default?.kind === 'expression' && !column.autoIncrement))
    .map(({ position }) => position);
  return new Map(positions.map((position, index) => [position, 1n << BigInt(index)]));
}
