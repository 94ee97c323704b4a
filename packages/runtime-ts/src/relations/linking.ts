import { InvalidValueError, OrmError } from '../errors/orm-error.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import type { Connection } from '../transactions/connection.js';
import { assign, keyOf, ownColumns, valuesAt } from './keys.js';
import { type Ends, isUnsaved, knownLinks, type Linked, linksOf, storedObject } from './links.js';
import { type CrossMap, type RelationMap, relationOf } from './relation-map.js';

// What is said of related objects: noted at both ends, and written by the next save of one of them.

/** Points an object at another one, or at none. */
export function setParent<N extends Linked>(node: N, name: string, parent: Linked | null): N {
  const relation = relationOf(node.$table, name);
  const links = linksOf(node);
  const old = links.parents.get(name)?.node;
  if (parent === null) {
    if (old !== undefined) knownLinks(old)?.childrenOf(relation.opposite).forget(node);
    links.parents.delete(name);
    clearKey(node, relation);
  } else {
    refuseOther(relation, parent, node);
    if (old !== undefined && old !== parent) knownLinks(old)?.childrenOf(relation.opposite).forget(node);
    point(node, relation, parent);
    linksOf(parent).childrenOf(relation.opposite).add(node);
  }
  showParent(node, relation, parent);
  return node;
}

/** Points a draft at another object, which does not learn of it. */
export function pointAt(node: Linked, name: string, parent: Linked): void {
  const relation = relationOf(node.$table, name);
  refuseOther(relation, parent, node);
  point(node, relation, parent);
}

/** What a new object points at knows of it from now on, unless its row is rolled back. */
export function adopt(object: Model, con: Connection): void {
  for (const [name, { node: parent }] of linksOf(object).parents) {
    const children = linksOf(parent).childrenOf(relationOf(object.$table, name).opposite);
    children.add(object);
    con.onRollback(() => children.forget(object));
  }
}

/** The parent of a draft or an object, whose key is taken over as far as it is known. */
export function point(node: Linked, relation: RelationMap, parent: Linked): void {
  const stored = storedObject(parent);
  if (isModel(node) && stored !== undefined) assign(node, keyOf(node.$table, relation, stored));
  const key = isModel(node) ? valuesAt(node, ownColumns(relation)) : [];
  linksOf(node).parents.set(relation.name, { node: parent, key });
}

export function addChild<N extends Linked>(node: N, name: string, child: Linked): N {
  const { opposite } = relationOf(node.$table, name);
  setParent(child, opposite, node);
  return node;
}

/** Takes an object away: the next save deletes it, or leaves it without this one where it can be. */
export function removeChild<N extends Linked>(node: N, name: string, child: Linked): N {
  const relation = relationOf(node.$table, name);
  const children = linksOf(node).childrenOf(name);
  const turned = relationOf(child.$table, relation.opposite);
  const links = linksOf(child);
  const parent = links.parents.get(turned.name)?.node;
  // It was given to somebody else meanwhile.
  if (parent !== undefined && !children.has([node], parent)) return node;
  links.parents.delete(turned.name);
  if (isUnsaved(child)) children.forget(child);
  else {
    children.remove(child);
    if (!deletesRemoved(relation)) clearKey(child, turned);
  }
  return node;
}

/** These and no others. */
export function setChildren<N extends Linked>(node: N, name: string, wanted: Iterable<Linked>): N {
  const { opposite } = relationOf(node.$table, name);
  const children = linksOf(node).childrenOf(name);
  const all = [...wanted];
  for (const child of [...children.added, ...(children.wanted ?? [])]) {
    if (!children.has(all, child)) removeChild(node, name, child);
  }
  for (const child of all) setParent(child, opposite, node);
  children.replace(all);
  return node;
}

/** Whether a child that is taken away from its parent has to be deleted, because it cannot be without one. */
export const deletesRemoved = ({ required, onDelete }: RelationMap): boolean => required || onDelete === 'CASCADE';

export function addTarget<N extends Linked>(node: N, name: string, ends: Ends): N {
  linksOf(node).targetsOf(name).add(ends);
  forgetAtTheOtherEnd(node, name, ends, 'removed');
  return node;
}

export function removeTarget<N extends Linked>(node: N, name: string, ends: Ends): N {
  const targets = linksOf(node).targetsOf(name);
  if (isUnsaved(node)) targets.forget(ends);
  else targets.remove(ends);
  forgetAtTheOtherEnd(node, name, ends, 'added');
  return node;
}

export function setTargets<N extends Linked>(node: N, name: string, wanted: Iterable<Ends>): N {
  const all = [...wanted];
  linksOf(node).targetsOf(name).replace(all);
  for (const ends of all) forgetAtTheOtherEnd(node, name, ends, 'removed');
  return node;
}

/** What was said last counts, whichever end was told. */
function forgetAtTheOtherEnd(node: Linked, name: string, ends: Ends, asked: 'added' | 'removed'): void {
  const [end] = ends;
  const cross = node.$table.crosses?.find((each) => each.name === name);
  if (end === undefined || ends.length > 1 || cross === undefined) return;
  const back = end.$table.crosses?.find((each) => isWayBack(node, cross, end, each));
  const targets = back === undefined ? undefined : knownLinks(end)?.targets.get(back.name);
  if (targets?.has(targets[asked], [node]) === true) targets.forget([node]);
}

/** Whether a relation of the other end goes through the same rows. */
function isWayBack(node: Linked, cross: CrossMap, end: Linked, back: CrossMap): boolean {
  const opposite = (from: Linked, via: string): string => relationOf(from.$table, via).opposite;
  return (
    cross.targets.length === 1 &&
    back.targets.length === 1 &&
    opposite(end, back.via) === cross.targets[0] &&
    opposite(node, cross.via) === back.targets[0]
  );
}

function clearKey(node: Linked, relation: RelationMap): void {
  if (relation.cleared.length === 0) {
    throw new OrmError(
      `The relation ${relation.name} of ${node.$table.model} is required and cannot be set to null: give it another object.`,
    );
  }
  const empty = new Map(relation.cleared.map((position) => [position, null]));
  if (isDraft(node)) node.$assign(empty);
  else assign(node, empty);
}

/** A property that was loaded shows what was said last. */
function showParent(node: Linked, { property }: RelationMap, parent: Linked | null): void {
  if (!isModel(node) || !Object.hasOwn(node, property)) return;
  const stored = parent === null ? null : storedObject(parent);
  if (stored === undefined) Reflect.deleteProperty(node, property);
  else Reflect.set(node, property, stored);
}

/** TypeScript refuses it, too. */
function refuseOther(relation: RelationMap, parent: Linked, node: Linked): void {
  const isWayBack = parent.$table.relations?.some(
    ({ name, opposite }) => name === relation.opposite && opposite === relation.name,
  );
  if (isWayBack === true) return;
  throw new InvalidValueError(`${relation.name} of ${node.$table.model} cannot be a ${parent.$table.model}.`);
}
