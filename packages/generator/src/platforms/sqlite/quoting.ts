/** `"name"`; a quote inside is doubled. */
export function identifier(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** `'text'`; SQLite knows no backslash escapes. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
