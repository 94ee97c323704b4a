import type { Model } from '../model/model.js';
import type { TableMap } from '../model/table-map.js';
import type { RelationMap } from './relation-map.js';

/** Whether the objects at the other end are one list of a sortable table: the key is its scope. */
export function isList({ kind, pairs, constants = [] }: RelationMap, { list }: TableMap): boolean {
  if (kind !== 'one to many' || list === undefined) return false;
  const own = new Set([...pairs.map(([, other]) => other), ...constants.map(([position]) => position)]);
  return own.size === list.scope.length && list.scope.every((position) => own.has(position));
}

/** Objects by rank, those without one last. */
export function byRank<M extends Model>(objects: readonly M[], { list, columns }: TableMap): readonly M[] {
  const property = columns[list?.rank ?? -1]?.property ?? '';
  const rankOf = (object: M): number => Number(Reflect.get(object, property) ?? Number.POSITIVE_INFINITY);
  const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
  return [...objects].sort((one, other) => compare(rankOf(one), rankOf(other)));
}
