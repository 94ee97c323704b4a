/** Strings, quoted names, and everything else by one. */
const TOKEN = /E'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|[\s\S]/gu;

/** An expression as a person writes it: on one line (the server breaks CASE), without parentheses around the whole. */
export function plainExpression(sql: string): string {
  let parts = [...sql.trim().matchAll(TOKEN)].map(([part]) => (/^\s*\n\s*$/.test(part) ? ' ' : part));
  while (isEnclosed(parts)) parts = trimmed(parts.slice(1, -1));
  return parts.join('');
}

function isEnclosed(parts: readonly string[]): boolean {
  if (parts[0] !== '(' || parts.at(-1) !== ')') return false;
  let depth = 0;
  for (const [at, part] of parts.entries()) {
    if (part === '(') depth++;
    else if (part === ')' && --depth === 0 && at < parts.length - 1) return false;
  }
  return true;
}

function trimmed(parts: readonly string[]): string[] {
  const isSpace = (part: string | undefined): boolean => part?.trim() === '';
  return parts.slice(isSpace(parts[0]) ? 1 : 0, isSpace(parts.at(-1)) ? -1 : undefined);
}
