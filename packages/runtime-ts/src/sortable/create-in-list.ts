import type { Cell } from '../drivers/session.js';
import { takeInserted } from '../model/create.js';
import { Draft } from '../model/draft.js';
import { insertWithHooks } from '../model/hooks.js';
import { insertRow } from '../model/insert.js';
import { storedCell } from '../model/stored-cell.js';
import type { ModelClass, TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { writeRow } from '../write/row-write.js';
import { refuseNeighbour } from './arguments.js';
import { insertionTurn, type ListCall, refuseRank, refuseRequired } from './list-call.js';
import type { SortableModel } from './sortable-model.js';

/** Inserts a row into its list, at the bottom unless another place was asked for, and gives its object. */
export function createInList<M extends SortableModel>(
  model: ModelClass<M>,
  table: TableMap,
  init: object,
  con?: Connection,
  call?: ListCall,
): Promise<M> {
  return insertWithHooks(model, table, init, con, (values, frame) => placeInList(model, table, values, frame, call));
}

async function placeInList<M extends SortableModel>(
  model: ModelClass<M>,
  table: TableMap,
  init: object,
  con: Connection,
  call: ListCall | undefined,
): Promise<M> {
  const { rank = -1, scope = [] } = table.list ?? {};
  const given = Object.hasOwn(init, table.columns[rank]?.property ?? '') ? 'raw' : undefined;
  const cells = scope.map((position) => givenCell(table, init, position));
  // The one that is made knows its place.
  const own: M[] = [];
  const { protocol, turns } = insertionTurn(con, table, model, cells, given, call, own);
  return writeRow(con, protocol, turns, async (frame, filled) => {
    const row = await insertRow(table, init, frame, filled);
    const made = new model(row as never);
    made.$isNew();
    // What the list gives goes when the row does.
    made.$put(new Map([...filled.keys()].map((at) => [at, at === rank ? null : givenCell(table, init, at)])));
    made.$callForList(call);
    takeInserted(made, row, frame);
    made.$put(filled);
    made.$written(frame);
    own.push(made);
    return made;
  });
}

function givenCell(table: TableMap, init: object, position: number): Cell {
  const column = table.columns[position];
  if (column === undefined) return null;
  if (!Object.hasOwn(init, column.property)) return column.initial ?? null;
  const given: unknown = Reflect.get(init, column.property);
  return given === undefined ? null : storedCell(table, column, given);
}

/** A draft of a row of a list: says where it is to be inserted. The last call wins. */
export class ListDraft<M extends SortableModel, Missing extends string = never> extends Draft<M, Missing> {
  #call: ListCall | undefined;

  /** At a rank; those at and behind it move down. */
  insertAtRank(rank: number): this {
    refuseRank(rank);
    return this.#at({ at: 'rank', rank });
  }

  /** At rank 1; all others move down. */
  insertAtTop(): this {
    return this.#at({ at: 'top' });
  }

  /** At the end of its list, as anyway. */
  insertAtBottom(): this {
    return this.#at({ at: 'bottom' });
  }

  /** Right before another one, in its list. */
  insertBefore(object: M): this {
    return this.#beside('before', object);
  }

  /** Right behind another one, in its list. */
  insertAfter(object: M): this {
    return this.#beside('after', object);
  }

  /** In no list. */
  removeFromList(): this {
    refuseRequired(this.$table);
    return this.#at({ at: 'out' });
  }

  protected override insert(con: Connection, init: object): Promise<M> {
    return createInList(this.model, this.$table, init, con, this.#call);
  }

  #beside(at: 'before' | 'after', object: M): this {
    refuseNeighbour(this.$table, object);
    return this.#at({ at, object });
  }

  #at(call: ListCall): this {
    this.#call = call;
    return this;
  }
}
