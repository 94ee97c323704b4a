import type { Column } from '../model/model.js';

/** `DECIMAL(10, 2)`, with as much of the precision as the schema gives. */
export function withPrecision(type: string, { size, scale }: Pick<Column, 'size' | 'scale'>): string {
  if (size === undefined) return type;
  return scale === undefined ? `${type}(${size})` : `${type}(${size}, ${scale})`;
}
