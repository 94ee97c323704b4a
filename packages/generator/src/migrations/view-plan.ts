import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '../changes/state.js';
import type { DatabaseShape, ViewShape } from '../platforms/shape.js';
import { mentionsAny, wordsOf } from './parts.js';

/** Views that stand on what moves, or on such a view, make room and are made again. */
export function viewPlan(
  before: DatabaseShape,
  after: DatabaseShape,
  moved: readonly string[],
): { drop: readonly ViewShape[]; create: readonly ViewShape[] } {
  const wanted = new Map(after.views.map((view) => [keyOf(view), view]));
  const dropped = new Set(before.views.filter((view) => !isDeepStrictEqual(wanted.get(keyOf(view)), view)));
  // A view may stand before one that it reads: what goes is looked for until nothing is added.
  let names = [...moved, ...[...dropped].map(({ name }) => name)];
  while (names.length > 0) {
    const found = before.views.filter((view) => !dropped.has(view) && mentionsAny(view.sql, names));
    for (const view of found) dropped.add(view);
    names = found.map(({ name }) => name);
  }
  const stays = new Set(before.views.filter((view) => !dropped.has(view)).map(keyOf));
  return {
    drop: inReadingOrder(before.views.filter((view) => dropped.has(view))).toReversed(),
    create: inReadingOrder(after.views.filter((view) => !stays.has(keyOf(view)))),
  };
}

/**
 * Each view after those that it reads, as far as one can see; where nothing decides, in the given order. Changes keep a view in
 * its place and put new ones last, whatever reads what. Views that seem to read each other stay as they are.
 */
function inReadingOrder(views: readonly ViewShape[]): readonly ViewShape[] {
  const needs = new Map(
    views.map((view) => {
      const reads = wordsOf(view.sql);
      return [view, views.filter((other) => other !== view && reads(other.name))] as const;
    }),
  );
  if (![...needs].some(([view, others]) => others.some((other) => views.indexOf(other) > views.indexOf(view)))) {
    return views;
  }
  const all = new Map(views.map((view) => [view, reached(view, needs)]));
  const ordered = new Set<ViewShape>();
  const isReady = (view: ViewShape): boolean =>
    [...(all.get(view) ?? [])].every((other) => ordered.has(other) || all.get(other)?.has(view) === true);
  while (ordered.size < views.length) {
    const next = views.find((view) => !ordered.has(view) && isReady(view));
    // Of views in a circle, each is ready.
    if (next === undefined) return views;
    ordered.add(next);
  }
  return [...ordered];
}

/** Everything that a view reads, directly or by others. */
function reached(view: ViewShape, needs: ReadonlyMap<ViewShape, readonly ViewShape[]>): ReadonlySet<ViewShape> {
  const found = new Set(needs.get(view));
  // A set goes on with what is added meanwhile.
  for (const each of found) for (const other of needs.get(each) ?? []) found.add(other);
  return found;
}
