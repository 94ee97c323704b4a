/** `"name"`; a quote inside is doubled. */
export function identifier(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** `'text'`; a backslash is literal only in the `E''` form, which does not depend on `standard_conforming_strings`. */
export function text(value: string): string {
  const body = value.replaceAll("'", "''");
  return body.includes('\\') ? `E'${body.replaceAll('\\', '\\\\')}'` : `'${body}'`;
}
