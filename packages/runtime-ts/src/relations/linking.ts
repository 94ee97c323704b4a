import { InvalidValueError, OrmError } from '../errors/orm-error.js';
import type { Draft } from '../model/draft.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import { columnAt } from '../query/columns.js';
import type { Connection } from '../transactions/connection.js';
import { assign, converted, isSameValue, keyOf, ownColumns, pointsAt, valuesAt } from './keys.js';
import { type Children, type Ends, isUnsaved, knownLinks, type Linked, linksOf, storedObject } from './links.js';
import { described, isTurned, listed, refuseDeleted, refuseOther } from './refusals.js';
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
    refuseRelated(node, relation, parent);
    refuseDeletedOf([parent, node]);
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
  refuseRelated(node, relation, parent);
  refuseDeleted(parent);
  point(node, relation, parent);
}

/** Those that a draft or an object points at know of it from now on. */
export function tellParents(node: Linked): readonly Children[] {
  return [...(knownLinks(node)?.parents ?? [])].map(([name, parent]) => {
    const children = linksOf(parent.node).childrenOf(relationOf(node.$table, name).opposite);
    children.add(node);
    return children;
  });
}

/** Those that a new object points at know of it, unless its row is rolled back. */
export function adopt(object: Model, con: Connection): void {
  for (const children of tellParents(object)) con.onRollback(() => children.forget(object));
}

/** Refuses a draft that was given an object, or none, and another key than that has. */
export function refuseOtherKey(draft: Draft<Model, string>, name: string, parent: Linked | null): void {
  const table = draft.$table;
  const relation = relationOf(table, name);
  for (const [own, there] of relation.pairs) {
    const given = draft.$given(own);
    if (given === undefined || agrees(draft, relation, [own, there], parent)) continue;
    throw new InvalidValueError(
      `"${relation.property}" and "${columnAt(table, own).property}" of "${table.name}" disagree: give one of them.`,
    );
  }
}

function agrees(
  draft: Draft<Model, string>,
  relation: RelationMap,
  [own, there]: readonly [own: number, there: number],
  parent: Linked | null,
): boolean {
  const given = draft.$given(own);
  // A column may belong to other relations, too.
  if (parent === null) return given === null || !relation.cleared.includes(own);
  const stored = storedObject(parent);
  if (stored !== undefined) {
    return given !== null && isSameValue(draft.$table, own, given, keyOf(draft.$table, relation, stored).get(own));
  }
  // The key that a draft will get is not known, unless it was given.
  if (parent.$table.generated === there) return false;
  const known = isDraft(parent) ? parent.$given(there) : undefined;
  if (known === undefined) return true;
  const value = converted(known, parent.$table, there, draft.$table, own);
  return given === null ? value === null : value !== null && isSameValue(draft.$table, own, given, value);
}

/** What was said of others and is not saved is lost. What others were told of it is theirs, and so are their columns. */
export function forgetChanges(object: Model): void {
  const links = knownLinks(object);
  if (links === undefined) return;
  for (const [name, { node: parent }] of links.parents) {
    const relation = relationOf(object.$table, name);
    const stored = storedObject(parent);
    if (stored !== undefined && pointsAt(object, relation, stored)) continue;
    links.parents.delete(name);
    knownLinks(parent)?.childrenOf(relation.opposite).forget(object);
    Reflect.deleteProperty(object, relation.property);
  }
  for (const [name, children] of links.children) {
    const { added, wanted = [] } = children.take();
    const saved = [...added, ...wanted].flatMap((child) => storedObject(child) ?? []);
    const { opposite } = relationOf(object.$table, name);
    const here = saved.filter((child) => isStoredBelow(child, relationOf(child.$table, opposite), object));
    children.known = [...new Set([...children.known, ...here])];
  }
  for (const targets of links.targets.values()) targets.take();
}

const isStoredBelow = (child: Model, relation: RelationMap, parent: Model): boolean =>
  pointsAt(child, relation, parent) && ownColumns(relation).every((position) => !child.$isChanged(position));

/** The parent of a draft or an object, whose key is taken over as far as it is known. */
export function point(node: Linked, relation: RelationMap, parent: Linked): void {
  const stored = storedObject(parent);
  if (isModel(node) && stored !== undefined) assign(node, keyOf(node.$table, relation, stored));
  const key = isModel(node) ? valuesAt(node, ownColumns(relation)) : [];
  linksOf(node).parents.set(relation.name, { node: parent, key });
}

export function addChild<N extends Linked>(node: N, name: string, child: Linked): N {
  const relation = relationOf(node.$table, name);
  refuseRelated(node, relation, child);
  setParent(child, relation.opposite, node);
  return node;
}

/** Takes an object away: the next save deletes it, or leaves it without this one where it can be. */
export function removeChild<N extends Linked>(node: N, name: string, child: Linked): N {
  const relation = relationOf(node.$table, name);
  refuseRelated(node, relation, child);
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
  const relation = relationOf(node.$table, name);
  const all = listed({ model: node.$table.model, relation: name }, wanted);
  for (const child of all) refuseRelated(node, relation, child);
  refuseDeletedOf([node, ...all]);
  const children = linksOf(node).childrenOf(name);
  for (const child of [...children.added, ...(children.wanted ?? [])]) {
    if (!children.has(all, child)) removeChild(node, name, child);
  }
  for (const child of all) setParent(child, relation.opposite, node);
  children.replace(all);
  return node;
}

/** Whether a child that is taken away from its parent has to be deleted, because it cannot be without one. */
export const deletesRemoved = ({ required, onDelete }: RelationMap): boolean => required || onDelete === 'CASCADE';

export function addTarget<N extends Linked>(node: N, name: string, ends: Ends): N {
  refuseOtherEnds(node, name, ends);
  refuseDeletedOf([node, ...ends]);
  linksOf(node).targetsOf(name).add(ends);
  forgetAtTheOtherEnd(node, name, ends, 'removed');
  return node;
}

export function removeTarget<N extends Linked>(node: N, name: string, ends: Ends): N {
  refuseOtherEnds(node, name, ends);
  const targets = linksOf(node).targetsOf(name);
  if (isUnsaved(node)) targets.forget(ends);
  else targets.remove(ends);
  forgetAtTheOtherEnd(node, name, ends, 'added');
  return node;
}

export function setTargets<N extends Linked>(node: N, name: string, wanted: Iterable<Ends | Linked>): N {
  const given = listed({ model: node.$table.model, relation: name }, wanted);
  const all = given.map((ends) => endsOf(node, name, ends));
  for (const ends of all) refuseOtherEnds(node, name, ends);
  refuseDeletedOf([node, ...all.flat()]);
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

function refuseRelated(node: Linked, relation: RelationMap, given: unknown): void {
  refuseOther({ model: node.$table.model, relation: relation.name }, given, ({ relations = [] }) =>
    relations.some((other) => isTurned(relation, other)),
  );
}

function refuseDeletedOf(nodes: readonly Linked[]): void {
  for (const node of nodes) refuseDeleted(node);
}

const targetsOf = ({ $table: { crosses = [] } }: Linked, name: string): readonly string[] =>
  crosses.find((each) => each.name === name)?.targets ?? [];

/** One object where a table in between has one other end, else an array. */
function endsOf(node: Linked, name: string, given: Ends | Linked): Ends {
  if (Array.isArray(given)) return given as Ends;
  const { length } = targetsOf(node, name);
  if (length === 1) return [given as Linked];
  throw new InvalidValueError(
    `${name} of ${node.$table.model} takes arrays of ${length} objects, not ${described(given)}.`,
  );
}

/** What a table in between has to have at its other ends. */
function refuseOtherEnds(node: Linked, name: string, ends: Ends): void {
  for (const [index, relation] of targetsOf(node, name).entries()) {
    refuseOther({ model: node.$table.model, relation }, ends[index], ({ relations = [] }) =>
      relations.some(({ kind, opposite }) => kind !== 'many to one' && opposite === relation),
    );
  }
}
