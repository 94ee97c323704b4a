import { connectionOf } from '../config/connections.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import type { Mapped, TableMap } from '../model/table-map.js';
import { columnAt } from '../query/columns.js';
import { hasConstants } from '../query/related.js';
import { newQuery } from '../query/using.js';
import type { Connection } from '../transactions/connection.js';
import { heldBy, hold } from './held.js';
import { isList } from './lists.js';
import { type CrossMap, type RelationMap, relationOf } from './relation-map.js';

/** An object whose class says what can be loaded with it. */
export interface Related {
  /** For types only. */
  readonly $relations?: object;
}

type RelationsOf<M extends Related> = NonNullable<M['$relations']>;

/** Loads relations of objects, one statement for each, and gives the same objects with what was loaded. */
export function load<M extends Mapped & Related, K extends keyof RelationsOf<M> & string>(
  objects: readonly M[],
  ...names: readonly K[]
): Promise<(M & Pick<RelationsOf<M>, K>)[]>;
export function load<M extends Mapped & Related, K extends keyof RelationsOf<M> & string>(
  objects: readonly M[],
  names: readonly K[],
  con: Connection,
): Promise<(M & Pick<RelationsOf<M>, K>)[]>;
export async function load(
  objects: readonly Mapped[],
  first: string | readonly string[] = [],
  ...more: readonly (string | Connection)[]
): Promise<readonly Mapped[]> {
  const [con] = more;
  if (typeof first !== 'string') {
    await loadRelations(objects, first, typeof con === 'object' ? con : undefined);
  } else {
    const names = [first, ...more].filter((name) => typeof name === 'string');
    await loadRelations(objects, names);
  }
  return objects;
}

/** The same for relations by the properties that hold their objects. */
export async function loadRelations(
  objects: readonly Mapped[],
  properties: readonly string[],
  con?: Connection,
): Promise<void> {
  const [first] = objects;
  if (first === undefined) return;
  const { relations = [], crosses = [], model } = first.$table;
  if (!objects.every(({ $table }) => $table === first.$table)) {
    throw new InvalidQueryError('load() takes objects of one class at a time.');
  }
  const on = con ?? connectionOf(first.$table);
  for (const property of new Set(properties)) {
    const relation = relations.find((each) => each.property === property);
    const cross = crosses.find((each) => each.property === property);
    if (relation !== undefined) await loadRelation(objects, relation, on);
    else if (cross !== undefined) await loadCross(objects, cross, on);
    else throw new InvalidQueryError(`${model} has no such relation to load.`);
  }
}

/** Loads a relation of objects of one class, with one statement, into the property of each. */
export async function loadRelation(objects: readonly Mapped[], relation: RelationMap, con: Connection): Promise<void> {
  for (const [object, related] of await relatedTo(objects, relation, con)) {
    hold(object, relation, relation.kind === 'one to many' ? related : (related[0] ?? null));
  }
}

/** The objects at the other end of a relation, for each of some objects. */
export async function relatedTo(
  objects: readonly Mapped[],
  relation: RelationMap,
  con: Connection,
): Promise<readonly (readonly [Mapped, readonly Mapped[]])[]> {
  if (objects.length === 0) return [];
  const table = await relation.table();
  const query = (await newQuery(table)).$filterRelated(relation.opposite, objects);
  const found = (await (isList(relation, table) ? query.$inDefaultOrder() : query).find(con)) as readonly Mapped[];
  return matched(objects, relation, table, found);
}

/** Loads a relation through a table in between, with one statement, whose rows have the other ends beside them. */
export async function loadCross(objects: readonly Mapped[], cross: CrossMap, con: Connection): Promise<void> {
  const [first] = objects;
  if (first === undefined) return;
  const via = relationOf(first.$table, cross.via);
  const between = await via.table();
  const query = (await newQuery(between)).$filterRelated(via.opposite, objects);
  for (const target of cross.targets) query.$join(target, { reads: true });
  const found = (await (isList(via, between) ? query.$inDefaultOrder() : query).find(con)) as readonly Mapped[];
  const ends = cross.targets.map((target) => relationOf(between, target));
  for (const [object, rows] of matched(objects, via, between, found)) {
    hold(
      object,
      cross,
      rows.flatMap((row) => endsOf(row, ends)),
    );
  }
}

/** What a row in between points at: an object, or several where rows are combinations. */
function endsOf(row: Mapped, ends: readonly RelationMap[]): readonly unknown[] {
  const objects = ends.map((end) => heldBy(row, end)).filter((object) => object !== null && object !== undefined);
  if (objects.length < ends.length) return [];
  return ends.length === 1 ? objects : [objects];
}

/** Which of the found objects belong to which. */
function matched(
  objects: readonly Mapped[],
  relation: RelationMap,
  table: TableMap,
  found: readonly Mapped[],
): readonly (readonly [Mapped, readonly Mapped[]])[] {
  const isHere = relation.kind === 'many to one';
  const lists = new Map<string, Mapped[]>();
  for (const each of found) {
    const key = keyOf(
      each,
      table,
      relation.pairs.map(([, other]) => other),
    );
    if (key === undefined) continue;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [each]);
    else list.push(each);
  }
  return objects.map((object) => {
    const key = keyOf(
      object,
      object.$table,
      relation.pairs.map(([own]) => own),
    );
    const isOurs = !isHere || hasConstants(relation, object);
    return [object, (isOurs && key !== undefined ? lists.get(key) : undefined) ?? []] as const;
  });
}

/** The values of columns as text, whatever type the property has; nothing where one of them is null. */
function keyOf(object: Mapped, table: TableMap, positions: readonly number[]): string | undefined {
  const values = positions.map((position) => {
    const { property, value } = columnAt(table, position);
    const given: unknown = Reflect.get(object, property);
    if (given === null || given === undefined) return undefined;
    const cell = value.write(given as never);
    return cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell);
  });
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}
