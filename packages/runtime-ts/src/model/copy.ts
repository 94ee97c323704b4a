import { Draft } from './draft.js';
import type { Model } from './model.js';
import type { ModelClass } from './table-map.js';

/** A draft with the values of an object, but for what the database makes. */
export const copyModel = <M extends Model>(object: M, changes: object): Draft<M> =>
  new Draft(classOf(object), object.$table, { ...copiedValues(object), ...changes });

export const classOf = <M extends Model>(object: M): ModelClass<M> => object.constructor as ModelClass<M>;

export function copiedValues(object: Model): object {
  const { columns, generated, list } = object.$table;
  const values = object.$values().flatMap((value, position): [string, unknown][] => {
    const column = columns[position];
    const isMade = position === generated || position === list?.rank || column?.filled === 'always';
    // What is done to the one is not done to the other.
    return column === undefined || isMade || value === undefined ? [] : [[column.property, structuredClone(value)]];
  });
  return Object.fromEntries(values);
}
