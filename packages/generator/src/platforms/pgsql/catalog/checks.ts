import type { CatalogCheck, CatalogItem } from '../../catalog.js';
import { plainExpression } from '../printed-sql.js';
import type { ConstraintRow } from './rows.js';

/** The checks of a table, what a schema cannot say of them, and those that no schema can make. */
export interface ReadChecks {
  readonly checks: readonly CatalogCheck[];
  readonly items: readonly CatalogItem[];
}

const WHOLE = /^CHECK \((.*)\)((?: NO INHERIT| NOT VALID| NOT ENFORCED)*)$/s;

/** What stands between the parentheses. */
export function checkSql(definition: ConstraintRow['definition']): string {
  const [, condition = definition ?? ''] = WHOLE.exec(definition ?? '') ?? [];
  return plainExpression(condition);
}

/** `lacking` says why a check cannot be made, by what it needs. */
export function readChecks(
  rows: readonly ConstraintRow[],
  lacking: (needs: ConstraintRow['needs']) => string | undefined,
): ReadChecks {
  const checks: CatalogCheck[] = [];
  const items: CatalogItem[] = [];
  for (const { name, definition, needs, valid, enforced, no_inherit, comment } of rows) {
    const sql = checkSql(definition);
    const reason = lacking(needs);
    if (reason !== undefined) {
      items.push({ kind: 'check', name, detail: `${sql}: ${reason}` });
      continue;
    }
    const vendor = new Map<string, string>();
    if (no_inherit) vendor.set('noInherit', 'true');
    if (!enforced) vendor.set('notEnforced', 'true');
    checks.push({ name, sql, vendor });
    if (!valid && enforced) {
      items.push({ kind: 'check that is not validated', name, detail: 'NOT VALID' });
    }
    if (comment !== null) items.push({ kind: 'comment of a check', name, detail: comment });
  }
  return { checks, items };
}
