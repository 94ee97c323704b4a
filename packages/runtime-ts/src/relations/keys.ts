import type { Cell } from '../drivers/session.js';
import type { Model } from '../model/model.js';
import type { TableMap } from '../model/table-map.js';
import { columnAt } from '../query/columns.js';
import type { RelationMap } from './relation-map.js';

/** The values of columns of an object, by position. */
export const valuesAt = (object: Model, positions: readonly number[]): readonly unknown[] =>
  positions.map((position): unknown => Reflect.get(object, columnAt(object.$table, position).property));

/** A value of one column as another one that is compared with it has it. */
export function converted(value: unknown, from: TableMap, at: number, to: TableMap, there: number): unknown {
  if (value === null || value === undefined) return null;
  const cell = columnAt(from, at).value.write(value as never) as Cell;
  return columnAt(to, there).value.read(cell as never);
}

/** What rows that point at an object have in the columns of the key, by position. `relation` leads to the object. */
export function keyOf(from: TableMap, relation: RelationMap, object: Model): ReadonlyMap<number, unknown> {
  const key = new Map<number, unknown>();
  for (const [own, there] of relation.pairs) {
    const [value] = valuesAt(object, [there]);
    key.set(own, converted(value, object.$table, there, from, own));
  }
  for (const [position, cell] of relation.constants ?? []) {
    key.set(position, cell === null ? null : columnAt(from, position).value.read(cell as never));
  }
  return key;
}

/** The same as seen from the object: `relation` leads to the rows. Undefined when nothing can point at it. */
export function keyBelow(
  object: Model,
  relation: RelationMap,
  other: TableMap,
): ReadonlyMap<number, unknown> | undefined {
  const key = new Map<number, unknown>();
  for (const [own, there] of relation.pairs) {
    const [value] = valuesAt(object, [own]);
    if (value === null || value === undefined) return undefined;
    key.set(there, converted(value, object.$table, own, other, there));
  }
  for (const [position, cell] of relation.constants ?? []) {
    key.set(position, cell === null ? null : columnAt(other, position).value.read(cell as never));
  }
  return key;
}

/** Whether an object has the key of another one in the columns of a relation. */
export function pointsAt(object: Model, relation: RelationMap, other: Model): boolean {
  for (const [position, value] of keyOf(object.$table, relation, other)) {
    const [own] = valuesAt(object, [position]);
    if (value === null || own === null || !isSameValue(object.$table, position, own, value)) return false;
  }
  return true;
}

export function isSameValue(table: TableMap, position: number, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const { value } = columnAt(table, position);
  const [cell, otherCell] = [value.write(one as never), value.write(other as never)];
  return String(cell) === String(otherCell);
}

/** The columns of a relation that the table has itself. */
export const ownColumns = ({ pairs, constants = [] }: RelationMap): readonly number[] => [
  ...pairs.map(([own]) => own),
  ...constants.map(([position]) => position),
];

/** Gives an object other values in some columns. */
export function assign(object: Model, values: ReadonlyMap<number, unknown>): void {
  for (const [position, value] of values) Reflect.set(object, columnAt(object.$table, position).property, value);
}
