import type { Model } from '../model/model.js';

/** Where an object keeps what was loaded through a relation: a property of its own, as its columns are. */
interface Place {
  readonly property: string;
}

export function hold(object: Model, { property }: Place, related: Model | null | readonly unknown[]): void {
  Reflect.set(object, property, related);
}

/** What was loaded through a relation; undefined where nothing was. */
export const heldBy = (object: Model, { property }: Place): unknown =>
  Object.hasOwn(object, property) ? Reflect.get(object, property) : undefined;
