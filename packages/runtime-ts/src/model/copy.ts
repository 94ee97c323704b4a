import type { Model } from './model.js';
import type { ModelClass, TableMap } from './table-map.js';

/** What a draft is made of that has the values of an object, but for what the database makes and the place in a list. */
export const copyOf = <M extends Model>(object: Model, changes?: object): [ModelClass<M>, TableMap, object] => [
  object.constructor as ModelClass<M>,
  object.$table,
  { ...copiedValues(object), ...changes },
];

function copiedValues(object: Model): object {
  const { columns, generated, list } = object.$table;
  const values = object.$values().flatMap((value, position): [string, unknown][] => {
    const column = columns[position];
    const isMade = position === generated || position === list?.rank || column?.filled === 'always';
    // What is done to the one is not done to the other.
    return column === undefined || isMade || value === undefined ? [] : [[column.property, structuredClone(value)]];
  });
  return Object.fromEntries(values);
}
