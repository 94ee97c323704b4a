import { keyOf } from '../changes/state.js';
import type { Abilities, Operation } from '../platforms/operation.js';
import type { ForeignKeyShape, TableShape } from '../platforms/shape.js';
import { nameOf, planParts, renamedPart } from './parts.js';
import type { TablePlan } from './table-plan.js';

/**
 * Foreign keys: those that go or are in the way first, those that come or return last. `freed`: the tables that go and lose
 * their keys before.
 */
export function foreignKeyPlan(
  plans: readonly TablePlan[],
  gone: readonly TableShape[],
  made: readonly TableShape[],
  freed: ReadonlySet<string>,
  abilities: Abilities,
): {
  drop: Operation[];
  rename: Operation[];
  add: Operation[];
  early: ReadonlyMap<TableShape, readonly ForeignKeyShape[]>;
} {
  if (abilities.needsRebuild !== undefined) {
    return { drop: [], rename: [], add: [], early: new Map(made.map((table) => [table, table.foreignKeys])) };
  }
  const touched = plans.filter(({ isUntouched }) => !isUntouched);
  const byName = new Map(touched.map((plan) => [keyOf(plan.pair.after), plan]));
  const names = new Set(touched.map(({ pair }) => pair.after.name));
  /** Of a table that stays as it is, only keys that point at one that does not may have to go for a while. */
  const isConcerned = ({ pair, isUntouched }: TablePlan): boolean =>
    !isUntouched || pair.after.foreignKeys.some(({ foreignTable }) => names.has(foreignTable.name));
  const isInTheWay = (plan: TablePlan, key: ForeignKeyShape): boolean => {
    const target = byName.get(keyOf(key.foreignTable));
    return (
      key.columns.some((name) => plan.disturbed.has(name) || plan.unindexed.has(name)) ||
      (target !== undefined && isMovedTarget(target, key.foreignColumns))
    );
  };
  const parts = plans.filter(isConcerned).map((plan) => {
    const { before, renamed, after } = plan.pair;
    const { drop, add, rename } = planParts(
      renamed.foreignKeys,
      after.foreignKeys,
      (key) => isInTheWay(plan, key),
      () => abilities.renames.has('foreign key'),
    );
    const oldKey = (key: ForeignKeyShape): ForeignKeyShape =>
      before.foreignKeys[renamed.foreignKeys.indexOf(key)] ?? key;
    return {
      drop: drop.map((key): Operation => ({ do: 'drop foreign key', table: nameOf(before), key: oldKey(key) })),
      rename: rename.map(({ was, is }) => renamedPart(after, 'foreign key', was.name, is.name)),
      add: add.map((key): Operation => ({ do: 'add foreign key', table: nameOf(after), key })),
    };
  });
  const goneAt = new Map(gone.map((table, at) => [keyOf(table), at]));
  // Those of tables that go: a circle of them has no first, and what they point at may change before they go.
  const isOfOldTarget = ({ foreignTable, foreignColumns }: ForeignKeyShape): boolean => {
    const target = touched.find(({ pair }) => keyOf(pair.before) === keyOf(foreignTable));
    const names = foreignColumns.map((name) => target?.newNames.get(name) ?? name);
    return target !== undefined && isMovedTarget(target, names);
  };
  const wanted = [...plans.map(({ pair }) => pair.after), ...made].flatMap(({ foreignKeys }) => foreignKeys);
  const takenNames = new Set(abilities.sharedNames.has('foreign key') ? wanted.map(({ name }) => name) : []);
  const ofGone = gone.flatMap((table, at) =>
    table.foreignKeys
      .filter(
        (key) =>
          (goneAt.get(keyOf(key.foreignTable)) ?? at) > at ||
          freed.has(keyOf(key.foreignTable)) ||
          takenNames.has(key.name) ||
          isOfOldTarget(key),
      )
      .map((key): Operation => ({ do: 'drop foreign key', table: nameOf(table), key })),
  );
  const madeAt = new Map(made.map((table, at) => [keyOf(table), at]));
  const isEarly = (at: number, { foreignTable }: ForeignKeyShape): boolean =>
    (madeAt.get(keyOf(foreignTable)) ?? Number.POSITIVE_INFINITY) <= at;
  return {
    drop: [...parts.flatMap(({ drop }) => drop), ...ofGone],
    rename: parts.flatMap(({ rename }) => rename),
    add: [
      ...made.flatMap((table, at) =>
        table.foreignKeys
          .filter((key) => !isEarly(at, key))
          .map((key): Operation => ({ do: 'add foreign key', table: nameOf(table), key })),
      ),
      ...parts.flatMap(({ add }) => add),
    ],
    early: new Map(made.map((table, at) => [table, table.foreignKeys.filter((key) => isEarly(at, key))])),
  };
}

/** Whether the columns that a key points at change, or lose the unique that makes them a target. */
const isMovedTarget = ({ disturbed, loosened, unindexed }: TablePlan, names: readonly string[]): boolean =>
  names.some((name) => disturbed.has(name) || unindexed.has(name)) ||
  loosened.some((columns) => columns.length === names.length && columns.every((name) => names.includes(name)));
