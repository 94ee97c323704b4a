import type { Vendor } from '../drivers/session.js';

/** The placeholder of the value at a position, from 1. */
export const placeholder = (vendor: Vendor, position: number): string =>
  vendor === 'pgsql' ? `$${String(position)}` : '?';

/** SQL with a `?` for each value, as the driver of the vendor takes it. One in a name or a text stays. */
export function numbered(vendor: Vendor, sql: string): string {
  if (vendor !== 'pgsql') return sql;
  let position = 0;
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (found) =>
    found === '?' ? placeholder(vendor, ++position) : found,
  );
}
