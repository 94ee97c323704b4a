import { applyChanges, ChangeConflict } from '../../changes/apply.js';
import type { Change } from '../../changes/change.js';
import { quoted } from '../../diagnostics/printable.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import { changeLine } from '../describe.js';
import { emptyDatabase, staleTable } from '../history.js';
import { lineage } from '../lineage.js';
import type { Migration } from '../migration.js';
import { overlapOf } from './overlap.js';
import { shownObject } from './places.js';

/** Two migrations that change the same thing. */
export interface Conflict {
  readonly migration: Migration;
  readonly change: Change | undefined;
  /** The older of the two; undefined where the one that is missing is not in the folder. */
  readonly other: Migration | undefined;
  readonly otherChange: Change | undefined;
  readonly message: string;
  /** Whether they run all the same, in the order of their names. */
  readonly fits: boolean;
}

/** Every pair of migrations that do not go together; behind one that does not fit at all nothing can be said. */
export function conflictsOf(database: string, migrations: readonly Migration[]): readonly Conflict[] {
  const known = lineage(migrations);
  const found: Conflict[] = [];
  let state = emptyDatabase(database);
  for (const [at, migration] of migrations.entries()) {
    const earlier = migrations.slice(0, at);
    const unknown = earlier.filter(({ name }) => known.get(migration.name)?.has(name) === false);
    const overlaps = unknown.flatMap((other) => overlapping(migration, other, state));
    found.push(...overlaps);
    const stale = staleTable(migration.assumes, state);
    if (stale !== undefined) return broken(found, overlaps, rebuilding(migration, stale.name, earlier));
    try {
      state = applyChanges(state, migration.changes);
    } catch (error) {
      if (!(error instanceof ChangeConflict)) throw error;
      return broken(found, overlaps, unfitting(migration, error, earlier));
    }
  }
  return found;
}

/** A migration that does not fit, and the reason; the other branch is named where it is known to be the cause. */
const broken = (found: readonly Conflict[], overlaps: readonly Conflict[], own: Conflict): readonly Conflict[] =>
  overlaps.length === 0
    ? [...found, own]
    : found.map((each) => (overlaps.includes(each) ? { ...each, fits: false } : each));

function overlapping(migration: Migration, other: Migration, state: DatabaseShape): readonly Conflict[] {
  const overlap = overlapOf(migration, other, state);
  if (overlap === undefined) return [];
  const { one: change, other: otherChange } = overlap;
  const object = quoted(shownObject(otherChange));
  const message = `${changeLine(change)}: on another branch ${quoted(other.name)} changed ${object}`;
  return [{ migration, change, other, otherChange, message, fits: true }];
}

const WORDS: Readonly<Record<ChangeConflict['reason'], string>> = {
  missing: 'is not there',
  'there already': 'is there already',
  different: 'is not what it was when the migration was written',
};

function unfitting(migration: Migration, { change, reason }: ChangeConflict, earlier: readonly Migration[]): Conflict {
  const { other, otherChange } = lastTouching(change, earlier);
  const message = `${changeLine(change)}: ${quoted(shownObject(change))} ${WORDS[reason]}`;
  return { migration, change, other, otherChange, message, fits: false };
}

function rebuilding(migration: Migration, table: string, earlier: readonly Migration[]): Conflict {
  const change = migration.changes.find((each) => (each.table ?? each.name) === table);
  const like: Change = { kind: 'table', name: table };
  const { other, otherChange } = lastTouching(change ?? like, earlier, true);
  const message = `the migration makes table ${quoted(table)} anew as it was before another one changed it`;
  return { migration, change, other, otherChange, message, fits: false };
}

/** The newest of some migrations that changed an object, or else its table. */
function lastTouching(
  change: Change,
  earlier: readonly Migration[],
  wholeTable = false,
): { readonly other: Migration | undefined; readonly otherChange: Change | undefined } {
  const names = [change.name, change.from].filter((name) => name !== undefined);
  const table = change.table ?? (change.kind === 'table' ? (change.from ?? change.name) : undefined);
  const isIt = (other: Change): boolean =>
    other.kind === change.kind &&
    other.schema === change.schema &&
    other.table === change.table &&
    [other.name, other.from].some((name) => name !== undefined && names.includes(name));
  const isOnTable = (other: Change): boolean =>
    table !== undefined &&
    other.schema === change.schema &&
    (other.kind === 'table' ? [other.name, other.from] : [other.table]).includes(table);
  for (const isTouching of wholeTable ? [isOnTable] : [isIt, isOnTable]) {
    for (const other of earlier.toReversed()) {
      const otherChange = other.changes.find(isTouching);
      if (otherChange !== undefined) return { other, otherChange };
    }
  }
  return { other: undefined, otherChange: undefined };
}
