/** `[name]`; only the closing bracket has to be doubled ("Database identifiers" in the T-SQL reference). */
export function identifier(name: string): string {
  return `[${name.replaceAll(']', ']]')}]`;
}

/** `N'text'`: without the `N` the server turns the text into the code page of the database first. */
export function text(value: string): string {
  return `N'${value.replaceAll("'", "''")}'`;
}

/** `0x00FF`; `0x` alone is no bytes at all. */
export function bytes(value: Buffer): string {
  return `0x${value.toString('hex').toUpperCase()}`;
}
