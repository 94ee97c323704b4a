import { connectionOf } from '../config/connections.js';
import { EntityNotFoundError, OrmError } from '../errors/orm-error.js';
import { isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import type { TableMap } from '../model/table-map.js';
import type { ModelQuery } from '../query/model-query.js';
import { newQuery } from '../query/using.js';
import type { Connection } from '../transactions/connection.js';
import { heldBy } from './held.js';
import { keyBelow, ownColumns, pointsAt, valuesAt } from './keys.js';
import { current, isSame, knownLinks, type Linked, linksOf, loadedObjects, storedObject } from './links.js';
import { isList } from './lists.js';
import { type CrossMap, type RelationMap, relationOf } from './relation-map.js';

/** What an object or a draft points at, as far as it is known: said, or loaded with it. */
export function knownParent(node: Linked, relation: RelationMap): Linked | undefined {
  const parent = knownLinks(node)?.parents.get(relation.name);
  const object = storedObject(node) ?? node;
  if (!('isNew' in object)) return parent?.node;
  if (parent !== undefined) {
    const now = valuesAt(object, ownColumns(relation));
    if (now.every((value, index) => value === parent.key[index])) return current(parent.node);
  }
  return loadedObjects(object, relation.property).find((loaded) => pointsAt(object, relation, loaded));
}

/** The object that one points at; null for none. */
export async function getParent<P extends Model>(
  object: Model,
  name: string,
  con: Connection = connectionOf(object.$table),
): Promise<P | null> {
  const relation = relationOf(object.$table, name);
  const known = knownParent(object, relation);
  if (known !== undefined) {
    const found = storedObject(known) ?? ('isNew' in known ? known : undefined);
    if (found !== undefined) return found as P;
    throw new OrmError(`The ${name} of this ${object.$table.model} is a draft: save one of them first.`);
  }
  const other = await relation.table();
  const query = await relatedQuery(object, relation, other);
  const found = (await query?.findOne(con)) ?? null;
  if (found === null) return null;
  linksOf(object).parents.set(name, {
    node: found as P,
    key: valuesAt(object, ownColumns(relation)),
  });
  return found as P;
}

export async function requireParent<P extends Model>(object: Model, name: string, con?: Connection): Promise<P> {
  const found = await getParent<P>(object, name, con);
  if (found !== null) return found;
  throw new EntityNotFoundError(`The ${name} of this ${object.$table.model} does not exist.`);
}

/** The objects that point at one, in the order of their list if they are one: as the database has them, with what was said since. */
export async function getChildren<C extends Model>(object: Model, name: string, con?: Connection): Promise<C[]> {
  const relation = relationOf(object.$table, name);
  const children = linksOf(object).childrenOf(name);
  const found = await readChildren(object, relation, con);
  const other = await relation.table();
  const turned = relationOf(other, relation.opposite);
  const isHere = (child: Model): boolean => {
    if (children.has(children.removed, child)) return false;
    const parent = knownParent(child, turned);
    return parent === undefined ? pointsAt(child, turned, object) : isSame(parent, object);
  };
  const there = found.filter(isHere);
  const told = [...children.added, ...(children.wanted ?? [])].flatMap((node) => storedObject(node) ?? []);
  const further = told.filter((child) => !children.has(there, child));
  const all = [...there, ...further];
  children.known = all;
  return (children.wanted === undefined ? all : told) as C[];
}

/** The one object that can point at another one. */
export async function getChild<C extends Model>(object: Model, name: string, con?: Connection): Promise<C | null> {
  const [first = null] = await getChildren<C>(object, name, con);
  return first;
}

/** As the rows are; objects that are known stay the same. */
export async function readChildren(
  object: Model,
  relation: RelationMap,
  con: Connection = connectionOf(object.$table),
): Promise<readonly Model[]> {
  if (object.isNew()) return [];
  const other = await relation.table();
  const query = await relatedQuery(object, relation, other);
  if (query === undefined) return [];
  if (isList(relation, other)) query.$inDefaultOrder();
  const found = (await query.find(con)) as Model[];
  const { known } = linksOf(object).childrenOf(relation.name);
  return found.map((child) => {
    const same = known.find((each) => each === child || isSame(each, child));
    if (same === undefined || same === child) return child;
    same.$refresh(child, child.$row);
    return same;
  });
}

/** The objects at the other end of a cross-reference table. */
export async function getTargets<T extends Model>(object: Model, name: string, con?: Connection): Promise<T[]> {
  return (await getCombinations<T[]>(object, name, con)).flat();
}

/** Those at its other ends, where it has several: an array for each of its rows. */
export async function getCombinations<E extends readonly Model[]>(
  object: Model,
  name: string,
  con?: Connection,
): Promise<E[]> {
  return [...(await endsOf(object, name, con))] as E[];
}

async function endsOf(object: Model, name: string, con?: Connection): Promise<readonly (readonly Model[])[]> {
  const cross = crossNamed(object.$table, name);
  const all = await storedEnds(object, cross, con);
  const targets = linksOf(object).targetsOf(name);
  const stored = (items: readonly (readonly Linked[])[]): readonly (readonly Model[])[] =>
    items.map((ends) => ends.flatMap((end) => storedObject(end) ?? [])).filter(({ length }) => length > 0);
  if (targets.wanted !== undefined) return stored(targets.wanted);
  const there = all.filter((ends) => !targets.has(targets.removed, ends));
  return [...there, ...stored(targets.added).filter((ends) => !targets.has(there, ends))];
}

/** As the rows in between are, which are read with what they lead to. */
async function storedEnds(
  object: Model,
  { via, targets }: CrossMap,
  con: Connection = connectionOf(object.$table),
): Promise<readonly (readonly Model[])[]> {
  const down = relationOf(object.$table, via);
  const between = await down.table();
  const query = object.isNew() ? undefined : await relatedQuery(object, down, between);
  if (query === undefined) return [];
  for (const target of targets) query.$join(target, { reads: true });
  if (isList(down, between)) query.$inDefaultOrder();
  const ends = targets.map((target) => relationOf(between, target));
  const rows = (await query.find(con)) as Model[];
  return rows
    .map((row) => ends.map((end) => heldBy(row, end)).filter((end) => isModel(end)))
    .filter(({ length }) => length === ends.length);
}

export function crossNamed({ crosses = [], model }: TableMap, name: string): CrossMap {
  const found = crosses.find((cross) => cross.name === name);
  if (found !== undefined) return found;
  throw new TypeError(`${model} has no relation "${name}": run "orm model:build" again.`);
}

/** The query for the rows at the other end; undefined when there can be none, because a column of the key is null. */
async function relatedQuery(
  object: Model,
  relation: RelationMap,
  other: TableMap,
): Promise<ModelQuery<unknown> | undefined> {
  const key = relation.kind === 'many to one' ? keyAbove(object, relation) : keyBelow(object, relation, other);
  if (key === undefined) return undefined;
  const query = await newQuery(other);
  for (const [position, value] of key) query.$filter(position, value, '=');
  return query;
}

/** What the row that an object points at has; undefined when it points nowhere. */
function keyAbove(object: Model, relation: RelationMap): ReadonlyMap<number, unknown> | undefined {
  const key = new Map<number, unknown>();
  for (const [position, cell] of relation.constants ?? []) {
    const [value] = valuesAt(object, [position]);
    const column = object.$table.columns[position];
    if (value === null || cell === null || String(column?.value.write(value as never)) !== String(cell))
      return undefined;
  }
  for (const [own, there] of relation.pairs) {
    const [value] = valuesAt(object, [own]);
    if (value === null || value === undefined) return undefined;
    key.set(there, value);
  }
  return key;
}
