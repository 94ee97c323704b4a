/** `` `name` ``; a backtick inside is doubled. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/**
 * `'text'` with backslashes doubled. That is exact unless NO_BACKSLASH_ESCAPES is set, and cannot end the literal early
 * even then. A hexadecimal literal would be the same in both modes, but MariaDB writes it into a table's default as a
 * string whose quotes it forgets to escape, and COMMENT and ENUM take no hexadecimal.
 */
export function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
