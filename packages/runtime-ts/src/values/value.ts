import type { Cell, Parameter } from '../drivers/session.js';

/** How the values of a column travel: `C` is what the driver hands over for one that is not null. */
export interface Value<V, C extends Cell = Cell> {
  read(cell: C): V;
  /** Throws `InvalidValueError` for what the column cannot take. */
  write(value: V): Parameter;
  /** Whether a value is still the one that was read: what was not touched is not written. */
  isSame(value: V, cell: C): boolean;
}
