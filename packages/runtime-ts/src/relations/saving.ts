import { saveWithHooks } from '../model/hooks.js';
import { isDraft } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import { columnAt } from '../query/columns.js';
import type { Connection } from '../transactions/connection.js';
import { arrange } from './arranging.js';
import { saveTargets } from './crossing.js';
import { assign, keyOf, ownColumns, pointsAt, valuesAt } from './keys.js';
import { deletesRemoved, point } from './linking.js';
import {
  type Children,
  current,
  isSame,
  isUnsaved,
  knownLinks,
  type Linked,
  type Links,
  linksOf,
  loadedObjects,
  relatedObjects,
  storedObject,
} from './links.js';
import { knownParent, readChildren } from './reading.js';
import { isDeletedObject, refuseDeleted } from './refusals.js';
import { type RelationMap, relationOf } from './relation-map.js';
import { inTurn } from './turns.js';

/** Whether a draft was told of others. */
export const hasLinks = (node: Linked): boolean => knownLinks(node) !== undefined;

/** Whether saving an object writes more than its own row. */
export function hasRelatedWork(object: Model, seen: Set<Model> = new Set()): boolean {
  const { relations } = object.$table;
  if (relations === undefined || seen.has(object)) return false;
  seen.add(object);
  for (const relation of relations) {
    if (relation.kind === 'many to one') {
      const parent = knownParent(object, relation);
      if (parent === undefined) continue;
      const stored = storedObject(parent);
      if (isUnsaved(parent) || stored?.isModified() === true || leadsToDeleted(object, relation, parent)) return true;
      if (stored !== undefined && !pointsAt(object, relation, stored)) return true;
    } else if (hasWorkBelow(object, relation, seen)) return true;
  }
  return [...(knownLinks(object)?.targets.values() ?? [])].some(({ isEmpty }) => !isEmpty);
}

function hasWorkBelow(object: Model, relation: RelationMap, seen: Set<Model>): boolean {
  const { added = [], removed = [], wanted } = knownLinks(object)?.children.get(relation.name) ?? {};
  if (wanted !== undefined || removed.length > 0 || added.some(isUnsaved)) return true;
  return relatedObjects(object, relation).some((child) => child.isModified() || hasRelatedWork(child, seen));
}

/** Whether a row is about to point at one that was deleted since that was said. */
const leadsToDeleted = (node: Linked, relation: RelationMap, parent: Linked): boolean =>
  isDeletedObject(parent) &&
  (isDraft(node) || node.isNew() || ownColumns(relation).some((position) => node.$isChanged(position)));

/** Saves an object or a draft with everything that hangs together with it: all of it or nothing. */
export async function saveLinked(node: Linked, con: Connection): Promise<void> {
  await inTurn(node, async () => {
    // Another save may have come first.
    if (isDraft(node) && !isUnsaved(node)) return;
    await con.transaction(async (frame) => {
      if (isDraft(node)) await new Saving(frame).save(node);
      // One that is not to be saved does not save others either.
      else
        await saveWithHooks(node, frame, async (inner) => {
          await new Saving(inner, node).save(node);
        });
    });
  });
}

/** One save of objects that hang together. */
class Saving {
  readonly #con: Connection;
  readonly #hooked: Model | undefined;
  /** Those whose rows are about to be written. */
  readonly #open = new Set<Links>();

  /** @param hooked whose hooks run around all of it */
  constructor(con: Connection, hooked?: Model) {
    this.#con = con;
    this.#hooked = hooked;
  }

  async save(node: Linked): Promise<Model> {
    const links = linksOf(node);
    this.#open.add(links);
    try {
      const wasUnsaved = isUnsaved(node);
      const object = await this.#row(node, await this.#saveParents(node));
      await this.#saveLateParents(object);
      for (const relation of object.$table.relations ?? []) {
        if (relation.kind !== 'many to one') await this.#saveChildren(object, relation, wasUnsaved);
      }
      for (const cross of object.$table.crosses ?? []) {
        await saveTargets(this.#con, object, cross, wasUnsaved, async (end) => this.#saved(end));
      }
      return object;
    } finally {
      this.#open.delete(links);
    }
  }

  /** The object, saved if need be. */
  async #saved(node: Linked): Promise<Model | undefined> {
    const now = current(node);
    const isWritten = isUnsaved(now) || storedObject(now)?.isModified() === true;
    if (isWritten && !this.#open.has(linksOf(now))) return this.save(now);
    return storedObject(now);
  }

  /** Saves what a row points at, and takes over the keys: an object into its columns, a draft gets them here. */
  async #saveParents(node: Linked): Promise<object> {
    const keys: Record<string, unknown> = {};
    for (const relation of node.$table.relations ?? []) {
      const parent = relation.kind === 'many to one' ? knownParent(node, relation) : undefined;
      if (parent === undefined) continue;
      if (leadsToDeleted(node, relation, parent)) refuseDeleted(parent);
      // Both point at each other, and the other one has to: this row comes first and is completed later.
      if (!relation.required && isUnsaved(parent) && this.#waits(parent)) continue;
      const stored = await this.#saved(parent);
      if (stored === undefined) continue;
      if (isDraft(node)) {
        for (const [position, value] of keyOf(node.$table, relation, stored)) {
          keys[columnAt(node.$table, position).property] = value;
        }
      } else this.#takeKey(node, relation, stored);
    }
    return keys;
  }

  async #row(node: Linked, keys: object): Promise<Model> {
    if (!isDraft(node)) {
      await (node === this.#hooked ? node.$writeRow(this.#con) : node.$saveRow(this.#con));
      return node;
    }
    const object = await node.$insert(this.#con, keys);
    for (const [name, parent] of linksOf(node).parents) {
      point(object, relationOf(object.$table, name), parent.node);
    }
    return object;
  }

  /** Completes the keys of those that could only be saved after this one. */
  async #saveLateParents(object: Model): Promise<void> {
    for (const relation of object.$table.relations ?? []) {
      const parent = relation.kind === 'many to one' ? knownParent(object, relation) : undefined;
      if (parent === undefined) continue;
      const known = storedObject(parent);
      if (known !== undefined && pointsAt(object, relation, known)) continue;
      const stored = await this.#saved(parent);
      if (stored === undefined) continue;
      this.#takeKey(object, relation, stored);
      await object.$saveRow(this.#con);
    }
  }

  /** Whether an object that has to be in the database before this one is just being saved. */
  #waits(node: Linked, seen: Set<Links> = new Set()): boolean {
    const links = linksOf(node);
    if (seen.has(links)) return false;
    seen.add(links);
    return (node.$table.relations ?? []).some((relation) => {
      const parent = relation.kind === 'many to one' && relation.required ? knownParent(node, relation) : undefined;
      return (
        parent !== undefined && isUnsaved(parent) && (this.#open.has(linksOf(parent)) || this.#waits(parent, seen))
      );
    });
  }

  async #saveChildren(object: Model, relation: RelationMap, wasUnsaved: boolean): Promise<void> {
    const children = knownLinks(object)?.children.get(relation.name);
    if (children === undefined) {
      for (const child of loadedObjects(object, relation.property)) await this.#saveChild(object, relation, child);
      return;
    }
    const before = wasUnsaved || children.wanted === undefined ? [] : await readChildren(object, relation, this.#con);
    const known = relatedObjects(object, relation);
    const taken = children.take();
    const shown = children.known;
    this.#con.onRollback(() => {
      children.putBack(taken);
      children.known = shown;
    });
    const { wanted } = taken;
    const gone = wanted === undefined ? taken.removed : before.filter((child) => !children.has(wanted, child));
    for (const child of [...gone, ...taken.removed]) await this.#saveRemoved(object, relation, child);
    const told = wanted ?? [...known.filter((child) => !children.has(taken.added, child)), ...taken.added];
    for (const child of told) await this.#saveChild(object, relation, child);
    const objects = new Set(told.flatMap((child) => storedObject(child) ?? []));
    const here = [...objects].filter((child) => isHere(child, relation, object));
    this.#show(object, relation, children, here);
    if (wanted !== undefined && before.length > 0) await arrange(this.#con, object, relation, wanted);
  }

  /** Those that point here are known from now on, and in a property that was loaded. */
  #show(object: Model, { property, kind }: RelationMap, children: Children, here: readonly Model[]): void {
    children.known = here;
    if (!Object.hasOwn(object, property)) return;
    const before: unknown = Reflect.get(object, property);
    Reflect.set(object, property, kind === 'one to many' ? here : (here[0] ?? null));
    this.#con.onRollback(() => {
      Reflect.set(object, property, before);
    });
  }

  async #saveChild(object: Model, relation: RelationMap, node: Linked): Promise<void> {
    const child = current(node);
    const turned = relationOf(child.$table, relation.opposite);
    const parent = knownParent(child, turned);
    if (!isDraft(child)) {
      if (child.isDeleted()) return;
      // Somebody else has it, or its columns say so.
      if (parent === undefined && !child.isNew() && !pointsAt(child, turned, object)) return;
    }
    if (parent !== undefined && !isSame(parent, object)) return;
    // The object itself, and neither its draft nor what an earlier save has made of that.
    if (parent === undefined ? isUnsaved(child) : parent !== object) {
      const key = isDraft(child) ? [] : valuesAt(child, ownColumns(turned));
      linksOf(child).parents.set(turned.name, { node: object, key });
    }
    // Whoever it waits for saves it.
    if (this.#open.has(linksOf(child)) || (isUnsaved(child) && this.#waits(child))) return;
    const isWritten = isDraft(child) || child.isNew() || child.isModified() || hasRelatedWork(child);
    if (isWritten || !pointsAt(child, turned, object)) await this.save(child);
  }

  /** A child that was taken away: deleted, or left without this one where it can be. */
  async #saveRemoved(object: Model, relation: RelationMap, node: Linked): Promise<void> {
    const child = storedObject(node);
    if (child === undefined) return;
    const turned = relationOf(child.$table, relation.opposite);
    const parent = knownParent(child, turned);
    // Whoever took it over since then saves it.
    if (parent !== undefined && !isSame(parent, object)) return;
    if (deletesRemoved(relation)) {
      if (pointsAt(child, turned, object)) await child.delete(this.#con);
      return;
    }
    if (pointsAt(child, turned, object)) {
      linksOf(child).parents.delete(turned.name);
      this.#assign(child, new Map(turned.cleared.map((position) => [position, null])));
    }
    if (ownColumns(turned).some((position) => child.$isChanged(position))) await child.$saveRow(this.#con);
  }

  #takeKey(object: Model, relation: RelationMap, stored: Model): void {
    const links = linksOf(object);
    const before = links.parents.get(relation.name);
    if (!pointsAt(object, relation, stored)) this.#assign(object, keyOf(object.$table, relation, stored));
    if (before === undefined) return;
    links.parents.set(relation.name, { node: before.node, key: valuesAt(object, ownColumns(relation)) });
    this.#con.onRollback(() => {
      if (links.parents.get(relation.name)?.node === before.node) links.parents.set(relation.name, before);
    });
  }

  /** A rollback puts back what was there, unless it was set since. */
  #assign(object: Model, values: ReadonlyMap<number, unknown>): void {
    const positions = [...values.keys()];
    const before = valuesAt(object, positions);
    assign(object, values);
    this.#con.onRollback(() => {
      const now = valuesAt(object, positions);
      for (const [index, position] of positions.entries()) {
        if (now[index] === values.get(position)) assign(object, new Map([[position, before[index]]]));
      }
    });
  }
}

const isHere = (child: Model, relation: RelationMap, object: Model): boolean =>
  !child.isDeleted() && pointsAt(child, relationOf(child.$table, relation.opposite), object);
