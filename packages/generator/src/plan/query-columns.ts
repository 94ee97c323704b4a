import type { Column } from '../model/model.js';
import type { PlannedColumn } from './table.js';

/** Columns whose conditions are not those of a plain value. */
export function columnKind({
  column,
}: PlannedColumn): 'set' | 'list' | 'array' | 'document' | 'object' | 'geometry' | undefined {
  switch (column.family) {
    case 'set':
      return 'set';
    case 'array':
      return column.elementType === undefined ? 'list' : 'array';
    case 'json':
      return 'document';
    case 'object':
      return 'object';
    case 'geometry':
      return 'geometry';
    default:
      return undefined;
  }
}

const RANGED: ReadonlySet<Column['family']> = new Set(['integer', 'float', 'decimal', 'date', 'time', 'datetime']);

/** Columns of numbers, days and times, of which a pair of ends is a range. */
export const isRanged = ({ column }: PlannedColumn): boolean => RANGED.has(column.family);

/** Families of values that are not looked for as a whole, nor ordered by. */
const UNORDERED: ReadonlySet<Column['family']> = new Set(['binary', 'object', 'json', 'geometry']);

/** Columns that rows can be ordered and grouped by. */
export const isOrdered = ({ column, storage }: PlannedColumn): boolean =>
  !UNORDERED.has(column.family) && storage.comparable;
