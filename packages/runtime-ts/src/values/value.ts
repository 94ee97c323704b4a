import type { Cell, Parameter } from '../drivers/session.js';

/** How the values of a column travel: `C` is what the driver hands over for one that is not null. */
export interface Value<V, C extends Cell = Cell> {
  read(cell: C): V;
  /** Throws `InvalidValueError` for what the column cannot take. */
  write(value: V): Parameter;
  /** Whether a value is still the one that was read: what was not touched is not written. */
  isSame(value: V, cell: C): boolean;
  /** The present day or time. */
  now?(): Parameter;
}

/** The same for a column of which nothing is known but that it has a value. */
export interface AnyValue {
  read(cell: never): unknown;
  write(value: never): Parameter;
  isSame(value: never, cell: never): boolean;
  now?(): Parameter;
}
