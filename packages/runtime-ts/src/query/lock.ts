import type { Vendor } from '../drivers/session.js';
import type { QueryParts } from './parts.js';
import { referenceOf } from './source.js';

export interface LockOptions {
  /** Fails at once where rows are locked by somebody else. */
  readonly noWait?: boolean;
}

export interface RowLock {
  readonly isExclusive: boolean;
  readonly noWait: boolean;
}

/** What stands at the end of a SELECT whose rows are locked. SQLite has one writer, who has locked everything. */
export function lockClause(parts: QueryParts, isPaged: boolean): string {
  const { lock, root } = parts;
  const { vendor } = root.table;
  if (lock === undefined || vendor === 'sqlite') return '';
  const end = lock.noWait ? ' NOWAIT' : '';
  const tables = lockedTables(vendor, parts, isPaged);
  const named = tables.length === 0 ? '' : ` OF ${tables.join(', ')}`;
  if (vendor === 'pgsql') return `${lock.isExclusive ? ' FOR UPDATE' : ' FOR SHARE'}${named}${end}`;
  // Nothing may end the comment that only MySQL executes: MariaDB knows no OF.
  const of = named.includes('*/') ? '' : named;
  if (lock.isExclusive) return ` FOR UPDATE${of === '' ? '' : `/*!80001${of}*/`}${end}`;
  // MariaDB has no FOR SHARE, MySQL no NOWAIT behind LOCK IN SHARE MODE: each executes its own comment.
  return of + end === '' ? ' LOCK IN SHARE MODE' : `/*!80001 FOR SHARE${of}${end}*//*M! LOCK IN SHARE MODE${end}*/`;
}

/** The tables to name: PostgreSQL locks neither what an outer join may have left empty nor a subquery with groups. */
function lockedTables(vendor: Vendor, { root, joins }: QueryParts, isPaged: boolean): readonly string[] {
  const own = referenceOf(root);
  if (vendor !== 'pgsql') return isPaged ? [own] : [];
  const inner = joins.filter(({ type }) => type === 'INNER JOIN');
  if (!isPaged && inner.length === joins.length) return [];
  return [own, ...inner.map(({ source }) => referenceOf(source))];
}
