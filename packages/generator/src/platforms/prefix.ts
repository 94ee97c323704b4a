/** Characters or bytes that `VARCHAR(20)`, `CHAR(20)` and their like hold; undefined for other types. */
export function typeWidth(type: string): number | undefined {
  const width = /^\s*(?:var)?(?:char|binary)\s*\(\s*(\d+)\s*\)/i.exec(type)?.[1];
  return width === undefined ? undefined : Number(width);
}

/** The size of a part of an index, unless it is as wide as the column: the servers index the whole column then. */
export const prefixSize = (size: number | undefined, type: string): number | undefined =>
  size === typeWidth(type) ? undefined : size;
