import type { Cell } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import { namedRefusal } from '../values/refusal.js';
import { beyond } from './limit.js';
import type { ColumnMap, TableMap } from './table-map.js';

/** What a row is to have for the value of a property. */
export function storedCell({ name }: TableMap, { property, value, limit }: ColumnMap, given: unknown): Cell {
  if (given === null) return null;
  let cell: Cell;
  try {
    // Parameters that no cell can be are made by queries only.
    cell = value.write(given as never) as Cell;
  } catch (error) {
    throw namedRefusal(`"${property}" of "${name}"`, error);
  }
  const problem = limit === undefined ? undefined : beyond(limit, cell);
  if (problem === undefined) return cell;
  throw new InvalidValueError(`"${property}" of "${name}" does not take this value: ${problem}.`);
}
