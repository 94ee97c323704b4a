/** Quoted text and quoted names in the forms of all vendors, or a placeholder. */
const QUOTED_OR_PLACEHOLDER = /E'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|\?/gs;

/** SQL whose placeholders `?` have become what the driver knows: `$1`, `@p1`, `:1`. */
export function numberedPlaceholders(sql: string, name: (position: number) => string): string {
  let position = 0;
  return sql.replace(QUOTED_OR_PLACEHOLDER, (found) => (found === '?' ? name(++position) : found));
}
