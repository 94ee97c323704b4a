import { InvalidValueError, ObjectDeletedError } from '../errors/orm-error.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { TableMap } from '../model/table-map.js';
import { current, type Linked } from './links.js';
import type { RelationMap } from './relation-map.js';

// What TypeScript refuses, too, and objects whose rows are gone.

/** Something that objects are linked with, by the names in messages. */
interface Related {
  readonly model: string;
  readonly relation: string;
}

/** Refuses what is no object and no draft, and those of other tables. */
export function refuseOther(
  { model, relation }: Related,
  given: unknown,
  fits: (table: TableMap) => boolean,
): asserts given is Linked {
  if (!isModel(given) && !isDraft(given)) {
    throw new InvalidValueError(`${relation} of ${model} has to be an object or a draft, not ${described(given)}.`);
  }
  if (fits(given.$table)) return;
  throw new InvalidValueError(`${relation} of ${model} cannot be ${named(given.$table.model)}.`);
}

/** Refuses to link an object whose row was deleted. */
export function refuseDeleted(node: Linked): void {
  if (!isDeletedObject(node)) return;
  throw new ObjectDeletedError(`This ${node.$table.model} was deleted, so no other object can be linked with it.`);
}

export function isDeletedObject(node: Linked): boolean {
  const now = current(node);
  return isModel(now) && now.isDeleted();
}

/** Refuses what a new row cannot be made of. */
export function refuseInit({ model }: TableMap, init: unknown): asserts init is object {
  if (typeof init === 'object' && init !== null) return;
  throw new InvalidValueError(`A new ${model} is made of an object with its values, not ${described(init)}.`);
}

/** What a method takes that replaces all that are linked. */
export function listed<T>({ model, relation }: Related, given: Iterable<T>): readonly T[] {
  const isIterable = typeof given === 'object' && (given as object | null) !== null && Symbol.iterator in given;
  if (isIterable) return [...given];
  throw new InvalidValueError(
    `${relation} of ${model} can only be replaced by an array or another iterable, not by ${described(given)}.`,
  );
}

/** Whether a relation of another table is the same, seen from there. */
export const isTurned = (one: RelationMap, other: RelationMap): boolean =>
  other.name === one.opposite &&
  other.opposite === one.name &&
  (one.kind === 'many to one') !== (other.kind === 'many to one');

const named = (model: string): string => `${/^[AEIOU]/.test(model) ? 'an' : 'a'} ${model}`;

/** In messages: what it is, and not its value. */
export function described(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  if (Array.isArray(given)) return 'an array';
  if (typeof given !== 'object') return `a ${typeof given}`;
  if (isModel(given) || isDraft(given)) return named(given.$table.model);
  return 'then' in given ? 'a promise: await it first' : 'a plain object';
}
