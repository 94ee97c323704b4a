import fc from 'fast-check';

/** Something that takes a turn in a transaction. */
export type Item =
  | { readonly kind: 'insert'; readonly id: number; readonly object: number }
  /** A statement that violates a unique key. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'nested'; readonly tree: Tree };

export type Step =
  | { readonly kind: 'await'; readonly item: Item; readonly isCaught: boolean }
  | { readonly kind: 'forget'; readonly item: Item }
  | {
      readonly kind: 'together';
      readonly items: readonly Item[];
      readonly by: 'all' | 'allSettled';
      /** What happens after an early rejection: it is passed on, or caught, and the others are then awaited or not. */
      readonly rejection: 'thrown' | 'awaits the others' | 'goes on';
    };

/** A transaction. */
export interface Tree {
  readonly steps: readonly Step[];
  readonly end: 'resolves' | 'throws';
  /** Begun by `begin()` instead of `transaction()`. */
  readonly isByHand: boolean;
  /** Whether its statements are run on the connection that it is given, and not on the database. */
  readonly isExplicit: boolean;
  /** Milliseconds before its first step; undefined for none. */
  readonly delay: number | undefined;
}

export const OBJECTS = 3;

/**
 * Random trees. Where statements take no time (SQLite), whether one that was forgotten is over in time would be chance, so that
 * only transactions with a delay are forgotten there.
 */
export function randomTrees(takesTime: boolean): fc.Arbitrary<Tree> {
  const { tree } = fc.letrec<{ tree: Tree; item: Item; slow: Item; step: Step }>((tie) => ({
    item: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('insert' as const),
          id: fc.constant(0),
          object: fc.nat({ max: OBJECTS - 1 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'duplicate' as const }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('nested' as const), tree: tie('tree') }) },
    ),
    slow: tie('tree').map((inner) => ({ kind: 'nested' as const, tree: { ...inner, delay: 1 } })),
    step: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('await' as const), item: tie('item'), isCaught: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('forget' as const),
          item: takesTime ? fc.oneof(tie('item'), tie('slow')) : tie('slow'),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('together' as const),
          items: fc.array(tie('item'), { minLength: 1, maxLength: 5 }),
          by: fc.constantFrom('all' as const, 'allSettled' as const),
          rejection: fc.constantFrom('thrown' as const, 'awaits the others' as const, 'goes on' as const),
        }),
      },
    ),
    tree: fc.record({
      steps: fc.array(tie('step'), { maxLength: 5, depthIdentifier: 'tree' }),
      end: fc.oneof(
        { weight: 7, arbitrary: fc.constant('resolves' as const) },
        { weight: 1, arbitrary: fc.constant('throws' as const) },
      ),
      isByHand: fc.boolean(),
      isExplicit: fc.boolean(),
      delay: fc.constantFrom(undefined, undefined, undefined, 0, 1),
    }),
  }));
  return tree.map((drawn) => numbered(drawn, { last: 0 }));
}

/** Every insert gets an id of its own. */
function numbered(tree: Tree, ids: { last: number }): Tree {
  const item = (each: Item): Item => {
    if (each.kind === 'insert') return { ...each, id: ++ids.last };
    return each.kind === 'nested' ? { ...each, tree: numbered(each.tree, ids) } : each;
  };
  const step = (each: Step): Step =>
    each.kind === 'together' ? { ...each, items: each.items.map(item) } : { ...each, item: item(each.item) };
  return { ...tree, steps: tree.steps.map(step) };
}
