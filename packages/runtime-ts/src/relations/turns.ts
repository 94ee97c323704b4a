import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnsaved, knownLinks, type Linked, type Links, linksOf } from './links.js';

/** Saves that are under way, by what they may write. */
const underWay = new Map<Links, Promise<unknown>>();

/** What the save around may write: what a hook saves in it is a part of it. */
const around = new AsyncLocalStorage<ReadonlySet<Links>>();

/**
 * Runs a save of objects that hang together. Another one that could write one of them too waits until it is over, so that of
 * two saves of one draft the second finds the object.
 */
export async function inTurn<T>(node: Linked, save: () => Promise<T>): Promise<T> {
  if (around.getStore()?.has(linksOf(node)) === true) return save();
  let reached = reachedFrom(node);
  for (;;) {
    const others = [...reached].flatMap((links) => underWay.get(links) ?? []);
    if (others.length === 0) break;
    await Promise.allSettled(others);
    reached = reachedFrom(node);
  }
  const all = reached;
  const saving = around.run(all, save);
  for (const links of all) underWay.set(links, saving);
  try {
    return await saving;
  } finally {
    for (const links of all) if (underWay.get(links) === saving) underWay.delete(links);
  }
}

/** Everything without a row that an object or a draft was told of, and what that was told of. */
function reachedFrom(node: Linked): ReadonlySet<Links> {
  const reached = new Set<Links>([linksOf(node)]);
  const open: Linked[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const each of toldOf(next)) {
      const links = linksOf(each);
      if (reached.has(links)) continue;
      reached.add(links);
      open.push(each);
    }
  }
  return reached;
}

function toldOf(node: Linked): readonly Linked[] {
  const links = knownLinks(node);
  if (links === undefined) return [];
  const parents = [...links.parents.values()].map((parent) => parent.node);
  const children = [...links.children.values()].flatMap(({ added, wanted = [] }) => [...added, ...wanted]);
  const targets = [...links.targets.values()].flatMap(({ added, wanted = [] }) => [...added, ...wanted]);
  return [...parents, ...children, ...targets.flat()].filter(isUnsaved);
}
