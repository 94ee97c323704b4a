import type { Item, Step, Tree } from './tree.js';

/** What there is: the rows of the table, and the state of each object. */
export interface World {
  readonly rows: readonly number[];
  readonly objects: readonly number[];
}

/**
 * What a tree leaves behind, told without queues and connections: a transaction does its items in the order in which they were
 * started, and fails as a whole. Nothing for one that fails.
 */
export function outcomeOf(tree: Tree, before: World, failureAborts: boolean): World | undefined {
  // `isPending`: something may not be over that nobody awaits.
  const now = { world: before, isAborted: false, isPending: false };

  const does = (item: Item): boolean => {
    if (now.isAborted) return false;
    if (item.kind === 'duplicate') {
      now.isAborted = failureAborts;
      return false;
    }
    const after = item.kind === 'insert' ? inserted(now.world, item) : outcomeOf(item.tree, now.world, failureAborts);
    now.world = after ?? now.world;
    return after !== undefined;
  };

  /** Whether the callback goes on behind it. */
  const goesOn = (step: Step): boolean => {
    if (step.kind === 'forget') {
      does(step.item);
      now.isPending = true;
      return true;
    }
    // What was started before is over when this is.
    now.isPending = false;
    if (step.kind === 'await') return does(step.item) || step.isCaught;
    const done = step.items.map(does);
    const failed = done.indexOf(false);
    if (step.by === 'allSettled' || failed < 0) return true;
    now.isPending = step.rejection === 'goes on' && failed < done.length - 1;
    return step.rejection !== 'thrown';
  };

  const resolves = tree.steps.every(goesOn) && tree.end === 'resolves';
  return resolves && !now.isPending && !now.isAborted ? now.world : undefined;
}

function inserted({ rows, objects }: World, { id, object }: Extract<Item, { kind: 'insert' }>): World {
  return { rows: [...rows, id], objects: objects.with(object, id) };
}
