import { connectionOf } from '../config/connections.js';
import { OrmError } from '../errors/orm-error.js';
import type { Draft } from '../model/draft.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import { identityOf } from '../model/row-identity.js';
import type { Connection } from '../transactions/connection.js';
import { addChild, setParent } from './linking.js';
import { current, isSame, isUnsaved, knownLinks, type Linked, loadedObjects, storedObject } from './links.js';
import { relatedTo } from './load.js';
import { getChildren, knownParent } from './reading.js';
import type { RelationMap } from './relation-map.js';

/** What is copied, and its copy. */
interface Copied {
  readonly node: Linked;
  readonly copy: Draft<Model>;
  /** It and what it hangs below: none of these is copied again below it. */
  readonly above: readonly Linked[];
}

/** As classes have it, which may have overridden it. */
interface Copyable {
  copy(changes?: object): Draft<Model>;
}

/**
 * A draft as `copy()` gives it, with copies of the objects that point at the object, of those that point at these, and so on: `save()` inserts
 * all of them.
 */
export async function deepCopy<Changes extends object, D>(
  object: Model & { copy(changes?: Changes): D },
  changes?: NoInfer<Changes>,
  con: Connection = connectionOf(object.$table),
): Promise<D> {
  const copy = await copied(object, changes ?? {}, con);
  await copyBelow([{ node: object, copy, above: [object] }], con);
  return copy as D;
}

/** Copies what points at some objects of one table, a relation at a time. */
async function copyBelow(all: readonly Copied[], con: Connection): Promise<void> {
  const [first] = all;
  for (const relation of first?.node.$table.relations ?? []) {
    if (relation.kind === 'many to one' || !(await isWritten(relation))) continue;
    const below: Copied[] = [];
    for (const [{ copy, above }, children] of await childrenOf(all, relation, con)) {
      for (const child of children) {
        if (above.some((each) => isSame(each, child))) continue;
        const made = await copied(child, {}, con);
        addChild(copy, relation.name, made);
        below.push({ node: child, copy: made, above: [...above, child] });
      }
    }
    await copyBelow(below, con);
  }
}

/** Rows of a table that is only read cannot be made. */
async function isWritten(relation: RelationMap): Promise<boolean> {
  const table = await relation.table();
  return isModel((await table.load()).prototype);
}

async function copied(node: Linked, changes: object, con: Connection): Promise<Draft<Model>> {
  refuseUnsavedTargets(node);
  if (!isDraft(node)) await readLazy(node, con);
  const copy = isDraft(node) ? node.$copy() : (node as unknown as Copyable).copy(changes);
  for (const relation of node.$table.relations ?? []) {
    const parent = relation.kind === 'many to one' ? knownParent(node, relation) : undefined;
    // The columns of an object have the key, where there is one yet.
    const isMissing = parent !== undefined && (isDraft(node) || isUnsaved(parent));
    if (isMissing && !Object.hasOwn(changes, relation.property)) setParent(copy, relation.name, parent);
  }
  return copy;
}

/** A copy without them would be another row. */
async function readLazy(object: Model, con: Connection): Promise<void> {
  if (object.isDeleted()) return;
  for (const [position, { lazy, filled }] of object.$table.columns.entries()) {
    if (lazy === true && filled !== 'always') await object.$readLazy(position, con);
  }
}

/** Rows in between that are not written yet are no objects that could be copied. */
function refuseUnsavedTargets(node: Linked): void {
  for (const [name, targets] of knownLinks(node)?.targets ?? []) {
    if (targets.isEmpty) continue;
    throw new OrmError(`The ${name} of a ${node.$table.model} was changed and not saved: save it before it is copied.`);
  }
}

type WithChildren = readonly [of: Copied, children: readonly Linked[]];

/** Objects of which nothing was said need one statement together. */
async function childrenOf(
  all: readonly Copied[],
  relation: RelationMap,
  con: Connection,
): Promise<readonly WithChildren[]> {
  const plain = all.flatMap(({ node }) => (isPlain(node) ? [node] : []));
  const read = new Map(await relatedTo(plain, relation, con));
  const found: WithChildren[] = [];
  for (const each of all) {
    const { node } = each;
    const children = isPlain(node) ? (read.get(node) as readonly Model[]) : await toldChildren(node, relation, con);
    found.push([each, inUse(node, relation, children)]);
  }
  return found;
}

const isPlain = (node: Linked): node is Model => isModel(node) && !node.isNew() && knownLinks(node) === undefined;

/** The same with what was said and is not saved. */
async function toldChildren(node: Linked, { name }: RelationMap, con: Connection): Promise<readonly Linked[]> {
  const { added = [], wanted } = knownLinks(node)?.children.get(name) ?? {};
  if (isDraft(node)) return (wanted ?? added).map(current);
  const stored = await getChildren(node, name, con);
  if (wanted !== undefined) return wanted.map((each) => storedObject(each) ?? each);
  return [...stored, ...added.filter(isUnsaved).map(current)];
}

/** What was loaded with an object may have been changed since. */
function inUse(node: Linked, { property }: RelationMap, children: readonly Linked[]): readonly Linked[] {
  const loaded = isModel(node) ? loadedObjects(node, property) : [];
  if (loaded.length === 0) return children;
  const byRow = new Map(loaded.map((each) => [identityOf(each.$table, each.$row), each]));
  return children.map((child) => (isModel(child) ? (byRow.get(identityOf(child.$table, child.$row)) ?? child) : child));
}
