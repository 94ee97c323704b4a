import type { Adapter } from '../model/adapter.js';
import { numberedPlaceholders } from '../platforms/placeholders.js';

/** A planned statement with the placeholders that the Node driver of its vendor takes. */
export function nodePlaceholders(sql: string, adapter: Adapter): string {
  return adapter === 'pgsql' ? numberedPlaceholders(sql, (position) => `$${String(position)}`) : sql;
}
