import type { Model } from './model.js';
import type { ModelClass, TableMap } from './table-map.js';

/** What a draft is made of that has the values of an object, but for what the database makes and the place in a list. */
export const copyOf = <M extends Model>(object: Model, changes?: object): [ModelClass<M>, TableMap, object] => [
  object.constructor as ModelClass<M>,
  object.$table,
  { ...copiedValues(object, changes), ...changes },
];

function copiedValues(object: Model, changes: object = {}): object {
  const { columns, generated, list, relations = [] } = object.$table;
  // Another object has another key.
  const replaced = new Set(
    relations.flatMap(({ kind, property, pairs, cleared }) => {
      if (kind !== 'many to one' || !Object.hasOwn(changes, property)) return [];
      return Reflect.get(changes, property) === null ? cleared : pairs.map(([own]) => own);
    }),
  );
  const values = object.$values().flatMap((value, position): [string, unknown][] => {
    const column = columns[position];
    const isMade =
      position === generated || position === list?.rank || column?.filled === 'always' || replaced.has(position);
    // What is done to the one is not done to the other.
    return column === undefined || isMade || value === undefined ? [] : [[column.property, structuredClone(value)]];
  });
  return Object.fromEntries(values);
}
