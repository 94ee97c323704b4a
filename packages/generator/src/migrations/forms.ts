import { applyChanges } from '../changes/apply.js';
import { type Change, inverse } from '../changes/change.js';
import type { Alteration } from '../platforms/alteration.js';
import { interimName, type Operation } from '../platforms/operation.js';
import type { DatabaseShape } from '../platforms/shape.js';
import { type Fills, planFilled } from './fill.js';
import { planChanges } from './plan.js';

/** What is planned for a migration. */
export interface Planning {
  /** What rows that are there get in columns that become required. */
  readonly fills?: Fills | undefined;
  /** Whether others go on reading and writing, where the vendor has a form for that; true unless said. */
  readonly online?: boolean | undefined;
}

/** What is done to make some changes, or to undo them, in order and in the form that is wanted. */
export function plannedOperations(
  before: DatabaseShape,
  changes: readonly Change[],
  { abilities, separate, online }: Alteration,
  direction: 'up' | 'down',
  planning: Planning = {},
): readonly Operation[] {
  const after = applyChanges(before, changes);
  const [from, to] = direction === 'up' ? [before, after] : [after, before];
  const plain =
    direction === 'up'
      ? planFilled(before, changes, abilities, planning.fills)
      : planChanges(after, inverse(changes), abilities);
  const free = withFreeNames(plain, [from, to]);
  const operations = separate?.(free) ?? free;
  return planning.online === false ? operations : (online?.(operations, from, to) ?? operations);
}

/** Gives a table that is made anew a name meanwhile that nobody has. */
function withFreeNames(operations: readonly Operation[], shapes: readonly DatabaseShape[]): readonly Operation[] {
  const taken = new Set(
    shapes
      .flatMap(({ tables, views }) => [...tables, ...views, ...tables.flatMap(({ indexes }) => indexes)])
      .map(({ name }) => name.toLowerCase()),
  );
  return operations.map((operation) => {
    if (operation.do !== 'rebuild table' && operation.do !== 'rename table') return operation;
    const usual = interimName(operation.do === 'rebuild table' ? operation.after.name : operation.to);
    let name = usual;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${usual}${String(count)}`;
    return name === usual ? operation : { ...operation, interim: name };
  });
}
