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

/** What stands at the end of a SELECT whose rows are locked. */
export function lockClause({ lock, root, joins }: QueryParts, isPaged: boolean): string {
  if (lock === undefined) return '';
  const inner = joins.filter(({ type }) => type === 'INNER JOIN').map(({ source }) => referenceOf(source));
  const hasOuter = inner.length < joins.length;
  return root.table.dialect.rowLock(lock, { own: referenceOf(root), inner, hasOuter, isPaged });
}
