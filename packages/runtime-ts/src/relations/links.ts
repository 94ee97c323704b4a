import type { Draft } from '../model/draft.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import { identityOf } from '../model/row-identity.js';
import { Changes } from './changes.js';
import type { RelationMap } from './relation-map.js';

/** An object, or what is to become one. */
export type Linked = Model | Draft<Model, string>;

/** The ends of a row of a table in between, but for the one that was asked: one, or several where its rows are combinations. */
export type Ends = readonly Linked[];

/** What a row points at. */
export interface Parent {
  readonly node: Linked;
  /** The columns of the key when that was said: where they are others by now, they were set since, and count. */
  readonly key: readonly unknown[];
}

/** What an object or a draft was told of others. A draft and the object that is made of it have the same. */
export class Links {
  /** By the name of the relation. */
  readonly parents: Map<string, Parent> = new Map();
  readonly children: Map<string, Children> = new Map();
  readonly targets: Map<string, Changes<Ends>> = new Map();

  childrenOf(relation: string): Children {
    const found = this.children.get(relation) ?? new Children();
    this.children.set(relation, found);
    return found;
  }

  targetsOf(cross: string): Changes<Ends> {
    const found = this.targets.get(cross) ?? new Changes<Ends>(areSame);
    this.targets.set(cross, found);
    return found;
  }
}

/** The objects that point at one. */
export class Children extends Changes<Linked> {
  /** Those that were read last, or saved through it. */
  known: readonly Model[] = [];

  constructor() {
    super(isSame);
  }
}

const links = new WeakMap<Linked, Links>();

export const knownLinks = (node: Linked): Links | undefined => links.get(node);

export function linksOf(node: Linked): Links {
  const found = links.get(node) ?? new Links();
  links.set(node, found);
  return found;
}

/** The object of a draft has the links of the draft. */
export function shareLinks(draft: Linked, object: Model): void {
  links.set(object, linksOf(draft));
}

/** The object, once there is one. */
export const current = (node: Linked): Linked => (isDraft(node) ? (node.saved ?? node) : node);

/** Whether there is no row of it. */
export const isUnsaved = (node: Linked): node is Linked =>
  isDraft(node) ? node.saved === null || node.saved.isNew() : node.isNew();

/** The object of a row; undefined for what has none. */
export function storedObject(node: Linked): Model | undefined {
  const found = current(node);
  return isModel(found) && !found.isNew() && !found.isDeleted() ? found : undefined;
}

/** Whether both are one, or objects of one row. */
export function isSame(one: Linked, other: Linked): boolean {
  if (one === other) return true;
  const shared = links.get(one);
  if (shared !== undefined && shared === links.get(other)) return true;
  const [row, otherRow] = [storedObject(one), storedObject(other)];
  if (row === undefined || otherRow === undefined || row.$table !== otherRow.$table) return false;
  const identity = identityOf(row.$table, row.$row);
  return identity !== undefined && identity === identityOf(otherRow.$table, otherRow.$row);
}

const areSame = (one: Ends, other: Ends): boolean =>
  one.length === other.length && one.every((end, index) => isSame(end, other[index] ?? end));

/** The objects that are known to be at the other end of a relation: told, read, or loaded with the object. */
export function relatedObjects(object: Model, { name, property }: RelationMap): readonly Model[] {
  const { known = [], added = [], wanted = [] } = links.get(object)?.children.get(name) ?? {};
  const told = [...known, ...added, ...wanted].flatMap((node) => storedObject(node) ?? []);
  return [...new Set([...loadedObjects(object, property), ...told])];
}

/** What a query or `load()` has put into a property. */
export function loadedObjects(object: Model, property: string): readonly Model[] {
  if (!Object.hasOwn(object, property)) return [];
  const loaded: unknown = Reflect.get(object, property);
  const all: readonly unknown[] = Array.isArray(loaded) ? loaded : [loaded];
  return all.filter((each) => isModel(each));
}
