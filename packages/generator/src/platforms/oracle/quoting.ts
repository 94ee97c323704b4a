/** The name as the catalog holds it. What nobody quotes is upper case in Oracle, so hand-written SQL needs no quotes. */
export function catalogName(name: string): string {
  return name.toUpperCase();
}

/** `"NAME"`. No quote can be part of a name ("Database Object Naming Rules"); `check` refuses it, this keeps it harmless. */
export function identifier(name: string): string {
  return `"${catalogName(name).replaceAll('"', '""')}"`;
}

/** `'text'`; a backslash has no meaning. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function bytes(value: Buffer): string {
  return `HEXTORAW('${value.toString('hex').toUpperCase()}')`;
}
