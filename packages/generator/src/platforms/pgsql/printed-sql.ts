/** Strings, quoted names, words, and everything else by one. */
const TOKEN = /E'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|[\s\S]/gu;

/**
 * An expression as a person writes it: on one line (the server breaks CASE), without parentheses around the whole, and as the
 * server prints it again when it has read what it printed.
 */
export function plainExpression(sql: string): string {
  let parts = [...sql.trim().matchAll(TOKEN)].map(([part]) => (/^\s*\n\s*$/.test(part) ? ' ' : part));
  while (isEnclosed(parts)) parts = trimmed(parts.slice(1, -1));
  for (let flatter = flattened(parts); flatter !== undefined; flatter = flattened(parts)) parts = flatter;
  return castEach(parts.join(''));
}

/** `(a AND b) AND c` is `a AND b AND c` once it is read again. It comes from BETWEEN. */
function flattened(parts: readonly string[]): string[] | undefined {
  for (const [start, part] of parts.entries()) {
    if (part !== '(' || (start > 0 && parts[start - 1] !== '(')) continue;
    const end = closing(parts, start);
    const word = parts[end + 2] ?? '';
    if (parts[end + 1] !== ' ' || (word !== 'AND' && word !== 'OR')) continue;
    const inner = connectives(parts.slice(start + 1, end));
    if (inner.size !== 1 || !inner.has(word)) continue;
    return [...parts.slice(0, start), ...parts.slice(start + 1, end), ...parts.slice(end + 1)];
  }
  return undefined;
}

function closing(parts: readonly string[], start: number): number {
  let depth = 0;
  return parts.findIndex((part, at) => {
    if (at < start) return false;
    if (part === '(') depth++;
    return part === ')' && --depth === 0;
  });
}

/** AND and OR that stand in no parentheses. */
function connectives(parts: readonly string[]): ReadonlySet<string> {
  let depth = 0;
  const found = parts.filter((part) => {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    return depth === 0 && (part === 'AND' || part === 'OR');
  });
  return new Set(found);
}

const ELEMENT = "'(?:[^']|'')*'::character varying";
const CAST_LIST = new RegExp(`\\(ARRAY\\[(${ELEMENT}(?:, ${ELEMENT})*)\\]\\)::text\\[\\]`, 'g');

/** A cast of a whole list of texts becomes one of each element when the expression is read again. */
function castEach(sql: string): string {
  return sql.replaceAll(CAST_LIST, (_, list: string) => {
    const elements = [...list.matchAll(new RegExp(ELEMENT, 'g'))].map(([element]) => `(${element})::text`);
    return `ARRAY[${elements.join(', ')}]`;
  });
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
