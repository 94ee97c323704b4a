const PART = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[()]/g;

/** The expression in parentheses, where the vendor takes one as a default only so; one that has its own stays as it is. */
export function parenthesized(sql: string): string {
  return isEnclosed(sql) ? sql : `(${sql})`;
}

/** True when the first parenthesis is closed by the last character: not so in `(1) + (2)`. */
function isEnclosed(sql: string): boolean {
  if (!sql.startsWith('(')) return false;
  let depth = 0;
  for (const { 0: part, index } of sql.matchAll(PART)) {
    if (part === '(') depth++;
    else if (part === ')' && --depth === 0) return index === sql.length - 1;
  }
  return false;
}
