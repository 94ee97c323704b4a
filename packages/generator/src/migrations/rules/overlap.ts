import type { Change } from '../../changes/change.js';
import { keyOf } from '../../changes/state.js';
import type { DatabaseShape, ForeignKeyShape, IndexPartShape, ObjectName } from '../../platforms/shape.js';
import type { Migration } from '../migration.js';
import { mentionsAny } from '../parts.js';
import { ownerOf } from '../table-plan.js';

/** Two changes that do not go together, whichever is made first. */
export interface Overlap {
  readonly one: Change;
  readonly other: Change;
}

/**
 * Where two migrations of different branches change the same thing, or one takes away what the other needs. `state`: the database
 * before the second of them.
 */
export function overlapOf(one: Migration, other: Migration, state: DatabaseShape): Overlap | undefined {
  for (const mine of one.changes) {
    for (const theirs of other.changes) {
      if (isSame(mine, theirs) || takesFrom(mine, theirs) || takesFrom(theirs, mine))
        return { one: mine, other: theirs };
    }
  }
  return (
    rebuiltBy(one, other, state) ??
    flipped(rebuiltBy(other, one, state)) ??
    remadeBy(one, other) ??
    flipped(remadeBy(other, one))
  );
}

const flipped = (overlap: Overlap | undefined): Overlap | undefined =>
  overlap && { one: overlap.other, other: overlap.one };

const tableOf = (change: Change): ObjectName => (change.kind === 'table' ? change : ownerOf(change));

/** The names that a change takes or gives. */
const namesOf = ({ name, from }: Change): readonly string[] => (from === undefined ? [name] : [name, from]);

const isOnTable = (change: Change): boolean => change.kind === 'table' || change.table !== undefined;

/** The tables that a change is about, with the name that one had. */
const tablesOf = (change: Change): readonly string[] =>
  change.kind === 'table' ? namesOf(change).map((name) => keyOf({ ...change, name })) : [keyOf(tableOf(change))];

function isSame(one: Change, other: Change): boolean {
  if (one.kind !== other.kind) return false;
  // Columns say which sequences there are.
  if (one.kind === 'sequence') return false;
  if (isOnTable(one)) {
    if (!tablesOf(one).some((table) => tablesOf(other).includes(table))) return false;
    return one.kind === 'table' || namesOf(one).some((name) => namesOf(other).includes(name));
  }
  return one.schema === other.schema && namesOf(one).some((name) => namesOf(other).includes(name));
}

/** Whether a change takes away a name that another one uses. */
function takesFrom(change: Change, user: Change): boolean {
  const isGone = change.before !== undefined && change.after === undefined;
  if (change.kind === 'table' && (isGone || change.from !== undefined)) {
    const old = keyOf({ ...change, name: change.from ?? change.name });
    const isPart = user.kind !== 'table' && user.table !== undefined && tablesOf(change).includes(keyOf(tableOf(user)));
    return isPart || pointsAt(user).includes(old) || isMentioned(user, change.from ?? change.name);
  }
  if (change.kind === 'column' && (isGone || change.from !== undefined)) {
    return usesColumn(user, tableOf(change), change.from ?? change.name);
  }
  // Both sides of a foreign key have one type.
  if (change.kind === 'column' && change.before !== undefined && change.before.type !== change.after?.type) {
    return standsOn(user, tableOf(change), [change.name]);
  }
  // An index or a key that goes may be what a foreign key stands on.
  if (change.kind === 'index' || change.kind === 'primary key') {
    return isGone && standsOn(user, tableOf(change), partNames(change.before.parts));
  }
  return change.kind === 'type' && change.after === undefined && isMentioned(user, change.name);
}

/** The foreign keys that a change brings, or that go with their table: it must be what it was. */
const keysOf = (change: Change): readonly ForeignKeyShape[] => {
  if (change.kind === 'foreign key') return change.after === undefined ? [] : [change.after];
  return change.kind === 'table' ? ((change.after ?? change.before)?.foreignKeys ?? []) : [];
};

/** The tables that the foreign keys of a change point at. */
const pointsAt = (change: Change): readonly string[] => keysOf(change).map(({ foreignTable }) => keyOf(foreignTable));

/** Whether a foreign key that comes has some columns of a table, on either side. */
function standsOn(user: Change, table: ObjectName, columns: readonly string[]): boolean {
  const isOwn = user.kind === 'foreign key' && keyOf(tableOf(user)) === keyOf(table);
  return keysOf(user).some((key) => {
    const theirs = keyOf(key.foreignTable) === keyOf(table) ? key.foreignColumns : [];
    return [...theirs, ...(isOwn ? key.columns : [])].some((column) => columns.includes(column));
  });
}

const partNames = (parts: readonly IndexPartShape[] = []): readonly string[] =>
  parts.flatMap(({ column, expression }) => [column ?? '', ...(expression === undefined ? [] : [expression])]);

function usesColumn(user: Change, table: ObjectName, column: string): boolean {
  const isPointing = keysOf(user).some(
    (key) => keyOf(key.foreignTable) === keyOf(table) && key.foreignColumns.includes(column),
  );
  if (isPointing || (user.kind === 'view' && isMentioned(user, column))) return true;
  if (user.table === undefined || keyOf(tableOf(user)) !== keyOf(table)) return false;
  const texts = textsOf(user);
  return texts.includes(column) || mentionsAny(texts.join(' '), [column]);
}

/** The columns and expressions of a part of a table. What goes is found by what it was: with a new name of its column it is not. */
function textsOf(part: Change): readonly string[] {
  switch (part.kind) {
    case 'index':
      return both(part).flatMap(({ parts, where = '', include = [] }) => [...partNames(parts), where, ...include]);
    case 'primary key':
      return both(part).flatMap(({ parts }) => partNames(parts));
    case 'foreign key':
      return both(part).flatMap(({ columns }) => columns);
    case 'check':
      return both(part).map(({ expression }) => expression);
    case 'column':
      return both(part).map(({ generated }) => generated?.sql ?? '');
    default:
      return [];
  }
}

const both = <Part>({ before, after }: { readonly before?: Part; readonly after?: Part }): readonly Part[] =>
  [before, after].filter((part) => part !== undefined);

/** Whether the SQL of a view, or the type of a column, may speak of a name. */
function isMentioned(user: Change, name: string): boolean {
  if (user.kind === 'view') return mentionsAny(user.after?.sql ?? '', [name]);
  if (user.kind === 'column') return mentionsAny(user.after?.type ?? '', [name]);
  return user.kind === 'table' && (user.after?.columns.some(({ type }) => mentionsAny(type, [name])) ?? false);
}

/** SQL that makes a table anew knows nothing of what the other migration does to it, nor of new names of what its keys point at. */
function rebuiltBy(one: Migration, other: Migration, { tables }: DatabaseShape): Overlap | undefined {
  const rebuilt = new Set(Object.keys(one.assumes ?? {}));
  if (rebuilt.size === 0) return undefined;
  const keys = tables.filter(({ name }) => rebuilt.has(name)).flatMap(({ foreignKeys }) => foreignKeys);
  const isPointedAt = (change: Change): boolean =>
    change.from !== undefined &&
    keys.some(({ foreignTable, foreignColumns }) =>
      change.kind === 'table'
        ? namesOf(change).includes(foreignTable.name)
        : change.kind === 'column' &&
          change.table === foreignTable.name &&
          namesOf(change).some((name) => foreignColumns.includes(name)),
    );
  const isOn = (change: Change): boolean =>
    isOnTable(change) &&
    (change.kind === 'table' ? namesOf(change) : [change.table ?? '']).some((name) => rebuilt.has(name));
  const theirs = other.changes.find((change) => isOn(change) || isPointedAt(change));
  return theirs && { one: one.changes.find(isOn) ?? theirs, other: theirs };
}

/** SQL that makes a foreign key again knows nothing of what the other migration does to the key, nor of new names of what it has. */
function remadeBy(one: Migration, other: Migration): Overlap | undefined {
  for (const { table, key } of one.remakes ?? []) {
    const sides = [
      [table, key.columns],
      [key.foreignTable, key.foreignColumns],
    ] as const;
    const theirs = other.changes.find((change) => {
      if (change.kind === 'foreign key') return keyOf(tableOf(change)) === keyOf(table) && change.name === key.name;
      const isTaken = change.from !== undefined || (change.before !== undefined && change.after === undefined);
      if (!isTaken) return false;
      if (change.kind === 'table') return sides.some(([side]) => tablesOf(change).includes(keyOf(side)));
      if (change.kind !== 'column') return false;
      return sides.some(
        ([side, columns]) =>
          keyOf(tableOf(change)) === keyOf(side) && namesOf(change).some((name) => columns.includes(name)),
      );
    });
    const mine = one.changes.find(
      (change) => isOnTable(change) && sides.some(([side]) => tablesOf(change).includes(keyOf(side))),
    );
    if (theirs !== undefined) return { one: mine ?? theirs, other: theirs };
  }
  return undefined;
}
