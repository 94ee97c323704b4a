import type { Column } from '../model/model.js';

/** `DECIMAL(10, 2)`, with as much of the precision as the schema gives. */
export function withPrecision(type: string, { size, scale }: Column): string {
  if (size === undefined) return type;
  return scale === undefined ? `${type}(${size})` : `${type}(${size}, ${scale})`;
}
