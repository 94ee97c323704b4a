import type { Vendor } from '../drivers/session.js';

export interface LockOptions {
  /** Fails at once where rows are locked by somebody else. */
  readonly noWait?: boolean;
}

/** What stands at the end of a SELECT whose rows are locked. SQLite has one writer, who has locked everything. */
export function lockClause(vendor: Vendor, isExclusive: boolean, { noWait = false }: LockOptions): string {
  const end = noWait ? ' NOWAIT' : '';
  if (vendor === 'sqlite') return '';
  if (isExclusive) return ` FOR UPDATE${end}`;
  if (vendor === 'pgsql') return ` FOR SHARE${end}`;
  // MariaDB has no FOR SHARE, MySQL no NOWAIT behind LOCK IN SHARE MODE: each executes its own comment.
  return noWait ? `/*!80001 FOR SHARE${end}*//*M! LOCK IN SHARE MODE${end}*/` : ' LOCK IN SHARE MODE';
}
