import type { Vendor } from '../drivers/session.js';
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
export function rankOrder(vendor: Vendor, column: string, descending: boolean, isRanked: boolean): string {
  const plain = `${column} ${descending ? 'DESC' : 'ASC'}`;
  // PostgreSQL takes NULL for the greatest value, the others for the least.
  const isLast = (vendor === 'pgsql') !== descending;
  if (isRanked || isLast) return plain;
  return vendor === 'mysql' ? `${column} IS NULL, ${plain}` : `${plain} NULLS LAST`;
}
