import type { Dialect } from '../dialects/dialect.js';
import { InvalidQueryError } from '../errors/orm-error.js';

/** Whether an order is a descending one, however it is written. */
export function isDescending(order: string): boolean {
  const lower = order.toLowerCase();
  if (lower !== 'asc' && lower !== 'desc') {
    throw new InvalidQueryError(`An order is "asc" or "desc", not ${JSON.stringify(order.slice(0, 40))}.`);
  }
  return lower === 'desc';
}

/**
 * Rows in the order of their ranks. Those without a rank come last in both directions, whatever the database thinks of NULL.
 * `isRanked`: all rows have one, so that an index can serve the order.
 */
export const rankOrder = (dialect: Dialect, column: string, descending: boolean, isRanked: boolean): string =>
  isRanked ? `${column} ${descending ? 'DESC' : 'ASC'}` : dialect.nullsLast(column, descending);
