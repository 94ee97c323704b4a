import type { Cell } from '../drivers/session.js';
import { InvalidValueError, OrmError, RankOutOfRangeError } from '../errors/orm-error.js';
import type { Model, Writing } from '../model/model.js';
import { storedCell } from '../model/stored-cell.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { insertTurn, placeCells } from './inserting.js';
import { listOf } from './list-of.js';
import { ListScope } from './list-scope.js';
import type { Position } from './position.js';
import type { SortableModel } from './sortable-model.js';
import { telling } from './telling.js';

/** What the next save does to the place of a row. */
export type ListCall =
  | { readonly at: 'top' | 'bottom' }
  | { readonly at: 'out' }
  | { readonly at: 'rank'; readonly rank: number }
  | { readonly at: 'before' | 'after'; readonly object: SortableModel };

/** The part that the list takes in an INSERT. `raw`: the rank was given by hand. */
export function insertionTurn(
  con: Connection,
  table: TableMap,
  model: object,
  scope: readonly Cell[],
  given: 'raw' | undefined,
  call: ListCall | undefined,
  except: readonly Model[],
): Writing {
  const list = listOf(table);
  const { map } = list.plan;
  const protocol = map.locks;
  if (call?.at === 'out') return { protocol, turns: [{ fill: placeCells(map, null) }] };
  if (call === undefined && given === 'raw') return { protocol, turns: [] };
  const position = call === undefined ? undefined : positionOf(call);
  const after = telling(con, table, model, except);
  const turn = insertTurn(list, new ListScope(list.plan, scope), position === 'out' ? undefined : position, after);
  return { protocol, turns: [turn] };
}

export function positionOf(call: ListCall): Position | 'out' {
  switch (call.at) {
    case 'out':
      return 'out';
    case 'before':
    case 'after':
      return { at: call.at, row: call.object.$listedNeighbour() };
    default:
      return call;
  }
}

/** What a property would be written as. */
export function writtenCell(object: Model, position: number): Cell {
  const column = object.$table.columns[position];
  const value: unknown = column === undefined ? undefined : Reflect.get(object, column.property);
  return column === undefined || value === undefined ? null : storedCell(object.$table, column, value);
}

export function refuseRank(rank: number): void {
  if (!Number.isSafeInteger(rank)) throw new InvalidValueError('A rank is a whole number.');
  if (rank < 1) throw new RankOutOfRangeError(`There is no rank ${rank}: the first one is 1.`);
}

export function refuseRequired({ list, model }: TableMap): void {
  if (list?.required !== true) return;
  throw new OrmError(
    `A ${model} cannot be outside of a list, because its rank column is required: delete it, or remove required="true" from the column.`,
  );
}
