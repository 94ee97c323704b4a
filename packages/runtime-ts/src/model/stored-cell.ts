import type { Cell } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import { written } from '../values/refusal.js';
import { beyond } from './limit.js';
import type { ColumnMap, TableMap } from './table-map.js';

/** What a row is to have for the value of a property. */
export function storedCell({ name }: TableMap, column: ColumnMap, given: unknown): Cell {
  if (given === null) return null;
  // Parameters that no cell can be are made by queries only.
  const cell = written(column, given, name) as Cell;
  const { property, limit } = column;
  const problem = limit === undefined ? undefined : beyond(limit, cell);
  if (problem === undefined) return cell;
  throw new InvalidValueError(`"${property}" of "${name}" does not take this value: ${problem}.`);
}
