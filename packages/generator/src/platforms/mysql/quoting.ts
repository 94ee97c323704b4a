/** `` `name` ``; a backtick inside is doubled. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** `'text'`, read the same whatever NO_BACKSLASH_ESCAPES says: a text with a backslash is written in hexadecimal. */
export function text(value: string): string {
  if (value.includes('\\')) return `_utf8mb4 X'${Buffer.from(value).toString('hex').toUpperCase()}'`;
  return `'${value.replaceAll("'", "''")}'`;
}

/**
 * A string where the grammar takes nothing but a plain literal (COMMENT, ENUM labels). There a backslash is doubled,
 * as every server reads it unless NO_BACKSLASH_ESCAPES is set.
 */
export function plainText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
