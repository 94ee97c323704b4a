/** Whether a statement with rows has changed as many: those of RETURNING. Drivers count only for statements without rows. */
export const returnsChanged = (sql: string): boolean =>
  /\breturning\b/i.test(sql) && !/^\s*(?:select|values)\b/i.test(sql);
