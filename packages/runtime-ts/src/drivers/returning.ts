/** How many rows a statement with rows has changed: those of RETURNING. Drivers count only for statements without rows. */
export function changedByReturning(sql: string, rows: number): number {
  return /\breturning\b/i.test(sql) && !/^\s*(?:select|values)\b/i.test(sql) ? rows : 0;
}
