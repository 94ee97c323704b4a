import type { Parameter } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import type { ColumnMap, TableMap } from '../model/table-map.js';
import { written } from '../values/refusal.js';

export function columnAt({ columns, name }: TableMap, position: number): ColumnMap {
  const column = columns[position];
  if (column === undefined) throw new RangeError(`There is no column ${String(position)} of "${name}".`);
  return column;
}

/** A value on its way into a statement. */
export function bound(column: ColumnMap, value: unknown): Parameter {
  if (value === undefined) {
    throw new InvalidValueError(
      `"${column.property}" is compared with undefined, which is no value: leave the filter out, or give null.`,
    );
  }
  return written(column, value);
}
