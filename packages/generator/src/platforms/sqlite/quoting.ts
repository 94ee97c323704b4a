/** `"name"`; a quote inside is doubled. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `'text'`; SQLite knows no backslash escapes. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
